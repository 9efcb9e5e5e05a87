import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useSessionStore } from '../../features/identity/session/stores/session-store';
import { idOf } from '../../testing/make-post';
import { renderApp } from '../../testing/render-app';
import { device } from '../../testing/serve-settings';
import { server } from '../../testing/server';
import { testUser } from '../../testing/users';

let sessions = [device(1, 'Chrome on Linux', true), device(2, 'Safari on iPhone'), device(3, 'Firefox')];
let bodies: unknown[] = [];
const answerPost = (path: string, body: object, status = 200) =>
  server.use(
    http.post(`/api/auth/${path}`, async ({ request }) => {
      const text = await request.text();
      bodies.push(text === '' ? null : JSON.parse(text));
      return HttpResponse.json(body, { status });
    }),
  );
const open = async (part: string, region: string) => {
  const view = renderApp({ user: testUser(), url: `/settings${part === '' ? '' : `/${part}`}` });
  await screen.findByRole('region', { name: region });
  return view;
};
const section = (name: string) => screen.getByRole('region', { name });
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

beforeEach(() => {
  bodies = [];
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

  it('show one part at a time, each at its address', async () => {
    const { address, user } = await open('', 'Profile');
    expect(screen.getByRole('link', { name: 'Profile', current: 'page' })).toBeVisible();
    await user.click(screen.getByRole('link', { name: 'Account', current: false }));
    expect(await screen.findByRole('region', { name: 'Your data' })).toBeVisible();
    expect(address()).toBe('/settings/account');
    const tabs = within(screen.getByRole('navigation', { name: 'Settings' }));
    expect(tabs.getAllByRole('link', { current: 'page' }).map((tab) => tab.textContent)).toEqual(['Account']);
    expect(screen.queryByRole('region', { name: 'Profile' })).toBeNull();
  });

  it('redirect from an unknown part to the first', async () => {
    const { address } = await open('elsewhere', 'Profile');
    expect(address()).toBe('/settings');
  });

  it('link to the user’s profile', async () => {
    await open('', 'Profile');
    expect(screen.getByRole('link', { name: 'View profile' })).toHaveAttribute('href', '/ada');
  });
});

describe('the password', () => {
  it('is changed after a check, and the fields are cleared', async () => {
    answerPost('change-password', { success: true });
    await open('security', 'Password');
    // wait until the account's sign-in methods are loaded
    await within(section('Connected accounts')).findByText('No providers.');
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
    await open('security', 'Password');
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
    await open('security', 'Password');
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
    await open('security', 'Devices');
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
    await open('security', 'Devices');
    fireEvent.click(await screen.findByRole('button', { name: 'Sign out all other devices' }));
    await waitFor(() => expect(screen.queryByText('Firefox')).toBeNull());
    expect(screen.queryByRole('button', { name: 'Sign out all other devices' })).toBeNull();
  });

  it('show the network of each, if it is known [B40-13]', async () => {
    sessions = [device(1, 'Chrome on Linux'), { ...device(2, 'Firefox'), network: '' }];
    await open('security', 'Devices');
    const [known, unknown] = await within(section('Devices')).findAllByRole('listitem');
    expect(known).toHaveTextContent(/Last used .+ · 203\.0\.113\.0\/24/);
    expect(unknown).not.toHaveTextContent('·');
  });

  it('show the last five at first, and all on request', async () => {
    sessions = Array.from({ length: 8 }, (_unused, index) =>
      device(index + 1, `Browser ${index + 1}`, index === 7),
    );
    await open('security', 'Devices');
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
    await open('security', 'Devices');
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
    await open('account', 'Your data');
    press('Download my data');
    await waitFor(() => expect(clicked).toEqual(['/api/auth/export']));
  });
});

describe('deleting the account', () => {
  it('requires the password and redirects to the sign-in page', async () => {
    answerPost('delete-account', { success: true });
    const { address } = await open('account', 'Delete account');
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
    const { address } = await open('account', 'Delete account');
    press('Delete account');
    const dialog = within(await screen.findByRole('alertdialog'));
    fireEvent.change(dialog.getByLabelText('Your password'), { target: { value: 'wrong' } });
    fireEvent.click(dialog.getByRole('button', { name: 'Delete for good' }));
    expect(await dialog.findByText('That is not your password')).toBeVisible();
    fireEvent.click(dialog.getByRole('button', { name: 'I have no password' }));
    fireEvent.change(dialog.getByLabelText('Type ada to confirm'), { target: { value: 'ada' } });
    fireEvent.click(dialog.getByRole('button', { name: 'Delete for good' }));
    await waitFor(() => expect(bodies).toEqual([{ password: 'wrong' }, { userName: 'ada' }]));
    expect(address()).toBe('/settings/account');
  });
});
