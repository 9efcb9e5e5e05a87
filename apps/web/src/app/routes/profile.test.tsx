import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useBlockStore } from '../../cache/block-store';
import { useFollowStore } from '../../cache/follow-store';
import { delayClock } from '../../lib/at-least';
import { idOf, makeServerPost } from '../../testing/make-post';
import { renderApp } from '../../testing/render-app';
import { server } from '../../testing/server';
import { installFakeSight, setInSight } from '../../testing/sight';
import { testUser } from '../../testing/users';

const grace = {
  _id: idOf(77),
  fullName: 'Grace Hopper',
  userName: 'grace',
  profilepic: '',
  createdAt: '2026-01-02T03:04:05.000Z',
};
const board = {
  _id: idOf(78),
  user: grace._id,
  coverPhoto: '',
  bio: 'Counts in octal.',
  location: 'Arlington',
  website: 'https://www.example.org/',
  interests: ['ships'],
  bookmarks: [],
  socialStats: { followers: 1500, following: 2, posts: 3, likes: 2_500_000 },
};
const analytics = {
  totalViews: 200,
  totalLikes: 51,
  totalComments: 3,
  totalShares: 1,
  avgViewsPerPost: 66.7,
  avgLikesPerPost: 17,
  totalPosts: 3,
  monthlyGrowth: 12,
  chartData: [
    { date: '2026-11-20', views: 100, likes: 1 },
    { date: '2026-11-21', views: 0, likes: 0 },
  ],
};
const author = { ...grace, isFollowing: false };
const ok = (data: unknown, rest: object = {}) => HttpResponse.json({ success: true, data, ...rest });
const broken = () => HttpResponse.json({ success: false, message: 'Broken' }, { status: 500 });
const pageOf = (posts: unknown[], hasNext = false) =>
  ok(posts, { pagination: { currentPage: 1, hasNext, totalPosts: posts.length } });

const serveProfile = (user: object = grace) =>
  server.use(
    http.get('/api/users/username/:name', () => ok(user)),
    http.get('/api/users/:id', () => ok(user)),
    http.get('/api/boards/user/:id', () => ok([board])),
    http.get('/api/posts/user/:id', () => pageOf([])),
    http.get('/api/posts/analytics/user/:id', () => ok(analytics)),
  );

const wait = delayClock.wait;
beforeEach(() => {
  delayClock.wait = () => Promise.resolve();
});
afterEach(() => {
  delayClock.wait = wait;
  useBlockStore.setState({ blocked: [] });
  useFollowStore.setState({ byViewer: {} });
});

