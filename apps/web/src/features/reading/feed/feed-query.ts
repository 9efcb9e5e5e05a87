import { PAGE, type Post } from '@social-feed/contracts';
import { useInfiniteQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { create } from 'zustand';
import { toClientPost } from '../../content/post/model/post';
import { api } from '../../../lib/api-client';
import { ApiError, messageOf, reword } from '../../../lib/api-error';
import { takeEarly, type EarlyCall } from '../../../lib/early';
import { asRecord } from '../../../lib/json';
import { useOfflineStore } from '../../../lib/offline';
import { feedSeed } from '../../content/post/model/feed-seed';
import { keys } from '../../../cache/keys';
import { fullRefetch } from '../../../cache/full-refetch';
import { useListed } from '../../../cache/block-store';
import { backOff, isWorthRetrying } from '../../../lib/query-client';
import { useOwnAccount } from '../../../lib/viewer';
import { keptPage, type FeedData, type FeedPage } from './feed-memory';
import { MINUTE } from '../../../lib/time';

/**
 * Checks the success flag of a response (F §5).
 * @throws Error "API Error: " followed by the server's message or "Unknown error" if it is false
 */
const checkFeedAnswer = (answer: unknown): Record<string, unknown> => {
  const record = asRecord(answer);
  const { success, message } = record;
  if (success === false || record !== answer) {
    throw new Error(
      `API Error: ${typeof message === 'string' && message !== '' ? message : 'Unknown error'}`,
    );
  }
  return record;
};

const isPost = (value: unknown): value is Post =>
  typeof asRecord(value)['_id'] === 'string' && asRecord(asRecord(value)['user']) === asRecord(value)['user'];

/** Converts a response to a page; `data` becomes an empty list if it is not a list (F §3). */
export const toFeedPage = (answer: unknown): FeedPage => {
  const { data, hasNextPage, nextPage, seed, population, numbers } = checkFeedAnswer(answer);
  const next = typeof nextPage === 'number' ? nextPage : null;
  const posts = Array.isArray(data) ? data.filter(isPost).map(toClientPost) : [];
  return {
    data: posts,
    ...(numbers !== undefined && { order: { population, numbers, ids: posts.map(({ _id }) => _id) } }),
    hasNextPage: hasNextPage === true && next !== null,
    nextPage: next,
    seed: typeof seed === 'number' ? seed : null,
  };
};

interface FeedRequest {
  /** Starts at 1. The first page has 20 posts, later pages 10 (F §9). */
  page: number;
  seed: number;
  /** The reader's user id; null for a visitor. */
  reader: string | null;
  signal: AbortSignal;
}

/** The early request from the page's head, if it was for this reader and seed. */
const earlyPage = (reader: string | null, seed: number): EarlyCall | undefined => {
  const early = takeEarly('feed');
  return (
    early && {
      // Not a method reference: `abort` changes once the request is sent.
      abort: () => early.abort(),
      // Reader and seed are known once the response is here.
      answer: early.answer.then((answer) =>
        early.reader === reader && early.seed === seed ? answer : undefined,
      ),
    }
  );
};

let current: AbortController | undefined;

/** Replaces a failed call's error message with its status and body (F §8). */
export const naming = reword(({ status, bodyText }) => `HTTP ${status}: ${bodyText}`);

/**
 * Fetches a page of the endless feed (F §7). A new call aborts the previous one.
 * @throws ApiError "HTTP {status}: {body text}"; Error "API Error: …" if the response reports a failure (F §8)
 */
export const getFeedPage = async ({ page, seed, reader, signal }: FeedRequest): Promise<FeedPage> => {
  current?.abort();
  const own = new AbortController();
  current = own;
  const isFirstLoad = page === 1;
  try {
    const answer = await api.call('infiniteFeed', {
      query: {
        page,
        limit: isFirstLoad ? PAGE.feedFirst : PAGE.feedNext,
        sortBy: 'random',
        sortOrder: 'desc',
        seed,
        isFirstLoad,
      },
      headers: { 'Content-Type': 'application/json' },
      signal: AbortSignal.any([signal, own.signal]),
      early: isFirstLoad ? earlyPage(reader, seed) : undefined,
      unchecked: true,
    });
    return toFeedPage(answer);
  } catch (error) {
    return naming(error);
  } finally {
    if (current === own) current = undefined;
  }
};

const FRESH = 5 * MINUTE;
const KEPT = 10 * MINUTE;
const BACK_OFF_MAX = 5000;
/** Longer lists are not refetched in the background; reactions keep them up to date. */
const REFETCH_PAGES_MAX = 5;

/**
 * Loads a page of a list. A new list uses the session's seed and stores the seed that the server returns (F §4).
 */
const loadFeedPage = async (
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
const feedQuery = (client: QueryClient, viewerId: string | null) => {
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

/** Minimum duration of the refreshing state, in milliseconds; longer in the compact sizes (F §4). */
const SETTLE = { normal: 1000, compact: 1200 };
/** Duration of the notice, in milliseconds (F §2). */
const NOTICE = { normal: 2500, compact: 2000 };

interface HomeState {
  refreshing: boolean;
  noticeShown: boolean;
  /**
   * Sets `refreshing` while `load` runs. Does nothing during another refresh. Resolves to whether it ran and
   * succeeded; never rejects.
   */
  refresh: (load: () => Promise<void>, compact: boolean) => Promise<boolean>;
}

const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

let noticeTimer: ReturnType<typeof setTimeout> | undefined;

/** State of the home section's refresh, shared by header, list and shell. */
export const useHomeStore = create<HomeState>((set, get) => ({
  refreshing: false,
  noticeShown: false,
  refresh: async (load, compact) => {
    if (get().refreshing) return false;
    set({ refreshing: true, noticeShown: true });
    clearTimeout(noticeTimer);
    noticeTimer = setTimeout(() => set({ noticeShown: false }), compact ? NOTICE.compact : NOTICE.normal);
    const settled = pause(compact ? SETTLE.compact : SETTLE.normal);
    const succeeded = await load().then(
      () => true,
      (error: unknown) => {
        // eslint-disable-next-line no-console -- a failed refresh is logged, and shown nowhere (F §4, F §8)
        console.warn(`Refreshing the feed failed: ${messageOf(error)}`);
        return false;
      },
    );
    await settled;
    set({ refreshing: false });
    return succeeded;
  },
}));

interface RefreshOptions {
  compact: boolean;
  onLoaded?: () => void;
  /** Refetches the list that is shown instead of the shuffle. */
  load?: typeof readFeedAnew | undefined;
}

const readFeedAnew = (client: QueryClient, viewerId: string | null): Promise<void> => {
  feedSeed.clear();
  const since = performance.now();
  void import('../../content/post/options/draw').then(
    ({ showDraw }) => showDraw({ client, viewerId, seed: feedSeed.get(), since }),
    // without the network the posts do not come either
    () => undefined,
  );
  return fullRefetch(client, {
    ...feedQuery(client, viewerId),
    // A new list, independent of the seed on screen.
    queryFn: ({ signal }) => loadFeedPage(1, null, viewerId, signal),
  });
};

/**
 * Refreshes the feed with a new seed (F §4). The current posts stay until the new ones arrive, or if the refresh
 * fails.
 */
export const useFeedRefresh = () => {
  const client = useQueryClient();
  const viewerId = useOwnAccount()?._id ?? null;
  return useCallback(
    ({ compact, load = readFeedAnew, onLoaded }: RefreshOptions) =>
      useHomeStore.getState().refresh(() => load(client, viewerId).then(onLoaded), compact),
    [client, viewerId],
  );
};
