/** A value, or what shows for each of its kinds. */
export type Part =
  | string
  | readonly [name: string, kind?: string | undefined, cases?: Readonly<Record<string, Text>>];

/** A compiled message: a text whose braces name values, or its parts where there are plurals and selections. */
export type Text = string | readonly Part[];

export type Values = Readonly<Record<string, unknown>>;

/** Memoizes `make`: creating a formatter takes longer than using it. */
const memoized = <O, T>(make: (language: string, option: O) => T) => {
  const made = new Map<string, T>();
  return (language: string, option: O): T => {
    const key = `${language} ${String(option)}`;
    let found = made.get(key);
    if (found === undefined) made.set(key, (found = make(language, option)));
    return found;
  };
};
const formatOf = memoized(
  (language, useGrouping: boolean) => new Intl.NumberFormat(language, { useGrouping }),
);
const rulesOf = memoized((language, type: Intl.PluralRuleType) => new Intl.PluralRules(language, { type }));

/** Digits of the language; the source says where thousands are grouped. */
const digits = (language: string, value: number, useGrouping = false): string =>
  formatOf(language, useGrouping).format(value);

/**
 * Puts values into a text.
 * @param count what `#` stands for
 * @returns the text's own words, at even places, and values between them
 */
export const piecesIn = (language: string, text: Text, values: Values, count?: number): unknown[] => {
  const own = (words: string) =>
    count === undefined ? words : words.replaceAll('#', () => digits(language, count));
  if (typeof text === 'string')
    return text.split(/\{(\w+)\}/).map((part, index) => (index % 2 ? values[part] : own(part)));
  return text.flatMap((part) => {
    if (typeof part === 'string') return [own(part), ''];
    const [name, kind, cases] = part;
    const value = values[name];
    if (cases === undefined) return ['', kind ? digits(language, Number(value), true) : value];
    const number = kind === 'select' ? count : Number(value);
    const type = kind === 'plural' ? 'cardinal' : 'ordinal';
    const named = cases[String(value)];
    const chosen =
      named ??
      (kind === 'select' ? undefined : cases[rulesOf(language, type).select(Number(value))]) ??
      cases['other'] ??
      '';
    const pieces = piecesIn(language, chosen, values, number);
    return pieces.length % 2 ? [...pieces, ''] : pieces;
  });
};
