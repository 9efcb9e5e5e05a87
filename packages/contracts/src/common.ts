import * as z from 'zod/mini';
import { ID_PART } from './address-parts.js';
import { parseUrl } from './parse-url.js';
import { isBlank, plainText } from './visible-text.js';
import { t } from './t.js';

/** A string with separate messages for a missing value and a wrong type. */
export const text = (label: string) =>
  z.string({
    error: ({ input }) => (input === undefined ? t`${label} is required` : `${label} must be text`),
  });

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
    z.refine((value) => value.trim() === '' || !isBlank(value), t`${label} must have visible characters`),
  );

/** User-written text, trimmed, of at most `max` characters. */
export const shortText = (label: string, max: number) =>
  writtenText(label).check(z.trim(), z.maxLength(max, t`${label} must be at most ${max} characters`));

/** An http(s) address without a user name or password, which readers could mistake for the host. */
export const isHttpAddress = (value: string) => {
  const url = /^https?:\/\//i.test(value) ? parseUrl(value) : null;
  return url !== null && url.username === '' && url.password === '';
};

/** An http(s) URL. `javascript:` and `data:` URLs are rejected on write. */
export const httpUrl = (label: string, max = 2000) =>
  text(label).check(
    z.maxLength(max, { error: t`${label} must be at most ${max} characters`, abort: true }),
    z.refine(isHttpAddress, t`${label} must be an http or https address`),
  );

/** A field that users write: as the API accepts it, and in storage, answers and drafts. */
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
