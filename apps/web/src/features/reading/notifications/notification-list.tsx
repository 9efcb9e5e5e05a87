import { t } from '@lingui/core/macro';
import { useRef } from 'react';
import { Link } from 'react-router-dom';
import { Page } from '../../../components/layouts/page';
import { Button, buttonClass } from '../../../components/ui/button';
import { Card } from '../../../components/ui/card';
import { UnheardDrawing } from '../../../components/ui/drawings';
import { EmptyState } from '../../../components/ui/empty-state';
import { Paged } from '../../../components/ui/paged';
import { Skeletons } from '../../../components/ui/skeletons';
import { paths } from '../../../config/paths';
import type { Elements } from '../../../lib/elements';
import { useFocusKept } from '../../../lib/use-focus-kept';
import { useOwnAccount } from '../../../lib/viewer';
import { useMarkRead, useNotifications } from './notification-queries';
import { NotificationRow } from './notification-row';

const TITLE = t`Notifications`;

interface InboxProps {
  viewerId: string;
  children: Elements;
}

const Inbox = ({ viewerId, children }: InboxProps) => {
  const query = useNotifications(viewerId);
  const markRead = useMarkRead(viewerId);
  const { items: notifications, unread } = query;
  const [latest] = notifications;
  const box = useRef<HTMLElement>(null);
  // Move the focus when a pressed button disappears.
  useFocusKept(box);
  const handleMarkAll = () =>
    latest &&
    markRead.mutate({
      unreadOnes: notifications.filter(({ isRead }) => !isRead),
      count: unread,
      until: latest.at,
    });
  return (
    <section ref={box} tabIndex={-1} aria-label={t`Your notifications`} className="outline-none">
      <Page
        title={TITLE}
        action={
          latest && unread > 0 ? (
            <Button
              variant="ghost"
              size="sm"
              className="px-2.5"
              disabled={markRead.isPending}
              onClick={handleMarkAll}
            >
              {t`Mark all as read`}
            </Button>
          ) : null
        }
      >
        <Paged
          query={query}
          what="notifications"
          isEmpty={notifications.length === 0}
          loading={
            <Skeletons
              what="notifications"
              count={3}
              className="h-16 rounded-card"
              list="flex flex-col gap-2"
            />
          }
          empty={
            <EmptyState
              figure={<UnheardDrawing />}
              title={t`Nothing new`}
              text={t`Likes, comments, mentions and followers will be listed here.`}
              action={
                <Link to={paths.createPost.getHref()} className={buttonClass({ variant: 'soft' })}>
                  {t`Write a post`}
                </Link>
              }
            />
          }
        >
          <Card className="overflow-hidden max-md:-mx-4 max-md:-mt-4 max-md:rounded-none max-md:border-x-0 max-md:border-t-0">
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
        {children}
      </Page>
    </section>
  );
};

/** The page of the viewer's notifications: likes, comments, mentions and follows, above its children. */
export const NotificationList = ({ children }: { children: Elements }) => {
  const account = useOwnAccount();
  return account ? (
    <Inbox key={account._id} viewerId={account._id}>
      {children}
    </Inbox>
  ) : (
    <Page title={TITLE}>{children}</Page>
  );
};
