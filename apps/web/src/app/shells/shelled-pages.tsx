import { Suspense } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { RouteErrorBoundary } from '../../components/errors/route-error-boundary';
import { FullScreenSpinner } from '../../components/ui/full-screen-spinner';
import { DialogHost } from '../post/dialog-host';
import { QueryProvider } from '../query-provider';
import { Shell } from './shell';

/** The shell with the matched page in it, and what only pages in the shell need. */
export const ShelledPages = () => {
  const { key } = useLocation();
  return (
    <QueryProvider>
      <Shell>
        <RouteErrorBoundary framed resetKey={key}>
          <Suspense fallback={<FullScreenSpinner />}>
            <Outlet />
          </Suspense>
        </RouteErrorBoundary>
      </Shell>
      <DialogHost />
    </QueryProvider>
  );
};
