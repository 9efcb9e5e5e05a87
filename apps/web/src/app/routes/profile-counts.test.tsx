import { screen, waitFor, within } from '@testing-library/react';
import { http } from 'msw';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { setPreference } from '../../lib/preferences';
import { idOf, makeServerPost } from '../../testing/make-post';
import { renderApp } from '../../testing/render-app';
import { author, board, ok, pageOf, serveProfile, skipDelays } from '../../testing/serve-profile';
import { server } from '../../testing/server';
import { testUser } from '../../testing/users';

beforeEach(() => {
  skipDelays();
  serveProfile();
});
afterEach(() => {
  setPreference('hideCounts', 'off');
  setPreference('dataSaver', 'system');
});

const UPLOAD = `https://pictures.example/media/${'a'.repeat(32)}`;
const shot = makeServerPost({
  _id: idOf(1),
  title: 'Shot',
  user: author,
  images: [`${UPLOAD}/1280.webp`],
  reactions: { likes: 41, dislikes: 0, shares: 0, saves: 0 },
});
const clip = makeServerPost({ _id: idOf(2), title: 'Clip', user: author, videos: [`${UPLOAD}/clip.mp4`] });
const openMedia = async () => {
  server.use(http.get('/api/posts/user/:id', () => pageOf([shot, clip])));
  renderApp({ user: testUser(), url: '/grace/media' });
  return within(await screen.findByRole('list', { name: 'Media' }));
};

describe('a profile with hidden counts', () => {
  beforeEach(() => setPreference('hideCounts', 'on'));

  it('links to its lists without numbers, and has no analytics [B7-8]', async () => {
    const { user } = renderApp({ user: testUser(), url: '/grace/about' });
    const stats = await screen.findByRole('list', { name: 'Stats' });
    expect(stats.textContent).toBe('FollowersFollowing');
    expect(stats.innerHTML).not.toMatch(/title=/);
    expect(screen.getByRole('heading', { name: 'About' })).toBeVisible();
    expect(screen.queryByRole('heading', { name: 'Analytics' })).toBeNull();
    server.use(http.get('/api/people/:id/followers', () => ok([], { nextCursor: null })));
    const followers = screen.getByRole('button', { name: 'Followers' });
    await waitFor(() => expect(followers).toBeEnabled());
    await user.click(followers);
    await screen.findByRole('dialog', { name: 'Followers' });
  });

  it('shows tiles without likes [B7-8]', async () => {
    const media = await openMedia();
    expect(media.getByRole('link', { name: 'Shot' }).textContent).toBe('Shot');
  });
});

describe('a profile in data saver mode', () => {
  beforeEach(() => setPreference('dataSaver', 'on'));

  it('loads small pictures in its tiles, and nothing of a clip [B7-3]', async () => {
    const media = await openMedia();
    expect(media.getByRole('link', { name: 'Shot' }).querySelector('img')?.src).toBe(`${UPLOAD}/320.webp`);
    expect(media.getByRole('link', { name: 'Clip' }).querySelector('img, video')).toBeNull();
  });

  it('loads a small cover [B7-3]', async () => {
    server.use(http.get('/api/boards/user/:id', () => ok([{ ...board, coverPhoto: `${UPLOAD}/1280.webp` }])));
    const { container } = renderApp({ user: testUser(), url: '/grace' });
    await waitFor(() =>
      expect(container.querySelector('header img')).toHaveAttribute('src', `${UPLOAD}/320.webp`),
    );
  });
});
