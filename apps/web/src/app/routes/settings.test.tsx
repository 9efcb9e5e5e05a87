import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { keys } from '../../cache/keys';
import { useSessionStore } from '../../features/identity/session/stores/session-store';
import { idOf } from '../../testing/make-post';
import { setWindowWidth } from '../../testing/media';
import { renderApp } from '../../testing/render-app';
import { answerPost, bodies, device, press, type } from '../../testing/serve-settings';
import { server } from '../../testing/server';
import { testUser } from '../../testing/users';

// Loaded here, so that no test waits for them.
beforeAll(() => Promise.all([import('./settings'), import('./settings-appearance')]));

let sessions = [device(1, 'Chrome on Linux', true), device(2, 'Safari on iPhone'), device(3, 'Firefox')];
const open = async (part: string, region: string) => {
  const view = renderApp({ user: testUser(), url: `/settings${part === '' ? '' : `/${part}`}` });
  await screen.findByRole('region', { name: region });
  return view;
};
const section = (name: string) => screen.getByRole('region', { name });

beforeEach(() => {
  bodies.length = 0;
  sessions = [device(1, 'Chrome on Linux', true), device(2, 'Safari on iPhone'), device(3, 'Firefox')];
  server.use(
    http.get('/api/auth/sessions', () => HttpResponse.json({ success: true, data: sessions })),
    http.get('/api/boards/user/:id', () => HttpResponse.json({ message: 'None' }, { status: 404 })),
    http.get('/api/auth/tokens', () => HttpResponse.json({ success: true, data: [] })),
    http.get('/api/auth/connections', () =>
      HttpResponse.json({ success: true, data: { hasPassword: true, connections: [] } }),
    ),
  );
});
afterEach(() => {
  delete document.documentElement.dataset['theme'];
});

