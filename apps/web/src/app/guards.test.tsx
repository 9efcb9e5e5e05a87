import { act, screen, waitFor } from '@testing-library/react';
import { delay, http, HttpResponse } from 'msw';
import { describe, expect, it } from 'vitest';
import { SIGNED_OUT } from '../features/identity/session/stores/session-state';
import { useSessionStore } from '../features/identity/session/stores/session-store';
import { setVisitorMode } from '../lib/visitor-mode';
import { renderApp } from '../testing/render-app';
import { server } from '../testing/server';
import { setSessionHint } from '../testing/session-hint';
import { testUser } from '../testing/users';

const startFresh = () =>
  useSessionStore.setState({ ...SIGNED_OUT, isInitializing: true, lostInPlace: false });

describe('PUBLIC_BROWSING', () => {
  it('lets visitors in without a prompt and without a session call', async () => {
    startFresh();
    document.documentElement.dataset['publicBrowsing'] = 'true';
    const { address } = renderApp({ url: '/about' });
    expect(await screen.findByRole('heading', { name: 'About Us' })).toBeVisible();
    expect(address()).toBe('/about');
  });

  it('still requires an account for member pages', async () => {
    startFresh();
    document.documentElement.dataset['publicBrowsing'] = 'true';
    const { address } = renderApp({ url: '/settings' });
    await waitFor(() => expect(address()).toBe('/i/account/login'));
  });
});

describe('route guards (A §2.1)', () => {
  it('show a full-screen spinner until the session check ends, then let the user pass [A2.1-29 A4.1-1 A6-2]', async () => {
    startFresh();
    setSessionHint(true);
    server.use(
      http.get('/api/auth/me', async () => {
        await delay(20);
        return HttpResponse.json({ success: true, user: testUser() });
      }),
    );
    const { address } = renderApp({ url: '/about' });
    expect(screen.getByText('Initializing...')).toBeVisible();
    expect(screen.getByText('Setting up your session...')).toBeVisible();
    expect(await screen.findByRole('heading', { name: 'About Us' })).toBeVisible();
    expect(address()).toBe('/about');
  });

  it.each([
    '/',
    '/home',
    '/messages',
    '/createpost',
    '/p/65f0000000000000000000b1?x=1',
    '/notifications',
    '/contact',
    '/about',
    '/search?q=tea',
    '/featurePanel',
    '/settings',
    '/somebody',
    '/somebody/media',
    '/i/twitty',
    '/somebody/status/65f0000000000000000000b1/photo/1',
    '/message/@somebody',
    '/profile/65f0000000000000000000b1',
  ])(
    'redirect signed-out users from %s to sign-in and remember the origin [A2.1-10 A2.1-23 A2.1-26 A6-1]',
    async (url) => {
      startFresh();
      server.use(http.get('/api/auth/me', () => HttpResponse.json({ message: 'No' }, { status: 401 })));
      const { address } = renderApp({ url });
      await waitFor(() => expect(address()).toBe('/i/account/login'));
      expect(screen.getByTestId('address').dataset['state']).toBe(JSON.stringify({ from: url }));
    },
  );

  it('let visitors read, but not open member pages [A1-1]', async () => {
    setVisitorMode(true);
    const reading = renderApp({ user: null, url: '/contact' });
    expect(await screen.findByRole('heading', { name: 'Contact Us' })).toBeVisible();
    reading.unmount();
    const { address } = renderApp({ user: null, url: '/createpost' });
    await waitFor(() => expect(address()).toBe('/i/account/login'));
  });

  it('keep a page readable until the next navigation when its session is lost', async () => {
    const { address, user } = renderApp({ user: testUser(), url: '/about' });
    await screen.findByRole('heading', { name: 'About Us' });
    act(() => {
      useSessionStore.getState().loseSession();
    });
    expect(screen.getByRole('heading', { name: 'About Us' })).toBeVisible();
    expect(await screen.findByText('Your session has ended. Please sign in again.')).toBeVisible();
    // a link within the page
    await user.click(screen.getByRole('link', { name: 'Skip to content' }));
    expect(screen.getByRole('main')).toHaveFocus();
    expect(window.location.hash).toBe('');
    expect(address()).toBe('/about');
    await user.click(screen.getByRole('link', { name: 'Search' }));
    await waitFor(() => expect(address()).toBe('/i/account/login'));
    expect(screen.getByTestId('address').dataset['state']).toBe('{"from":"/search"}');
  });

  it('show on the sign-in page why the session was lost, even if it opens later', async () => {
    const { user } = renderApp({ user: testUser(), url: '/about' });
    await screen.findByRole('heading', { name: 'About Us' });
    act(() => {
      useSessionStore.getState().loseSession('It was lost for a reason.');
    });
    expect(await screen.findByText('It was lost for a reason.')).toBeVisible();
    // the page's own message disappears after a few seconds
    act(() => {
      useSessionStore.getState().clearAuthError();
    });
    expect(screen.queryByText('It was lost for a reason.')).toBeNull();
    await user.click(screen.getByRole('link', { name: 'Search' }));
    expect(await screen.findByText('It was lost for a reason.')).toBeVisible();
  });

  it('close a page when the user signs out in another tab', async () => {
    const { address } = renderApp({ user: testUser(), url: '/about' });
    await screen.findByRole('heading', { name: 'About Us' });
    act(() => {
      useSessionStore.setState({ ...SIGNED_OUT });
    });
    await waitFor(() => expect(address()).toBe('/i/account/login'));
  });

  it('redirect / to /home [F2-1 A2.1-6]', async () => {
    server.use(http.get('/api/posts/infinite', () => HttpResponse.json({}, { status: 400 })));
    const { address } = renderApp({ user: testUser(), url: '/' });
    await waitFor(() => expect(address()).toBe('/home'));
  });

  it('show the not-found page for an unknown address', async () => {
    renderApp({ user: testUser(), url: '/a/b/c/d' });
    expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeVisible();
  });
});
