import type { Person } from '@social-feed/contracts';
import { useInfiniteQuery, type QueryKey } from '@tanstack/react-query';
import { useMemo } from 'react';
import { flattenUnique, useHiddenPeople } from './block-store';

interface Page<T> {
  data: T[];
  nextCursor?: string | null | undefined;
}

type Read<P> = (cursor: string, signal: AbortSignal) => Promise<P>;

interface KeysetOptions {
  /** Milliseconds; read anew whenever it is shown unless given. */
  staleTime?: number;
  enabled?: boolean;
}

/** A list in pages, each of which says where the next one begins; each item once. */
export const useKeyset = <P extends Page<{ _id: string }>>(
  queryKey: QueryKey,
  read: Read<P>,
  options: KeysetOptions = {},
) => {
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => read(pageParam, signal),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }: P) => nextCursor,
    staleTime: 0,
    ...options,
  });
  const items: P['data'] = useMemo(() => flattenUnique<P['data'][number]>(query.data?.pages), [query.data]);
  return { ...query, items };
};

/** People in pages, without those who are blocked here. */
export const usePeople = (queryKey: QueryKey, read: Read<Page<Person>>) => {
  const query = useKeyset(queryKey, read);
  const hidden = useHiddenPeople();
  return { ...query, people: query.items.filter(({ _id }) => !hidden.has(_id)) };
};
