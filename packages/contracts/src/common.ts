import * as z from 'zod/mini';
import { ID_PART } from './address-parts.js';
import { PAGE } from './limits.js';
import { parseUrl } from './parse-url.js';
import { isBlank, plainText } from './visible-text.js';

/** A string with separate messages for a missing value and a wrong type. */
export const text = (label: string) =>
  z.string({ error: (issue) => `${label} ${issue.input === undefined ? 'is required' : 'must be text'}` });

/** A MongoDB ObjectId as 24 hex digits. */
export const objectId = (message = 'Invalid id') =>
  z.string({ error: message }).check(z.regex(new RegExp(`^${ID_PART}$`), message));

const WALL_TIME = String.raw`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d`;
/** ISO 8601 with four digits for the year, which `Date` formats otherwise before 0 and after 9999. */
const WITH_OFFSET = new RegExp(String.raw`^(${WALL_TIME})(?:\.\d+)?(Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$`);
const LIKE_A_TIME = new RegExp(String.raw`^${WALL_TIME}(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$`);

/** Returns a time in UTC, or `undefined` if the calendar or the clock lacks it: `Date` would take another one. */
function inUtc(written: string): string | undefined {
  const [, wall, offset] = WITH_OFFSET.exec(written) ?? [];
  const local = Date.parse(`${wall}Z`);
  if (wall === undefined || Number.isNaN(local) || !new Date(local).toISOString().startsWith(wall))
    return undefined;
  const utc = new Date(offset === 'Z' ? written : Date.parse(written));
  return /^\d{4}-/.test(utc.toISOString()) ? utc.toISOString() : undefined;
}

/** ISO 8601 date and time, as formatted by `Date.prototype.toISOString`. */
export const isoDate = z.string().check(
  z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/),
  z.refine((value) => inUtc(value) !== undefined, 'Not a time'),
);

/** A time in a body: ISO 8601 with `Z` or an offset. Becomes the same time in UTC. */
export const givenTime = (label: string) =>
  text(label).check(
    z.regex(LIKE_A_TIME, {
      error: `${label} must be a time with its offset, such as 2026-11-26T10:00:00Z`,
      abort: true,
    }),
    z.refine((value) => inUtc(value) !== undefined, {
      error: `${label} must be a time that exists`,
      abort: true,
    }),
    z.overwrite((value) => inUtc(value) ?? value),
  );

/** User-written text. Strips control characters and rejects text that contains only invisible characters. */
export const writtenText = (label: string) =>
  text(label).check(
    z.overwrite(plainText),
    z.refine((value) => value.trim() === '' || !isBlank(value), `${label} must have visible characters`),
  );

/** User-written text, trimmed, of at most `max` characters. */
export const shortText = (label: string, max: number) =>
  writtenText(label).check(z.trim(), z.maxLength(max, `${label} must be at most ${max} characters`));

/** An http(s) address without a user name or password, which readers could mistake for the host. */
export const isHttpAddress = (value: string) => {
  const url = /^https?:\/\//i.test(value) ? parseUrl(value) : null;
  return url !== null && url.username === '' && url.password === '';
};

/** An http(s) URL. `javascript:` and `data:` URLs are rejected on write. */
export const httpUrl = (label: string, max = 2000) =>
  text(label).check(
    z.maxLength(max, { error: `${label} must be at most ${max} characters`, abort: true }),
    z.refine(isHttpAddress, `${label} must be an http or https address`),
  );

/** A field that users write: as the API accepts it, and as it is stored, answered and kept in drafts. */
export interface WrittenField {
  input: z.ZodMiniType;
  value: z.ZodMiniType;
}
type Fields = Record<string, WrittenField>;

export const textField = (label: string, max: number) => ({
  input: shortText(label, max),
  value: z.string(),
});

/** The schemas of some fields: `input`, or `value`. */
export const partOf = <F extends Fields, Part extends keyof WrittenField>(fields: F, part: Part) =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field[part]])) as {
    [Name in keyof F]: F[Name][Part];
  };

export type ValuesOf<F extends Fields> = { [Name in keyof F]: z.infer<F[Name]['value']> };

/** What a user wrote, without spaces around the texts, as the API stores it. */
export const trimmed = <T extends object>(written: T): T =>
  Object.fromEntries(
    Object.entries(written).map(([name, value]: [string, unknown]) => [
      name,
      typeof value === 'string' ? value.trim() : value,
    ]),
  ) as T;

/**
 * Documents a query parameter for the API reference: the schema accepts any string and parses it. A map outside the
 * schemas, because the web app would have to load zod's registry.
 */
export interface QueryDoc {
  type: 'integer' | 'boolean' | 'string';
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  pattern?: string;
  enum?: readonly string[];
  default?: string | number;
}
const queryDocs = new WeakMap<object, QueryDoc>();

/** Attaches reference documentation to a schema. */
export const documented = <T extends object>(schema: T, doc: QueryDoc): T => {
  queryDocs.set(schema, doc);
  return schema;
};
export const queryDocOf = (schema: object): QueryDoc | undefined => queryDocs.get(schema);

/**
 * A string in a query. Returns `fallback` if missing or empty.
 * @param read parses the value; returns `undefined` if it is not what `expected` describes
 */
