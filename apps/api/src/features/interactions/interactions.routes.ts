import {
  batchViews,
  getInteractionStatus,
  postAnalytics,
  react,
  toggleBookmark,
  toggleDislike,
  toggleLike,
  togglePin,
  trackView,
} from '@social-feed/contracts';
import { Router } from 'express';
import type { Http } from '../../platform/http/http.js';
import type { RateLimit, RateLimiter } from '../../platform/http/rate-limit.js';
import { route } from '../../platform/http/route.js';
import type { PostAnalyticsService } from './post-analytics.service.js';
import type { ReactionsService } from './reactions.service.js';
import type { ViewsService } from './views.service.js';

export interface InteractionsRoutesDeps {
  reactions: ReactionsService;
  views: ViewsService;
  analytics: PostAnalyticsService;
  rateLimits: RateLimiter;
}

const HOUR = 60 * 60 * 1000;
/** 600 reactions an hour, 200 on an account's first day. */
export const REACTIONS_LIMIT: RateLimit = {
  name: 'reactions',
  limit: 30,
  firstDay: 10,
  every: 20,
  window: HOUR,
};
/** 2,400 reports of views an hour, 1,200 on an account's first day; a report may hold 50. */
const VIEWS_LIMIT: RateLimit = { name: 'views', limit: 120, firstDay: 60, every: 20, window: HOUR };

/** Reactions, pins, bookmarks, views and figures of posts. */
export function interactionsRoutes(
  http: Http,
  { reactions, views, analytics, rateLimits }: InteractionsRoutesDeps,
): Router {
  const router = Router();
  const consumeReaction = (userId: string) => rateLimits.consumeForAccount(REACTIONS_LIMIT, userId);
  const consumeView = (userId: string) => rateLimits.consumeForAccount(VIEWS_LIMIT, userId);

  route(http, router, react, async ({ params, body, viewer }) => {
    await consumeReaction(viewer.id);
    return { data: await reactions.react(viewer, params.id, body.type, body.action) };
  });
  route(http, router, togglePin, async ({ params, viewer }) => {
    await consumeReaction(viewer.id);
    const data = await reactions.togglePin(viewer, params.id);
    return { message: data.isPinned ? 'Post pinned' : 'Post unpinned', data };
  });
  route(http, router, toggleBookmark, async ({ params, viewer }) => {
    await consumeReaction(viewer.id);
    const data = await reactions.toggle(viewer, params.id, 'save');
    return { message: data.isBookmarked ? 'Bookmark added' : 'Bookmark removed', data };
  });
  route(http, router, toggleLike, async ({ params, viewer }) => {
    await consumeReaction(viewer.id);
    return { data: await reactions.toggle(viewer, params.id, 'like') };
  });
  route(http, router, toggleDislike, async ({ params, viewer }) => {
    await consumeReaction(viewer.id);
    return { data: await reactions.toggle(viewer, params.id, 'dislike') };
  });
  route(http, router, getInteractionStatus, async ({ params, viewer }) => ({
    data: await reactions.status(viewer, params.id),
  }));
  route(http, router, batchViews, async ({ body, viewer }) => {
    await consumeView(viewer.id);
    return { data: { results: await views.trackAll(viewer, body.postViews) } };
  });
  route(http, router, trackView, async ({ params, body, viewer }) => {
    await consumeView(viewer.id);
    const { message, ...data } = await views.track(viewer, params.id, body);
    return { message, data };
  });
  route(http, router, postAnalytics, async ({ params, viewer }) => ({
    data: await analytics.read(viewer, params.id),
  }));
  return router;
}
