import { Bell, MessageCircle, UsersRound } from 'lucide-react';
import { Soon } from '../../../components/ui/soon';
import { SoonList } from '../../../components/ui/soon-list';

const COMING = [
  { icon: MessageCircle, name: 'Direct messages', text: 'Talk with one person, in private.' },
  { icon: UsersRound, name: 'Group chats', text: 'Bring friends and family together.' },
  { icon: Bell, name: 'Real-time notifications', text: 'Know at once when someone writes.' },
];

/** The Messages section: a placeholder (F §1). */
export const MessagesSection = () => (
  <div className="px-4 py-10 md:px-0">
    <Soon heading={<h2 className="mt-6 text-page font-semibold tracking-tight">Messages</h2>}>
      <div className="mt-8 w-full">
        <SoonList items={COMING} />
      </div>
    </Soon>
  </div>
);
