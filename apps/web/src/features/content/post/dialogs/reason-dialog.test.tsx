import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { MemoryRouter, useNavigate, type NavigateFunction } from 'react-router-dom';
import { useEffect } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import { useSessionStore } from '../../../identity/session/stores/session-store';
import { showAlert, showReport, useDialogStore } from '../../../../lib/dialogs';
import { openDialog } from '../../../../testing/open-dialog';
import { server } from '../../../../testing/server';
import { testUser } from '../../../../testing/users';
import { DialogHost } from '../../../../app/shells/shelled-pages';

let navigate: NavigateFunction;
const Page = () => {
  const go = useNavigate();
  useEffect(() => {
    navigate = go;
  }, [go]);
  return <DialogHost />;
};
const user = userEvent.setup({ delay: null });
const signIn = (change: Parameters<typeof testUser>[0] = {}): void => {
  act(() => {
    useSessionStore.setState({ currentUser: testUser(change), isAuthenticated: true, lostInPlace: false });
  });
};
const field = () => screen.findByLabelText('What is wrong with it?');
const gone = () => waitFor(() => expect(screen.queryByLabelText('What is wrong with it?')).toBeNull());
const noted = () => localStorage.getItem('moderation-log') ?? '';

/** Opens the report of this post and types into it. */
const ask = async (target: string, typed = ''): Promise<void> => {
  act(() => showReport({ kind: 'post', target, author: { _id: 'a1', userName: 'grace' } }));
  const box = (await openDialog()).getByLabelText('What is wrong with it?');
  if (typed !== '') await user.type(box, typed);
};
const escape = async () => {
  await user.keyboard('{Escape}');
  await gone();
};
const pressButton = async (name: string) => {
  await user.click(screen.getByRole('button', { name }));
  await gone();
};
const elsewhere = async (happens: () => void) => {
  act(happens);
  await gone();
};

beforeEach(() => {
  signIn();
  render(
    <MemoryRouter initialEntries={['/home']}>
      <Page />
    </MemoryRouter>,
  );
  return () => act(() => useDialogStore.setState({ current: null }));
});

describe('an unsent reason', () => {
  it.each([
    ['Esc', escape],
    ['the cross', () => pressButton('Close')],
    ['another dialog in its place', () => elsewhere(() => showAlert('Look'))],
    ['leaving the page', () => elsewhere(() => void navigate('/about'))],
  ])('is restored after %s, for the same target only', async (_how, close) => {
    const target = `post ${_how}`;
    await ask(target, 'It shows my');
    await close();
    expect(noted()).toBe('');
    await ask(`${target}, the next`);
    expect(await field()).toHaveValue('');
    await escape();
    await ask(target);
    expect(await field()).toHaveValue('It shows my');
    // in memory only
    expect([...Object.values(localStorage), ...Object.values(sessionStorage)].join()).not.toContain(
      'It shows my',
    );
  });

  it('is discarded when sent, and by Cancel', async () => {
    await ask('post 1', 'Spam');
    await escape();
    await ask('post 1', ' again');
    await pressButton('Report');
    expect(noted()).toContain('"postId":"post 1","reason":"Spam again"');
    await ask('post 1');
    expect(await field()).toHaveValue('');
    await escape();
    await ask('post 1', 'Half');
    await pressButton('Cancel');
    await ask('post 1');
    expect(await field()).toHaveValue('');
  });

  it('is discarded on logout', async () => {
    server.use(http.post('/api/auth/logout', () => HttpResponse.json({ success: true })));
    await ask('post 2', 'Half');
    await escape();
    await act(() => useSessionStore.getState().logout());
    signIn();
    await ask('post 2');
    expect(await field()).toHaveValue('');
  });

  it('survives an expired session if the same user signs in again, but not for another user', async () => {
    await ask('post 3', 'Half');
    await escape();
    act(() => useSessionStore.getState().loseSession());
    signIn();
    await ask('post 3');
    expect(await field()).toHaveValue('Half');
    await escape();
    act(() => useSessionStore.getState().loseSession());
    signIn({ _id: '65f0000000000000000000c9' });
    await ask('post 3');
    expect(await field()).toHaveValue('');
  });
});
