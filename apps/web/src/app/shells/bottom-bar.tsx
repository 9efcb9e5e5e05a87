import { t } from '@lingui/core/macro';
import { CircleUser, Ellipsis, SquarePlus } from 'lucide-react';
import { Suspense, useState } from 'react';
import { NavLink } from 'react-router-dom';
import { useHasNew, useWaitingCases } from '../../cache/unread-store';
import { Avatar } from '../../components/ui/avatar';
import { paths } from '../../config/paths';
import { cx } from '../../lib/class-names';
import { lazyPart } from '../../lib/lazy';
import { useViewer } from '../../lib/viewer';
import { HomeLink, HOME_ITEM, NewDot, SEARCH_ITEM } from './nav';

const MorePanel = lazyPart(() => import('./more-panel'), 'MorePanel');

const itemClass =
  'flex h-full w-full flex-col items-center justify-end gap-0.5 py-2 text-[min(0.75rem,6.5vw)] font-medium text-muted -outline-offset-2 transition-colors active:text-text aria-[current=page]:text-accent-text aria-expanded:text-accent-text';

/** The navigation below 768 px: Home, Search, Create, More, Profile (A §2.6). */
export const BottomBar = () => {
  const { user } = useViewer();
  const hasNew = useHasNew();
  const waiting = (useWaitingCases() ?? 0) > 0;
  const both = hasNew && waiting ? t`More, new notifications, cases waiting` : undefined;
  const news = both ?? (hasNew ? t`More, new notifications` : waiting ? t`More, cases waiting` : undefined);
  const [moreOpen, setMoreOpen] = useState(false);
  return (
    <nav
      aria-label={t`Main`}
      data-bottom-bar
      className="fixed inset-x-0 bottom-0 z-40 border-t border-line bg-surface/92 pb-[env(safe-area-inset-bottom)] [backdrop-filter:blur(16px)]"
    >
      <ul className="grid min-h-15 px-1 grid-cols-[repeat(5,minmax(max-content,1fr))]">
        <li>
          <HomeLink className={itemClass}>
            <HOME_ITEM.icon size="1.4375em" strokeWidth={2} aria-hidden />
            <span>{t`Home`}</span>
          </HomeLink>
        </li>
        <li>
          <NavLink to={SEARCH_ITEM.href} className={itemClass}>
            <SEARCH_ITEM.icon size="1.4375em" strokeWidth={2} aria-hidden />
            <span>{t`Search`}</span>
          </NavLink>
        </li>
        <li>
          <NavLink to={paths.createPost.getHref()} className={itemClass}>
            <SquarePlus size="1.4375em" strokeWidth={2} aria-hidden />
            <span>{t`Create`}</span>
          </NavLink>
        </li>
        <li>
          <button
            type="button"
            aria-haspopup="dialog"
            aria-expanded={moreOpen}
            aria-label={news}
            className={itemClass}
            onClick={() => setMoreOpen(true)}
          >
            <span className="relative">
              <Ellipsis size="1.4375em" strokeWidth={2} aria-hidden />
              {news === undefined ? null : <NewDot />}
            </span>
            <span>{t`More`}</span>
          </button>
        </li>
        <li>
          <NavLink
            to={user ? paths.profile.getHref(user.userName) : paths.login.getHref()}
            className={cx(itemClass, 'group')}
          >
            {user ? (
              <span className="rounded-full outline-accent group-aria-[current=page]:outline-2">
                <Avatar id={user._id} name={user.fullName} src={user.profilepic} size={23} />
              </span>
            ) : (
              <CircleUser size="1.4375em" strokeWidth={2} aria-hidden />
            )}
            <span>{t`Profile`}</span>
          </NavLink>
        </li>
      </ul>
      {moreOpen ? (
        <Suspense>
          <MorePanel onClose={() => setMoreOpen(false)} />
        </Suspense>
      ) : null}
    </nav>
  );
};
