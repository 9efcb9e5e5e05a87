import * as z from 'zod/mini';
import {
  isoDate,
  listCursor,
  nextCursor,
  objectId,
  queryLimit,
  queryPage,
  shortText,
  success,
  userParams,
} from './common.js';
import { endpoint } from './endpoint.js';
import { PAGE } from './limits.js';

export const ADMIN_LIMITS = { reasonMax: 500, suspensionDaysMax: 365 } as const;

/** A user as admins see them; `suspendedAt` is `null` for one who is not suspended, `suspendedUntil` where it has no end. */
const moderatedUser = z.object({
  _id: objectId(),
  userName: z.string(),
  fullName: z.string(),
  suspendedAt: z.nullable(isoDate),
  suspendedUntil: z.nullable(isoDate),
});
export type ModeratedUser = z.infer<typeof moderatedUser>;

const reason = z.optional(shortText('Reason', ADMIN_LIMITS.reasonMax));
const DAYS = `A suspension lasts 1 to ${ADMIN_LIMITS.suspensionDaysMax} days`;
/** Whole days of a suspension; without them it has no end. */
export const suspensionDays = z.optional(
  z
    .int({ error: 'Days must be a whole number' })
    .check(z.gte(1, DAYS), z.lte(ADMIN_LIMITS.suspensionDaysMax, DAYS)),
);
const answer = z.object({ ...success, data: moderatedUser });

/**
 * Ends the user's sessions and personal API tokens and hides all that they wrote and uploaded until it is lifted. For
 * admins; others get 403. The reason is kept in the log. Of two suspensions the one that ends later holds, and doing so
 * twice is doing it once.
 */
export const suspendUser = endpoint({
  method: 'POST',
  path: '/admin/users/:userId/suspend',
  access: 'user',
  params: userParams,
  body: z.object({ reason, days: suspensionDays }),
  answer,
});

export const liftSuspension = endpoint({
  method: 'POST',
  path: '/admin/users/:userId/lift',
  access: 'user',
  params: userParams,
  body: z.object({ reason }),
  answer,
});

/** Suspended users cannot be found anywhere else. Latest first. */
export const listSuspended = endpoint({
  method: 'GET',
  path: '/admin/suspended',
  access: 'user',
  query: z.object({ page: queryPage(), limit: queryLimit(PAGE.limitMax), cursor: listCursor }),
  answer: z.object({
    ...success,
    data: z.array(moderatedUser),
    nextCursor,
    pagination: z.object({ currentPage: z.number(), hasNext: z.boolean() }),
  }),
});
