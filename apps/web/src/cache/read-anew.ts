import type {
  GetNextPageParamFunction,
  InfiniteData,
  InfiniteQueryExecuteOptions,
  QueryClient,
  QueryKey,
} from '@tanstack/react-query';

/** Reads a list anew from its beginning, once; what is on the screen stays until that is there, and where it fails. */
export const readAnew = async <P, Param>(
  client: QueryClient,
  options: InfiniteQueryExecuteOptions<P, Error, InfiniteData<P>, QueryKey, Param> & {
    getNextPageParam: GetNextPageParamFunction<Param, P>;
  },
): Promise<void> => {
  const { queryKey } = options;
  await client.cancelQueries({ queryKey });
  const read = client.infiniteQuery({ ...options, pages: 1, staleTime: 0, retry: false });
  // a mark by which writes know it: no list here has pages before its first
  const fetchMeta = { fetchMore: { direction: 'backward' as const } };
  client.getQueryCache().find({ queryKey })?.setState({ fetchMeta });
  await read;
};
