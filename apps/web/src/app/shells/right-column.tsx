import { Suspense } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { paths } from '../../config/paths';
import { AccountMenu } from '../../features/session/components/account-menu';
import { lazyPart } from '../../lib/lazy';

const SearchBox = lazyPart(() => import('../../features/search/components/search-box'), 'SearchBox');
const RightPanel = lazyPart(() => import('./right-panel'), 'RightPanel');

/**
 * Beside the content from 992 px (A §2.7): the search box, which the search page has itself, the account, and below them
 * the feature panel or what takes its place.
 */
export const RightColumn = () => {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  return (
    <aside
      aria-label="Search, account and features"
      className="sticky top-0 -mx-3 flex h-dvh flex-col gap-4 overflow-y-auto px-3 py-4"
    >
      {pathname === paths.search.path ? null : (
        <Suspense fallback={<div className="h-12 shrink-0 rounded-pill bg-fill" />}>
          <SearchBox term="" onSearch={(term) => void navigate(paths.search.getHref(term))} />
        </Suspense>
      )}
      <AccountMenu variant="card" />
      <Suspense>
        <RightPanel />
      </Suspense>
    </aside>
  );
};
