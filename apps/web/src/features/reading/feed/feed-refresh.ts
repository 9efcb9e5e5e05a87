import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { create } from 'zustand';
import { fullRefetch } from '../../../cache/full-refetch';
import { messageOf } from '../../../lib/api-error';
import { useOwnAccount } from '../../../lib/viewer';
import { feedSeed } from '../../content/post/model/feed-seed';
import { feedQuery, loadFeedPage } from './feed-query';

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
