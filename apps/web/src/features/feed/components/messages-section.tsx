import { Bell, MessageCircle, UsersRound } from 'lucide-react';
import { SoonFigure } from '../../../components/ui/figures';

const COMING = [
  { icon: MessageCircle, name: 'Direct messages', text: 'Talk with one person, in private.' },
  { icon: UsersRound, name: 'Group chats', text: 'Bring friends and family together.' },
  { icon: Bell, name: 'Real-time notifications', text: 'Know at once when someone writes.' },
];

/** The Messages section: a placeholder (F §1). */
export const MessagesSection = () => (
  <div className="px-4 py-10 md:px-0">
    <div className="mx-auto flex max-w-md flex-col items-center text-center">
      <SoonFigure />
      <h2 className="mt-6 text-page font-semibold tracking-tight">Messages</h2>
      <p className="mt-2 rounded-pill bg-accent-soft px-3 py-1 text-meta font-semibold text-accent-text">
        Coming Soon
      </p>
      <ul className="mt-8 w-full divide-y divide-line overflow-hidden rounded-card border border-line bg-surface text-left">
        {COMING.map(({ icon: Icon, name, text }) => (
          <li key={name} className="flex items-center gap-4 px-5 py-4">
            <span className="grid size-11 shrink-0 place-items-center rounded-full bg-accent-soft text-accent-text">
              <Icon size={21} aria-hidden />
            </span>
            <span>
              <span className="block text-body font-semibold">{name}</span>
              <span className="block text-meta text-muted">{text}</span>
            </span>
          </li>
        ))}
      </ul>
    </div>
  </div>
);
