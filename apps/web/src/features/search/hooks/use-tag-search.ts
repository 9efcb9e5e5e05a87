import { searchTags } from '@social-feed/contracts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { keys } from '../../../cache/keys';
import { api } from '../../../lib/api-client';
import { tagTerm } from '../model/search-term';

/** Tags per page. */
const PAGE = 20;

/** Tags that begin with the term, the most used first, each once. */
export const useTagSearch = (term: string) => {
  const wanted = tagTerm(term);
  const query = useInfiniteQuery({
    queryKey: keys.tagsFound(wanted),
    queryFn: ({ pageParam: page, signal }) =>
      api.call(searchTags, { query: { q: wanted, page: String(page), limit: String(PAGE) }, signal }),
    initialPageParam: 1,
    getNextPageParam: ({ pagination }) => (pagination?.hasNext ? pagination.currentPage + 1 : null),
    enabled: wanted !== '',
    networkMode: 'always',
  });
  const tags = useMemo(() => {
    const found = query.data?.pages.flatMap(({ data }) => data) ?? [];
    return [...new Map(found.map((entry) => [entry.tag, entry])).values()];
  }, [query.data]);
  return { ...query, tags, isPending: wanted !== '' && query.isPending };
};
