import { EMPTY_PROFILE } from '@social-feed/contracts';
import { http, HttpResponse } from 'msw';
import { delayClock } from '../lib/at-least';
import { idOf } from './make-post';
import { server } from './server';

/** A user with a profile; no test signs in as her. */
export const grace = {
  _id: idOf(77),
  fullName: 'Grace Hopper',
  userName: 'grace',
  profilepic: '',
  createdAt: '2026-01-02T03:04:05.000Z',
};

/** Her board. */
export const board = {
  _id: idOf(78),
  user: grace._id,
  ...EMPTY_PROFILE,
  bio: 'Counts in octal.',
  location: 'Arlington',
  website: 'https://www.example.org/',
  interests: ['ships'],
  bookmarks: [],
  socialStats: { followers: 1500, following: 2, posts: 3, likes: 2_500_000 },
};

/** Her analytics. */
export const analytics = {
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

/** Her data as the author of a post. */
export const author = { ...grace, isFollowing: false };

export const ok = (data: unknown, rest: object = {}) => HttpResponse.json({ success: true, data, ...rest });
export const broken = () => HttpResponse.json({ success: false, message: 'Broken' }, { status: 500 });

/** A page of posts as `GET /posts/user/{id}` returns it. */
export const pageOf = (posts: unknown[], hasNext = false) =>
  ok(posts, { pagination: { currentPage: 1, hasNext, totalPosts: posts.length } });

/** Answers every call of a profile: this user, the board and analytics above, no posts and collections. */
export const serveProfile = (user: object = grace): void =>
  server.use(
    http.get('/api/users/username/:name', () => ok(user)),
    http.get('/api/users/:id', () => ok(user)),
    http.get('/api/boards/user/:id', () => ok([board])),
    http.get('/api/posts/user/:id', () => pageOf([])),
    http.get('/api/posts/analytics/user/:id', () => ok(analytics)),
    http.get('/api/collections', () => ok([])),
  );

/**
 * Removes the minimum delays of a profile and its lists.
 * @returns a function that restores them
 */
export const skipDelays = (): (() => void) => {
  const { wait } = delayClock;
  delayClock.wait = () => Promise.resolve();
  return () => {
    delayClock.wait = wait;
  };
};
