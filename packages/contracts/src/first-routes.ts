import { PAGE } from './limits.js';
import { get, post, type Route } from './route.js';

/**
 * The routes of the calls that the app's first pages make without a press, or send when they are left. They stand apart
 * from the other routes so that the first scripts have these alone.
 */
export const firstRoutes = {
  // auth.ts
  refresh: post('/auth/refresh', 'public'),
  me: get('/auth/me', 'user'),
  // feed.ts
  infiniteFeed: get('/posts/infinite', 'optional'),
  // interactions.ts
  trackView: post('/post-interactions/:id/view', 'user'),
  batchViews: post('/post-interactions/batch-views', 'user'),
  // people.ts
  changePeople: post('/people/changes', 'user'),
  ownPeople: get('/people/own', 'user'),
  // notifications.ts
  listNotifications: get('/notifications', 'user'),
  notificationEvents: get('/notifications/events', 'user'),
  // instance.ts
  getInstance: get('/instance', 'public'),
} satisfies Record<string, Route>;

/** Path and query of the feed's first page as the web app asks for it, without the seed. */
export const FIRST_FEED_PAGE = `${firstRoutes.infiniteFeed.path}?page=1&limit=${PAGE.feedFirst}&sortBy=random&sortOrder=desc&isFirstLoad=true`;
