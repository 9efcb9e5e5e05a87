import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { feedSeed } from '../../../cache/feed-seed';
import { keys } from '../../../cache/keys';
import { useViewer } from '../../../lib/viewer';
import { useHomeStore } from '../stores/home-store';
import { feedQuery, loadFeedPage } from './use-feed';

/**
 * Refreshes the feed with a new seed (F §4). The posts on screen stay until the new ones are there; when that fails
 * they simply stay.
 */
export const useFeedRefresh = () => {
  const client = useQueryClient();
  const { user } = useViewer();
  const viewerId = user?._id ?? null;
  const refresh = useHomeStore((state) => state.refresh);
  return useCallback(
    (options: { compact: boolean; onLoaded?: () => void }) =>
      refresh(async () => {
        const queryKey = keys.feed(viewerId);
        await client.cancelQueries({ queryKey });
        feedSeed.clear();
        await client.infiniteQuery({
          ...feedQuery(client, viewerId),
          // a list of its own, whose seed the one on the screen does not decide
          queryFn: ({ signal }) => loadFeedPage(1, null, signal),
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
