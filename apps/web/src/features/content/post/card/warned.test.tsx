import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { paths } from '../../../../config/paths';
import { setPreference } from '../../../../lib/preferences';
import { createQueryClient } from '../../../../lib/query-client';
import { idOf, makePost, makeServerPost, mediaItem } from '../../../../testing/make-post';
import { renderApp } from '../../../../testing/render-app';
import { serveCommentsOf } from '../../../../testing/serve';
import { server } from '../../../../testing/server';
import { testUser } from '../../../../testing/users';
import { withViewer } from '../../../../testing/with-viewer';
import { MediaTile } from '../../../reading/profile/components/media-tile';
import { setOpened } from '../model/warning';
import { PostCard } from './post-card';

vi.setConfig({ testTimeout: 40_000 });

const viewer = testUser();
const withMedia = { media: [mediaItem('a.jpg'), mediaItem('c.mp4')] };

const show = (fields: Parameters<typeof makePost>[0]) =>
  render(<PostCard post={makePost(fields)} />, { wrapper: withViewer(createQueryClient(), viewer) });

/** Serves the calls of a post's page. */
const servePost = (fields: Parameters<typeof makeServerPost>[0]) => {
  const post = makeServerPost(fields);
  server.use(
    http.get('*/api/posts/:id', () => HttpResponse.json({ success: true, data: post })),
    http.get('*/api/post-interactions/:id/status', () =>
      HttpResponse.json({ success: true, data: post.userInteraction }),
    ),
    serveCommentsOf([]),
  );
  return post;
};

/** Elements that would fetch or describe the hidden media. */
const traces = () =>
  document.querySelectorAll(
    'article img, article video, article a[href*="/photo/"], article [aria-label*="About"]',
  );

beforeEach(() => {
  for (const part of ['words', 'media'] as const) setOpened({ _id: idOf(1) }, part, false);
});
afterEach(() => setPreference('sensitive', 'blur'));

