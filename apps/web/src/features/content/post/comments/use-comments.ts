import { PAGE, type AnswerOf, type BodyInput, type Comment } from '@social-feed/contracts';
import type { Calls } from '@social-feed/contracts/calls';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { keys, type CommentOrder, type CommentReader } from '../../../../cache/keys';
import { api } from '../../../../lib/api-client';
import { useListed } from '../../../../cache/block-store';
import { isWorthRetrying } from '../../../../lib/query-client';
import { useOwnAccount } from '../../../../lib/viewer';
import { useKeyset } from '../../../../cache/use-keyset';
import { MINUTE } from '../../../../lib/time';

/** A page of comments; later pages send `listing` to continue the same smart order. */
export type CommentPage = AnswerOf<Calls['listComments']>;

interface PageRequest {
  postId: string;
  reader: CommentReader;
  order: CommentOrder;
  page: number;
  listing: string | undefined;
  userId: string | undefined;
  signal: AbortSignal;
}

/** Default order of the panel and of the post page (F §7). */
export const FIRST_ORDER = { panel: 'smart', page: 'new' } as const;

const ORDERS = {
  smart: { orderType: 'smart' },
  new: { sortOrder: 'desc' },
  old: { sortOrder: 'asc' },
} as const;

/** Fetches a page: 15 in smart order for the panel, 10 newest first for the post page (F §7). Throws ApiError. */
export const getCommentPage = (request: PageRequest): Promise<CommentPage> => {
  const { postId, reader, order, page, listing, userId, signal } = request;
  const limit = reader === 'panel' ? PAGE.commentsPanel : PAGE.commentsPage;
  return api.call('listComments', {
    params: { postId },
    query: { page, limit, ...ORDERS[order], userId, listing },
    signal,
  });
};

/** Throws ApiError. */
export const createComment = async (body: BodyInput<Calls['createComment']>, idempotencyKey: string) =>
  (await api.call('createComment', { body, idempotencyKey })).data;

/** Throws ApiError. */
export const likeComment = async (commentId: string, userId: string, idempotencyKey: string) =>
  (await api.call('toggleCommentLike', { params: { commentId }, body: { userId }, idempotencyKey })).data;

/** Stale time: 5 min in the panel, 2 on the post page (F §9). */
const FRESH = { panel: 5 * MINUTE, page: 2 * MINUTE };

interface PageParam {
  page: number;
  listing: string | undefined;
}

const FIRST: PageParam = { page: 1, listing: undefined };

/**
 * The replies to a comment, in pages, oldest first; fetched when opened.
 * @param extra a reply to show before its page is loaded
 */
export const useReplies = (comment: Comment, enabled: boolean, extra: Comment | undefined) => {
  const viewerId = useOwnAccount()?._id ?? null;
  const { _id: commentId, postId } = comment;
  const query = useKeyset(
    keys.replies(postId, commentId, viewerId),
    (cursor, signal) => api.call('listReplies', { params: { commentId }, query: { cursor }, signal }),
    { staleTime: FRESH.page, enabled },
  );
  const pages = query.data?.pages ?? [];
  const replies = useListed(extra === undefined ? pages : [...pages, { data: [extra] }]);
  return { ...query, replies };
};

/** The comment in the address: its parent, if any, then the comment itself. Cached as a list, like the others. */
export const useLinkedComment = (postId: string, commentId = '') => {
  const viewerId = useOwnAccount()?._id ?? null;
  const query = useQuery({
    queryKey: keys.linkedComment(postId, commentId, viewerId),
    queryFn: async ({ signal }) => {
      const { data, root } = await api.call('getComment', { params: { commentId }, signal });
      return { pages: [{ data: root === null ? [data] : [root, data] }], pageParams: [''] };
    },
    enabled: commentId !== '',
    staleTime: FRESH.page,
    retry: (failures, error) => failures < 3 && isWorthRetrying(error),
  });
  const thread = useListed(query.data?.pages).filter((comment) => comment.postId === postId);
  return { ...query, thread };
};

/** A post's comments for the panel or the post page: up to 3 retries, back-off up to 30 s (F §9). */
export const useComments = (
  postId: string,
  reader: CommentReader,
  order: CommentOrder = FIRST_ORDER[reader],
) => {
  const user = useOwnAccount();
  const query = useInfiniteQuery({
    queryKey: keys.comments(postId, reader, user?._id ?? null, order),
    queryFn: ({ pageParam, signal }) =>
      getCommentPage({ postId, reader, order, ...pageParam, userId: user?._id, signal }),
    initialPageParam: FIRST,
    getNextPageParam: ({ pagination, listing }): PageParam | null =>
      pagination.hasNextPage ? { page: pagination.currentPage + 1, listing } : null,
    staleTime: FRESH[reader],
    retry: (failures, error) => failures < 3 && isWorthRetrying(error),
  });
  const comments = useListed(query.data?.pages);
  return { ...query, comments, total: query.data?.pages[0]?.pagination.totalComments };
};
