import { Bell, Bookmark, Bot, House, Info, Mail, MailCheck, Search, type LucideIcon } from 'lucide-react';
import type { AnchorHTMLAttributes } from 'react';
import { useLocation } from 'react-router-dom';
import { paths } from '../../config/paths';
import { requestHomeRefresh } from '../../lib/home-refresh';

export interface NavItem {
  label: string;
  href: string;
  icon: LucideIcon;
}

export const HOME_ITEM: NavItem = { label: 'Home', href: paths.home.getHref(), icon: House };
export const SEARCH_ITEM: NavItem = { label: 'Search', href: paths.search.getHref(), icon: Search };

/** Shown until the e-mail address is confirmed. */
export const CONFIRM_ITEM: NavItem = {
  label: 'Confirm your e-mail',
  href: paths.settings.getHref('security'),
  icon: MailCheck,
};

/** The saved posts of a user. */
export const savedItem = (userName: string): NavItem => ({
  label: 'Saved posts',
  href: paths.profileTab.getHref(userName, 'bookmarks'),
  icon: Bookmark,
});

/** Items behind More on phones, where the bar has no room for them (A §2.6). */
export const MORE_ITEMS: readonly NavItem[] = [
  { label: 'Notifications', href: paths.notifications.getHref(), icon: Bell },
  { label: 'Chat-bot', href: paths.chatBot.getHref(), icon: Bot },
  { label: 'About Us', href: paths.about.getHref(), icon: Info },
  { label: 'Contact Us', href: paths.contact.getHref(), icon: Mail },
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
    Skip to content
  </a>
);
