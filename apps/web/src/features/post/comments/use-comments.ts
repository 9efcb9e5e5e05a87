import {
  createComment as createEndpoint,
  deleteComment as deleteEndpoint,
  listComments,
  PAGE,
  toggleCommentLike,
  type AnswerOf,
  type Comment,
} from '@social-feed/contracts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { keys, type CommentReader } from '../../../cache/keys';
import { api } from '../../../lib/api-client';
import { useListed } from '../../../cache/block-store';
import { backOff, isWorthRetrying } from '../../../lib/query-client';
import { useViewer } from '../../../lib/viewer';

/** A page of comments; `listing` names the frozen smart order that later pages continue. */
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

/** Fresh 5 min in the panel, 2 on the post page (F §9). */
const FRESH = { panel: 5 * 60_000, page: 2 * 60_000 };

interface PageParam {
  page: number;
  listing: string | undefined;
}

const FIRST: PageParam = { page: 1, listing: undefined };

/** A post's comments for one of the two readers: up to 3 retries, back-off up to 30 s (F §9). */
export const useComments = (postId: string, reader: CommentReader) => {
  const { user } = useViewer();
  const query = useInfiniteQuery({
    queryKey: keys.comments(postId, reader, user?._id ?? null),
    queryFn: ({ pageParam, signal }) =>
      getCommentPage({ postId, reader, ...pageParam, userId: user?._id, signal }),
    initialPageParam: FIRST,
    getNextPageParam: ({ pagination, listing }): PageParam | null =>
      pagination.hasNextPage ? { page: pagination.currentPage + 1, listing } : null,
    staleTime: FRESH[reader],
    retry: (failures, error) => failures < 3 && isWorthRetrying(error),
    retryDelay: backOff,
  });
  const comments = useListed(query.data?.pages);
  return { ...query, comments, total: query.data?.pages[0]?.pagination.totalComments };
};
