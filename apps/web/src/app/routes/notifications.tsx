import { t } from '@lingui/core/macro';
import { Notices } from '../../features/reading/notifications/notices';
import { NotificationList } from '../../features/reading/notifications/notification-list';
import { ComingSoonLine } from '../../components/ui/coming-soon';
import { useInstanceName } from '../../lib/instance-store';

/** /notifications: the list, above the moderators' messages and a placeholder for push (A §2.1). */
export const NotificationsRoute = () => (
  <NotificationList>
    <Notices />
    <div className="py-6">
      <ComingSoonLine
        plans={t`Push: updates on posts, likes, comments, also while ${useInstanceName()} is closed`}
      />
    </div>
  </NotificationList>
);
