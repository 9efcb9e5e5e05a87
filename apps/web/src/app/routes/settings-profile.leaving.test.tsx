import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { useSessionStore } from '../../features/session/stores/session-store';
import { renderApp } from '../../testing/render-app';
import { board } from '../../testing/serve-profile';
import { server } from '../../testing/server';
import { testUser } from '../../testing/users';

const user = testUser();
let loggedOut = 0;

/** The profile form with something typed and not saved. */
const openChanged = async () => {
  const view = renderApp({ user, url: '/settings' });
  await view.user.type(await screen.findByLabelText('Bio'), ' And poetry.');
  return view;
};
/** The answer to the question that is asked then. */
const answer = async (label: 'Cancel' | 'Leave') => {
  const asked = await screen.findByRole('alertdialog', { name: 'Leave without saving?' });
  fireEvent.click(within(asked).getByRole('button', { name: label }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
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
  it('are asked about before a link leaves them', async () => {
    const { user: person, address } = await openChanged();
    await person.click(screen.getByRole('link', { name: 'Appearance' }));
    await answer('Cancel');
    expect(address()).toBe('/settings');
    await person.click(await screen.findByRole('link', { name: 'Appearance' }));
    await answer('Leave');
    await waitFor(() => expect(address()).toBe('/settings/appearance'));
  });

  it('are asked about before logging out leaves them', async () => {
    const { user: person, address } = await openChanged();
    const logOut = async () => {
      await person.click(screen.getByRole('button', { name: /^Account of / }));
      await person.click(await screen.findByRole('menuitem', { name: 'Logout' }));
    };
    await logOut();
    await answer('Cancel');
    expect(useSessionStore.getState().currentUser).toEqual(user);
    expect(screen.getByLabelText('Bio')).toHaveValue(`${board.bio} And poetry.`);
    expect(loggedOut).toBe(0);
    await logOut();
    await answer('Leave');
    await waitFor(() => expect(address()).toBe('/i/account/login'));
    expect(loggedOut).toBe(1);
    expect(useSessionStore.getState().currentUser).toBeNull();
  });
});
