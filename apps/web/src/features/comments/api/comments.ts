import {
  createComment as createEndpoint,
  deleteComment as deleteEndpoint,
  listComments,
  PAGE,
  toggleCommentLike,
  type AnswerOf,
  type Comment,
} from '@social-feed/contracts';
import type { CommentReader } from '../../../cache/keys';
import { api } from '../../../lib/api-client';

/** A page of comments; `listing` names the frozen smart order that later pages continue (design §4). */
export type CommentPage = AnswerOf<typeof listComments>;

interface PageRequest {
  postId: string;
  reader: CommentReader;
  page: number;
  listing: string | undefined;
  userId: string | undefined;
  signal: AbortSignal;
}

/** Panel: 15 in smart order; post page: 10, newest first (F §7). Throws ApiError. */
export const getCommentPage = (request: PageRequest): Promise<CommentPage> => {
  const { postId, reader, page, listing, userId, signal } = request;
  const order =
    reader === 'panel'
      ? { limit: PAGE.commentsPanel, orderType: 'smart' }
      : { limit: PAGE.commentsPage, sortOrder: 'desc' };
  return api.call(listComments, { params: { postId }, query: { page, ...order, userId, listing }, signal });
};

/** Throws ApiError. */
export const createComment = async (
  comment: { postId: string; body: string; userId: string },
  idempotencyKey: string,
): Promise<Comment> => {
  const answer = await api.call(createEndpoint, { body: comment, idempotencyKey });
  return answer.data;
};

/** Throws ApiError. */
export const likeComment = async (
  commentId: string,
  userId: string,
  idempotencyKey: string,
): Promise<{ userHasLiked: boolean; likes: number }> => {
  const answer = await api.call(toggleCommentLike, {
    params: { commentId },
    body: { userId },
    idempotencyKey,
  });
  return answer.data;
};

/** Throws ApiError. */
export const deleteComment = async (commentId: string): Promise<void> => {
  await api.call(deleteEndpoint, { params: { commentId } });
};
