import type { AnchorHTMLAttributes } from 'react';
import { useLocation } from 'react-router-dom';
import { paths } from '../../config/paths';
import { requestHomeRefresh } from '../../lib/home-refresh';

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
