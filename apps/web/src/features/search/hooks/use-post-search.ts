import { useInfiniteQuery } from '@tanstack/react-query';
import { keys } from '../../../cache/keys';
import { useListed } from '../../../cache/use-listed';
import { useViewer } from '../../../lib/viewer';
import { getPosts } from '../api/get-posts';

/** Matches per page. */
export const MATCHES_PER_PAGE = 10;

/** What to ask for: a term that begins with `#` names a tag, any other holds words. */
const filterOf = (term: string): { tag: string } | { q: string } =>
  /^#\S+$/.test(term) ? { tag: term.replace(/^#+/, '').slice(0, 30) } : { q: term };

/** Posts that hold the words or the tag, the newest first, without those of blocked authors. */
export const usePostSearch = (term: string) => {
  const { user } = useViewer();
  const query = useInfiniteQuery({
    queryKey: keys.search(term.toLowerCase(), user?._id ?? null),
    queryFn: ({ pageParam: page, signal }) =>
      getPosts({ ...filterOf(term), page, limit: MATCHES_PER_PAGE, sortBy: 'createdAt' }, signal),
    initialPageParam: 1,
    getNextPageParam: ({ pagination }) => (pagination.hasNext ? pagination.currentPage + 1 : null),
    enabled: term !== '',
    networkMode: 'always',
  });
  return {
    ...query,
    posts: useListed(query.data?.pages),
    total: query.data?.pages[0]?.pagination.totalPosts ?? 0,
  };
};
