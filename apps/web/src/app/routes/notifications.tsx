import { Notices } from '../../features/reading/notifications/notices';
import { NotificationList } from '../../features/reading/notifications/notification-list';
import { useInstanceName } from '../../lib/instance-store';

/** /notifications: the list, above the moderators' messages and a placeholder for push (A §2.1). */
export const NotificationsRoute = () => (
  <NotificationList>
    <Notices />
    <p className="py-6 text-center text-meta text-muted">
      <span>Coming Soon</span>{' '}
      <span>{`Push: updates on posts, likes, comments, also while ${useInstanceName()} is closed`}</span>
    </p>
  </NotificationList>
);
