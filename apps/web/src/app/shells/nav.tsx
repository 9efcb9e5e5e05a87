import { House, Search, type LucideIcon } from 'lucide-react';
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

/** Beside an icon: something new is behind it. Its link says so, too. */
export const NewDot = () => (
  <span aria-hidden className="absolute -top-0.5 -end-0.5 size-2.5 rounded-full bg-accent" />
);

/** First on every page of the app: leads the keyboard past the navigation. */
export const SkipLink = () => (
  <a
    href="#content"
    // for the router a fragment is another page, whose coming ends what stands only while the reader stays
    onClick={(event) => {
      event.preventDefault();
      document.getElementById('content')?.focus();
    }}
    className="fixed top-3 start-3 z-50 rounded-pill bg-accent px-4 py-2 font-semibold text-accent-ink not-focus-visible:sr-only"
  >
    Skip to content
  </a>
);