describe('settings', () => {
  it('switch the theme and store it', async () => {
    const { user } = await open('appearance', 'Theme');
    const choice = (name: string) =>
      within(screen.getByRole('region', { name: 'Theme' })).getByRole('button', { name });
    await user.click(choice('Dark'));
    expect(document.documentElement.dataset['theme']).toBe('dark');
    expect(choice('Dark')).toHaveAttribute('aria-pressed', 'true');
    expect(localStorage.getItem('theme')).toBe('dark');
    await user.click(choice('System'));
    expect(document.documentElement.dataset['theme']).toBeUndefined();
    expect(localStorage.getItem('theme')).toBeNull();
  });

  it('open as a list with what is set now, each page one press away', async () => {
    const settings = { commenting: 'followed', commentsCloseAfter: null, deleteAfter: 30 };
    const notices = { muted: ['like'], digest: 'weekly', todayHour: null };
    server.use(
      http.get('/api/posts/settings', () => HttpResponse.json({ success: true, data: settings })),
      http.get('/api/notifications/settings', () => HttpResponse.json({ success: true, data: notices })),
      http.get('/api/auth/factors', () =>
        HttpResponse.json({ success: true, data: { factors: [], recoveryCodes: 0 } }),
      ),
    );
    localStorage.setItem('theme', 'dark');
    window.dispatchEvent(new StorageEvent('storage', { key: 'theme' }));
    const { address, user } = renderApp({ user: testUser(), url: '/settings' });
    const list = within(await screen.findByRole('navigation', { name: 'Settings' }));
    await list.findByText('People you follow can comment, deleted after 1 month');
    await list.findByText('5 of 6 on, e-mail once a week');
    await list.findByText('Two-step sign-in is off');
    expect(list.getAllByRole('link').map((row) => row.textContent)).toEqual([
      'Profile@ada',
      'ReadingAll languages',
      'AppearanceDark',
      'Blocked and mutedNobody blocked',
      'Your postsPeople you follow can comment, deleted after 1 month',
      'Notifications5 of 6 on, e-mail once a week',
      'Account & securityTwo-step sign-in is off',
      'Your dataDownload all that you added here, as one file',
    ]);
    await user.click(list.getByRole('link', { name: /^Appearance/ }));
    expect(await screen.findByRole('region', { name: 'Theme' })).toBeVisible();
    expect(address()).toBe('/settings/appearance');
    await user.click(screen.getByRole('button', { name: 'Back to Settings' }));
    expect(address()).toBe('/settings');
    await waitFor(() => expect(screen.getByRole('link', { name: /^Appearance/ })).toHaveFocus());
    localStorage.clear();
    window.dispatchEvent(new StorageEvent('storage', { key: null }));
  });

  it.each([
    ['dark', 'Theme', '/settings/appearance'],
    ['2FA', 'Two-step sign-in', '/settings/security'],
    ['notifications', 'Notify me about', '/settings/notifications'],
    ['delete account', 'Delete account', '/settings/data'],
    ['log out', 'Signed in', '/settings/security'],
    ['api', 'Personal API tokens', '/settings/tokens'],
  ])('find %s, and lead to its card', async (term, name, page) => {
    const { address, user } = renderApp({ user: testUser(), url: '/settings' });
    await user.type(await screen.findByRole('searchbox', { name: 'Find a setting' }), term);
    await user.click(screen.getByRole('link', { name: new RegExp(`^${name}`) }));
    await waitFor(() => expect(section(name)).toHaveFocus());
    expect(address()).toBe(page);
  });

  it('name the page that leads to a setting with a page of its own', async () => {
    const { user } = renderApp({ user: testUser(), url: '/settings' });
    await user.type(await screen.findByRole('searchbox', { name: 'Find a setting' }), 'password');
    expect(screen.getByRole('link', { name: 'Password Account & security' })).toBeVisible();
  });

  it('say so where no setting has the words, and open the first that has on Enter', async () => {
    const { address, user } = renderApp({ user: testUser(), url: '/settings' });
    const field = await screen.findByRole('searchbox', { name: 'Find a setting' });
    await user.type(field, 'zeppelin{Enter}');
    expect(screen.getByText('No setting has these words.')).toBeVisible();
    await user.clear(field);
    await user.type(field, 'passkey{Enter}');
    await waitFor(() => expect(address()).toBe('/settings/security'));
  });

  it('ask for the confirmation of the address, where one waits for it', async () => {
    useSessionStore.setState({ unconfirmed: testUser()._id });
    renderApp({ user: testUser(), url: '/settings' });
    await screen.findByRole('link', { name: 'Account & security Confirm your e-mail' });
    useSessionStore.setState({ unconfirmed: null });
  });

  it.each([
    ['elsewhere', '/settings'],
    ['account', '/settings/security'],
  ])('redirect from %s', async (part, to) => {
    const { address } = renderApp({ user: testUser(), url: `/settings/${part}` });
    await waitFor(() => expect(address()).toBe(to));
  });

  it('stand beside the page on wide screens', async () => {
    setWindowWidth(1440);
    const { address, user } = renderApp({ user: testUser(), url: '/settings' });
    expect(await screen.findByRole('region', { name: 'Profile' })).toBeVisible();
    const list = within(screen.getByRole('navigation', { name: 'Settings' }));
    const current = () => list.getAllByRole('link', { current: 'page' }).map((row) => row.textContent);
    expect(current()).toEqual(['Profile@ada']);
    await user.click(list.getByRole('link', { name: /^Appearance/ }));
    expect(await screen.findByRole('region', { name: 'Theme' })).toBeVisible();
    expect(address()).toBe('/settings/appearance');
    expect(current()).toEqual([expect.stringMatching(/^Appearance/)]);
    expect(screen.queryByRole('button', { name: /^Back/ })).toBeNull();
    vi.restoreAllMocks();
  });

  it('keep what is typed when the window becomes narrower or wider', async () => {
    setWindowWidth(1440);
    const { user } = await open('password', 'Password');
    await user.type(await screen.findByLabelText('Current password'), 'half a sec');
    for (const width of [700, 1440]) {
      act(() => setWindowWidth(width));
      expect(screen.queryAllByRole('navigation', { name: 'Settings' })).toHaveLength(width > 1000 ? 1 : 0);
      expect(screen.getByLabelText('Current password')).toHaveValue('half a sec');
    }
    vi.restoreAllMocks();
  });

  it('link to the user’s profile', async () => {
    await open('profile', 'Profile');
    expect(screen.getByRole('link', { name: 'View profile' })).toHaveAttribute('href', '/ada');
  });
});

