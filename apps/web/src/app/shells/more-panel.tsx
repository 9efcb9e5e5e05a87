import { ChevronRight, Sparkles } from 'lucide-react';
import { Link } from 'react-router-dom';
import { useHasNew } from '../../cache/unread-store';
import { Dialog } from '../../components/ui/dialog';
import { paths } from '../../config/paths';
import { CONFIRM_ITEM, MORE_ITEMS, NewDot, savedItem, type NavItem } from './nav';
import { mustConfirm } from '../../features/session/stores/session-state';
import { useSessionStore } from '../../features/session/stores/session-store';
import { useViewer } from '../../lib/viewer';

const FEATURES: NavItem = { label: 'Features', href: paths.features.getHref(), icon: Sparkles };

const Items = ({ items, onClose }: { items: readonly NavItem[]; onClose: () => void }) => {
  const hasNew = useHasNew();
  const isNew = (href: string) => hasNew && href === paths.notifications.getHref();
  return items.map(({ href, icon: Icon, label }) => (
    <li key={href}>
      <Link
        to={href}
        aria-label={isNew(href) ? `${label}, new` : undefined}
        onClick={onClose}
        className="flex min-h-13 items-center gap-4 rounded-media px-2 font-medium transition-colors hover:bg-fill active:bg-fill"
      >
        <span className="relative grid size-10 place-items-center rounded-full bg-accent-soft text-accent-text">
          <Icon size="1.25em" aria-hidden />
          {isNew(href) ? <NewDot /> : null}
        </span>
        <span className="flex-1">{label}</span>
        <ChevronRight size="1.125em" aria-hidden className="text-muted rtl:-scale-x-100" />
      </Link>
    </li>
  ));
};

/**
 * The sheet behind More: Features, Notifications, chat-bot, About Us, Contact Us (A §2.6), and below them what is the
 * user's own.
 */
export const MorePanel = ({ onClose }: { onClose: () => void }) => {
  const { user } = useViewer();
  const confirms = useSessionStore(mustConfirm);
  const own = [...(user ? [savedItem(user.userName)] : []), ...(confirms ? [CONFIRM_ITEM] : [])];
  return (
    <Dialog onClose={onClose} title="More">
      <ul className="-mx-2">
        <Items items={[FEATURES, ...MORE_ITEMS]} onClose={onClose} />
      </ul>
      {own.length > 0 ? (
        <ul aria-label="Yours" className="-mx-2 border-t border-line">
          <Items items={own} onClose={onClose} />
        </ul>
      ) : null}
    </Dialog>
  );
};
