import { http, HttpResponse } from 'msw';
import { delayClock } from '../lib/at-least';
import { analytics, board, grace } from './api-data';
import { server } from './server';

export { analytics, board, grace };

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
