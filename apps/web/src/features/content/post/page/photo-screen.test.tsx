import { fireEvent, screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { paths } from '../../../../config/paths';
import { makeServerPost, mediaItem } from '../../../../testing/make-post';
import { renderApp } from '../../../../testing/render-app';
import { server } from '../../../../testing/server';
import { testUser } from '../../../../testing/users';
import { placeOf } from './photo-screen';

vi.setConfig({ testTimeout: 40_000 });

const post = makeServerPost({
  videos: [mediaItem('c.mp4').url],
  images: [mediaItem('a.jpg').url, mediaItem('b.jpg').url],
  media: [mediaItem('c.mp4'), mediaItem('a.jpg'), mediaItem('b.jpg')],
});
const href = (number: number) => paths.photo.getHref(post.user.userName, post._id, number);

beforeEach(() => {
  server.use(http.get('*/api/posts/:id', () => HttpResponse.json({ success: true, data: post })));
});

describe('position in the list', () => {
  it('counts from 1 and is clamped to the list', () => {
    expect(['1', '3', '0', '99', '-2', 'abc'].map((number) => placeOf(number, 3))).toEqual([
      0, 2, 0, 2, 0, 0,
    ]);
  });
});

describe('photo viewer', () => {
  it('opens at the picture in the address, images before videos [F2-50]', async () => {
    renderApp({ user: testUser(), url: href(2) });
    await screen.findByRole('dialog', { name: 'Media viewer' });
    screen.getByText('2 / 3');
    expect(screen.getByRole('group', { name: '2 of 3' }).querySelector('img')?.src).toBe(
      mediaItem('b.jpg').url,
    );
  });

  it('goes to the post on Esc if it was opened directly', async () => {
    const { user, address } = renderApp({ user: testUser(), url: href(1) });
    await screen.findByRole('dialog', { name: 'Media viewer' });
    server.use(
      http.get('*/api/post-interactions/:id/status', () =>
        HttpResponse.json({ success: true, data: post.userInteraction }),
      ),
      http.get('*/api/comments/post/:id', () =>
        HttpResponse.json({
          success: true,
          data: [],
          pagination: { currentPage: 1, hasNextPage: false, totalComments: 0 },
        }),
      ),
    );
    screen.getByRole('button', { name: 'Close' }).focus();
    await user.keyboard('{Escape}');
    // the page of the post loads first, which takes a busy machine longer than a test waits
    await screen.findByText('No comments yet', undefined, { timeout: 20_000 });
    expect(address()).toBe(paths.post.getHref(post._id));
  });

  it('leaves browser shortcuts to the browser: back with Alt, page zoom with Ctrl', async () => {
    renderApp({ user: testUser(), url: href(2) });
    const zoom = await screen.findByRole('button', { name: 'Zoom in' });
    const isLeft = (key: string, modifier: object) => fireEvent.keyDown(zoom, { key, ...modifier });
    expect(isLeft('ArrowLeft', { altKey: true })).toBe(true);
    expect(isLeft('+', { ctrlKey: true })).toBe(true);
    expect(isLeft('-', { metaKey: true })).toBe(true);
    screen.getByText('2 / 3');
    screen.getByRole('button', { name: 'Zoom in' });
    expect(isLeft('+', {})).toBe(false);
    await screen.findByRole('button', { name: 'Zoom out' });
  });

  it('zooms pictures in and out', async () => {
    const { user } = renderApp({ user: testUser(), url: href(1) });
    await user.click(await screen.findByRole('button', { name: 'Zoom in' }));
    await user.click(await screen.findByRole('button', { name: 'Zoom out' }));
    await screen.findByRole('button', { name: 'Zoom in' });
  });
});