describe('a profile (A §2.9)', () => {
  it('shows who it is, with abbreviated stats and a safe link', async () => {
    serveProfile();
    renderApp({ user: testUser(), url: '/grace' });
    expect(await screen.findByText('Loading profile...')).toBeVisible();
    expect(await screen.findByRole('heading', { name: 'Grace Hopper' })).toBeVisible();
    expect(screen.getByText('@grace')).toBeVisible();
    expect(screen.getByText('Joined January 2026')).toBeVisible();
    expect(await screen.findByText('Counts in octal.')).toBeVisible();
    expect(screen.getByRole('list', { name: 'Stats' })).toHaveTextContent(
      '1.5K Followers2 Following3 Posts2.5M Likes',
    );
    const website = screen.getByRole('link', { name: 'example.org' });
    expect(website).toHaveAttribute('rel', expect.stringContaining('noopener'));
    expect(await screen.findByText('No posts yet')).toBeVisible();
  });

  it('follows without a call and counts it', async () => {
    serveProfile({ ...grace });
    server.use(
      http.get('/api/boards/user/:id', () =>
        ok({ ...board, socialStats: { ...board.socialStats, followers: 4 } }),
      ),
    );
    const { user } = renderApp({ user: testUser(), url: '/grace' });
    expect(await screen.findByText('4')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Follow Grace Hopper' }));
    expect(await screen.findByRole('button', { name: 'Following Grace Hopper' })).toBeVisible();
    expect(screen.getByText('5')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Message' })).toHaveAttribute('href', '/message/@grace');
  });

  it('offers Edit Profile, and only copying and sharing, on the own page', async () => {
    const { email: _email, ...own } = testUser();
    serveProfile(own);
    const { user } = renderApp({ user: testUser(), url: '/ada' });
    expect(await screen.findByRole('link', { name: 'Edit Profile' })).toHaveAttribute('href', '/settings');
    await user.click(screen.getByRole('button', { name: 'Profile options' }));
    expect(await screen.findByRole('menuitem', { name: 'Copy Profile Link' })).toBeVisible();
    expect(screen.getAllByRole('menuitem')).toHaveLength(2);
  });

  it('blocks after a confirmation and takes a report with a reason', async () => {
    serveProfile();
    const { user } = renderApp({ user: testUser(), url: '/grace' });
    await user.click(await screen.findByRole('button', { name: 'Profile options' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Report User' }));
    await user.type(await screen.findByLabelText('What is wrong?'), 'Spam');
    await user.click(screen.getByRole('button', { name: 'Report' }));
    expect(localStorage.getItem('moderation-log')).toContain('"reason":"Spam"');
    await user.click(await screen.findByRole('button', { name: 'Profile options' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Block User' }));
    await user.click(await screen.findByRole('button', { name: 'Block' }));
    expect(await screen.findByText(/in this browser\./)).toHaveTextContent('You blocked @grace');
    await user.click(screen.getByRole('button', { name: 'Unblock' }));
    expect(await screen.findByText('No posts yet')).toBeVisible();
  });

  it('opens lists of placeholders sized by the count', async () => {
    serveProfile();
    const { user } = renderApp({ user: testUser(), url: '/grace' });
    await user.click(await screen.findByRole('button', { name: '2 Following' }));
    const dialog = await screen.findByRole('dialog', { name: 'Following' });
    expect(within(dialog).getAllByRole('listitem')).toHaveLength(2);
  });
});

describe('tabs of a profile', () => {
  it('load posts by pages of 12 until the end', async () => {
    installFakeSight();
    serveProfile();
    const asked: string[] = [];
    server.use(
      http.get('/api/posts/user/:id', ({ request }) => {
        const url = new URL(request.url);
        asked.push(url.search);
        const page = Number(url.searchParams.get('page'));
        return pageOf([makeServerPost({ _id: idOf(page), title: `Post ${page}`, user: author })], page < 2);
      }),
    );
    renderApp({ user: testUser(), url: '/grace/posts' });
    expect(await screen.findByText('Post 1')).toBeInTheDocument();
    setInSight((element) => element.tagName === 'DIV', 1);
    expect(await screen.findByText('Post 2')).toBeInTheDocument();
    expect(asked).toEqual(['?page=1&limit=12', '?page=2&limit=12']);
    expect(await screen.findByText("You've reached the end")).toBeInTheDocument();
  });

  it('show media as tiles that lead to their posts, with a button for more', async () => {
    serveProfile();
    const post = (page: number) =>
      makeServerPost({ _id: idOf(page), title: `Shot ${page}`, images: ['https://pictures.example/a.jpg'] });
    server.use(
      http.get('/api/posts/user/:id', ({ request }) => {
        const page = Number(new URL(request.url).searchParams.get('page'));
        return pageOf([post(page)], page < 2);
      }),
    );
    const { user } = renderApp({ user: testUser(), url: '/grace/media' });
    expect(await screen.findByRole('link', { name: 'Shot 1' })).toHaveAttribute('href', `/p/${idOf(1)}`);
    await user.click(screen.getByRole('button', { name: 'Load more' }));
    expect(await screen.findByRole('link', { name: 'Shot 2' })).toBeInTheDocument();
  });

  it('draw the analytics with bars of 60 and 4 px and the engagement rate', async () => {
    serveProfile();
    const { container } = renderApp({ user: testUser(), url: '/grace/about' });
    expect(await screen.findByText('26%')).toBeVisible();
    const heights = [...container.querySelectorAll<HTMLElement>('[data-bar]')].map((bar) => bar.style.height);
    expect(heights).toEqual(['60px', '4px', '0px', '0px']);
    expect(screen.getByRole('link', { name: 'ships' })).toHaveAttribute('href', '/search?q=ships');
  });

  it('keep bookmarks for their owner', async () => {
    serveProfile();
    renderApp({ user: testUser(), url: '/grace/bookmarks' });
    expect(await screen.findByText('No bookmarks yet')).toBeVisible();
  });

  it("list the owner's bookmarks", async () => {
    const { email: _email, ...own } = testUser();
    serveProfile(own);
    server.use(
      http.get('/api/posts/bookmarks', () => pageOf([makeServerPost({ title: 'Kept', isBookmarked: true })])),
    );
    renderApp({ user: testUser(), url: '/ada/bookmarks' });
    expect(await screen.findByText('Kept')).toBeInTheDocument();
  });
});

describe('a link to a profile by id', () => {
  it('leads on to the name, also of somebody who never posted', async () => {
    serveProfile();
    const { address } = renderApp({ user: testUser(), url: `/profile/${grace._id}` });
    expect(await screen.findByRole('heading', { name: 'Grace Hopper' })).toBeVisible();
    expect(address()).toBe('/grace');
  });

  it('says when there is nobody', async () => {
    server.use(
      http.get('/api/users/:id', () => HttpResponse.json({ message: 'User not found' }, { status: 404 })),
    );
    renderApp({ user: testUser(), url: `/profile/${grace._id}` });
    expect(await screen.findByRole('heading', { name: 'User not found' })).toBeVisible();
  });

  it('says what went wrong where it cannot be looked up', async () => {
    server.use(http.get('/api/users/:id', () => HttpResponse.json({ message: 'Broken' }, { status: 403 })));
    renderApp({ user: testUser(), url: `/profile/${grace._id}` });
    expect(await screen.findByText('Oops! Something went wrong')).toBeVisible();
    expect(screen.getByText('Broken')).toBeVisible();
  });

  it('is what the menu copies and shares', async () => {
    serveProfile();
    const { user } = renderApp({ user: testUser(), url: '/grace' });
    await user.click(await screen.findByRole('button', { name: 'Profile options' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Copy Profile Link' }));
    expect(await screen.findByRole('menuitem', { name: 'Copied!' })).toBeVisible();
    expect(await navigator.clipboard.readText()).toBe(`${location.origin}/profile/${grace._id}`);
    await user.click(screen.getByRole('menuitem', { name: 'Share Profile' }));
    expect(await screen.findByText('Profile link copied')).toBeVisible();
  });
});

describe('a profile that fails', () => {
  it('says when there is nobody', async () => {
    server.use(
      http.get('/api/users/username/nobody', () => HttpResponse.json({ message: 'x' }, { status: 404 })),
    );
    renderApp({ user: testUser(), url: '/nobody' });
    expect(await screen.findByRole('heading', { name: 'User not found' })).toBeVisible();
    expect(screen.getByText("The profile you're looking for doesn't exist")).toBeVisible();
  });

  it('says what went wrong, with debug info', async () => {
    server.use(
      http.get('/api/users/username/grace', () => HttpResponse.json({ message: 'Broken' }, { status: 403 })),
    );
    renderApp({ user: testUser(), url: '/grace' });
    expect(await screen.findByText('Oops! Something went wrong')).toBeVisible();
    expect(screen.getByText('User not found: 403 - Broken')).toBeVisible();
    expect(screen.getByText(/status: 403/)).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Reload Page' })).toBeVisible();
  });

  it('says "Invalid response format" where the answer holds no user', async () => {
    server.use(http.get('/api/users/username/grace', () => HttpResponse.json({ success: true })));
    renderApp({ user: testUser(), url: '/grace' });
    expect(await screen.findByText('Oops! Something went wrong')).toBeVisible();
    expect(screen.getByText('Invalid response format')).toBeVisible();
  });

  it('asks for a name where the address has none', async () => {
    renderApp({ user: testUser(), url: '/%20' });
    expect(await screen.findByText('Invalid URL')).toBeVisible();
    expect(screen.getByText('Username is required')).toBeVisible();
  });

  it('stands with zeros when board and analytics fail, and offers to read the posts again', async () => {
    serveProfile();
    const posts = vi.fn(broken);
    server.use(
      http.get('/api/boards/user/:id', broken),
      http.get('/api/posts/user/:id', posts),
      http.get('/api/posts/analytics/user/:id', broken),
    );
    const { user } = renderApp({ user: testUser(), url: '/grace' });
    expect(await screen.findByText('No posts yet')).toBeVisible();
    expect(screen.getByRole('list', { name: 'Stats' })).toHaveTextContent(
      '0 Followers0 Following0 Posts0 Likes',
    );
    expect(screen.getByTestId('cover-pattern')).toBeInTheDocument();
    posts.mockImplementation(() => pageOf([makeServerPost({ title: 'Back again', user: author })]));
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByText('Back again')).toBeInTheDocument();
    await user.click(screen.getByRole('link', { name: 'About' }));
    await waitFor(() => expect(screen.getAllByText('0%').length).toBe(2));
  });

  it.each(['/grace/nonsense', '/auth/callbackx', '/assets'])('is not what %s means', async (url) => {
    renderApp({ user: testUser(), url });
    expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeVisible();
  });
});
