import { render, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, expect, it, vi } from 'vitest';
import { PostCard } from './post-card';
import { makePost, makeServerPost, mediaItem } from '../../../../testing/make-post';
import { renderApp } from '../../../../testing/render-app';
import { serveFeedOf } from '../../../../testing/serve';
import { server } from '../../../../testing/server';
import { testUser } from '../../../../testing/users';
import { useCardViews } from '../model/card-views';
import { HOUR } from '../../../../lib/time';

vi.setConfig({ testTimeout: 40_000 });

const viewer = testUser();
const author = makeServerPost().user;
const card = (name = 'Morning light') => screen.findByRole('article', { name });
const hrefOf = (link: HTMLElement) => link.getAttribute('href');

afterEach(() => {
  useCardViews.setState({ views: {} });
  vi.useRealTimers();
});

it('shows avatar, user name, time, place, follow and options in the header of others’ posts [F2-36 F2-38]', async () => {
  const createdAt = new Date(Date.now() - 3 * HOUR).toISOString();
  server.use(serveFeedOf([makeServerPost({ location: 'Bergen, Norway', createdAt, isPinned: true })]));
  renderApp({ user: viewer });
  const header = within((await card()).querySelector('header')!);
  // one link, whose avatar is not announced
  const person = header.getByRole('link', { name: 'Nilay Demir @nilay' });
  expect([hrefOf(person), person.textContent]).toEqual(['/nilay', 'NDNilay Demir @nilay']);
  expect(header.getByText('3h').closest('time')?.dateTime).toBe(createdAt);
  const place = header.getByRole<HTMLAnchorElement>('link', { name: 'Bergen, Norway' });
  expect(hrefOf(place)).toMatch(/^https:\/\/\S+search\?query=Bergen%2C%20Norway$/);
  expect([place.target, place.rel]).toEqual(['_blank', 'noopener noreferrer']);
  expect(header.getByRole('button', { name: 'Follow Nilay Demir' }).textContent).toBe('Follow');
  header.getByRole('button', { name: 'Post options' });
  expect(header.queryByText('Pinned')).toBeNull();
});

it.each([
  ['its title', { title: 'Morning light' }, false],
  ['its time without a title', { title: '' }, true],
  ['its time below a warning, which hides the title', { contentWarning: 'Spiders' }, true],
])('opens the post by %s', async (_what, post, byTime) => {
  server.use(serveFeedOf([makeServerPost(post)]));
  renderApp({ user: viewer });
  const header = (await screen.findByRole('article')).querySelector('header')!;
  const time = header.querySelector('time')!;
  expect(time.closest('a')?.getAttribute('href')).toBe(byTime ? `/p/${makeServerPost()._id}` : undefined);
});

it.each([
  { isAdmin: false, items: ['Save/Bookmark', 'Copy Link', 'Block', 'Report'] },
  { isAdmin: true, items: ['Save/Bookmark', 'Copy Link', 'Block', 'Report', 'Delete'] },
])("offers $items for others' posts if isAdmin is $isAdmin", async ({ isAdmin, items }) => {
  server.use(serveFeedOf([makeServerPost()]));
  const { user } = renderApp({ user: { ...viewer, isAdmin } });
  await user.click(within(await card()).getByRole('button', { name: 'Post options' }));
  const shown = await screen.findAllByRole('menuitem');
  expect(shown.map((item) => item.textContent)).toEqual(items);
});

it('shows the pin and no follow button on own posts [F2-39 F6-15]', async () => {
  const own = { ...author, _id: viewer._id };
  server.use(
    serveFeedOf([
      makeServerPost({ user: own, isPinned: true }),
      makeServerPost({ _id: 'a'.repeat(24), title: 'Another', user: own }),
    ]),
  );
  renderApp({ user: viewer });
  within(await card()).getByText('Pinned');
  const other = within(await card('Another'));
  expect(other.queryByText('Pinned')).toBeNull();
  expect(other.queryByRole('button', { name: /^Follow/ })).toBeNull();
});

it('shows title, description and tags, each tag linking to its search [F2-6 F2-40]', async () => {
  server.use(
    serveFeedOf([makeServerPost({ tags: ['harbour light', 'c++'] })]),
    ...['posts', 'search/people', 'search/tags'].map((path) =>
      http.get(`*/api/${path}`, () => HttpResponse.error()),
    ),
  );
  const { user, address } = renderApp({ user: viewer });
  const shown = within(await card());
  expect(hrefOf(shown.getByRole('link', { name: 'Morning light' }))).toBe(`/p/${makeServerPost()._id}`);
  shown.getByText('The harbour before anyone is awake.');
  expect(hrefOf(shown.getByRole('link', { name: '#c++' }))).toBe('/search?q=c%2B%2B');
  await user.click(shown.getByRole('link', { name: '#harbour light' }));
  await waitFor(() => expect(address()).toBe('/search?q=harbour%20light'));
});

