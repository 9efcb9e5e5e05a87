import * as z from 'zod/mini';
import { REFUSAL_KIND_NAMES } from './registration.js';

/** What the product itself notes of an act, without words by a moderator. */
export const NOTE_CAUSES = ['suspension-ended', 'appeal-accepted'] as const;

/** The `note` of a logged act in its parts, so that it can be said in any language. Absent if the note is only words. */
export const noteParts = z.optional(
  z.object({
    /** The length of a suspension; absent if it had no end. */
    days: z.optional(z.number()),
    rule: z.optional(z.string()),
    cause: z.optional(z.enum(NOTE_CAUSES)),
    /** What a host refuses or allows at sign-up, and how many of it if more than one. */
    refused: z.optional(z.enum(REFUSAL_KIND_NAMES)),
    values: z.optional(z.number()),
    /** Names of changed settings. */
    settings: z.optional(z.array(z.string())),
    /** The words of the moderator, and the start of the text or the one value that the act was about; may be empty. */
    text: z.string(),
  }),
);
export type NoteParts = NonNullable<z.infer<typeof noteParts>>;
