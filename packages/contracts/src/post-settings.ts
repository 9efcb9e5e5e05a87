import * as z from 'zod/mini';
import { commenting, commentsCloseAfter } from './commenting.js';
import { success } from './common.js';
import { endpoint } from './endpoint.js';

/** What a user chose for their own posts. The first two hold for new posts that do not say otherwise. */
export const postSettings = z.object({ commenting, commentsCloseAfter });
export type PostSettings = z.infer<typeof postSettings>;

const settingsAnswer = z.object({ ...success, data: postSettings });

export const getPostSettings = endpoint('getPostSettings', { answer: settingsAnswer });

/** Settings that are not sent stay unchanged. */
export const updatePostSettings = endpoint('updatePostSettings', {
  body: z.object({ commenting: z.optional(commenting), commentsCloseAfter: z.optional(commentsCloseAfter) }),
  answer: settingsAnswer,
});