it('links mentions and addresses in the description; a click elsewhere in it opens the post [B1-1]', async () => {
  const description = 'With @oskar on #pier_4, see https://example.org/pier';
  server.use(
    serveFeedOf([makeServerPost({ description })]),
    ...['posts', 'search/people', 'search/tags'].map((path) =>
      http.get(`*/api/${path}`, () => HttpResponse.error()),
    ),
  );
  const { user, address } = renderApp({ user: viewer });
  const shown = within(await card());
  expect(hrefOf(await shown.findByRole('link', { name: '@oskar' }))).toBe('/oskar');
  expect(hrefOf(shown.getByRole('link', { name: 'https://example.org/pier' }))).toBe(
    'https://example.org/pier',
  );
  await user.click(shown.getByRole('link', { name: '#pier_4' }));
  await waitFor(() => expect(address()).toBe('/search?q=%23pier_4'));
});

it('shows like, dislike, comment, share, save and the view count in the action bar [F2-41]', async () => {
  server.use(
    serveFeedOf([
      makeServerPost({ reactions: { likes: 1200, dislikes: 1, shares: 4, saves: 5 }, views: 1_500_000 }),
    ]),
  );
  renderApp({ user: viewer });
  const actions = within(await card()).getByRole('group', { name: 'Actions' });
  expect(
    within(actions)
      .getAllByRole('button')
      .map((button) => button.getAttribute('aria-label')),
  ).toEqual(['Like, 1.2K', 'Dislike, 1', 'Comment, 2', 'Share, 4', 'Save, 5']);
  const views = within(actions).getByRole('img', { name: '1.5M views' });
  expect([views.title, views.textContent]).toEqual(['1500000 views', '1.5M']);
});

it('shows four items, images before videos, and folds the rest into Additional Media [F2-40 F2-49]', async () => {
  const names = ['v.mp4', 'a.jpg', 'b.jpg', 'c.jpg', 'd.jpg', 'e.jpg'];
  server.use(serveFeedOf([makeServerPost({ media: names.map(mediaItem) })]));
  const { user } = renderApp({ user: viewer });
  const shown = within(await card());
  const pictures = () =>
    shown.getAllByRole('link', { name: /^Open picture/ }).map((link) => link.getAttribute('aria-label'));
  const grid = ['a', 'b', 'c', 'd'].map((name) => `Open picture: About ${name}.jpg`);
  expect(pictures()).toEqual(grid);
  const more = shown.getByRole('button', { name: 'Additional Media (2)' });
  expect(more.getAttribute('aria-expanded')).toBe('false');
  await user.click(more);
  expect(more.getAttribute('aria-expanded')).toBe('true');
  expect(pictures()).toEqual([...grid, 'Open picture: About e.jpg']);
  await shown.findByRole('button', { name: 'Play video: About v.mp4' });
  await user.click(more);
  expect(pictures()).toEqual(grid);
});

it('does not fold four items or fewer [F2-48]', async () => {
  server.use(serveFeedOf([makeServerPost({ media: ['a.jpg', 'b.jpg', 'c.jpg', 'd.jpg'].map(mediaItem) })]));
  renderApp({ user: viewer });
  const shown = within(await card());
  expect(shown.getAllByRole('link', { name: /^Open picture/ })).toHaveLength(4);
  expect(shown.queryByRole('button', { name: /^Additional Media/ })).toBeNull();
});

it('shows an error if it gets no post [F2-51]', () => {
  const { rerender } = render(<PostCard post={null} />);
  expect(screen.getByRole('alert').textContent).toBe('Error: No post data available');
  rerender(<PostCard post={undefined} />);
  expect(screen.getByRole('alert').textContent).toBe('Error: No post data available');
  rerender(<PostCard post={makePost({ _id: '' })} />);
  expect(screen.getByRole('alert').textContent).toBe('Error: Invalid post ID');
});

it('shows an error in place of a post with an invalid id, and still shows the others [F2-51]', async () => {
  server.use(serveFeedOf([makeServerPost({ _id: 'p1', title: 'Broken' }), makeServerPost()]));
  renderApp({ user: viewer });
  await card();
  expect(screen.getByRole('alert').textContent).toBe('Error: Invalid post ID');
  expect(screen.queryByText('Broken')).toBeNull();
});
