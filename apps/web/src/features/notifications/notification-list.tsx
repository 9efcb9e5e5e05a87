import { Button } from '../../components/ui/button';
import { Card } from '../../components/ui/card';
import { EmptyState, ErrorState } from '../../components/ui/empty-state';
import { Skeleton } from '../../components/ui/skeleton';
import { messageOf } from '../../lib/api-error';
import { useOwnAccount } from '../../lib/viewer';
import { RetryButton } from '../post/list/endless';
import { useMarkRead, useNotifications } from './notification-queries';
import { NotificationRow } from './notification-row';

const List = ({ viewerId }: { viewerId: string }) => {
  const query = useNotifications(viewerId);
  const markRead = useMarkRead(viewerId);
  const { notifications, hasNextPage, isFetching, isFetchNextPageError } = query;
  if (query.isPending)
    return (
      <div role="status" aria-label="Loading notifications" className="flex flex-col gap-2">
        <Skeleton className="h-16 rounded-card" />
        <Skeleton className="h-16 rounded-card" />
        <Skeleton className="h-16 rounded-card" />
      </div>
    );
  if (query.data === undefined)
    return (
      <ErrorState
        title="Failed to load notifications"
        text={messageOf(query.error)}
        action={<RetryButton retrying={isFetching} onRetry={() => void query.refetch()} />}
      />
    );
  if (notifications.length === 0 && !hasNextPage)
    return (
      <EmptyState title="Nothing new" text="Likes, comments, mentions and followers will be listed here." />
    );
  const unread = notifications.filter(({ isRead }) => !isRead);
  return (
    <>
      <div className="mb-2 flex min-h-11 items-center justify-end">
        {unread.length > 0 ? (
          <Button
            variant="ghost"
            size="sm"
            disabled={markRead.isPending}
            onClick={() => markRead.mutate({ unreadOnes: unread })}
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
              onOpen={() => markRead.mutate({ unreadOnes: [notification], only: true })}
            />
          ))}
        </ul>
      </Card>
      {isFetchNextPageError ? (
        <div role="alert" className="mt-4 flex flex-col items-center gap-3 text-muted">
          <p>Failed to load more notifications</p>
          <RetryButton quiet retrying={isFetching} onRetry={() => void query.fetchNextPage()} />
        </div>
      ) : hasNextPage ? (
        <div className="mt-4 grid">
          <Button
            variant="soft"
            busy={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage({ cancelRefetch: false })}
          >
            Show more
          </Button>
        </div>
      ) : null}
    </>
  );
};

/** What the viewer is told of: likes, comments, mentions and follows. */
export const NotificationList = () => {
  const account = useOwnAccount();
  return account ? (
    <section aria-label="Your notifications">
      <List key={account._id} viewerId={account._id} />
    </section>
  ) : null;
};