const queryWord = <T, Fallback>(
  name: string,
  fallback: Fallback,
  read: (word: string) => T | undefined,
  expected: string,
  doc: QueryDoc,
) =>
  documented(
    z.pipe(
      z.optional(z.string({ error: `${name} must be given once` })),
      z.transform((word: string | undefined, context): T | Fallback => {
        if (word === undefined || word === '') return fallback;
        const value = read(word);
        if (value !== undefined) return value;
        context.issues.push({ code: 'custom', message: `${name} must be ${expected}`, input: word });
        return z.NEVER;
      }),
    ),
    doc,
  );

/** An integer in a query string. Returns `fallback` if missing, clamps to the range, rejects anything else. */
export const queryInt = (
  name: string,
  { min, max, fallback }: { min: number; max: number; fallback: number },
) =>
  queryWord(
    name,
    fallback,
    (word) => (/^-?\d+$/.test(word) ? Math.min(max, Math.max(min, Number(word))) : undefined),
    'a whole number',
    { type: 'integer', minimum: min, maximum: max, default: fallback },
  );

/** The requested page of a list. */
export const queryPage = (max: number = PAGE.pageMax) => queryInt('page', { min: 1, max, fallback: 1 });

/** The requested number of list entries. */
export const queryLimit = (fallback: number, max: number = PAGE.limitMax) =>
  queryInt('limit', { min: 1, max, fallback });

/** One of several values in a query string. Returns `fallback` if missing or empty. */
export const queryEnum = <const T extends string>(name: string, values: readonly T[], fallback: T) =>
  queryWord(name, fallback, (word) => values.find((value) => value === word), `one of ${values.join(', ')}`, {
    type: 'string',
    enum: values,
    default: fallback,
  });

/** `true` or `false` in a query string; `undefined` if missing, since the feed's offsets depend on that. */
export const queryFlag = (name: string) =>
  queryWord(
    name,
    undefined,
    (word) => (word === 'true' || word === 'false' ? word === 'true' : undefined),
    'true or false',
    { type: 'boolean' },
  );

/**
 * Short text in a query string, trimmed; `undefined` if missing or blank.
 * @param pattern of the text, if it is not free
 */
export const queryText = (
  name: string,
  max: number,
  { pattern, error = `${name} is too long` }: { pattern?: string; error?: string } = {},
) =>
  documented(
    z.pipe(
      z.optional(
        z
          .string({ error: `${name} must be given once` })
          .check(
            z.maxLength(max, error),
            z.regex(pattern === undefined ? /^/ : new RegExp(`^$|${pattern}`), error),
          ),
      ),
      z.transform((value: string | undefined) =>
        value === undefined || value.trim() === '' ? undefined : value.trim(),
      ),
    ),
    { type: 'string', ...(pattern === undefined ? { maxLength: max } : { pattern }) },
  );

/** A calendar day in UTC, such as 2026-11-26. */
const DAY = /^\d{4}-\d\d-\d\d$/;
export const utcDay = z.string().check(z.regex(DAY));

const isDay = (word: string): boolean => {
  const time = DAY.test(word) ? Date.parse(word) : Number.NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(word);
};

/** A day in a query string; `undefined` if missing, rejects days that do not exist. */
export const queryDay = (name: string) =>
  queryWord(name, undefined, (word) => (isDay(word) ? word : undefined), 'a day such as 2026-11-26', {
    type: 'string',
    maxLength: 10,
  });

/** A text in a query string that callers inside the service may leave out. */
export const queryOption = (...given: Parameters<typeof queryText>) => {
  const schema = queryText(...given);
  return documented(z.optional(schema), queryDocOf(schema)!);
};

/** An id in a query string; `undefined` if missing or empty. */
export const queryId = (name: string, label: string) =>
  queryOption(name, 24, { pattern: `^${ID_PART}$`, error: `Invalid ${label} ID` });

/** Starts after the entry named by the previous page's `nextCursor`. `page` is then ignored. */
export const listCursor = queryOption('cursor', 400, { error: 'cursor is malformed' });

/** Cursor of the next page, `null` at the end. The API always answers it; the web app works without it. */
export const nextCursor = z.optional(z.nullable(z.string()));

export const userParams = z.object({ userId: objectId('Invalid user ID') });

export const postParams = z.object({ id: objectId('Invalid post ID') });

export const reactionCounts = z.object({
  likes: z.number(),
  dislikes: z.number(),
  shares: z.number(),
  saves: z.number(),
});
export type ReactionCounts = z.infer<typeof reactionCounts>;

/** The current user's reactions to a post; all false for visitors. */
export const interactionStatus = z.object({
  liked: z.boolean(),
  disliked: z.boolean(),
  saved: z.boolean(),
  viewed: z.boolean(),
});
export type InteractionStatus = z.infer<typeof interactionStatus>;

/** Fields of every successful answer. */
export const success = { success: z.literal(true), message: z.optional(z.string()) };

/** The answer of every failed call. */
export const errorAnswer = z.object({
  success: z.literal(false),
  message: z.string(),
  code: z.string(),
  errors: z.optional(z.array(z.object({ path: z.string(), message: z.string() }))),
});
export type ErrorAnswer = z.infer<typeof errorAnswer>;

/** An answer without data. */
export const plainAnswer = z.object({ ...success });
