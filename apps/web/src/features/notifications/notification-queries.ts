import { listNotifications, readNotifications, type Notification } from '@social-feed/contracts';
import { useMutation, useQueryClient, type InfiniteData } from '@tanstack/react-query';
import { useEffect } from 'react';
import { keys } from '../../cache/keys';
import { useUnread } from '../../cache/unread-store';
import { mapPages, pauseReads, updateCached } from '../../cache/update-cached';
import { api } from '../../lib/api-client';
import { messageOf } from '../../lib/api-error';
import { toast } from '../../lib/toast';
import { showUnread, tellUnread } from './unread-news';
import { useKeyset } from '../../cache/use-keyset';

/** The list is read anew for news at most so often, in milliseconds. */
const READ_EVERY = 30_000;

/** What is marked as read, the latest first. */
interface Marked {
  unreadOnes: readonly Notification[];
  /** Whether it is one, whatever else is unread. */
  only?: boolean;
}

type Pages = InfiniteData<{ data: Notification[] }>;

/** What the viewer is told of, the latest first, in pages. It is read anew when something is new. */
export const useNotifications = (viewerId: string) => {
  const query = useKeyset(keys.notifications(viewerId), async (cursor, signal) => {
    const page = await api.call(listNotifications, { query: { cursor }, signal });
    showUnread(page.unread);
    return page;
  });
  const newsAt = useUnread((state) => state.newsAt);
  const { dataUpdatedAt, refetch } = query;
  useEffect(() => {
    if (dataUpdatedAt === 0 || newsAt <= dataUpdatedAt) return;
    const timer = setTimeout(
      () => void refetch({ cancelRefetch: false }),
      Math.max(0, dataUpdatedAt + READ_EVERY - Date.now()),
    );
    return () => clearTimeout(timer);
  }, [newsAt, dataUpdatedAt, refetch]);
  return query;
};

/** Marks all or one as read, up to what is shown, at once on the screen; a failure is said, and takes it back. */
export const useMarkRead = (viewerId: string) => {
  const client = useQueryClient();
  const queryKey = keys.notifications(viewerId);
  const show = (ids: ReadonlySet<string>, isRead: boolean) =>
    updateCached(client, queryKey, (held) =>
      mapPages(held as Pages, (items: Notification[]) =>
        items.map((item) => (ids.has(item._id) ? { ...item, isRead } : item)),
      ),
    );
  return useMutation({
    mutationFn: ({ unreadOnes: [latest], only }: Marked) =>
      api.call(readNotifications, {
        body: { until: latest!.at, notification: only ? latest!._id : undefined },
      }),
    onMutate: ({ unreadOnes }) => {
      const ids = new Set(unreadOnes.map(({ _id }) => _id));
      const readAgain = pauseReads(client, queryKey);
      show(ids, true);
      return { ids, readAgain };
    },
    onSuccess: ({ data }) => tellUnread(viewerId, data.unread),
    onError: (error, _marked, begun) => {
      if (begun) show(begun.ids, false);
      toast.error(messageOf(error));
    },
    onSettled: (_answer, _error, _marked, begun) => begun?.readAgain(),
  });
};
