import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useBlockStore } from '../../../cache/block-store';
import { flattenUnique } from '../../../cache/infinite';
import { keys } from '../../../cache/keys';
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
  const blocked = useBlockStore((state) => state.blocked);
  const query = useInfiniteQuery({
    queryKey: keys.search(term.toLowerCase(), user?._id ?? null),
    queryFn: ({ pageParam: page, signal }) =>
      getPosts({ ...filterOf(term), page, limit: MATCHES_PER_PAGE, sortBy: 'createdAt' }, signal),
    initialPageParam: 1,
    getNextPageParam: ({ pagination }) => (pagination.hasNext ? pagination.currentPage + 1 : null),
    enabled: term !== '',
    networkMode: 'always',
  });
  const posts = useMemo(() => {
    const hidden = new Set(blocked.map(({ _id }) => _id));
    return flattenUnique(query.data?.pages).filter((post) => !hidden.has(post.user._id));
  }, [query.data, blocked]);
  return { ...query, posts, total: query.data?.pages[0]?.pagination.totalPosts ?? 0 };
};
