import type { Router } from 'express';
import { adminRoutes } from './features/admin/admin.routes.js';
import { authRoutes } from './features/sessions/auth.routes.js';
import { oauthRoutes } from './features/oauth/oauth.routes.js';
import { resetRoutes } from './features/account/reset.routes.js';
import { settingsRoutes } from './features/account/settings.routes.js';
import type { AppContext } from './context.js';
import { mediaRoutes } from './features/media/media.routes.js';
import { createSearch } from './features/search/search.feature.js';

/** Routers of the features, in the order in which they are asked: the feed, which is read most, first. A feature adds its own here. */
export const FEATURE_ROUTES: readonly ((ctx: AppContext) => Router)[] = [
  (ctx) => ctx.content.feedFeature.routes(ctx),
  authRoutes,
  resetRoutes,
  oauthRoutes,
  settingsRoutes,
  (ctx) => ctx.users.routes(ctx),
  (ctx) => ctx.content.interactionsFeature.bookmarks(ctx),
  (ctx) => ctx.content.boardsFeature.routes(ctx),
  mediaRoutes,
  adminRoutes,
  (ctx) =>
    createSearch({ users: ctx.users, posts: ctx.content.postsFeature, rateLimits: ctx.rateLimits }).routes(
      ctx,
    ),
  (ctx) => ctx.content.postsFeature.routes(ctx),
  (ctx) => ctx.content.interactionsFeature.routes(ctx),
  (ctx) => ctx.content.commentsFeature.routes(ctx),
];
