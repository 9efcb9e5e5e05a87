import {
  hashKey,
  type GetNextPageParamFunction,
  type InfiniteData,
  type InfiniteQueryExecuteOptions,
  type Query,
  type QueryClient,
  type QueryKey,
} from '@tanstack/react-query';

/** The lists that are being read anew, by the hash of their key. */
const anew = new Map<string, Promise<unknown>>();

/** Whether somebody asked for this list anew: another comes in its place, which no write may keep from coming. */
export const isReadAnew = ({ queryHash }: Pick<Query, 'queryHash'>): boolean => anew.has(queryHash);

/** Resolves once no list is being read anew, or at once. */
export const nothingReadAnew = (): Promise<unknown> => Promise.allSettled(anew.values());

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
  anew.set(hashKey(queryKey), read);
  await read.finally(() => anew.delete(hashKey(queryKey)));
};
