/** Longest text taken over from a service, in characters: no service of ours sends more. */
const TEXT_MAX = 1200;

export type Fields = Record<string, unknown>;

/** The value's fields; none when it is no object. */
export const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? (value as Fields) : {};

/** The value as a list; empty when it is none. */
export const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** The value as one line of plain text, without control characters; empty when there is none. Numbers count as text. */
export const textOf = (value: unknown): string => {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  if (typeof value !== 'string') return '';
  return value
    .slice(0, 2 * TEXT_MAX)
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069\s]+/gu, ' ')
    .trim()
    .slice(0, TEXT_MAX);
};

/** The value when it is an https address without credentials. */
export const httpsOf = (value: unknown): string | undefined => {
  if (typeof value !== 'string' || !URL.canParse(value)) return undefined;
  const url = new URL(value);
  return url.protocol === 'https:' && url.username === '' && url.password === '' ? url.href : undefined;
};

/** At most `max` characters, the last of them an ellipsis when something was cut off (A §9). */
export const truncate = (text: string, max: number): string => {
  const characters = Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment);
  if (characters.length <= max) return text;
  return `${characters
    .slice(0, max - 1)
    .join('')
    .trimEnd()}…`;
};
