import type { QueryClient } from '@tanstack/react-query';
import { screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { keys } from '../../cache/keys';
import { makePost, makeServerPost } from '../../testing/make-post';
import { renderApp } from '../../testing/render-app';
import { makeGate, serveFeedOf } from '../../testing/serve';
import { server } from '../../testing/server';
import { installFakeSight } from '../../testing/sight';
import { testUser } from '../../testing/users';

vi.setConfig({ testTimeout: 40_000 });

const user = testUser();
const author = { _id: user._id, userName: user.userName, fullName: user.fullName, profilepic: '' };
const post = makeServerPost({ title: 'Bread', user: { ...author, isFollowing: false } });
const older = { ...post, title: 'Bred' };

/** Presses Edit on a feed card that holds an older version of the post. */
const editFromFeed = async (before?: (client: QueryClient) => void) => {
  const app = renderApp({ user });
  before?.(app.queryClient);
  await app.user.click(await screen.findByRole('button', { name: 'Post options' }));
  await app.user.click(await screen.findByRole('menuitem', { name: 'Edit' }));
  return app;
};

beforeEach(() => {
  installFakeSight();
  server.use(
    serveFeedOf([older]),
    http.get('*/api/*', () => HttpResponse.json({}, { status: 404 })),
  );
});

describe('editing a post', () => {
  it('starts with the server’s version if the list shows an older one', async () => {
    const gate = makeGate();
    server.use(
      http.get(`*/api/posts/${post._id}`, async () => {
        await gate.passed;
        return HttpResponse.json({ success: true, data: post });
      }),
    );
    await editFromFeed();
    await screen.findByRole('status', { name: 'Loading post' });
    gate.open();
    expect(await screen.findByLabelText('Title')).toHaveValue('Bread');
    // nothing was changed, so there is no draft
    expect(screen.queryByText('Draft saved in this browser')).toBeNull();
    expect(localStorage.getItem(`post-draft:${user._id}:${post._id}`)).toBeNull();
  });

  it('fetches the post even if it was fetched a moment ago', async () => {
    server.use(http.get(`*/api/posts/${post._id}`, () => HttpResponse.json({ success: true, data: post })));
    await editFromFeed((client) => {
      client.setDefaultOptions({ queries: { staleTime: 60_000, retry: false } });
      client.setQueryData(keys.post(post._id, user._id), makePost(older));
    });
    expect(await screen.findByLabelText('Title')).toHaveValue('Bread');
  });

  it('uses the list’s copy if the server is unreachable', async () => {
    server.use(http.get(`*/api/posts/${post._id}`, () => HttpResponse.error()));
    await editFromFeed();
    expect(await screen.findByLabelText('Title')).toHaveValue('Bred');
  });

  it('returns to the previous page, which shows the changes', async () => {
    server.use(
      http.get(`*/api/posts/${post._id}`, () => HttpResponse.json({ success: true, data: post })),
      http.put(`*/api/posts/${post._id}`, () =>
        HttpResponse.json({ success: true, data: { ...post, title: 'Bread and salt' } }),
      ),
    );
    const app = await editFromFeed();
    await app.user.type(await screen.findByLabelText('Title'), ' and salt');
    await app.user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(app.address()).toBe('/home'));
    expect(await screen.findByRole('article', { name: 'Bread and salt' })).toBeVisible();
  });

  it('says that the post was deleted if a list still shows it', async () => {
    server.use(
      http.get(`*/api/posts/${post._id}`, () =>
        HttpResponse.json({ success: false, message: 'Post not found' }, { status: 404 }),
      ),
    );
    await editFromFeed();
    expect(await screen.findByText('Post not found')).toBeVisible();
    expect(screen.queryByLabelText('Title')).toBeNull();
  });

  it('offers a retry if the post fails to load', async () => {
    const boom = () => HttpResponse.json({ success: false, message: 'No' }, { status: 400 });
    server.use(http.get(`*/api/posts/${post._id}`, boom));
    const app = renderApp({ user, url: `/createpost?edit=${post._id}` });
    await screen.findByText('Error loading post');
    server.use(http.get(`*/api/posts/${post._id}`, () => HttpResponse.json({ success: true, data: post })));
    await app.user.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByLabelText('Title')).toHaveValue('Bread');
  });
});
