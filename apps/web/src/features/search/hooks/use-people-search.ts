import { searchPeople } from '@social-feed/contracts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { flattenUnique } from '../../../cache/infinite';
import { keys } from '../../../cache/keys';
import { api } from '../../../lib/api-client';
import { peopleTerm } from '../model/search-term';

/** People whose user name or name begins with the term, by pages of 12. */
export const usePeopleSearch = (term: string) => {
  const wanted = peopleTerm(term);
  const query = useInfiniteQuery({
    queryKey: keys.peopleFound(wanted.toLowerCase()),
    queryFn: ({ pageParam: page, signal }) =>
      api.call(searchPeople, { query: { q: wanted, page: String(page) }, signal }),
    initialPageParam: 1,
    getNextPageParam: ({ pagination }) => (pagination.hasNext ? pagination.currentPage + 1 : null),
    enabled: wanted !== '',
    networkMode: 'always',
  });
  const people = useMemo(() => flattenUnique(query.data?.pages), [query.data]);
  return { ...query, people, isPending: wanted !== '' && query.isPending };
};
