import * as z from 'zod/mini';
import { isoDate, objectId, plainAnswer, queryEnum, queryInt, success, text } from './common.js';
import { endpoint } from './endpoint.js';
import { COMMENT_LIMITS, PAGE } from './limits.js';
import { author } from './users.js';

/** `timestamp` equals `createdAt`; both are there because both are read. */
export const comment = z.object({
  _id: objectId(),
  postId: objectId(),
  body: z.string(),
  user: author,
  createdAt: isoDate,
  timestamp: isoDate,
  reactions: z.object({ likes: z.number() }),
  userHasLiked: z.boolean(),
});
export type Comment = z.infer<typeof comment>;

/** Two readers: the panel asks `limit=15&orderType=smart`, the post page `limit=10&sortOrder=desc`. */
export const listComments = endpoint({
  method: 'GET',
  path: '/comments/post/:postId',
  access: 'optional',
  params: z.object({ postId: objectId('Invalid post ID') }),
  query: z.object({
    page: queryInt('page', { min: 1, max: PAGE.pageMax, fallback: 1 }),
    limit: queryInt('limit', { min: 1, max: PAGE.limitMax, fallback: PAGE.commentsPage }),
    orderType: queryEnum('orderType', ['date', 'smart'] as const, 'date'),
    sortOrder: queryEnum('sortOrder', ['desc', 'asc'] as const, 'desc'),
    listing: z.optional(
      z.string({ error: 'listing must be given once' }).check(z.regex(/^\d{1,15}$/, 'listing is malformed')),
    ),
  }),
  answer: z.object({
    ...success,
    data: z.array(comment),
    pagination: z.object({ currentPage: z.number(), hasNextPage: z.boolean(), totalComments: z.number() }),
    listing: z.optional(z.string()),
  }),
});
export type CommentPage = z.infer<(typeof listComments)['answer']>;

/** The session decides who writes: a foreign `userId` is 403. */
const userId = z.optional(objectId('Invalid user ID'));

export const createComment = endpoint({
  method: 'POST',
  path: '/comments',
  access: 'user',
  status: 201,
  body: z.object({
    postId: objectId('Invalid post ID'),
    body: text('Comment').check(
      z.trim(),
      z.minLength(1, 'Comment is required'),
      z.maxLength(COMMENT_LIMITS.bodyMax, `Comment must be at most ${COMMENT_LIMITS.bodyMax} characters`),
    ),
    userId,
  }),
  answer: z.object({ ...success, data: comment }),
  idempotent: true,
});

const commentParams = z.object({ commentId: objectId('Invalid comment ID') });

export const toggleCommentLike = endpoint({
  method: 'PATCH',
  path: '/comments/:commentId/like',
  access: 'user',
  params: commentParams,
  body: z.object({ userId }),
  answer: z.object({
    ...success,
    data: z.object({
      userHasLiked: z.boolean(),
      likes: z.number(),
      reactions: z.object({ likes: z.number() }),
    }),
  }),
  idempotent: true,
});

export const deleteComment = endpoint({
  method: 'DELETE',
  path: '/comments/:commentId',
  access: 'user',
  params: commentParams,
  answer: plainAnswer,
});
