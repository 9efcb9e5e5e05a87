import { Suspense } from 'react';
import { Outlet } from 'react-router-dom';
import { FullScreenSpinner } from '../../components/ui/full-screen-spinner';
import { DialogHost } from '../post/dialog-host';
import { QueryProvider } from '../query-provider';
import { Shell } from './shell';

/** The shell with the matched page in it, and what only pages in the shell need. */
export const ShelledPages = () => (
  <QueryProvider>
    <Shell>
      <Suspense fallback={<FullScreenSpinner />}>
        <Outlet />
      </Suspense>
    </Shell>
    <DialogHost />
  </QueryProvider>
);
