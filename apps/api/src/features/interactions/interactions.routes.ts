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
import type { RateLimiter } from '../../platform/http/rate-limit.js';
import { route } from '../../platform/http/route.js';
import type { PostAnalyticsService } from './post-analytics.service.js';
import { reactionLimit, viewLimit } from './reaction-limit.js';
import type { ReactionsService } from './reactions.service.js';
import type { ViewsService } from './views.service.js';

export interface InteractionsRoutesDeps {
  reactions: ReactionsService;
  views: ViewsService;
  analytics: PostAnalyticsService;
  rateLimits: RateLimiter;
}

/** Reactions, pins, bookmarks, views and figures of posts. */
export function interactionsRoutes(
  http: Http,
  { reactions, views, analytics, rateLimits }: InteractionsRoutesDeps,
): Router {
  const router = Router();
  const consumeReaction = reactionLimit(rateLimits);
  const consumeView = viewLimit(rateLimits);

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
