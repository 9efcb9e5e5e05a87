import { OAUTH_PROVIDER_NAMES, type Connection, type SignInMethods } from '@social-feed/contracts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { browser } from '../../lib/browser';
import { renderApp } from '../../testing/render-app';
import { server } from '../../testing/server';
import { testUser } from '../../testing/users';

const at = '2026-11-20T09:00:00.000Z';
const connection = (provider: Connection['provider'], over: Partial<Connection> = {}): Connection => ({
  provider,
  name: OAUTH_PROVIDER_NAMES[provider],
  available: true,
  connectedAt: null,
  lastUsedAt: null,
  ...over,
});
let methods: SignInMethods;
const serveMethods = () => HttpResponse.json({ success: true, data: methods });
const refuse = (status: number, message: string) =>
  HttpResponse.json({ success: false, message, code: 'CONFLICT' }, { status });

beforeEach(() => {
  methods = {
    hasPassword: true,
    connections: [
      connection('google', { connectedAt: at, lastUsedAt: at }),
      connection('facebook'),
      connection('linkedin', { available: false }),
    ],
  };
  const none = () => HttpResponse.json({ success: true, data: [] });
  server.use(
    http.get('/api/auth/sessions', none),
    http.get('/api/auth/tokens', none),
    http.get('/api/auth/connections', serveMethods),
  );
});
afterEach(() => {
  vi.restoreAllMocks();
});

const open = async (search = '') => {
  const view = renderApp({ user: testUser(), url: `/settings/connections${search}` });
  const area = within(await screen.findByRole('region', { name: 'Connected accounts' }));
  await area.findByText('Google');
  return { ...view, area };
};

describe('connected accounts', () => {
  it('show which providers are connected, available or not set up', async () => {
    const { area } = await open();
    expect(area.getByText(/^Connected · last used/)).toBeVisible();
    expect(area.getByText('Not connected')).toBeVisible();
    expect(area.getByText('Not set up here')).toBeVisible();
    expect(area.getAllByRole('button').map((button) => button.getAttribute('aria-label'))).toEqual([
      'Disconnect Google',
      'Connect Facebook',
    ]);
  });

  it('are connected at the provider, which redirects back here', async () => {
    const leaveFor = vi.spyOn(browser, 'leaveFor').mockReturnValue();
    server.use(
      http.post('/api/auth/connections/facebook', () =>
        HttpResponse.json({ success: true, data: { ticket: 'a+b' } }),
      ),
    );
    const { area } = await open();
    fireEvent.click(area.getByRole('button', { name: 'Connect Facebook' }));
    await waitFor(() => expect(leaveFor).toHaveBeenCalledTimes(1));
    const callback = encodeURIComponent(`${location.origin}/settings/connections`);
    expect(leaveFor).toHaveBeenCalledWith(`/api/auth/facebook?callback=${callback}&connect=a%2Bb`);
  });

  it('keep the page open if connecting could not start', async () => {
    const leaveFor = vi.spyOn(browser, 'leaveFor').mockReturnValue();
    server.use(http.post('/api/auth/connections/facebook', () => refuse(403, 'Permission denied')));
    const { area } = await open();
    fireEvent.click(area.getByRole('button', { name: 'Connect Facebook' }));
    expect(await screen.findByText('Permission denied')).toBeVisible();
    expect(leaveFor).not.toHaveBeenCalled();
    expect(area.getByRole('button', { name: 'Connect Facebook' })).toBeEnabled();
  });

  it('can be disconnected', async () => {
    server.use(
      http.delete('/api/auth/connections/google', () => {
        methods = { ...methods, connections: [connection('google')] };
        return HttpResponse.json({ success: true, message: 'Account disconnected' });
      }),
    );
    const { area } = await open();
    fireEvent.click(area.getByRole('button', { name: 'Disconnect Google' }));
    expect(await screen.findByText('Google is disconnected')).toBeVisible();
    expect(await area.findByRole('button', { name: 'Connect Google' })).toBeVisible();
  });

  it('cannot be disconnected if no other way to sign in exists', async () => {
    server.use(
      http.delete('/api/auth/connections/google', () => refuse(409, 'Google is your only way to sign in.')),
    );
    const { area } = await open();
    fireEvent.click(area.getByRole('button', { name: 'Disconnect Google' }));
    expect(await screen.findByText('Google is your only way to sign in.')).toBeVisible();
    await waitFor(() => expect(area.getByRole('button', { name: 'Disconnect Google' })).toBeEnabled());
  });

  it.each([
    ['?oauth_success=true', 'The account is connected'],
    ['?error=google_auth_failed', 'Google authentication failed. Please try again.'],
    [
      '?error=oauth_error&details=This%20Google%20account%20is%20connected%20to%20another%20user.',
      'This Google account is connected to another user.',
    ],
    ['?error=oauth_error', 'OAuth authentication failed. Please try again.'],
    ['?error=anything', 'Social login encountered an error. Please try again.'],
  ])('show the result and clear the address (%s)', async (search, said) => {
    const { address } = await open(search);
    expect(await screen.findByText(said)).toBeVisible();
    expect(address()).toBe('/settings/connections');
  });

  it('offer a retry if they fail to load', async () => {
    server.use(http.get('/api/auth/connections', () => refuse(400, 'Broken')));
    renderApp({ user: testUser(), url: '/settings/connections' });
    const area = within(await screen.findByRole('region', { name: 'Connected accounts' }));
    expect(await area.findByText('Broken')).toBeVisible();
    server.use(http.get('/api/auth/connections', serveMethods));
    fireEvent.click(area.getByRole('button', { name: 'Try Again' }));
    expect(await area.findByText('Google')).toBeVisible();
  });
});

describe('an account without a password', () => {
  beforeEach(() => {
    methods = { ...methods, hasPassword: false };
  });

  it('sets one without entering a current one', async () => {
    const bodies: unknown[] = [];
    server.use(
      http.post('/api/auth/change-password', async ({ request }) => {
        bodies.push(await request.json());
        methods = { ...methods, hasPassword: true };
        return HttpResponse.json({ success: true });
      }),
    );
    renderApp({ user: testUser(), url: '/settings/password' });
    await screen.findByRole('button', { name: 'Set password' });
    expect(screen.queryByLabelText('Current password')).toBeNull();
    for (const label of ['New password', 'Confirm new password'])
      fireEvent.change(screen.getByLabelText(label), { target: { value: 'ABCdef1!' } });
    fireEvent.click(screen.getByRole('button', { name: 'Set password' }));
    expect(await screen.findByText(/^Password set/)).toBeVisible();
    expect(bodies).toEqual([{ newPassword: 'ABCdef1!' }]);
    expect(await screen.findByLabelText('Current password')).toBeVisible();
  });

  it('is deleted by its user name', async () => {
    renderApp({ user: testUser(), url: '/settings/data' });
    fireEvent.click(await screen.findByRole('button', { name: 'Delete account' }));
    expect(await screen.findByLabelText('Type ada to confirm')).toBeVisible();
  });
});
