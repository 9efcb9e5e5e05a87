import { act, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, it, vi } from 'vitest';
import { forgetFeed } from '../../../reading/feed/feed-memory';
import { useDialogStore } from '../../../../lib/dialogs';
import { setPreference } from '../../../../lib/preferences';
import { idOf, makeServerPost } from '../../../../testing/make-post';
import { renderApp } from '../../../../testing/render-app';
import { reactionAnswer, serveCommentsOf } from '../../../../testing/serve';
import { server } from '../../../../testing/server';
import { testUser } from '../../../../testing/users';
import { runShortcut } from './shortcuts';

vi.setConfig({ testTimeout: 40_000 });

beforeEach(() => {
  forgetFeed();
  server.use(
    http.get('*/api/posts/infinite', () =>
      HttpResponse.json({
        success: true,
        data: [1, 2].map((number) => makeServerPost({ _id: idOf(number), title: `Post ${number}` })),
        seed: 7,
        hasNextPage: false,
        nextPage: null,
      }),
    ),
  );
});

it('moves between posts with j and k, and lists the keys with ?', async () => {
  const { user } = renderApp({ user: testUser() });
  const second = await screen.findByRole('article', { name: 'Post 2' });
  const first = screen.getByRole('article', { name: 'Post 1' });
  first.focus();
  await user.keyboard('j');
  await waitFor(() => expect(document.activeElement).toBe(second));
  await user.keyboard('k');
  await waitFor(() => expect(document.activeElement).toBe(first));
  // a keyboard in Cyrillic
  act(
    () =>
      void document.body.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'о', code: 'KeyJ', bubbles: true }),
      ),
  );
  await waitFor(() => expect(document.activeElement).toBe(second));
  await user.keyboard('k');
  await waitFor(() => expect(document.activeElement).toBe(first));
  await user.keyboard('?');
  const help = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
  within(help).getByText('Next post');
  within(within(help).getByRole('region', { name: 'Anywhere here' })).getByText('Ctrl + Enter');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(first));
});

it('opens and closes the comments with c and Esc; Esc leaves the field first [F2-42]', async () => {
  server.use(serveCommentsOf([]));
  const { user } = renderApp({ user: testUser() });
  const first = await screen.findByRole('article', { name: 'Post 1' });
  first.focus();
  await user.keyboard('c');
  const field = await within(first).findByPlaceholderText('Write a comment...');
  await user.type(field, 'lock');
  expect((field as HTMLTextAreaElement).value).toBe('lock');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(document.activeElement).toBe(first));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(within(first).queryByPlaceholderText('Write a comment...')).toBeNull());
});

it('acts on the post in sight when the focused one is scrolled out of it', async () => {
  server.use(serveCommentsOf([]));
  const { user } = renderApp({ user: testUser() });
  const second = await screen.findByRole('article', { name: 'Post 2' });
  const first = screen.getByRole('article', { name: 'Post 1' });
  first.focus();
  vi.spyOn(first, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, -900, 300, 500));
  vi.spyOn(second, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 100, 300, 500));
  await user.keyboard('c');
  await within(second).findByPlaceholderText('Write a comment...');
  expect(within(first).queryByPlaceholderText('Write a comment...')).toBeNull();
  second.focus();
  await user.keyboard('c');
  await waitFor(() => expect(within(second).queryByPlaceholderText('Write a comment...')).toBeNull());
});

it('opens a post with o, likes it there with l, and goes back with Esc', async () => {
  let likes = 0;
  server.use(
    serveCommentsOf([]),
    http.get(`*/api/posts/${idOf(1)}`, () =>
      HttpResponse.json({ success: true, data: makeServerPost({ _id: idOf(1), title: 'Post 1' }) }),
    ),
    http.get('*/api/post-interactions/:id/status', () =>
      HttpResponse.json({
        success: true,
        data: { liked: false, disliked: false, saved: false, viewed: false },
      }),
    ),
    http.post('*/api/post-interactions/:id/like', () => {
      likes += 1;
      return HttpResponse.json(reactionAnswer({ likes: 4 }, { liked: true }));
    }),
  );
  const { user, address } = renderApp({ user: testUser() });
  (await screen.findByRole('article', { name: 'Post 1' })).focus();
  await user.keyboard('o');
  await waitFor(() => expect(address()).toBe(`/p/${idOf(1)}`));
  await screen.findByRole('heading', { level: 1, name: 'Post 1' });
  await user.keyboard('l');
  await waitFor(() => expect(likes).toBe(1));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(address()).toBe('/home'));
});

it('acts once while a key is held, and leaves Esc to an input method', () => {
  const article = document.body.appendChild(document.createElement('article'));
  article.dataset['postId'] = idOf(1);
  article.innerHTML = '<button data-action="like"></button>';
  const likes = vi.fn();
  article.querySelector('button')?.addEventListener('click', likes);
  const press = (key: string, init: KeyboardEventInit = {}) => new KeyboardEvent('keydown', { key, ...init });
  runShortcut(press('l'));
  for (let held = 0; held < 3; held += 1) runShortcut(press('l', { repeat: true }));
  expect(likes).toHaveBeenCalledTimes(1);
  const leave = vi.fn();
  runShortcut(press('Escape', { isComposing: true }), leave);
  runShortcut(press('Escape', { repeat: true }), leave);
  expect(leave).not.toHaveBeenCalled();
  runShortcut(press('Escape'), leave);
  expect(leave).toHaveBeenCalledTimes(1);
  article.remove();
});

it('ignores letters if shortcuts are off; Esc still closes', () => {
  act(() => setPreference('shortcuts', 'off'));
  const article = document.body.appendChild(document.createElement('article'));
  article.dataset['postId'] = idOf(1);
  article.innerHTML = '<button data-action="like"></button>';
  const likes = vi.fn();
  article.querySelector('button')?.addEventListener('click', likes);
  const close = vi.fn();
  for (const key of ['l', 'j', '?', 'Escape']) runShortcut(new KeyboardEvent('keydown', { key }), close);
  expect(likes).not.toHaveBeenCalled();
  expect(useDialogStore.getState().current).toBeNull();
  expect(close).toHaveBeenCalledTimes(1);
  act(() => setPreference('shortcuts', 'on'));
  article.remove();
});

it('does nothing while the user types', async () => {
  const { user } = renderApp({ user: testUser() });
  await screen.findByRole('article', { name: 'Post 2' });
  const field = document.body.appendChild(document.createElement('textarea'));
  field.focus();
  await user.keyboard('j?');
  expect(field.value).toBe('j?');
  expect(document.activeElement).toBe(field);
  field.remove();
});