describe('the password', () => {
  it('is changed after a check, and the fields are cleared', async () => {
    answerPost('change-password', { success: true });
    const { queryClient } = await open('password', 'Password');
    // wait until the account's sign-in methods are loaded
    await waitFor(() =>
      expect(queryClient.getQueryState(keys.settings('sign-in-methods'))?.status).toBe('success'),
    );
    press('Change password');
    expect(screen.getByText('Current password is required')).toBeVisible();
    expect(screen.getByText('Password is required')).toBeVisible();
    expect(screen.getByText('Please confirm your password')).toBeVisible();
    type('New password', 'abcdefgh');
    expect(screen.getByText('Weak')).toBeVisible();
    type('Confirm new password', 'x');
    press('Change password');
    expect(screen.getByText('Password is too weak')).toBeVisible();
    expect(screen.getByText('Passwords do not match')).toBeVisible();
    type('Current password', 'secret12');
    type('New password', 'ABCdef1!');
    expect(screen.getByText('Strong')).toBeVisible();
    type('Confirm new password', 'ABCdef1!');
    press('Change password');
    expect(await screen.findByText(/^Password changed/)).toBeVisible();
    expect(bodies).toEqual([{ currentPassword: 'secret12', newPassword: 'ABCdef1!' }]);
    expect(screen.getByLabelText('New password')).toHaveValue('');
  });

  it('stays in the fields if the current one is wrong', async () => {
    const errors = [{ path: 'currentPassword', message: 'That is not your password' }];
    answerPost('change-password', { success: false, message: 'No', code: 'VALIDATION_FAILED', errors }, 400);
    await open('password', 'Password');
    type('Current password', 'wrong');
    type('New password', 'ABCdef1!');
    type('Confirm new password', 'ABCdef1!');
    press('Change password');
    expect(await screen.findByText('That is not your password')).toBeVisible();
    expect(screen.getByLabelText('New password')).toHaveValue('ABCdef1!');
  });
});

describe('a rejection without a message', () => {
  it('shows its status in the settings', async () => {
    answerPost('change-password', {}, 409);
    await open('password', 'Password');
    type('Current password', 'secret12');
    type('New password', 'ABCdef1!');
    type('Confirm new password', 'ABCdef1!');
    press('Change password');
    expect(await screen.findByText('Resource already exists')).toBeVisible();
    expect(screen.getByLabelText('Current password')).toHaveValue('secret12');
  });
});

