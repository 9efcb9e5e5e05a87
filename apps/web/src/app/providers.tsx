import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState, type ReactNode } from 'react';
import { AppToaster } from '../components/ui/toaster';
import { RouteErrorBoundary } from '../components/errors/route-error-boundary';
import { connectSession, useSessionStore } from '../features/session';
import { createQueryClient } from '../lib/query-client';
import { ViewerProvider, type Viewer } from '../lib/viewer';

interface ProvidersProps {
  children: ReactNode;
  /** A client of the test's own. */
  queryClient?: QueryClient;
}

/** Everything that surrounds the routes; stands inside a router. */
export const Providers = ({ children, queryClient }: ProvidersProps) => {
  const [client] = useState(() => queryClient ?? createQueryClient());
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

  // What was cached for one person is not shown to the next. A session lost in place keeps its page readable.
  useEffect(
    () =>
      useSessionStore.subscribe((state, previous) => {
        const before = previous.currentUser?._id;
        const after = state.currentUser?._id;
        if (before !== after && (before !== undefined || !previous.isInitializing) && !state.lostInPlace)
          client.clear();
      }),
    [client],
  );

  return (
    <QueryClientProvider client={client}>
      <ViewerProvider value={viewer}>
        <RouteErrorBoundary>{children}</RouteErrorBoundary>
        <AppToaster />
      </ViewerProvider>
    </QueryClientProvider>
  );
};
