import { getBoardOfUser, updateBoard, userAnalytics } from '@social-feed/contracts';
import { Router } from 'express';
import type { AppContext } from '../../context.js';
import { route } from '../../platform/http/route.js';
import { PROFILE_EDITS_LIMIT } from '../users/profile.routes.js';
import { boardOfUser, changeBoard } from './boards.service.js';
import { readUserAnalytics } from './user-analytics.service.js';

/** Profile boards and the figures of users. */
export function boardsRoutes(ctx: AppContext): Router {
  const router = Router();
  route(ctx, router, getBoardOfUser, async ({ params, viewer }) => ({
    data: await boardOfUser(ctx, params.userId, viewer),
  }));
  route(ctx, router, updateBoard, async ({ params, body, viewer }) => {
    await ctx.rateLimits.consumeForAccount(PROFILE_EDITS_LIMIT, viewer.id);
    return { message: 'Profile updated', data: await changeBoard(ctx, params.boardId, body, viewer) };
  });
  route(ctx, router, userAnalytics, async ({ params }) => ({
    data: await readUserAnalytics(ctx, params.userId),
  }));
  return router;
}
