import { t } from '@lingui/core/macro';
import { Suspense, useEffect, useMemo, useState, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { ToastRegions } from '../components/ui/toast-regions';
import { lazyPart } from '../lib/lazy';
import { useToasterWanted } from '../lib/toast';
import { RouteErrorBoundary } from '../components/errors/route-error-boundary';
import { connectSession } from '../features/identity/session/stores/connect-session';
import { useSessionStore } from '../features/identity/session/stores/session-store';
import { ViewerProvider, type Viewer } from '../lib/viewer';

const AppToaster = lazyPart(() => import('../components/ui/toaster'), 'AppToaster');

/** The place for toasts; its code loads with the first toast. */
export const ToasterHost = () => {
  const wanted = useToasterWanted();
  return (
    <>
      <ToastRegions
        label={
          wanted
            ? t({
                message: 'Messages',
                context: 'of the app',
                comment: 'Names the place where short messages of the app appear.',
              })
            : undefined
        }
      />
      {wanted ? (
        <Suspense>
          <AppToaster />
        </Suspense>
      ) : null}
    </>
  );
};

/** All providers around the routes, inside a router. The query cache comes with the shell. */
export const Providers = ({ children }: { children: ReactNode }) => {
  const { key } = useLocation();
  const user = useSessionStore((state) => state.currentUser);
  const isInitializing = useSessionStore((state) => state.isInitializing);
  const lostInPlace = useSessionStore((state) => state.lostInPlace);
  const [last, setLast] = useState(user);
  if (user && user !== last) setLast(user);
  const lost = !user && lostInPlace ? last : null;
  const viewer = useMemo<Viewer>(
    () => ({ user, lost, status: isInitializing ? 'initializing' : user ? 'signed-in' : 'signed-out' }),
    [user, lost, isInitializing],
  );

  useEffect(() => {
    const disconnect = connectSession();
    void useSessionStore.getState().initializeAuth();
    return disconnect;
  }, []);

  return (
    <ViewerProvider value={viewer}>
      <RouteErrorBoundary resetKey={key}>{children}</RouteErrorBoundary>
      <ToasterHost />
    </ViewerProvider>
  );
};
