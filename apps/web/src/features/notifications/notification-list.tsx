import { useRef } from 'react';
import { Button } from '../../components/ui/button';
import { Card } from '../../components/ui/card';
import { EmptyState } from '../../components/ui/empty-state';
import { Paged } from '../../components/ui/paged';
import { Skeletons } from '../../components/ui/skeleton';
import { useFocusKept } from '../../lib/use-focus-kept';
import { useOwnAccount } from '../../lib/viewer';
import { useMarkRead, useNotifications } from './notification-queries';
import { NotificationRow } from './notification-row';

const List = ({ viewerId }: { viewerId: string }) => {
  const query = useNotifications(viewerId);
  const markRead = useMarkRead(viewerId);
  const { items: notifications, unread } = query;
  const [latest] = notifications;
  return (
    <Paged
      query={query}
      what="notifications"
      isEmpty={notifications.length === 0}
      loading={
        <Skeletons what="notifications" count={3} className="h-16 rounded-card" list="flex flex-col gap-2" />
      }
      empty={
        <EmptyState title="Nothing new" text="Likes, comments, mentions and followers will be listed here." />
      }
    >
      <div className="mb-2 flex min-h-11 items-center justify-end">
        {latest && unread > 0 ? (
          <Button
            variant="ghost"
            size="sm"
            disabled={markRead.isPending}
            onClick={() =>
              markRead.mutate({
                unreadOnes: notifications.filter(({ isRead }) => !isRead),
                count: unread,
                until: latest.at,
              })
            }
          >
            Mark all as read
          </Button>
        ) : null}
      </div>
      <Card className="overflow-hidden">
        <ul className="divide-y divide-line">
          {notifications.map((notification) => (
            <NotificationRow
              key={notification._id}
              notification={notification}
              onOpen={() =>
                markRead.mutate({
                  unreadOnes: [notification],
                  count: 1,
                  until: notification.at,
                  only: notification._id,
                })
              }
            />
          ))}
        </ul>
      </Card>
    </Paged>
  );
};

const Inbox = ({ viewerId }: { viewerId: string }) => {
  const box = useRef<HTMLElement>(null);
  // Move the focus when a pressed button disappears.
  useFocusKept(box);
  return (
    <section ref={box} tabIndex={-1} aria-label="Your notifications" className="outline-none">
      <List viewerId={viewerId} />
    </section>
  );
};

/** The viewer's notifications: likes, comments, mentions and follows. */
export const NotificationList = () => {
  const account = useOwnAccount();
  return account ? <Inbox key={account._id} viewerId={account._id} /> : null;
};
