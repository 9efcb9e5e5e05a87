import { PAGE } from '@social-feed/contracts';
import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { keys } from '../../cache/keys';
import { api } from '../../lib/api-client';
import { asRecord } from '../../lib/json';
import { isWorthRetrying } from '../../lib/query-client';
import { sendOwed } from '../people/people-sync';
import { postsFailure } from '../post/model/posts-failure';
import type { FeedPage } from './feed-memory';
import { naming, toFeedPage } from './feed-query';
import type { FeedMode } from './feed-modes';

export type OtherFeedMode = Exclude<FeedMode, 'shuffle'>;

/** The seed of a day, the same for all users: its digits, e.g. 261122 for 22 November 2026, UTC. */
export const seedOfDay = (now: Date): number => Number(now.toISOString().slice(2, 10).replaceAll('-', ''));

/** Query parameters of each mode's first page; a cursor includes them. */
const WANTED: Record<OtherFeedMode, (cursor: string) => Record<string, string | number>> = {
  following: () => ({ following: 'true' }),
  unseen: () => ({ unseen: 'true' }),
  newest: () => ({ sortBy: 'createdAt', sortOrder: 'desc' }),
  day: (cursor): Record<string, number> => (cursor === '' ? { seed: seedOfDay(new Date()) } : {}),
};

/** A page of the other modes, with the cursor of the next one. */
export interface FeedModePage extends FeedPage {
  cursor: string | null;
}

/**
 * Fetches a page of a feed mode other than the shuffle.
 * @param cursor from the previous page; empty for the first
 * @throws ApiError "HTTP {status}: {body text}", or "Failed to fetch posts: {status}" for the newest (F §8)
 */
export const getFeedModePage = async (
  mode: OtherFeedMode,
  cursor: string,
  signal: AbortSignal,
): Promise<FeedModePage> => {
  const [path, failure] =
    mode === 'newest' ? (['/posts', postsFailure] as const) : (['/posts/infinite-cursor', naming] as const);
  const limit = cursor === '' ? PAGE.feedFirst : PAGE.feedNext;
  const query = { limit, ...(cursor !== '' && { cursor }), ...WANTED[mode](cursor) };
  const answer = await api.request({ method: 'GET', path }, { query, signal }).catch(failure);
  const { nextCursor } = asRecord(answer);
  return { ...toFeedPage(answer), cursor: typeof nextCursor === 'string' ? nextCursor : null };
};

interface WayContext {
  client: QueryClient;
  pageParam: string;
  signal: AbortSignal;
}

/**
 * Query of another feed mode. Never refetched in the background unless it is empty, since the reader may have
 * followed someone since. Pending follows are sent before the "following" feed is fetched.
 */
export const feedModeQuery = (mode: OtherFeedMode, viewerId: string | null) => ({
  queryKey: keys.feed(viewerId, mode),
  queryFn: async ({ client, pageParam, signal }: WayContext) => {
    if (mode === 'following' && viewerId !== null && pageParam === '') await sendOwed(client, viewerId);
    return getFeedModePage(mode, pageParam, signal);
  },
  initialPageParam: '',
  getNextPageParam: (last: FeedModePage) => last.cursor,
  staleTime: ({ state }: { state: { data: unknown } }) =>
    (state.data as InfiniteData<FeedModePage> | undefined)?.pages.some(({ data }) => data.length > 0)
      ? 'static'
      : 0,
  retry: (failures: number, error: Error) => failures < 1 && isWorthRetrying(error),
});