it('shows the warning instead of text and media until it is opened, and closes it again [B7-12]', async () => {
  show({ ...withMedia, contentWarning: 'Spoilers', tags: ['film'] });
  const button = await screen.findByRole('button', { name: 'Show' });
  expect(button).toHaveAttribute('aria-expanded', 'false');
  expect(button).toHaveAccessibleDescription('Content warning: Spoilers');
  expect(screen.getByRole('article')).toHaveAccessibleName('Content warning: Spoilers');
  expect(screen.queryByText('Morning light')).toBeNull();
  expect(traces()).toHaveLength(0);
  expect(screen.getByRole('link', { name: '#film' })).toBeVisible();
  fireEvent.click(button);
  expect(screen.getByRole('article', { name: 'Morning light' })).toBeVisible();
  expect(screen.getByText('Spoilers')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Open picture: About a.jpg' })).toBeVisible();
  expect(button).toHaveAttribute('aria-expanded', 'true');
  expect(button).toHaveTextContent('Hide');
  fireEvent.click(button);
  expect(screen.queryByText('Morning light')).toBeNull();
});

it('blurs sensitive media with the placeholder; one press shows them until the page is reloaded [B7-13]', async () => {
  const { unmount } = show({ ...withMedia, sensitive: true });
  const button = await screen.findByRole('button', { name: 'Sensitive: show' });
  expect(screen.getByText('Morning light')).toBeVisible();
  expect(traces()).toHaveLength(0);
  expect(button.firstElementChild).toHaveStyle({ backgroundColor: '#335577' });
  button.focus();
  fireEvent.click(button);
  expect(screen.getByRole('link', { name: 'Open picture: About a.jpg' })).toBeVisible();
  expect(screen.getByRole('group', { name: 'Sensitive pictures' })).toHaveFocus();
  unmount();
  show({ ...withMedia, sensitive: true });
  expect(await screen.findByRole('link', { name: 'Open picture: About a.jpg' })).toBeVisible();
});

it('needs a second press for a post with both a warning and sensitive media [B7-14]', async () => {
  show({ ...withMedia, contentWarning: 'Blood', sensitive: true });
  fireEvent.click(await screen.findByRole('button', { name: 'Show' }));
  expect(traces()).toHaveLength(0);
  fireEvent.click(screen.getByRole('button', { name: 'Sensitive: show' }));
  expect(traces().length).toBeGreaterThan(0);
});

it('shows a line instead of sensitive media if they are set to "hide", and everything if set to "show" [B7-16]', async () => {
  setPreference('sensitive', 'hide');
  const { unmount } = show({ ...withMedia, sensitive: true });
  expect(await screen.findByText('Sensitive pictures hidden')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Sensitive: show' })).toBeNull();
  expect(traces()).toHaveLength(0);
  unmount();
  setPreference('sensitive', 'show');
  show({ ...withMedia, sensitive: true });
  expect(await screen.findByRole('link', { name: 'Open picture: About a.jpg' })).toBeVisible();
});

it('does not mention media on a sensitive post without any [B7-14]', async () => {
  setPreference('sensitive', 'hide');
  show({ sensitive: true, contentWarning: 'Words' });
  fireEvent.click(await screen.findByRole('button', { name: 'Show' }));
  expect(screen.getByText('Morning light')).toBeVisible();
  expect(screen.queryByText('Sensitive pictures hidden')).toBeNull();
});

it('shows a post cached by an earlier version unchanged', () => {
  const { contentWarning, sensitive, ...kept } = makePost(withMedia);
  expect([contentWarning, sensitive]).toEqual(['', false]);
  render(<PostCard post={kept as ReturnType<typeof makePost>} />, {
    wrapper: withViewer(createQueryClient(), viewer),
  });
  expect(screen.getByRole('link', { name: 'Open picture: About a.jpg' })).toBeVisible();
});

it.each([
  { contentWarning: 'Spoilers', button: 'Show' },
  { sensitive: true, button: 'Sensitive: show' },
])(
  'redirects from the viewer to the post until its "$button" is pressed [B7-15]',
  async ({ button, ...fields }) => {
    const post = servePost({ ...withMedia, ...fields });
    const { user, address } = renderApp({
      user: viewer,
      url: paths.photo.getHref(post.user.userName, post._id, 1),
    });
    await user.click(await screen.findByRole('button', { name: button }));
    expect(address()).toBe(`/p/${post._id}`);
    await waitFor(() =>
      expect(document.title).toBe(
        fields.contentWarning ? 'Post by Nilay Demir · Social Feed' : 'Morning light · Social Feed',
      ),
    );
    // it replaces the first picture, and with it the picture's link
    await screen.findByRole('group', { name: 'Media' });
    await user.click(screen.getByRole('link', { name: 'Open picture: About a.jpg' }));
    expect(await screen.findByRole('dialog', { name: 'Media viewer' })).toBeVisible();
  },
);

it('uses the warning as the page heading for a post without a title, until it is opened', async () => {
  const post = servePost({ title: '', contentWarning: 'Spoilers' });
  const { user } = renderApp({ user: viewer, url: paths.post.getHref(post._id) });
  const show = await screen.findByRole('button', { name: 'Show' });
  const headings = () => screen.getAllByRole('heading', { level: 1 }).map(({ textContent }) => textContent);
  expect(headings()).toEqual(['Content warning: Spoilers']);
  await user.click(show);
  expect(headings()).toEqual(['Post by Nilay Demir']);
});

it('covers the tile on a profile, and labels it with the warning [B7-15]', () => {
  render(<MediaTile post={makePost({ ...withMedia, contentWarning: 'Spoilers' })} delay={0} />, {
    wrapper: withViewer(createQueryClient(), viewer),
  });
  const tile = screen.getByRole('link', { name: /Spoilers/ });
  expect(within(tile).queryByText('Morning light')).toBeNull();
  expect(tile.querySelector('img')).toBeNull();
});
