import * as z from 'zod/mini';
import { isoDate, objectId, plainAnswer, shortText, success } from './common.js';
import { endpoint } from './endpoint.js';
import { ADMIN_LIMITS, APPEAL_LIMITS } from './moderation-limits.js';
import { noteParts } from './note-parts.js';
import { listCursor, queryLimit } from './query-fields.js';
import { reportCase } from './reports.js';
import { t } from './t.js';

/** Answers the suspension that the last sign-in in this browser was refused for. */
export const createAppeal = endpoint('createAppeal', {
  body: z.object({
    text: shortText(t`Your answer`, APPEAL_LIMITS.textMax).check(
      z.minLength(1, t`Please write what you want to say`),
    ),
  }),
  answer: plainAnswer,
});

const appeal = z.object({
  _id: objectId(),
  user: z.object({ _id: objectId(), userName: z.string(), fullName: z.string() }),
  text: z.string(),
  createdAt: isoDate,
  suspension: z.object({
    at: isoDate,
    /** `null` if it has no end. */
    until: z.nullable(isoDate),
    /** The logged reason; empty if none was given. */
    reason: z.string(),
    parts: noteParts,
    /** Name of the moderator who suspended the user, at the time; `null` if it was done on the server. */
    by: z.nullable(z.string()),
    /** Whether the asking moderator suspended the user. */
    byViewer: z.boolean(),
    /** The report case whose decision it was; `null` if no report led to it. */
    reported: z.nullable(reportCase),
  }),
  /** Whether the asking moderator may decide: only an admin does about what an admin or the host did. */
  mayDecide: z.boolean(),
});
export type Appeal = z.infer<typeof appeal>;

/** Appeals that nobody has decided, oldest first. */
export const listAppeals = endpoint('listAppeals', {
  query: z.object({ limit: queryLimit(APPEAL_LIMITS.page, APPEAL_LIMITS.pageMax), cursor: listCursor }),
  answer: z.object({
    ...success,
    data: z.array(appeal),
    nextCursor: z.nullable(z.string()),
    /** Number of waiting appeals, counted up to a limit. */
    waiting: z.number(),
  }),
});

const APPEAL_DECISIONS = ['accept', 'reject'] as const;
export type AppealDecision = (typeof APPEAL_DECISIONS)[number];

/** Decides an appeal and mails its author. Accepting it lifts the suspension. */
export const decideAppeal = endpoint('decideAppeal', {
  params: z.object({ appealId: objectId('Invalid appeal ID') }),
  body: z.object({
    decision: z.enum(APPEAL_DECISIONS, { error: `decision must be one of ${APPEAL_DECISIONS.join(', ')}` }),
    /** Words for the mail. */
    message: z.optional(shortText(t`Message`, ADMIN_LIMITS.reasonMax)),
  }),
  answer: plainAnswer,
});
