import * as z from 'zod/mini';
import { isoDate, objectId, shortText, success, userParams } from './common.js';
import { endpoint } from './endpoint.js';
import { PAGE } from './limits.js';
import { ADMIN_LIMITS, RULE_MAX } from './moderation-limits.js';
import { listCursor, nextCursor, queryLimit, queryPage } from './query-fields.js';
import { t } from './t.js';

/**
 * A user as admins see them. `suspendedAt` is `null` if not suspended; `suspendedUntil` is `null` if the suspension
 * has no end.
 */
export const moderatedUser = z.object({
  _id: objectId(),
  userName: z.string(),
  fullName: z.string(),
  suspendedAt: z.nullable(isoDate),
  suspendedUntil: z.nullable(isoDate),
});
export type ModeratedUser = z.infer<typeof moderatedUser>;

/** One of the instance's rules, as it was when it was named. */
export const ruleName = shortText(t`Rule`, RULE_MAX);

const reason = z.optional(shortText(t`Reason`, ADMIN_LIMITS.reasonMax));
const DAYS = t`A suspension lasts 1 to ${ADMIN_LIMITS.suspensionDaysMax} days`;
/** Length of a suspension in whole days. Without it the suspension has no end. */
export const suspensionDays = z.optional(
  z
    .int({ error: t`Days must be a whole number` })
    .check(z.gte(1, DAYS), z.lte(ADMIN_LIMITS.suspensionDaysMax, DAYS)),
);
export const suspensionAnswer = z.object({ ...success, data: moderatedUser });
const answer = suspensionAnswer;

/**
 * Suspends a user: ends their sessions and personal API tokens and hides all their content until the suspension is
 * lifted. Moderators only; others get 403, and so do moderators for admins and other moderators. The reason is logged. The
 * user gets a mail with the end, the rule and the message. If a user is suspended twice, the later end applies.
 * Idempotent.
 */
export const suspendUser = endpoint('suspendUser', {
  params: userParams,
  body: z.object({
    reason,
    days: suspensionDays,
    message: z.optional(shortText(t`Message`, ADMIN_LIMITS.reasonMax)),
    rule: z.optional(ruleName),
  }),
  answer,
});

export const liftSuspension = endpoint('liftSuspension', {
  params: userParams,
  body: z.object({ reason }),
  answer,
});

/**
 * Makes a user a moderator, or ends that. Admins only. Moderators read and decide reports and suspend users, but no
 * moderators or admins.
 */
export const setModerator = endpoint('setModerator', {
  params: userParams,
  body: z.object({ isModerator: z.boolean({ error: 'isModerator must be true or false' }) }),
  answer,
});

/** Lists suspended users, most recent first. No other endpoint returns them. */
export const listSuspended = endpoint('listSuspended', {
  query: z.object({ page: queryPage(), limit: queryLimit(PAGE.limitMax), cursor: listCursor }),
  answer: z.object({
    ...success,
    data: z.array(moderatedUser),
    nextCursor,
    pagination: z.object({ currentPage: z.number(), hasNext: z.boolean() }),
  }),
});
