import * as z from 'zod/mini';
import { ID_PART } from './address-parts.js';
import { success } from './common.js';
import { PAGE } from './limits.js';

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

/** The answer of a list that goes on at `nextCursor`, which is `null` at the end. */
export const cursorPage = <T extends z.ZodMiniType>(entry: T) =>
  z.object({ ...success, data: z.array(entry), nextCursor: z.nullable(z.string()) });

/** Cursor of the next page, `null` at the end. The API always answers it; the web app works without it. */
export const nextCursor = z.optional(z.nullable(z.string()));
