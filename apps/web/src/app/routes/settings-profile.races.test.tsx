import { screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { useSessionStore } from '../../features/identity/session/stores/session-store';
import { renderApp } from '../../testing/render-app';
import { makeGate } from '../../testing/serve';
import { board } from '../../testing/serve-profile';
import { server } from '../../testing/server';
import { testUser } from '../../testing/users';

const user = testUser();
const refused = () => HttpResponse.json({ message: 'No', code: 'NOT_AUTHENTICATED' }, { status: 401 });
const store = () => useSessionStore.getState();

/** Types a name, saves it, and holds the response back until `answered`. */
const saveHeldBack = async () => {
  const gate = makeGate();
  server.use(
    http.patch(`/api/users/${user._id}`, async () => {
      await gate.passed;
      return HttpResponse.json({ success: true, data: { ...user, fullName: 'Ada King' } });
    }),
  );
  const view = renderApp({ user, url: '/settings/profile' });
  await view.user.clear(await screen.findByLabelText('Name'));
  await view.user.type(screen.getByLabelText('Name'), 'Ada King');
  await view.user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByRole('button', { name: 'Saving...' });
  return { ...view, answer: gate.open };
};

beforeEach(() => {
  server.use(
    http.get('/api/boards/user/:id', () =>
      HttpResponse.json({ success: true, data: { ...board, user: user._id } }),
    ),
    http.post('/api/auth/logout', () => HttpResponse.json({ success: true })),
  );
});

describe('the profile form', () => {
  it('keeps input typed while it saves', async () => {
    const { user: person, answer } = await saveHeldBack();
    await person.type(screen.getByLabelText('Bio'), ' And in base 2.');
    await person.type(screen.getByLabelText('Name'), ', Countess');
    answer();
    expect(await screen.findByText('Your profile is saved')).toBeVisible();
    expect(screen.getByLabelText('Bio')).toHaveValue('Counts in octal. And in base 2.');
    expect(screen.getByLabelText('Name')).toHaveValue('Ada King, Countess');
    expect(screen.getByText('Not saved yet')).toBeVisible();
  });

  it('keeps the input when the session turns out to have expired', async () => {
    server.use(http.patch(`/api/users/${user._id}`, refused), http.post('/api/auth/refresh', refused));
    const { user: person } = renderApp({ user, url: '/settings/profile' });
    await person.type(await screen.findByLabelText('Name'), ' King');
    await person.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(store().currentUser).toBeNull());
    expect(screen.getByLabelText('Name')).toHaveValue('Ada Byron King');
    expect(screen.getByRole('form', { name: 'Profile' })).toHaveTextContent('No');
  });

  it('does not sign a user in again who left before the response arrived', async () => {
    const { answer, address } = await saveHeldBack();
    await store().logout();
    await waitFor(() => expect(address()).toBe('/i/account/login'));
    answer();
    await expect(screen.findByText('Your profile is saved')).resolves.toBeVisible();
    expect(store().currentUser).toBeNull();
    expect(address()).toBe('/i/account/login');
  });
});
