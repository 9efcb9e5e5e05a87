import type { Router } from 'express';
import { adminRoutes } from './admin/admin.routes.js';
import { authRoutes } from './auth/auth.routes.js';
import { oauthRoutes } from './auth/oauth/oauth.routes.js';
import { resetRoutes } from './auth/reset.routes.js';
import { settingsRoutes } from './auth/settings.routes.js';
import { commentsRoutes } from './comments/comments.routes.js';
import { boardsRoutes } from './boards/boards.routes.js';
import type { AppContext } from './context.js';
import { mailboxRoutes } from './dev/mailbox.routes.js';
import { feedRoutes } from './feed/feed.routes.js';
import { interactionsRoutes } from './interactions/interactions.routes.js';
import { mediaRoutes } from './media/media.routes.js';
import { postsRoutes } from './posts/posts.routes.js';
import { searchRoutes } from './search/search.routes.js';
import { profileRoutes } from './users/profile.routes.js';
import { usersRoutes } from './users/users.routes.js';

/** Routers of the features, in the order in which they are asked: the feed, which is read most, first. A feature adds its own here. */
export const FEATURE_ROUTES: readonly ((ctx: AppContext) => Router)[] = [
  feedRoutes,
  authRoutes,
  resetRoutes,
  oauthRoutes,
  settingsRoutes,
  usersRoutes,
  profileRoutes,
  boardsRoutes,
  mediaRoutes,
  adminRoutes,
  searchRoutes,
  postsRoutes,
  interactionsRoutes,
  commentsRoutes,
  mailboxRoutes,
];
