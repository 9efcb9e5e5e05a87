import { listBookmarks, updateProfilePicture, updateUser } from '@social-feed/contracts';
import { Router } from 'express';
import type { AppContext } from '../../context.js';
import type { RateLimit } from '../../platform/http/rate-limit.js';
import { route } from '../../platform/http/route.js';
import { bookmarkedPosts, changeNames, changePicture } from './profile.service.js';

const HOUR = 60 * 60 * 1000;
export const PROFILE_EDITS_LIMIT: RateLimit = {
  name: 'profile-edits',
  limit: 40,
  firstDay: 20,
  window: HOUR,
};

/** Profiles (A §7.3). Must be mounted before the posts, whose `/posts/:id` would catch `/posts/bookmarks`. */
export function profileRoutes(ctx: AppContext): Router {
  const router = Router();
  route(ctx, router, updateProfilePicture, async ({ params, body, viewer }) => {
    await ctx.rateLimits.consumeForAccount(PROFILE_EDITS_LIMIT, viewer.id);
    return {
      message: 'Profile picture updated',
      data: await changePicture(ctx, viewer, params.userId, body.profilepic),
    };
  });
  route(ctx, router, updateUser, async ({ params, body, viewer }) => {
    await ctx.rateLimits.consumeForAccount(PROFILE_EDITS_LIMIT, viewer.id);
    return { message: 'Profile updated', data: await changeNames(ctx, viewer, params.userId, body) };
  });
  route(ctx, router, listBookmarks, ({ query, viewer }) =>
    bookmarkedPosts(ctx, viewer, query.page, query.limit),
  );
  return router;
}
