import { t } from '@lingui/core/macro';
import {
  Bell,
  Bookmark,
  Bot,
  CalendarCheck,
  House,
  Info,
  Mail,
  MailCheck,
  Search,
  ShieldCheck,
  type LucideIcon,
} from 'lucide-react';
import { WAITING_MAX } from '@social-feed/contracts';
import type { AnchorHTMLAttributes } from 'react';
import { useLocation } from 'react-router-dom';
import { useHasNew, useWaitingCases } from '../../cache/unread-store';
import { paths } from '../../config/paths';
import { mustConfirm } from '../../features/identity/session/stores/session-state';
import { useSessionStore } from '../../features/identity/session/stores/session-store';
import { requestHomeRefresh } from '../../lib/home-refresh';
import { moderates } from '../../lib/moderates';
import { useViewer } from '../../lib/viewer';

export interface NavItem {
  label: string;
  href: string;
  icon: LucideIcon;
}

export const HOME_ITEM: NavItem = { label: t`Home`, href: paths.home.getHref(), icon: House };
export const SEARCH_ITEM: NavItem = { label: t`Search`, href: paths.search.getHref(), icon: Search };

/** Shown until the e-mail address is confirmed. */
const CONFIRM_ITEM: NavItem = {
  label: t`Confirm your e-mail`,
  href: paths.settings.getHref('security'),
  icon: MailCheck,
};

/** Today's hand, which everybody can read. */
const HAND_ITEM: NavItem = { label: t`Today's hand`, href: paths.today.getHref(), icon: CalendarCheck };

/** For admins and moderators. */
const MODERATION_ITEM: NavItem = { label: t`Moderation`, href: paths.admin.getHref(), icon: ShieldCheck };

/** The saved posts of a user. */
const savedItem = (userName: string): NavItem => ({
  label: t`Saved posts`,
  href: paths.profileTab.getHref(userName, 'bookmarks'),
  icon: Bookmark,
});

/** Items behind More on phones, where the bar has no room for them (A §2.6). */
export const MORE_ITEMS: readonly NavItem[] = [
  { label: t`Notifications`, href: paths.notifications.getHref(), icon: Bell },
  { label: t`Chat-bot`, href: paths.chatBot.getHref(), icon: Bot },
  { label: t`About Us`, href: paths.about.getHref(), icon: Info },
  { label: t`Contact Us`, href: paths.contact.getHref(), icon: Mail },
];

/** Refreshes Home if it is open; elsewhere it loads the page in full (A §2.1), so it is not a router link. */
export const HomeLink = ({ children, ...rest }: AnchorHTMLAttributes<HTMLAnchorElement>) => {
  const { pathname } = useLocation();
  const isHome = pathname === paths.home.path || pathname === paths.root.path;
  return (
    <a
      {...rest}
      href={paths.home.getHref()}
      aria-current={isHome ? 'page' : undefined}
      onClick={(event) => {
        if (!isHome || event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        requestHomeRefresh();
      }}
    >
      {children}
    </a>
  );
};

/**
 * The items that the specification does not list: what waits for staff, the hand of the day, the saved posts, and an
 * address to confirm.
 */
export const useOwnItems = (): NavItem[] => {
  const { user } = useViewer();
  const confirms = useSessionStore(mustConfirm);
  return [
    ...(moderates(user) ? [MODERATION_ITEM] : []),
    HAND_ITEM,
    ...(user ? [savedItem(user.userName)] : []),
    ...(confirms ? [CONFIRM_ITEM] : []),
  ];
};

/** What is new behind an item: the name of its link, and the number to show; neither if nothing is. */
export const useNews = (): ((item: NavItem) => { name?: string; count?: number }) => {
  const hasNew = useHasNew();
  const waiting = useWaitingCases();
  return ({ href }) => {
    if (href === paths.notifications.getHref()) return hasNew ? { name: t`Notifications, new` } : {};
    if (href !== MODERATION_ITEM.href || !waiting) return {};
    return { name: t`Moderation ${countOf(waiting)} waiting`, count: waiting };
  };
};

const countOf = (count: number): string => (count >= WAITING_MAX ? `${WAITING_MAX - 1}+` : String(count));

/** A number at the end of an item, apart from its label. The link's name must say it as well. */
export const NewCount = ({ count }: { count: number }) => (
  <span aria-hidden className="rounded-pill bg-accent px-2 text-meta font-semibold text-accent-ink">
    {` ${countOf(count)}`}
  </span>
);

/** A dot on an icon with new content. The link's name must say so as well. */
export const NewDot = () => (
  <span aria-hidden className="absolute -top-0.5 -end-0.5 size-2.5 rounded-full bg-accent" />
);

/** The first element of every page: skips the navigation for keyboard users. */
export const SkipLink = () => (
  <a
    href="#content"
    // the router treats a fragment as a navigation, which would close content that lasts only while the user stays
    onClick={(event) => {
      event.preventDefault();
      document.getElementById('content')?.focus();
    }}
    className="fixed top-3 start-3 z-50 rounded-pill bg-accent px-4 py-2 font-semibold text-accent-ink not-focus-visible:sr-only"
  >
    {t`Skip to content`}
  </a>
);
