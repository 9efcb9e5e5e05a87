import { Suspense, useEffect, useMemo, type ReactNode } from 'react';
import { lazyPart } from '../lib/lazy';
import { useToasterWanted } from '../lib/toast';
import { RouteErrorBoundary } from '../components/errors/route-error-boundary';
import { connectSession } from '../features/session/stores/connect-session';
import { useSessionStore } from '../features/session/stores/session-store';
import { ViewerProvider, type Viewer } from '../lib/viewer';

const AppToaster = lazyPart(() => import('../components/ui/toaster'), 'AppToaster');

/** Where toasts appear, once there is one. */
export const ToasterHost = () =>
  useToasterWanted() ? (
    <Suspense fallback={null}>
      <AppToaster />
    </Suspense>
  ) : null;

/** Everything that surrounds the routes; stands inside a router. The query cache comes with the shell. */
export const Providers = ({ children }: { children: ReactNode }) => {
  const user = useSessionStore((state) => state.currentUser);
  const isInitializing = useSessionStore((state) => state.isInitializing);
  const viewer = useMemo<Viewer>(
    () => ({ user, status: isInitializing ? 'initializing' : user ? 'signed-in' : 'signed-out' }),
    [user, isInitializing],
  );

  useEffect(() => {
    const disconnect = connectSession();
    void useSessionStore.getState().initializeAuth();
    return disconnect;
  }, []);

  return (
    <ViewerProvider value={viewer}>
      <RouteErrorBoundary>{children}</RouteErrorBoundary>
      <ToasterHost />
    </ViewerProvider>
  );
};
