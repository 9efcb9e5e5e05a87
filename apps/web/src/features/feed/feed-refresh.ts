import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { create } from 'zustand';
import { keys } from '../../cache/keys';
import { messageOf } from '../../lib/api-error';
import { useOwnAccount } from '../../lib/viewer';
import { feedSeed } from '../post/model/feed-seed';
import { feedQuery, loadFeedPage } from './feed-query';

/** How long the interface stays in the refreshing state, in milliseconds; longer in the compact sizes (F §4). */
const SETTLE = { normal: 1000, compact: 1200 };
/** How long the notice stays, in milliseconds (F §2). */
const NOTICE = { normal: 2500, compact: 2000 };

interface HomeState {
  refreshing: boolean;
  /** Its posts are on their way; the interface goes on refreshing a little longer. */
  reading: boolean;
  noticeShown: boolean;
  /**
   * Idle → refreshing → idle, `load` under way meanwhile. Ignored while one runs. Resolves to whether it ran and
   * succeeded; never rejects.
   */
  refresh: (load: () => Promise<void>, compact: boolean) => Promise<boolean>;
}

const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

let noticeTimer: ReturnType<typeof setTimeout> | undefined;

/** State of the home section's refresh, shared by header, list and shell. */
export const useHomeStore = create<HomeState>((set, get) => ({
  refreshing: false,
  reading: false,
  noticeShown: false,
  refresh: async (load, compact) => {
    if (get().refreshing) return false;
    set({ refreshing: true, reading: true, noticeShown: true });
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
    set({ reading: false });
    await settled;
    set({ refreshing: false });
    return succeeded;
  },
}));

interface RefreshOptions {
  compact: boolean;
  onLoaded?: () => void;
  /** Reads anew what is shown in the place of the shuffle. */
  load?: ((client: QueryClient, viewerId: string | null) => Promise<unknown>) | undefined;
}

/**
 * Refreshes the feed with a new seed (F §4). The posts on screen stay until the new ones are there; when that fails
 * they simply stay.
 */
export const useFeedRefresh = () => {
  const client = useQueryClient();
  const user = useOwnAccount();
  const viewerId = user?._id ?? null;
  const refresh = useHomeStore((state) => state.refresh);
  return useCallback(
    (options: RefreshOptions) =>
      refresh(async () => {
        const queryKey = keys.feed(viewerId);
        await client.cancelQueries({ queryKey });
        if (options.load) {
          await options.load(client, viewerId);
          return options.onLoaded?.();
        }
        feedSeed.clear();
        await client.infiniteQuery({
          ...feedQuery(client, viewerId),
          // a list of its own, whose seed the one on the screen does not decide
          queryFn: ({ signal }) => loadFeedPage(1, null, viewerId, signal),
          pages: 1,
          staleTime: 0,
          // given up once, so that the interface resets; the posts on the screen stay (F §4)
          retry: false,
        });
        options.onLoaded?.();
      }, options.compact),
    [client, refresh, viewerId],
  );
};
