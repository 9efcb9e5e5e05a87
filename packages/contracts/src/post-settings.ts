import * as z from 'zod/mini';
import { commenting, commentsCloseAfter } from './commenting.js';
import { success } from './common.js';
import { endpoint } from './endpoint.js';
import { EXPIRY_LIMITS } from './limits.js';
import { queryInt } from './query-fields.js';
import { t } from './t.js';

/** After how many days posts of the user are deleted; `null` is never. */
const deleteAfter = z.nullable(
  z
    .int({ error: 'deleteAfter must be a whole number of days, or null' })
    .check(
      z.minimum(
        EXPIRY_LIMITS.daysMin,
        t({
          message: `Posts go after ${EXPIRY_LIMITS.daysMin} days at the earliest`,
          comment: 'An error: the setting that deletes posts by age takes no fewer days.',
        }),
      ),
      z.maximum(
        EXPIRY_LIMITS.daysMax,
        t({
          message: `Posts go after ${EXPIRY_LIMITS.daysMax} days at the latest`,
          comment: 'An error: the setting that deletes posts by age takes no more days.',
        }),
      ),
    ),
);

/** A user's settings for own posts. The first two hold for new posts that do not say otherwise. */
export const postSettings = z.object({ commenting, commentsCloseAfter, deleteAfter });
export type PostSettings = z.infer<typeof postSettings>;

const settingsAnswer = z.object({ ...success, data: postSettings });

export const getPostSettings = endpoint('getPostSettings', { answer: settingsAnswer });

/** Settings that are not sent stay unchanged. */
export const updatePostSettings = endpoint('updatePostSettings', {
  body: z.partial(postSettings),
  answer: settingsAnswer,
});

/** How many own posts would go now. With `more` there are others, which were not counted. */
const expiredPosts = z.object({ count: z.number(), more: z.boolean() });
export type ExpiredPosts = z.infer<typeof expiredPosts>;

export const countExpiredPosts = endpoint('countExpiredPosts', {
  query: z.object({
    deleteAfter: queryInt('deleteAfter', {
      min: EXPIRY_LIMITS.daysMin,
      max: EXPIRY_LIMITS.daysMax,
      fallback: EXPIRY_LIMITS.daysMax,
    }),
  }),
  answer: z.object({ ...success, data: expiredPosts }),
});
