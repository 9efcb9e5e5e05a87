import { NotificationList } from '../../features/notifications/notification-list';
import { ComingSoon } from '../../components/ui/coming-soon';
import { useInstanceName } from '../../lib/instance';

/** /notifications: the list, above a placeholder for push (A §2.1). */
export const NotificationsRoute = () => (
  <NotificationList>
    <div className="py-6">
      <ComingSoon
        text={`Push: updates on posts, likes, comments, also while ${useInstanceName()} is closed`}
      />
    </div>
  </NotificationList>
);
