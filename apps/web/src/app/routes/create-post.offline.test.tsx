import { act, screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { waitingPostsOf } from '../../cache/waiting-posts';
import {
  answerPosts,
  notToday,
  open,
  published,
  sentPosts,
  startComposer,
  submit,
  title,
} from '../../testing/composer';
import { idOf } from '../../testing/make-post';
import { MINUTE } from '../../lib/time';
import { server } from '../../testing/server';
import { testUser } from '../../testing/users';

vi.setConfig({ testTimeout: 40_000 });

// Loaded here, so that no test waits for them.
beforeAll(() =>
  Promise.all([
    import('./later-pages'),
    import('./create-post'),
    import('../../features/content/composer/components/draft-list'),
  ]),
);

const { _id: userId } = testUser();
const setOnline = (online: boolean) => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(online);
  window.dispatchEvent(new Event(online ? 'online' : 'offline'));
};
const storedDrafts = () =>
  Object.entries(localStorage).flatMap(([name, text]) =>
    name.startsWith('post-draft:') ? [String(text)] : [],
  );

/** Publishes a post without a connection. */
const publishOffline = async () => {
  setOnline(false);
  const app = open();
  await app.user.type(await title(), 'Bread');
  await app.user.click(await submit());
  await screen.findByText('Your post is published when the connection is back.', {}, { timeout: 5000 });
  return app;
};

beforeEach(() => {
  const end = startComposer();
  answerPosts(() => HttpResponse.error());
  server.use(http.get('/api/drafts', () => HttpResponse.error()));
  return end;
});
afterEach(() => vi.restoreAllMocks());

it('a post published offline waits, and is published once when the connection is back [B40-2]', async () => {
  const { address } = await publishOffline();
  await waitFor(() => expect(address()).toBe('/createpost/drafts'));
  expect(await screen.findByRole('list', { name: 'Waiting for a connection' })).toHaveTextContent('Bread');
  expect(storedDrafts()).toEqual([]);
  answerPosts(published);
  act(() => setOnline(true));
  await screen.findByText('Your post is published.');
  act(() => setOnline(true));
  expect(screen.queryByRole('list', { name: 'Waiting for a connection' })).toBeNull();
  expect(waitingPostsOf(userId)).toEqual([]);
  // the same key, so that the server counts all tries as one
  expect(new Set(sentPosts.map(({ key }) => key)).size).toBe(1);
});

it('drafts that failed to load offline are there when the connection is back, with their time [B40-2]', async () => {
  const { address } = await publishOffline();
  await waitFor(() => expect(address()).toBe('/createpost/drafts'));
  await screen.findByText('Your drafts could not be loaded.', {}, { timeout: 10_000 });
  const updatedAt = new Date(Date.now() - 5 * MINUTE).toISOString();
  const post = { title: 'Loaf', media: [], tags: [] };
  const data = [{ _id: idOf(700), post, publishing: null, problem: null, version: 1, updatedAt }];
  server.use(http.get('/api/drafts', () => HttpResponse.json({ success: true, data })));
  act(() => setOnline(true));
  expect(await screen.findByText('Draft · Saved 5m ago')).toBeVisible();
});

it('a waiting post that the server rejects is kept as a draft [B40-2]', async () => {
  await publishOffline();
  answerPosts(notToday);
  act(() => setOnline(true));
  await screen.findByText(/Your post was not published: .*It is kept in Create Post/);
  expect(waitingPostsOf(userId)).toEqual([]);
  expect(storedDrafts()).toEqual([expect.stringContaining('"title":"Bread"')]);
});

it('a waiting post can be edited: then it does not wait any more [B40-2]', async () => {
  const { user, address } = await publishOffline();
  await user.click(await screen.findByRole('button', { name: 'Edit Bread' }));
  await waitFor(() => expect(address()).toBe('/createpost'));
  expect(await title()).toHaveValue('Bread');
  expect(waitingPostsOf(userId)).toEqual([]);
});

it('a server that fails with a connection keeps the post in the form, with the error', async () => {
  const { user } = open();
  await user.type(await title(), 'Bread');
  await user.click(await submit());
  await screen.findByText('Cannot connect to server...', {}, { timeout: 5000 });
  expect(await title()).toHaveValue('Bread');
  expect(waitingPostsOf(userId)).toEqual([]);
});
