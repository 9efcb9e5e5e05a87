import { act, screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useSessionStore } from '../features/identity/session/stores/session-store';
import { browser } from '../lib/browser';
import { askConfirmation, useDialogStore } from '../lib/dialogs';
import { setVisitorMode } from '../lib/visitor-mode';
import { renderApp } from '../testing/render-app';
import { board } from '../testing/serve-profile';
import { server } from '../testing/server';
import { testUser } from '../testing/users';

const ada = testUser();
const bob = testUser({ _id: '65f0000000000000000000b2', userName: 'bob', email: 'bob@example.org' });
/** Opens Ada's settings; clients of other tests also watch the session. */
const open = () => {
  const view = renderApp({ user: ada, url: '/settings/profile' });
  vi.mocked(browser.reload).mockClear();
  return view;
};
const become = (currentUser: typeof ada | null) =>
  act(() => {
    useSessionStore.setState({ currentUser, lostInPlace: false });
  });

beforeEach(() => {
  vi.spyOn(browser, 'reload').mockImplementation(() => undefined);
  server.use(http.get('/api/boards/user/:id', () => HttpResponse.json({ message: 'None' }, { status: 404 })));
});
afterEach(() => {
  vi.restoreAllMocks();
});

describe('the cache of a user', () => {
  it('is cleared when the user signs out', async () => {
    const { queryClient } = open();
    await screen.findByText('None');
    become(null);
    await waitFor(() => expect(queryClient.getQueryCache().getAll()).toEqual([]));
    expect(browser.reload).not.toHaveBeenCalled();
  });

  it('is never shown to another user who signed in elsewhere: the page reloads', async () => {
    open();
    await screen.findByText('None');
    become({ ...ada, fullName: 'Ada King' });
    expect(browser.reload).not.toHaveBeenCalled();
    become(bob);
    expect(browser.reload).toHaveBeenCalled();
  });

  it('stays for the same user after the session was lost in place, with their input, and is refetched', async () => {
    const asked: unknown[] = [];
    server.use(
      http.get('/api/boards/user/:id', ({ params }) => {
        asked.push(params['id']);
        return HttpResponse.json({ success: true, data: { ...board, user: ada._id } });
      }),
    );
    const { user } = open();
    await user.type(await screen.findByLabelText('Bio'), ' And in base 2.');
    act(() => useSessionStore.getState().loseSession());
    become(ada);
    await waitFor(() => expect(asked).toEqual([ada._id, ada._id]));
    expect(screen.getByLabelText('Bio')).toHaveValue('Counts in octal. And in base 2.');
    expect(browser.reload).not.toHaveBeenCalled();
    act(() => useSessionStore.getState().loseSession());
    become(bob);
    expect(browser.reload).toHaveBeenCalled();
  });
});

it('cancels a dialog of the previous user when the user changes', async () => {
  setVisitorMode(true);
  renderApp({ user: ada, url: '/about' });
  const answers: boolean[] = [];
  const question = { title: 'Sure?', text: 'Really.', confirmLabel: 'Yes' };
  act(() => void askConfirmation(question).then((answer) => answers.push(answer)));
  await screen.findByRole('alertdialog');
  become(null);
  await waitFor(() => expect(answers).toEqual([false]));
  expect(useDialogStore.getState().current).toBeNull();
});
