import { useInfiniteQuery } from '@tanstack/react-query';
import { keys, type CommentReader } from '../../../cache/keys';
import { useListed } from '../../../cache/use-listed';
import { backOff, isWorthRetrying } from '../../../lib/query-client';
import { useViewer } from '../../../lib/viewer';
import { getCommentPage } from '../api/comments';

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
    networkMode: 'always',
    retry: (failures, error) => failures < 3 && isWorthRetrying(error),
    retryDelay: backOff,
  });
  const comments = useListed(query.data?.pages);
  return { ...query, comments, total: query.data?.pages[0]?.pagination.totalComments };
};
