import { fireEvent, screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useSessionStore } from '../../features/identity/session/stores/session-store';
import { browser } from '../../lib/browser';
import { renderApp } from '../../testing/render-app';
import { server } from '../../testing/server';
import { testUser } from '../../testing/users';
import { pass } from '../../testing/fake-clock';

const RETURN_KEY = 'oauth-return-address';
const session = { success: true, user: testUser(), sessionExpiry: '2099-01-01T00:00:00.000Z' };
const answerMe = (answer: () => Response) => server.use(http.get('/api/auth/me', answer));

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  server.use(http.get('/api/posts/infinite', () => HttpResponse.json({}, { status: 400 })));
});
afterEach(() => {
  vi.useRealTimers();
});

describe('the social buttons', () => {
  it('mark the sign-in as running and store the address with its origin [A1-2 A2.2-11 A4.3-1 A4.3-12]', async () => {
    renderApp({ user: null, url: '/login', state: { from: '/about' } });
    for (const name of ['Google', 'Facebook', 'LinkedIn'])
      expect(await screen.findByRole('button', { name: `Continue with ${name}` })).toBeVisible();
    fireEvent.click(screen.getByRole('button', { name: 'Continue with Google' }));
    expect(useSessionStore.getState().oauthInProgress).toBe(true);
    expect(sessionStorage.getItem(RETURN_KEY)).toBe('/i/account/login?redirect=%2Fabout');
  });

  it('can be pressed again after the user stopped the navigation', async () => {
    const leaveFor = vi.spyOn(browser, 'leaveFor').mockReturnValue();
    renderApp({ user: null, url: '/login' });
    fireEvent.click(await screen.findByRole('button', { name: 'Continue with Google' }));
    fireEvent.click(screen.getByRole('button', { name: 'Continue with Facebook' }));
    expect(leaveFor.mock.calls.map(([url]) => url)).toEqual([
      expect.stringMatching(/^\/api\/auth\/google\?/),
      expect.stringMatching(/^\/api\/auth\/facebook\?/),
    ]);
    leaveFor.mockRestore();
  });

  it.each([
    ['/login', 'Twitter login is coming soon!'],
    ['/i/account/signup', 'Twitter OAuth coming soon!'],
  ])('at %s say that X is coming soon [A2.2-12 A7.1-19 A8-19]', async (url, words) => {
    renderApp({ user: null, url });
    const x = await screen.findByRole('button', { name: /Continue with X.*Coming Soon/ });
    expect(x).toHaveAttribute('aria-disabled', 'true');
    fireEvent.click(x);
    expect(await screen.findByText(words)).toBeVisible();
    expect(sessionStorage.getItem(RETURN_KEY)).toBeNull();
  });
});

