import { act, screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useSessionStore } from '../features/session/stores/session-store';
import { browser } from '../lib/browser';
import { askConfirmation, useDialogStore } from '../lib/dialogs';
import { setVisitorMode } from '../lib/visitor-mode';
import { renderApp } from '../testing/render-app';
import { board } from '../testing/serve-profile';
import { server } from '../testing/server';
import { testUser } from '../testing/users';

const ada = testUser();
const bob = testUser({ _id: '65f0000000000000000000b2', userName: 'bob', email: 'bob@example.org' });
/** The settings of Ada; clients of other tests watch the session, too. */
const open = () => {
  const view = renderApp({ user: ada, url: '/settings' });
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

describe('what was cached for one person', () => {
  it('is gone when they have signed out', async () => {
    const { queryClient } = open();
    await screen.findByText('None');
    become(null);
    await waitFor(() => expect(queryClient.getQueryCache().getAll()).toEqual([]));
    expect(browser.reload).not.toHaveBeenCalled();
  });

  it('does not stay on the screen for another who signed in elsewhere: the page begins anew', async () => {
    open();
    await screen.findByText('None');
    become({ ...ada, fullName: 'Ada King' });
    expect(browser.reload).not.toHaveBeenCalled();
    become(bob);
    expect(browser.reload).toHaveBeenCalled();
  });

  it('stays for themselves after a session lost in place, with what they typed, and is read anew', async () => {
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

it('the dialog that one person left open is closed, unanswered, before the next comes', async () => {
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
