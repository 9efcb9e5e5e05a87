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
import type { AppContext } from '../../context.js';
import { route } from '../../platform/http/route.js';
import { reactionLimit, viewLimit } from './reaction-limit.js';

/** Reactions, pins, bookmarks, views and figures of posts. */
export function interactionsRoutes(ctx: AppContext): Router {
  const router = Router();
  const { reactions, views, postAnalytics: analytics } = ctx.content;
  const consumeReaction = reactionLimit(ctx.rateLimits);
  const consumeView = viewLimit(ctx.rateLimits);

  route(ctx, router, react, async ({ params, body, viewer }) => {
    await consumeReaction(viewer.id);
    return { data: await reactions.react(viewer, params.id, body.type, body.action) };
  });
  route(ctx, router, togglePin, async ({ params, viewer }) => {
    await consumeReaction(viewer.id);
    const data = await reactions.togglePin(viewer, params.id);
    return { message: data.isPinned ? 'Post pinned' : 'Post unpinned', data };
  });
  route(ctx, router, toggleBookmark, async ({ params, viewer }) => {
    await consumeReaction(viewer.id);
    const data = await reactions.toggle(viewer, params.id, 'save');
    return { message: data.isBookmarked ? 'Bookmark added' : 'Bookmark removed', data };
  });
  route(ctx, router, toggleLike, async ({ params, viewer }) => {
    await consumeReaction(viewer.id);
    return { data: await reactions.toggle(viewer, params.id, 'like') };
  });
  route(ctx, router, toggleDislike, async ({ params, viewer }) => {
    await consumeReaction(viewer.id);
    return { data: await reactions.toggle(viewer, params.id, 'dislike') };
  });
  route(ctx, router, getInteractionStatus, async ({ params, viewer }) => ({
    data: await reactions.status(viewer, params.id),
  }));
  route(ctx, router, batchViews, async ({ body, viewer }) => {
    await consumeView(viewer.id);
    return { data: { results: await views.trackAll(viewer, body.postViews) } };
  });
  route(ctx, router, trackView, async ({ params, body, viewer }) => {
    await consumeView(viewer.id);
    const { message, ...data } = await views.track(viewer, params.id, body);
    return { message, data };
  });
  route(ctx, router, postAnalytics, async ({ params, viewer }) => ({
    data: await analytics.read(viewer, params.id),
  }));
  return router;
}
