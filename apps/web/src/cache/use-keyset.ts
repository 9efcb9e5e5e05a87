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
  /** Milliseconds; by default the list is refetched whenever it is shown. */
  staleTime?: number;
  enabled?: boolean;
}

/** Fetches a list by cursor, each item once. */
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

/** Fetches users by cursor, without those blocked in this browser. */
export const usePeople = (queryKey: QueryKey, read: Read<Page<Person>>) => {
  const query = useKeyset(queryKey, read);
  const hidden = useHiddenPeople();
  return { ...query, people: query.items.filter(({ _id }) => !hidden.has(_id)) };
};
