import { useInfiniteQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { ApiError } from '../../../lib/api-error';
import { useOfflineStore } from '../../../lib/offline';
import { feedSeed } from '../../content/post/model/feed-seed';
import { keys } from '../../../cache/keys';
import { useListed } from '../../../cache/block-store';
import { backOff, isWorthRetrying } from '../../../lib/query-client';
import { useOwnAccount } from '../../../lib/viewer';
import { keptPage, type FeedData, type FeedPage } from './feed-memory';
import { getFeedPage } from './get-feed-page';
import { MINUTE } from '../../../lib/time';

const FRESH = 5 * MINUTE;
const KEPT = 10 * MINUTE;
const BACK_OFF_MAX = 5000;
/** Longer lists are not refetched in the background; reactions keep them up to date. */
const REFETCH_PAGES_MAX = 5;

/**
 * Loads a page of a list. A new list uses the session's seed and stores the seed that the server returns (F §4).
 */
export const loadFeedPage = async (
  page: number,
  listSeed: number | null,
  reader: string | null,
  signal: AbortSignal,
): Promise<FeedPage> => {
  const answer = await getFeedPage({ page, seed: listSeed ?? feedSeed.get(), reader, signal });
  useOfflineStore.setState({ kept: false });
  if (listSeed === null && answer.seed !== null) feedSeed.replace(answer.seed);
  return answer;
};

/**
 * Query of a viewer's endless feed: fresh for 5 min, cached for 10, fewer than 2 retries, back-off up to 5 s (F
 * §9).
 */
export const feedQuery = (client: QueryClient, viewerId: string | null) => {
  const queryKey = keys.feed(viewerId);
  return {
    queryKey,
    queryFn: async ({ pageParam, signal }: { pageParam: number; signal: AbortSignal }) => {
      const pages = client.getQueryData<FeedData>(queryKey)?.pages ?? [];
      // The seed of the mounted list, even if the session's seed has changed.
      const seed = pages[0]?.seed ?? null;
      try {
        return await loadFeedPage(pageParam, seed, viewerId, signal);
      } catch (error) {
        const away = error instanceof ApiError && error.isNetwork;
        // A page on screen is at least as recent as the stored one.
        const kept = away && pageParam > pages.length ? keptPage(viewerId, pageParam, seed) : undefined;
        if (!kept) throw error;
        useOfflineStore.setState({ kept: true });
        return kept;
      }
    },
    initialPageParam: 1,
    getNextPageParam: (last: FeedPage) => (last.hasNextPage ? last.nextPage : null),
    staleTime: ({ state }: { state: { data: unknown } }) =>
      ((state.data as FeedData | undefined)?.pages.length ?? 0) > REFETCH_PAGES_MAX ? 'static' : FRESH,
    gcTime: KEPT,
    retry: (failures: number, error: Error) => failures < 1 && isWorthRetrying(error),
    retryDelay: (attempt: number) => Math.min(backOff(attempt), BACK_OFF_MAX),
  };
};

/** The viewer's endless feed, without blocked users. */
export const useFeed = () => {
  const user = useOwnAccount();
  const client = useQueryClient();
  const query = useInfiniteQuery({
    ...feedQuery(client, user?._id ?? null),
    // After a reconnect, fetch only if no posts are shown; otherwise do not disturb the reader.
    refetchOnReconnect: ({ state }) => state.data === undefined,
  });
  return { ...query, posts: useListed(query.data?.pages) };
};