describe('/auth/callback', () => {
  it('waits 2 s for the cookies, and 1 s before it returns to the destination [A4.3-5 A7.1-17]', async () => {
    const asked = vi.fn(() => HttpResponse.json(session));
    answerMe(asked);
    sessionStorage.setItem(RETURN_KEY, '/i/account/login?redirect=%2Fabout');
    const { address } = renderApp({ user: null, url: '/auth/callback' });
    await screen.findByText('Completing sign-in...');
    await pass(1700);
    expect(asked).not.toHaveBeenCalled();
    await pass(400);
    await waitFor(() => expect(useSessionStore.getState().isAuthenticated).toBe(true));
    expect(address()).toBe('/auth/callback');
    await pass(1100);
    await waitFor(() => expect(address()).toBe('/about'));
    expect(sessionStorage.getItem(RETURN_KEY)).toBeNull();
  });

  it('clears the state without a session and redirects to sign-in [A4.3-4]', async () => {
    answerMe(() => HttpResponse.json({}, { status: 401 }));
    const { address } = renderApp({ user: null, url: '/auth/callback' });
    await screen.findByText('Completing sign-in...');
    await pass(2100);
    await waitFor(() => expect(address()).toBe('/i/account/login'));
    expect(screen.getByText('Authentication failed. Please try again.')).toBeVisible();
    expect(useSessionStore.getState()).toMatchObject({ currentUser: null, oauthInProgress: false });
  });

  it('shows an error when the server is down', async () => {
    answerMe(() => HttpResponse.error());
    const { address } = renderApp({ user: null, url: '/auth/callback' });
    await screen.findByText('Completing sign-in...');
    await pass(2100);
    await waitFor(() => expect(address()).toBe('/i/account/login'));
    expect(screen.getByText('Cannot connect to server...')).toBeVisible();
  });

  it.each([
    ['/i/account/login', 'google_auth_failed', 'Google authentication failed. Please try again.'],
    ['/i/account/signup', 'oauth_no_user', 'Social login failed. Please try again.'],
    ['/i/account/login', 'oauth_error', '<b>50% off</b>'],
  ])('redirects a failure to %s: %s [A8-15]', async (page, error, words) => {
    sessionStorage.setItem(RETURN_KEY, page);
    const { address } = renderApp({
      user: null,
      url: `/auth/callback?error=${error}&details=${encodeURIComponent('<b>50% off</b>')}`,
    });
    expect(await screen.findByRole('alert')).toHaveTextContent(words);
    await waitFor(() => expect(address()).toBe(page));
  });
});

describe('/oauth-success', () => {
  const bar = () => screen.findByRole('progressbar');

  it('advances to 90 %, then 100, waits and redirects home with the message [A2.5-2]', async () => {
    answerMe(() => HttpResponse.json(session));
    const { address } = renderApp({ user: null, url: '/oauth-success' });
    await bar();
    for (const step of ['Verifying credentials', 'Setting up session', 'Redirecting to app'])
      expect(screen.getByText(step)).toBeVisible();
    await pass(1200);
    const climbing = Number((await bar()).getAttribute('aria-valuenow'));
    expect(climbing).toBeGreaterThanOrEqual(50);
    expect(climbing).toBeLessThan(100);
    await pass(700);
    await waitFor(async () => expect(await bar()).toHaveAttribute('aria-valuenow', '100'));
    expect(address()).toBe('/oauth-success');
    await pass(600);
    await waitFor(() => expect(address()).toBe('/home'));
    expect(screen.getByText('Successfully logged in!')).toBeVisible();
  });

  it('redirects to sign-in with the message without a session [A4.3-10 A4.3-11]', async () => {
    answerMe(() => HttpResponse.json({}, { status: 401 }));
    const { address } = renderApp({ user: null, url: '/oauth-success' });
    await waitFor(() => expect(address()).toBe('/i/account/login'));
    expect(screen.getByText('OAuth authentication failed - please try again.')).toBeVisible();
  });
});

describe('oauth_success on the sign-in page', () => {
  const words = 'Successfully logged in via social media!';

  it('shows a message, loads the session and redirects home after 1.5 s [A2.2-2 A4.2-5 A9-14]', async () => {
    answerMe(() => HttpResponse.json(session));
    const { address } = renderApp({ user: null, url: '/i/account/login?oauth_success=true' });
    expect(await screen.findByText(words)).toBeVisible();
    await waitFor(() => expect(address()).toBe('/i/account/login'));
    await waitFor(() => expect(useSessionStore.getState().isAuthenticated).toBe(true));
    await pass(1000);
    expect(address()).toBe('/i/account/login');
    await pass(600);
    await waitFor(() => expect(address()).toBe('/home'));
  });

  it('shows the sign-in form if there is no session after all', async () => {
    answerMe(() => HttpResponse.json({}, { status: 401 }));
    const { address } = renderApp({ user: null, url: '/i/account/login?oauth_success=true' });
    expect(await screen.findByText(words)).toBeVisible();
    await pass(1600);
    await waitFor(() => expect(screen.queryByText(words)).toBeNull());
    expect(address()).toBe('/i/account/login');
    expect(await screen.findByRole('form', { name: 'Sign In' })).toBeVisible();
  });
});
