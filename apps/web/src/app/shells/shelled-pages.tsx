import { Suspense, useEffect } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { useDialogStore } from '../../lib/dialogs';
import type { Elements } from '../../lib/elements';
import { afterPicture } from '../../lib/first-picture';
import { lazyPart } from '../../lib/lazy';
import { RouteErrorBoundary } from '../../components/errors/route-error-boundary';
import { FullScreenSpinner } from '../../components/ui/spinner';
import { useViewer } from '../../lib/viewer';
import { QueryProvider } from '../query-provider';
import { Shell } from './shell';

const OpenDialogBox = lazyPart(() => import('../../features/content/post/dialogs/dialogs'), 'OpenDialogBox');

/** Delay for work that can wait until the page has loaded, in milliseconds. */
const AFTER_PAGE = 1000;
const BackgroundSync = lazyPart(
  () =>
    new Promise((resolve) => setTimeout(resolve, AFTER_PAGE)).then(() =>
      afterPicture(() => import('./background-sync')),
    ),
  'BackgroundSync',
);

/** Renders alerts, confirmations and the login-required dialog; mounted once, by the shell. */
export const DialogHost = () => {
  const { current: dialog, close } = useDialogStore();
  // close it on unmount: pages without the shell cannot show it
  useEffect(() => close, [close]);
  return dialog ? (
    <Suspense>
      <OpenDialogBox key={dialog.key} dialog={dialog} />
    </Suspense>
  ) : null;
};

/** The shell around a page, with the providers that only pages in the shell need. */
export const Framed = ({ children }: { children: Elements }) => {
  const { key } = useLocation();
  const { user } = useViewer();
  return (
    <QueryProvider>
      <Shell>
        <RouteErrorBoundary framed resetKey={key}>
          <Suspense fallback={<FullScreenSpinner />}>{children}</Suspense>
        </RouteErrorBoundary>
      </Shell>
      <DialogHost />
      {user ? (
        <Suspense>
          <BackgroundSync viewerId={user._id} />
        </Suspense>
      ) : null}
    </QueryProvider>
  );
};

/** The shell with the matched page in it. */
export const ShelledPages = () => (
  <Framed>
    <Outlet />
  </Framed>
);
