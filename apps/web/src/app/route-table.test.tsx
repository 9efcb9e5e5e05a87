import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import * as homeRefresh from '../lib/home-refresh';
import { setVisitorMode } from '../lib/visitor-mode';
import { setWindowWidth } from '../testing/media';
import { idOf, makeServerPost } from '../testing/make-post';
import { renderApp } from '../testing/render-app';
import { serveCommentsOf, serveFeedOf } from '../testing/serve';
import { server } from '../testing/server';
import { testUser } from '../testing/users';

const person = {
  _id: idOf(77),
  fullName: 'Grace Hopper',
  userName: 'grace',
  profilepic: '',
  createdAt: '2026-01-02T03:04:05.000Z',
};
const post = makeServerPost({
  images: ['https://media.test/a.jpg'],
  media: [{ url: 'https://media.test/a.jpg', kind: 'image', alt: 'A', width: 8, height: 6, placeholder: '' }],
});
const ok = (data: unknown, rest: object = {}) => HttpResponse.json({ success: true, data, ...rest });

beforeEach(() => {
  server.use(
    serveFeedOf([post]),
    serveCommentsOf([]),
    http.get('*/api/posts/:id', () => ok(post)),
    http.get('*/api/post-interactions/:id/status', () =>
      ok({ liked: false, disliked: false, saved: false, viewed: true }),
    ),
    http.get('*/api/users/username/:name', () => ok(person)),
    http.get('*/api/users/:id', () => ok(person)),
    http.get('*/api/boards/user/:id', () => ok([])),
    http.get('*/api/posts/user/:id', () =>
      ok([], { pagination: { currentPage: 1, hasNext: false, totalPosts: 0 } }),
    ),
    http.get('*/api/posts/analytics/user/:id', () => HttpResponse.json({ success: false }, { status: 500 })),
  );
});

/** Opens this address as a signed-in user. */
const asMember = (url: string, state?: unknown) => renderApp({ user: testUser(), url, state });
const heading = (name: string) => screen.findByRole('heading', { name, level: 1 });

describe('public routes (A §2.1)', () => {
  it.each([
    ['/i/account/login', 'Sign In'],
    ['/login', 'Sign In'],
    ['/i/account/signup', 'Create your account'],
    ['/i/account/forgotpassword', 'Forgot Password?'],
  ])(
    '%s shows "%s" when signed out, and does not redirect [A2.1-1 A2.1-3 A2.1-4 A6-1]',
    async (url, title) => {
      const { address } = renderApp({ user: null, url });
      expect(await heading(title)).toBeVisible();
      expect(address()).toBe(url);
    },
  );

  it.each(['/i/account/login', '/login', '/i/account/signup', '/i/account/forgotpassword'])(
    '%s redirects signed-in users to the page they came from, otherwise to /home [A2.1-2 A2.1-3 A2.1-4]',
    async (url) => {
      const came = asMember(url, { from: '/about' });
      await waitFor(() => expect(came.address()).toBe('/about'));
      came.unmount();
      const { address } = asMember(url);
      await waitFor(() => expect(address()).toBe('/home'));
    },
  );

  it.each([
    ['nobody', null],
    ['somebody', testUser()],
  ])('/oauth-success is open to %s [A2.1-5 A6-1]', async (_who, user) => {
    server.use(http.get('*/api/auth/me', () => new Promise<never>(() => undefined)));
    const { address } = renderApp({ user, url: '/oauth-success' });
    expect(await screen.findByRole('progressbar')).toBeVisible();
    expect(address()).toBe('/oauth-success');
  });
});

