/** A part of a text that depends on a number or a word. Its cases hold no values, so that they can be looked up. */
export interface Choice {
  kind: 'plural' | 'select';
  value: number | string;
  cases: Readonly<Record<string, string>>;
}

type Value = string | number | Choice;
type Described = { message: string; context?: string; comment?: string };

/**
 * Returns a text in another language; `undefined` if that has none.
 * @param key the English, with `{}` for each value, and a choice as `keyOf` writes it
 */
export type Translate = (key: string, values: readonly (string | number)[]) => string | undefined;

/** Set while a text is written in another language. */
let translate: Translate | undefined;

/**
 * Writes something in another language.
 * @param by without it, it is English
 * @param write uses `t`; it must not wait for anything, since other texts are written meanwhile
 */
export function inWords<T>(by: Translate | undefined, write: () => T): T {
  const before = translate;
  translate = by;
  try {
    return write();
  } finally {
    translate = before;
  }
}

/** Set while the values of texts are changed before they are filled in. */
let change: ((value: string) => string) | undefined;

/**
 * Writes something whose values that are texts are changed before they are filled in.
 * @param write uses `t`; it must not wait for anything, like that of `inWords`
 */
export function withValues<T>(by: (value: string) => string, write: () => T): T {
  const before = change;
  change = by;
  try {
    return write();
  } finally {
    change = before;
  }
}

const isChoice = (value: Value | undefined): value is Choice => typeof value === 'object';

/** The part of a key that stands for a choice. */
export const choiceKey = (kind: string, cases: Choice['cases']): string =>
  `{${kind}${Object.entries(cases)
    .map(([name, text]) => ` ${name} {${text}}`)
    .join('')}}`;

/** The key of a message with a context, which has translations of its own. */
export const inContext = (key: string, context: string | undefined): string =>
  context ? `${context}\u0004${key}` : key;

const english = ({ kind, value, cases }: Choice): string => {
  const form = kind === 'plural' ? (Number(value) === 1 ? 'one' : 'other') : String(value);
  const text = cases[String(value)] ?? cases[form] ?? cases['other'] ?? '';
  return kind === 'plural' ? text.replaceAll('#', String(value)) : text;
};

function write(texts: TemplateStringsArray, given: readonly Value[]): string {
  const values = given.map((value) => (change && typeof value === 'string' ? change(value) : value));
  const joined = (shown: (value: Value) => string) =>
    texts.map((text, index) => text + (index < values.length ? shown(values[index]!) : '')).join('');
  const found = translate?.(
    joined((value) => (isChoice(value) ? choiceKey(value.kind, value.cases) : '{}')),
    values.map((value) => (isChoice(value) ? value.value : value)),
  );
  return found ?? joined((value) => (isChoice(value) ? english(value) : String(value)));
}

/**
 * Marks a text that people read, so that `npm run words` finds it: the web app has it in the language of its page. Here it
 * is English, or in the language of `inWords`.
 * @param texts an object gives translators a comment, or a context: English has one text for several meanings. Only
 *   without values it is found by `inWords`
 */
export const t = (texts: TemplateStringsArray | Described, ...values: readonly Value[]): string =>
  'message' in texts
    ? (translate?.(inContext(texts.message, texts.context), []) ?? texts.message)
    : write(texts, values);

/** A part of a text that depends on a number; `#` is the number. For values of `t` alone. */
export const plural = (value: number, cases: Readonly<Record<string | number, string>>): Choice => ({
  kind: 'plural',
  value,
  cases,
});

/** A part of a text that depends on a word. For values of `t` alone. */
export const select = (value: string, cases: Readonly<Record<string, string>>): Choice => ({
  kind: 'select',
  value,
  cases,
});

/** A text that another file marked, such as the label of a setting, in the language of `inWords`. */
export const translated = (text: string): string => translate?.(text, []) ?? text;
