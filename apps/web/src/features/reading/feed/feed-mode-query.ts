import { PAGE } from '@social-feed/contracts';
import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { keys } from '../../../cache/keys';
import { api, type CallQuery } from '../../../lib/api-client';
import { asRecord } from '../../../lib/json';
import { isWorthRetrying } from '../../../lib/query-client';
import { sendPendingChanges } from '../people/people-sync';
import { postsFailure } from '../../content/post/model/posts-failure';
import type { FeedPage } from './feed-memory';
import { naming, toFeedPage } from './get-feed-page';
import type { FeedMode } from './feed-modes';

export type OtherFeedMode = Exclude<FeedMode, 'shuffle'>;

/** The seed of the server's day, the same for all users. Nobody can compute it before that day (docs/feed-order.md). */
const seedOfDay = async (signal: AbortSignal): Promise<number> => {
  const { data } = await api.call('feedCommitment', { signal });
  return data.seed;
};

/** Query parameters of each mode's first page; a cursor includes them. */
const wanted = async (
  mode: Exclude<OtherFeedMode, 'newest'>,
  cursor: string,
  signal: AbortSignal,
): Promise<CallQuery<'cursorFeed'>> => {
  if (mode !== 'day') return mode === 'unseen' ? { unseen: true } : { following: true };
  return cursor === '' ? { seed: await seedOfDay(signal) } : {};
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
  const query = { limit: cursor === '' ? PAGE.feedFirst : PAGE.feedNext, cursor };
  const options = { signal, unchecked: true } as const;
  const answer =
    mode === 'newest'
      ? await api
          .call('listPosts', { query: { ...query, sortBy: 'createdAt', sortOrder: 'desc' }, ...options })
          .catch(postsFailure)
      : await wanted(mode, cursor, signal)
          .then((more) => api.call('cursorFeed', { query: { ...query, ...more }, ...options }))
          .catch(naming);
  const { nextCursor } = asRecord(answer);
  return { ...toFeedPage(answer), cursor: typeof nextCursor === 'string' ? nextCursor : null };
};

interface ModeContext {
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
  queryFn: async ({ client, pageParam, signal }: ModeContext) => {
    if (mode === 'following' && viewerId !== null && pageParam === '')
      await sendPendingChanges(client, viewerId);
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
