import type { Notification } from '@social-feed/contracts';
import { useMutation, useQueryClient, type InfiniteData } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { keys } from '../../../cache/keys';
import { useUnread } from '../../../cache/unread-store';
import { runOptimisticUpdate } from '../../../cache/optimistic-update';
import { updateCached } from '../../../cache/update-cached';
import { api } from '../../../lib/api-client';
import { messageOf } from '../../../lib/api-error';
import { toast } from '../../../lib/toast';
import { afterRead, delayOf, FRESH } from './news-pace';
import { shareUnread, showUnread } from './unread-news';
import { useKeyset } from '../../../cache/use-keyset';

/** The notifications to mark as read. */
interface Marked {
  /** The unread ones in the loaded list. */
  unreadOnes: readonly Notification[];
  /** Total number, loaded or not. */
  count: number;
  until: string;
  /** Id, if only one is marked. */
  only?: string;
}

type Pages = InfiniteData<{ data: Notification[]; unread: number }>;

/**
 * The viewer's notifications in pages, latest first, and the unread count. News is fetched at the pace of
 * `news-pace.ts`.
 */
export const useNotifications = (viewerId: string) => {
  const pace = useRef(FRESH);
  const startedAt = useRef(0);
  const query = useKeyset(keys.notifications(viewerId), async (cursor, signal) => {
    if (!cursor) startedAt.current = Date.now();
    const page = await api.call('listNotifications', { query: { cursor }, signal });
    showUnread(page);
    return page;
  });
  const newsAt = useUnread((state) => state.newsAt);
  const { dataUpdatedAt, refetch } = query;
  useEffect(() => {
    // A fetch that started before the news may not include it.
    const readAt = startedAt.current === 0 ? dataUpdatedAt : startedAt.current;
    if (dataUpdatedAt === 0 || newsAt <= readAt) return;
    const read = () => {
      pace.current = afterRead(pace.current, Date.now());
      void refetch({ cancelRefetch: false });
    };
    const timer = setTimeout(read, delayOf(pace.current, Date.now()));
    return () => clearTimeout(timer);
  }, [newsAt, dataUpdatedAt, refetch]);
  return { ...query, unread: query.data?.pages.at(-1)?.unread ?? 0 };
};

/** Optimistically marks all loaded notifications or one as read. Rolls back and shows a toast on failure. */
export const useMarkRead = (viewerId: string) => {
  const client = useQueryClient();
  const queryKey = keys.notifications(viewerId);
  const show = ({ unreadOnes, count }: Marked, isRead: boolean) => {
    const ids = new Set(unreadOnes.map(({ _id }) => _id));
    const isOther = (item: Notification) => ids.has(item._id) && item.isRead !== isRead;
    updateCached(client, queryKey, (held) => {
      const { pages, ...list } = held as Pages;
      if (ids.size > 0 && !pages.some(({ data }) => data.some(isOther))) return held;
      const by = isRead ? -count : count;
      return {
        ...list,
        pages: pages.map(({ data, unread, ...page }) => ({
          ...page,
          data: data.map((item) => (isOther(item) ? { ...item, isRead } : item)),
          unread: Math.max(0, unread + by),
        })),
      };
    });
  };
  return useMutation({
    mutationFn: (marked: Marked) =>
      runOptimisticUpdate(client, {
        queryKey,
        apply: () => show(marked, true),
        send: () =>
          api.call('readNotifications', { body: { until: marked.until, notification: marked.only } }),
        rollback: () => show(marked, false),
        onSuccess: ({ data }) => shareUnread(viewerId, data.unread),
        onError: (error) => toast.error(messageOf(error)),
      }),
  });
};
