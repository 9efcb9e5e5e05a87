import type { CurrentUser } from '@social-feed/contracts';
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { ViewerProvider } from '../lib/viewer';

/** Wraps a hook or component in router, cache and session (null for a visitor). */
export const withViewer = (client: QueryClient, user: CurrentUser | null) => {
  const viewer = { user, status: user ? ('signed-in' as const) : ('signed-out' as const) };
  const Surroundings = ({ children }: { children: ReactNode }) => (
    <MemoryRouter>
      <QueryClientProvider client={client}>
        <ViewerProvider value={viewer}>{children}</ViewerProvider>
      </QueryClientProvider>
    </MemoryRouter>
  );
  return Surroundings;
};
