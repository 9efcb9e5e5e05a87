import type { CurrentUser } from '@social-feed/contracts';
import { act, render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, useLocation, useNavigate, type NavigateFunction } from 'react-router-dom';
import { Providers } from '../app/providers';
import { QueryClientOverride } from '../app/query-provider';
import { AppRoutes } from '../app/router';
import { useSessionStore } from '../features/identity/session/stores/session-store';
import { createQueryClient } from '../lib/query-client';

interface RenderAppOptions {
  /** The signed-in user; null for a visitor; undefined leaves the store alone and starts with the session check. */
  user?: CurrentUser | null;
  url?: string;
  /** History state of the first entry. */
  state?: unknown;
}

const Where = ({ onNavigate }: { onNavigate: (navigate: NavigateFunction) => void }) => {
  const location = useLocation();
  onNavigate(useNavigate());
  return (
    <output
      data-testid="address"
      data-state={JSON.stringify(location.state)}
    >{`${location.pathname}${location.search}`}</output>
  );
};

/**
 * Renders the whole app at one address, with a cache for this test and no pauses between retries. `address()`
 * returns the router's address.
 */
export const renderApp = ({ user, url = '/home', state }: RenderAppOptions = {}) => {
  if (user !== undefined) {
    useSessionStore.setState({
      currentUser: user,
      isAuthenticated: user !== null,
      isInitializing: false,
      lastAuthCheck: user ? Date.now() : null,
      sessionExpiry: null,
      oauthInProgress: false,
      lostInPlace: false,
      logoutPending: false,
      authError: null,
    });
  }
  const queryClient = createQueryClient();
  const { queries, mutations } = queryClient.getDefaultOptions();
  queryClient.setDefaultOptions({
    queries: { ...queries, retryDelay: 0 },
    mutations: { ...mutations, retryDelay: 0 },
  });
  const [pathname = '/', search] = url.split('?');
  let navigate: NavigateFunction | undefined;
  const view = render(
    <MemoryRouter initialEntries={[{ pathname, search: search === undefined ? '' : `?${search}`, state }]}>
      <QueryClientOverride value={queryClient}>
        <Providers>
          <AppRoutes />
          <Where onNavigate={(now) => (navigate = now)} />
        </Providers>
      </QueryClientOverride>
    </MemoryRouter>,
  );
  return {
    ...view,
    queryClient,
    user: userEvent.setup({ delay: null }),
    /** Goes back (negative) or forward by this many entries. */
    go: (by: number) => act(() => navigate?.(by)),
    /** Opens an address as a link does. */
    open: (url: string) => act(() => navigate?.(url)),
    address: () => view.getByTestId('address').textContent,
  };
};
