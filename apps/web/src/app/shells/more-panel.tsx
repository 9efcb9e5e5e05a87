import { ChevronRight, Sparkles } from 'lucide-react';
import { Link } from 'react-router-dom';
import { useHasNew } from '../../cache/unread-store';
import { Dialog } from '../../components/ui/dialog';
import { paths } from '../../config/paths';
import { NewDot, type NavItem } from './nav';
import { mustConfirm } from '../../features/session/stores/session-state';
import { useSessionStore } from '../../features/session/stores/session-store';
import { CONFIRM_ITEM, MORE_ITEMS } from './sides';

const FEATURES: NavItem = { label: 'Features', href: paths.features.getHref(), icon: Sparkles };

/** The sheet behind More: Features, Notifications, chat-bot, About Us, Contact Us (A §2.6). */
export const MorePanel = ({ onClose }: { onClose: () => void }) => {
  const hasNew = useHasNew();
  const isNew = (href: string) => hasNew && href === paths.notifications.getHref();
  return (
    <Dialog onClose={onClose} title="More">
      <ul className="-mx-2">
        {[FEATURES, ...MORE_ITEMS, ...(useSessionStore(mustConfirm) ? [CONFIRM_ITEM] : [])].map(
          ({ href, icon: Icon, label }) => (
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
          ),
        )}
      </ul>
    </Dialog>
  );
};
