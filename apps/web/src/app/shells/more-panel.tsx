import { t } from '@lingui/core/macro';
import { ChevronRight, Files, Sparkles } from 'lucide-react';
import { Link } from 'react-router-dom';
import { Dialog } from '../../components/ui/dialog';
import { paths } from '../../config/paths';
import { useViewer } from '../../lib/viewer';
import { MORE_ITEMS, NewCount, NewDot, useNews, useOwnItems, type NavItem } from './nav';

const DRAFTS: NavItem = { label: t`Drafts`, href: paths.drafts.getHref(), icon: Files };
const FEATURES: NavItem = {
  label: t({ message: 'Features', context: 'jokes, recipes and the like' }),
  href: paths.features.getHref(),
  icon: Sparkles,
};

const Items = ({ items, onClose }: { items: readonly NavItem[]; onClose: () => void }) => {
  const newsOf = useNews();
  return items
    .map((item) => ({ ...item, ...newsOf(item) }))
    .map(({ href, icon: Icon, label, name, count }) => (
      <li key={href}>
        <Link
          to={href}
          aria-label={name}
          onClick={onClose}
          className="flex min-h-13 items-center gap-4 rounded-media px-2 font-medium transition-colors hover:bg-fill active:bg-fill"
        >
          <span className="relative grid size-10 place-items-center rounded-full bg-accent-soft text-accent-text">
            <Icon size="1.25em" aria-hidden />
            {name !== undefined && count === undefined ? <NewDot /> : null}
          </span>
          <span className="flex-1">{label}</span>
          {count === undefined ? null : <NewCount count={count} />}
          <ChevronRight size="1.125em" aria-hidden className="text-muted" />
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
  const own = [...useOwnItems(), ...(user ? [DRAFTS] : [])];
  return (
    <Dialog onClose={onClose} title={t`More`}>
      <ul className="-mx-2">
        <Items items={[FEATURES, ...MORE_ITEMS]} onClose={onClose} />
      </ul>
      {own.length > 0 ? (
        <ul aria-label={t`Yours`} className="-mx-2 border-t border-line">
          <Items items={own} onClose={onClose} />
        </ul>
      ) : null}
    </Dialog>
  );
};
