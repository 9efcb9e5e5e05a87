import { useInfiniteQuery, useQueryClient, type InfiniteData, type QueryClient } from '@tanstack/react-query';
import { feedSeed } from '../../../cache/feed-seed';
import { keys } from '../../../cache/keys';
import { useListed } from '../../../cache/use-listed';
import { backOff, isWorthRetrying } from '../../../lib/query-client';
import { useViewer } from '../../../lib/viewer';
import { getFeedPage } from '../api/get-feed-page';
import type { FeedPage } from '../model/feed-page';

export type FeedData = InfiniteData<FeedPage, number>;

const FRESH = 5 * 60_000;
const KEPT = 10 * 60_000;
const BACK_OFF_MAX = 5000;
/** A deep list is not read again as a whole behind the reader's back; reactions keep it true meanwhile. */
const REFETCH_PAGES_MAX = 5;

/** The seed of the list that is mounted, which stays its own whatever happens to the session's (design §4). */
const seedOfList = (client: QueryClient, key: readonly unknown[]): number | null =>
  client.getQueryData<FeedData>(key)?.pages[0]?.seed ?? null;

/** The first or a later page of a list; a new list takes the session's seed and gives back the server's (F §4). */
export const loadFeedPage = async (
  page: number,
  listSeed: number | null,
  signal: AbortSignal,
): Promise<FeedPage> => {
  const answer = await getFeedPage({ page, seed: listSeed ?? feedSeed.get(), signal });
  if (listSeed === null && answer.seed !== null) feedSeed.replace(answer.seed);
  return answer;
};

/** The endless feed of a viewer: fresh 5 min, kept 10, fewer than 2 retries, back-off up to 5 s (F §9). */
export const feedQuery = (client: QueryClient, viewerId: string | null) => {
  const queryKey = keys.feed(viewerId);
  return {
    queryKey,
    queryFn: ({ pageParam, signal }: { pageParam: number; signal: AbortSignal }) =>
      loadFeedPage(pageParam, seedOfList(client, queryKey), signal),
    initialPageParam: 1,
    getNextPageParam: (last: FeedPage) => (last.hasNextPage ? last.nextPage : null),
    staleTime: FRESH,
    gcTime: KEPT,
    networkMode: 'always' as const,
    retry: (failures: number, error: Error) => failures < 1 && isWorthRetrying(error),
    retryDelay: (attempt: number) => Math.min(backOff(attempt), BACK_OFF_MAX),
  };
};

/** The endless feed as it is shown. */
export const useFeed = () => {
  const { user } = useViewer();
  const client = useQueryClient();
  const query = useInfiniteQuery({
    ...feedQuery(client, user?._id ?? null),
    refetchOnMount: ({ state }) =>
      ((state.data as FeedData | undefined)?.pages.length ?? 0) <= REFETCH_PAGES_MAX,
    // the network is back: whoever still waits for the first post gets it, all others read on in peace
    refetchOnReconnect: ({ state }) => state.data === undefined,
  });
  return { ...query, posts: useListed(query.data?.pages) };
};
