import * as z from 'zod/mini';
import { isoDate, objectId, plainAnswer, shortText, success } from './common.js';
import { endpoint } from './endpoint.js';
import { COMMENT_LIMITS, PAGE } from './limits.js';
import { formerTextsAnswer } from './posts.js';
import {
  cursorPage,
  listCursor,
  nextCursor,
  queryEnum,
  queryId,
  queryLimit,
  queryOption,
  queryPage,
} from './query-fields.js';
import { author } from './users.js';
import { t } from './t.js';

/**
 * `timestamp` equals `createdAt`; clients read both. `parent` is the top-level comment of a reply, never a reply
 * itself. A removed comment remains while it has replies, without a user and with placeholder text.
 */
export const comment = z.object({
  _id: objectId(),
  postId: objectId(),
  body: z.string(),
  user: author,
  createdAt: isoDate,
  timestamp: isoDate,
  reactions: z.object({ likes: z.number() }),
  userHasLiked: z.boolean(),
  parent: z.nullable(objectId()),
  repliesCount: z.number(),
  editedAt: z.nullable(isoDate),
  isRemoved: z.boolean(),
});
export type Comment = z.infer<typeof comment>;

/** The session determines the user. A write with another user's `userId` gets 403. */
const userId = z.optional(objectId('Invalid user ID'));

/** Used by two clients: the panel sends `limit=15&orderType=smart`, the post page `limit=10&sortOrder=desc`. */
export const listComments = endpoint('listComments', {
  params: z.object({ postId: objectId('Invalid post ID') }),
  query: z.object({
    page: queryPage(),
    limit: queryLimit(PAGE.commentsPage),
    orderType: queryEnum('orderType', ['date', 'smart'] as const, 'date'),
    sortOrder: queryEnum('sortOrder', ['desc', 'asc'] as const, 'desc'),
    userId: queryId('userId', 'user'),
    listing: queryOption('listing', 15, { pattern: '^\\d{1,15}$', error: 'listing is malformed' }),
    cursor: listCursor,
  }),
  answer: z.object({
    ...success,
    data: z.array(comment),
    pagination: z.object({ currentPage: z.number(), hasNextPage: z.boolean(), totalComments: z.number() }),
    listing: z.optional(z.string()),
    nextCursor,
  }),
});

const body = shortText(t({ message: 'Comment', context: 'noun' }), COMMENT_LIMITS.bodyMax).check(
  z.minLength(1, t`Comment is required`),
);
const COMMENT_ID = 'Invalid comment ID';
const commentParams = z.object({ commentId: objectId(COMMENT_ID) });

export const createComment = endpoint('createComment', {
  body: z.object({
    postId: objectId('Invalid post ID'),
    body,
    /** The comment being answered. A reply to a reply gets the same top-level parent. */
    parent: z.optional(objectId(COMMENT_ID)),
    userId,
  }),
  answer: z.object({ ...success, data: comment }),
});

/** Allowed for 15 minutes after the comment was created. Previous versions are kept. */
export const updateComment = endpoint('updateComment', {
  params: commentParams,
  body: z.object({ body, userId }),
  answer: z.object({ ...success, data: comment }),
});

/** Returns a comment and, for a reply, its parent. */
export const getComment = endpoint('getComment', {
  params: commentParams,
  answer: z.object({ ...success, data: comment, root: z.nullable(comment) }),
});

/** Oldest first. A page may be shorter than its limit; `nextCursor` is `null` at the end. */
export const listReplies = endpoint('listReplies', {
  params: commentParams,
  query: z.object({ limit: queryLimit(PAGE.replies), cursor: listCursor }),
  answer: cursorPage(comment),
});

export const commentHistory = endpoint('commentHistory', {
  params: commentParams,
  answer: formerTextsAnswer,
});

export const toggleCommentLike = endpoint('toggleCommentLike', {
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
});

export const deleteComment = endpoint('deleteComment', { params: commentParams, answer: plainAnswer });
