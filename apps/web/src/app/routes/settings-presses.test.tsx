import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { blockAuthor } from '../../cache/blocking';
import { useSessionStore } from '../../features/identity/session/stores/session-store';
import { browser } from '../../lib/browser';
import { idOf } from '../../testing/make-post';
import { renderApp } from '../../testing/render-app';
import { makeGate } from '../../testing/serve';
import { board } from '../../testing/serve-profile';
import { device, token } from '../../testing/serve-settings';
import { server } from '../../testing/server';
import { testUser } from '../../testing/users';

const user = testUser();
const ok = (data: unknown) => HttpResponse.json({ success: true, data });
const open = async (part: string, region: string) => {
  const view = renderApp({ user, url: `/settings${part}` });
  const area = await screen.findByRole('region', { name: region });
  return { ...view, area, within: within(area) };
};

beforeEach(() => {
  let sessions = [device(1, 'Chrome on Linux', true), device(2, 'Firefox')];
  server.use(
    http.get('/api/auth/sessions', () => ok(sessions)),
    http.delete('/api/auth/sessions/:id', ({ params }) => {
      sessions = sessions.filter(({ _id }) => _id !== params['id']);
      return ok(null);
    }),
    http.get('/api/auth/tokens', () => ok([token(10, 'backup')])),
    http.get('/api/auth/connections', () =>
      ok({
        hasPassword: true,
        connections: [
          { provider: 'google', name: 'Google', available: true, connectedAt: null, lastUsedAt: null },
        ],
      }),
    ),
    http.get('/api/boards/user/:id', () => ok({ ...board, user: user._id })),
    http.patch('/api/users/:id', async ({ request }) =>
      ok({ ...user, ...((await request.json()) as object) }),
    ),
  );
});

describe('the focus in the settings', () => {
  it('stays in the device list when the pressed button is removed with its row', async () => {
    const { area, within: devices, user: person } = await open('/devices', 'Devices');
    await person.click(await devices.findByRole('button', { name: 'Sign out Firefox' }));
    await waitFor(() => expect(devices.queryByText('Firefox')).toBeNull());
    await waitFor(() => expect(area).toHaveFocus());
  });

  it('stays in the profile form when it is saved and Save is disabled', async () => {
    const { area, user: person } = await open('/profile', 'Profile');
    await person.type(await screen.findByLabelText('Name'), ' King');
    await person.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText('Your profile is saved');
    await waitFor(() => expect(area).toHaveFocus());
  });

  it('moves to the first invalid field', async () => {
    const { user: person } = await open('/profile', 'Profile');
    await person.type(await screen.findByLabelText('Website'), 'x');
    await person.clear(screen.getByLabelText('Username'));
    await person.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.getByLabelText('Username')).toHaveFocus());
    // correcting one field does not move the focus
    await person.type(screen.getByLabelText('Website'), 'y');
    expect(screen.getByLabelText('Website')).toHaveFocus();
  });

  it('moves to a missing password', async () => {
    const { within: form, user: person } = await open('/password', 'Password');
    await waitFor(() => expect(form.getByLabelText('Current password')).toBeVisible());
    await person.type(form.getByLabelText('Current password'), 'secret12');
    await person.click(form.getByRole('button', { name: 'Change password' }));
    await waitFor(() => expect(form.getByLabelText('New password')).toHaveFocus());
  });
});

describe('a press in the settings', () => {
  it('revokes a token once, however often it is repeated', async () => {
    const gate = makeGate();
    const revoked = vi.fn();
    server.use(
      http.delete('/api/auth/tokens/:id', async () => {
        revoked();
        await gate.passed;
        return ok(null);
      }),
    );
    const { within: tokens } = await open('/tokens', 'Personal API tokens');
    const revoke = await tokens.findByRole('button', { name: 'Revoke backup' });
    fireEvent.click(revoke);
    await waitFor(() => expect(revoke).toHaveAttribute('aria-busy', 'true'));
    fireEvent.click(revoke);
    gate.open();
    expect(await screen.findByText('Token backup is revoked')).toBeVisible();
    expect(revoked).toHaveBeenCalledOnce();
  });

  it('cannot close the dialog while the account is being deleted, so that an error can be read', async () => {
    const gate = makeGate();
    server.use(
      http.post('/api/auth/delete-account', async () => {
        await gate.passed;
        return HttpResponse.json({ message: 'Not now' }, { status: 503 });
      }),
    );
    const { user: person } = await open('/data', 'Delete account');
    await person.click(screen.getByRole('button', { name: 'Delete account' }));
    const dialog = within(await screen.findByRole('alertdialog'));
    await person.type(dialog.getByLabelText('Your password'), 'secret12');
    await person.click(dialog.getByRole('button', { name: 'Delete for good' }));
    await person.keyboard('{Escape}');
    gate.open();
    expect(await dialog.findByText('Not now')).toBeVisible();
    expect(dialog.getByLabelText('Your password')).toHaveValue('secret12');
    await person.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  });

  it('works again for a provider after its page was stopped or left by Back', async () => {
    const leaveFor = vi.spyOn(browser, 'leaveFor').mockReturnValue();
    server.use(http.post('/api/auth/connections/google', () => ok({ ticket: 'T' })));
    const { within: accounts } = await open('/connections', 'Connected accounts');
    fireEvent.click(await accounts.findByRole('button', { name: 'Connect Google' }));
    await waitFor(() => expect(leaveFor).toHaveBeenCalledOnce());
    await waitFor(() =>
      expect(accounts.getByRole('button', { name: 'Connect Google' })).not.toHaveAttribute('aria-busy'),
    );
    expect(accounts.getByRole('button', { name: 'Connect Google' })).toBeEnabled();
  });
});

it('the password form contains the user name for password managers', async () => {
  const { area } = await open('/password', 'Password');
  expect(area.querySelector('input[autocomplete=username]')).toHaveValue(user.email);
  expect(useSessionStore.getState().currentUser).toEqual(user);
});

it('a blocked user’s name links to their page without reloading the app', async () => {
  blockAuthor({ _id: idOf(50), userName: 'mallory', fullName: 'Mallory' }, undefined);
  server.use(
    http.get('/api/users/username/mallory', () => HttpResponse.json({ message: 'x' }, { status: 404 })),
  );
  const { within: list, user: person, address } = await open('/care', 'Blocked people');
  await person.click(list.getByRole('link', { name: /Mallory/ }));
  await waitFor(() => expect(address()).toBe('/mallory'));
});

it('a cover that fails to load shows its pattern, as on the profile', async () => {
  server.use(
    http.get('/api/boards/user/:id', () =>
      ok({ ...board, user: user._id, coverPhoto: 'https://pictures.example/gone.jpg' }),
    ),
  );
  await open('/profile', 'Profile');
  fireEvent.error(await screen.findByAltText('Your cover'));
  expect(screen.queryByAltText('Your cover')).toBeNull();
  expect(screen.getByRole('button', { name: 'Remove cover' })).toBeVisible();
});