describe('routes of signed-in users (A §2.1)', () => {
  it('/home is the feed, and Home refreshes it [A1-7 A2.1-7]', async () => {
    setWindowWidth(1440);
    const refresh = vi.spyOn(homeRefresh, 'requestHomeRefresh').mockReturnValue();
    const { address, user } = asMember('/home');
    expect(await screen.findByRole('article', { name: 'Morning light' })).toBeVisible();
    const main = await screen.findByRole('navigation', { name: 'Main' });
    await user.click(within(main).getByRole('link', { name: 'Home' }));
    expect(refresh).toHaveBeenCalledOnce();
    expect(address()).toBe('/home');
  });

  it('/messages is the messages placeholder [A1-8 A1-10 A2.1-9]', async () => {
    asMember('/messages');
    expect(await screen.findByText('Coming Soon')).toBeVisible();
  });

  it('/createpost is the composer [A1-8 A2.1-10]', async () => {
    const { address } = asMember('/createpost');
    expect(await screen.findByRole('form', { name: 'Create Post' })).toBeVisible();
    expect(address()).toBe('/createpost');
  });

  it('/p/{postId} is one post [A2.1-11]', async () => {
    asMember(`/p/${post._id}`);
    expect(await heading('Morning light')).toBeVisible();
  });

  it.each([375, 820])('/p/{postId} has the account menu in its bar at %i px', async (width) => {
    setWindowWidth(width);
    asMember(`/p/${post._id}`);
    expect(await heading('Morning light')).toBeVisible();
    expect(await screen.findByRole('button', { name: /^Account of / })).toBeVisible();
  });

  it('/p/{postId} offers visitors a way in at 375 px', async () => {
    setWindowWidth(375);
    setVisitorMode(true);
    renderApp({ user: null, url: `/p/${post._id}` });
    expect(await heading('Morning light')).toBeVisible();
    expect(await screen.findByRole('button', { name: 'Account' })).toBeVisible();
  });

  it('/notifications is a placeholder whose title names posts, likes and comments [A1-8 A2.1-13]', async () => {
    asMember('/notifications');
    expect(await heading('Notifications')).toBeVisible();
    expect(screen.getByText('Coming Soon')).toBeVisible();
    expect(screen.getByText(/updates on posts, likes, comments/i)).toBeVisible();
  });

  it('/contact has a mailto link [A1-9 A2.1-14]', async () => {
    asMember('/contact');
    expect(await heading('Contact Us')).toBeVisible();
    const mail = screen.getByRole('link', { name: /^[^@\s]+@[^@\s]+$/ });
    expect(mail).toHaveAttribute('href', `mailto:${mail.textContent}`);
  });

  it('/about describes the app [A1-9 A2.1-15]', async () => {
    asMember('/about');
    expect(await heading('About Us')).toBeVisible();
    expect(screen.getByText(/unique, relaxing platform/)).toBeVisible();
  });

  it('/search prompts for a term, /search?q={term} shows results [A1-8 A2.1-16]', async () => {
    server.use(http.get('*/api/*', () => HttpResponse.json({ success: false }, { status: 400 })));
    const empty = asMember('/search');
    expect(await heading('Search')).toBeVisible();
    expect(screen.queryByText(/^Results for/)).toBeNull();
    empty.unmount();
    asMember('/search?q=tea');
    expect(await screen.findByRole('heading', { name: 'Results for tea' })).toBeVisible();
    expect(screen.getByRole('combobox')).toHaveValue('tea');
  });

  it('/featurePanel shows the features [A1-9 A2.1-17]', async () => {
    asMember('/featurePanel');
    expect(await heading('Features')).toBeVisible();
    expect(await screen.findByRole('button', { name: /Tell a Joke/ })).toBeVisible();
  });

  it('/settings shows the settings [A2.1-19]', async () => {
    asMember('/settings');
    expect(await heading('Settings')).toBeVisible();
  });

  it('/i/twitty is the chat-bot placeholder, for members only [A1-9 A2.1-22]', async () => {
    const { unmount } = asMember('/i/twitty');
    expect(await heading('Chat-bot')).toBeVisible();
    expect(screen.getByText('Coming Soon')).toBeVisible();
    unmount();
    setVisitorMode(true);
    const { address } = renderApp({ user: null, url: '/i/twitty' });
    await waitFor(() => expect(address()).toBe('/i/account/login'));
  });

  it('/{username}/status/{id}/photo/{num} is the photo viewer [A2.1-23]', async () => {
    asMember(`/nilay/status/${post._id}/photo/1`);
    expect(await screen.findByRole('dialog', { name: 'Media viewer' })).toBeVisible();
  });

  it('/message/@{userName} opens from Message on another profile [A2.1-24]', async () => {
    setWindowWidth(1440);
    const { address, user } = asMember('/grace');
    await user.click(await screen.findByRole('link', { name: 'Message' }));
    expect(await heading('Messages')).toBeVisible();
    expect(address()).toBe('/message/@grace');
    expect(screen.getByText('@grace')).toBeVisible();
  });

  it('/message/@{userName} goes back, or home without a previous page', async () => {
    const { address, user } = asMember('/message/@grace');
    await user.click(await screen.findByRole('button', { name: 'Back' }));
    await waitFor(() => expect(address()).toBe('/home'));
  });

  it('/profile/{userId} redirects to the user’s name [A2.1-25]', async () => {
    const { address } = asMember(`/profile/${person._id}`);
    await waitFor(() => expect(address()).toBe('/grace'));
  });
});

describe('profile routes (A §2.1)', () => {
  it.each([
    ['/grace', 'Posts'],
    ['/grace/posts', 'Posts'],
    ['/grace/about', 'About'],
    ['/grace/bookmarks', 'Bookmarks'],
    ['/grace/media', 'Media'],
  ])('%s selects the tab %s [A1-7 A2.1-20 A2.1-21]', async (url, name) => {
    const { address } = asMember(url);
    await heading('Grace Hopper');
    const tabs = await screen.findByRole('navigation', { name: /Profile/ });
    const selected = within(tabs)
      .getAllByRole('link')
      .filter((tab) => tab.getAttribute('aria-current') === 'page');
    expect(selected.map((tab) => tab.textContent)).toEqual([name]);
    expect(screen.getByRole('heading', { name: 'Grace Hopper', level: 1 })).toBeVisible();
    expect(address()).toBe(url);
  });
});