describe('the devices', () => {
  it('are signed out one by one, except this one', async () => {
    const ended: unknown[] = [];
    server.use(
      http.delete('/api/auth/sessions/:id', ({ params }) => {
        ended.push(params['id']);
        sessions = sessions.filter(({ _id }) => _id !== params['id']);
        return HttpResponse.json({ success: true });
      }),
    );
    await open('devices', 'Devices');
    const devices = within(section('Devices'));
    fireEvent.click(await devices.findByRole('button', { name: 'Sign out Safari on iPhone' }));
    await waitFor(() => expect(devices.queryByText('Safari on iPhone')).toBeNull());
    expect(ended).toEqual([idOf(2)]);
    expect(devices.getByText(/This device/)).toBeVisible();
    expect(devices.queryByRole('button', { name: 'Sign out Chrome on Linux' })).toBeNull();
  });

  it('are signed out all at once, except this one', async () => {
    server.use(
      http.delete('/api/auth/sessions', () => {
        sessions = sessions.filter(({ current }) => current);
        return HttpResponse.json({ success: true, data: { ended: 2 } });
      }),
    );
    await open('devices', 'Devices');
    fireEvent.click(await screen.findByRole('button', { name: 'Sign out all other devices' }));
    await waitFor(() => expect(screen.queryByText('Firefox')).toBeNull());
    expect(screen.queryByRole('button', { name: 'Sign out all other devices' })).toBeNull();
  });

  it('show the network of each, if it is known [B40-13]', async () => {
    sessions = [device(1, 'Chrome on Linux'), { ...device(2, 'Firefox'), network: '' }];
    await open('devices', 'Devices');
    const [known, unknown] = await within(section('Devices')).findAllByRole('listitem');
    expect(known).toHaveTextContent(/Last used .+ · 203\.0\.113\.0\/24/);
    expect(unknown).not.toHaveTextContent('·');
  });

  it('show the last five at first, and all on request', async () => {
    sessions = Array.from({ length: 8 }, (_unused, index) =>
      device(index + 1, `Browser ${index + 1}`, index === 7),
    );
    await open('devices', 'Devices');
    const devices = within(section('Devices'));
    expect(await devices.findByText('Browser 4')).toBeVisible();
    expect(devices.getAllByRole('listitem')[0]).toHaveTextContent(/^Browser 8.*This device/);
    expect(devices.getAllByRole('listitem')).toHaveLength(5);
    fireEvent.click(devices.getByRole('button', { name: 'Show all 8 devices' }));
    expect(devices.getAllByRole('listitem')).toHaveLength(8);
    expect(devices.queryByRole('button', { name: /^Show all/ })).toBeNull();
  });

  it('offer a retry if they fail to load', async () => {
    server.use(
      http.get('/api/auth/sessions', () => HttpResponse.json({ message: 'Broken' }, { status: 400 })),
    );
    await open('devices', 'Devices');
    const devices = within(section('Devices'));
    expect(await devices.findByText('Broken')).toBeVisible();
    server.use(http.get('/api/auth/sessions', () => HttpResponse.json({ success: true, data: sessions })));
    fireEvent.click(devices.getByRole('button', { name: 'Try Again' }));
    expect(await devices.findByText('Firefox')).toBeVisible();
  });
});

describe('the data export', () => {
  it('is downloaded by the browser after session and second step are checked', async () => {
    server.use(http.get('/api/auth/confirm', () => HttpResponse.json({ success: true })));
    const clicked: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      clicked.push(this.getAttribute('href') ?? '');
    });
    await open('data', 'Your data');
    press('Download my data');
    await waitFor(() => expect(clicked).toEqual(['/api/auth/export']));
  });
});

describe('deleting the account', () => {
  it('requires the password and redirects to the sign-in page', async () => {
    answerPost('delete-account', { success: true });
    const { address } = await open('data', 'Delete account');
    press('Delete account');
    const dialog = within(await screen.findByRole('alertdialog'));
    fireEvent.change(dialog.getByLabelText('Your password'), { target: { value: 'secret12' } });
    answerPost('logout', { success: true });
    fireEvent.click(dialog.getByRole('button', { name: 'Delete for good' }));
    await waitFor(() => expect(address()).toBe('/i/account/login'));
    expect(bodies[0]).toEqual({ password: 'secret12' });
    expect(useSessionStore.getState().currentUser).toBeNull();
    expect(screen.getByText('Your account was deleted')).toBeVisible();
  });

  it('does nothing if the password is wrong, and accepts the user name of an account without one', async () => {
    // the sign-in methods are unknown then, so the user chooses
    server.use(http.get('/api/auth/connections', () => HttpResponse.json({}, { status: 400 })));
    const errors = [{ path: 'password', message: 'That is not your password' }];
    answerPost('delete-account', { success: false, message: 'No', code: 'VALIDATION_FAILED', errors }, 400);
    const { address } = await open('data', 'Delete account');
    press('Delete account');
    const dialog = within(await screen.findByRole('alertdialog'));
    fireEvent.change(dialog.getByLabelText('Your password'), { target: { value: 'wrong' } });
    fireEvent.click(dialog.getByRole('button', { name: 'Delete for good' }));
    expect(await dialog.findByText('That is not your password')).toBeVisible();
    fireEvent.click(dialog.getByRole('button', { name: 'I have no password' }));
    fireEvent.change(dialog.getByLabelText('Type ada to confirm'), { target: { value: 'ada' } });
    fireEvent.click(dialog.getByRole('button', { name: 'Delete for good' }));
    await waitFor(() => expect(bodies).toEqual([{ password: 'wrong' }, { userName: 'ada' }]));
    expect(address()).toBe('/settings/data');
  });
});
