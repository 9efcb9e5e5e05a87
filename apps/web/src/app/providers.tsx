import { useEffect, useMemo, type ReactNode } from 'react';
import { RouteErrorBoundary } from '../components/errors/route-error-boundary';
import { ToasterHost } from '../components/ui/toaster-host';
import { connectSession, useSessionStore } from '../features/session';
import { ViewerProvider, type Viewer } from '../lib/viewer';

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
