import type {
  GetNextPageParamFunction,
  InfiniteData,
  InfiniteQueryExecuteOptions,
  QueryClient,
  QueryKey,
} from '@tanstack/react-query';

/**
 * Refetches a list from page 1, without retries. The old list stays on the screen until then, and if the fetch
 * fails.
 */
export const fullRefetch = async <P, Param>(
  client: QueryClient,
  options: InfiniteQueryExecuteOptions<P, Error, InfiniteData<P>, QueryKey, Param> & {
    getNextPageParam: GetNextPageParamFunction<Param, P>;
  },
): Promise<void> => {
  const { queryKey } = options;
  await client.cancelQueries({ queryKey });
  await client.infiniteQuery({ ...options, pages: 1, staleTime: 0, retry: false });
};
