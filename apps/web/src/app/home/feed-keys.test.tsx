import { configure, screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, it, vi } from 'vitest';
import { forgetPlace } from '../../features/feed/stores/feed-place';
import { idOf, makeServerPost } from '../../testing/make-post';
import { renderApp } from '../../testing/render-app';
import { server } from '../../testing/server';
import { testUser } from '../../testing/users';

vi.mock('virtua', () => import('../../testing/plain-virtualizer'));
configure({ asyncUtilTimeout: 8000 });
vi.setConfig({ testTimeout: 20_000 });

beforeEach(() => {
  forgetPlace();
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

it('moves between posts with j and k, and explains the keys with ?', async () => {
  const { user } = renderApp({ user: testUser() });
  const second = await screen.findByRole('article', { name: 'Post 2' });
  const first = screen.getByRole('article', { name: 'Post 1' });
  first.focus();
  await user.keyboard('j');
  expect(document.activeElement).toBe(second);
  await user.keyboard('k');
  expect(document.activeElement).toBe(first);
  await user.keyboard('?');
  await screen.findByText(/j next post, k previous post/);
  await user.click(screen.getByRole('button', { name: 'OK' }));
});

it('does nothing while somebody types', async () => {
  const { user } = renderApp({ user: testUser() });
  await screen.findByRole('article', { name: 'Post 2' });
  const field = document.body.appendChild(document.createElement('textarea'));
  field.focus();
  await user.keyboard('j?');
  expect(field.value).toBe('j?');
  expect(document.activeElement).toBe(field);
  field.remove();
});
