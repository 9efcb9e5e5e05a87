import { Heart, MessageCircle, Newspaper } from 'lucide-react';
import { Page } from '../../components/layouts/page';
import { NotificationList } from '../../features/notifications/notification-list';
import { Soon, SoonList } from '../../components/ui/soon';

const COMING = [
  { icon: Newspaper, name: 'Posts', text: 'When people you follow share something.' },
  { icon: Heart, name: 'Likes', text: 'When somebody enjoys what you wrote.' },
  { icon: MessageCircle, name: 'Comments', text: 'When somebody answers you.' },
];

/** /notifications: what there is, above a placeholder (A §2.1). */
export const NotificationsRoute = () => (
  <Page title="Notifications">
    <NotificationList />
    <div className="py-6">
      <Soon text="Updates on posts, likes, comments">
        <div className="mt-8 w-full">
          <SoonList items={COMING} />
        </div>
      </Soon>
    </div>
  </Page>
);
