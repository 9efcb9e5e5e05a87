import { Bell, Bot, House, Info, Mail, Search, type LucideIcon } from 'lucide-react';
import type { AnchorHTMLAttributes } from 'react';
import { useLocation } from 'react-router-dom';
import { paths } from '../../config/paths';
import { requestHomeRefresh } from '../../lib/home-refresh';

export interface NavItem {
  label: string;
  href: string;
  icon: LucideIcon;
}

const home: NavItem = { label: 'Home', href: paths.home.getHref(), icon: House };
const search: NavItem = { label: 'Search', href: paths.search.getHref(), icon: Search };
const notifications: NavItem = { label: 'Notifications', href: paths.notifications.getHref(), icon: Bell };
const chatBot: NavItem = { label: 'Chat-bot', href: paths.chatBot.getHref(), icon: Bot };
const about: NavItem = { label: 'About Us', href: paths.about.getHref(), icon: Info };
const contact: NavItem = { label: 'Contact Us', href: paths.contact.getHref(), icon: Mail };

/** Items of the desktop and tablet sidebar (A §2.6). */
export const SIDEBAR_ITEMS: readonly NavItem[] = [home, search, notifications, chatBot, about, contact];

/** Items of the mobile More panel below Features (A §2.6). */
export const MORE_ITEMS: readonly NavItem[] = [notifications, chatBot, about, contact];

export const HOME_ITEM = home;
export const SEARCH_ITEM = search;

/** Home refreshes when it is open already; from elsewhere it is a full page load (A §2.1), hence no router link. */
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

/** First on every page of the app: leads the keyboard past the navigation. */
export const SkipLink = () => (
  <a
    href="#content"
    className="fixed top-3 left-3 z-50 rounded-pill bg-accent px-4 py-2 font-semibold text-accent-ink not-focus-visible:sr-only"
  >
    Skip to content
  </a>
);
