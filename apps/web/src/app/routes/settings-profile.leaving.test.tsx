import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { useSessionStore } from '../../features/identity/session/stores/session-store';
import { renderApp } from '../../testing/render-app';
import { board } from '../../testing/serve-profile';
import { server } from '../../testing/server';
import { testUser } from '../../testing/users';

const user = testUser();
let loggedOut = 0;

/** Opens the profile form with unsaved input. */
const openChanged = async () => {
  const view = renderApp({ user, url: '/settings/profile' });
  await view.user.type(await screen.findByLabelText('Bio'), ' And poetry.');
  return view;
};
beforeEach(() => {
  loggedOut = 0;
  server.use(
    http.get('/api/boards/user/:id', () =>
      HttpResponse.json({ success: true, data: { ...board, user: user._id } }),
    ),
    http.post('/api/auth/logout', () => {
      loggedOut += 1;
      return HttpResponse.json({ success: true });
    }),
  );
});

describe('unsaved changes of the profile', () => {
  it('are restored after following a link', async () => {
    const { user: person, address } = await openChanged();
    await person.click(screen.getByRole('button', { name: 'Back to Settings' }));
    await waitFor(() => expect(address()).toBe('/settings'));
    await person.click(
      within(screen.getByRole('navigation', { name: 'Settings' })).getByRole('link', { name: /^Profile/ }),
    );
    expect(await screen.findByLabelText('Bio')).toHaveValue(`${board.bio} And poetry.`);
    expect(screen.getByText('Not saved yet')).toBeVisible();
    await person.click(screen.getByRole('button', { name: 'Discard' }));
    expect(screen.getByLabelText('Bio')).toHaveValue(board.bio);
    await waitFor(() => expect(localStorage.getItem(`profile-draft:${user._id}`)).toBeNull());
  });

  it('are restored for the same user after signing out', async () => {
    const { user: person, address } = await openChanged();
    await person.click(screen.getByRole('button', { name: /^Account of / }));
    await person.click(await screen.findByRole('menuitem', { name: 'Logout' }));
    await waitFor(() => expect(address()).toBe('/i/account/login'));
    expect(loggedOut).toBe(1);
    expect(useSessionStore.getState().currentUser).toBeNull();
    expect(localStorage.getItem(`profile-draft:${user._id}`)).toContain('And poetry.');
  });

  it('are ignored if the stored data is invalid', async () => {
    localStorage.setItem(`profile-draft:${user._id}`, JSON.stringify({ bio: 7 }));
    renderApp({ user, url: '/settings/profile' });
    expect(await screen.findByLabelText('Bio')).toHaveValue(board.bio);
    expect(screen.queryByText('Not saved yet')).toBeNull();
  });
});
