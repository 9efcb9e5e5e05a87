import { getBoardOfUser, updateBoard, userAnalytics } from '@social-feed/contracts';
import { Router } from 'express';
import type { Http } from '../../platform/http/http.js';
import type { RateLimiter } from '../../platform/http/rate-limit.js';
import { route } from '../../platform/http/route.js';
import { PROFILE_EDITS_LIMIT } from '../users/users.routes.js';
import { boardOfUser, changeBoard, type BoardsDeps } from './boards.service.js';
import { readUserAnalytics } from './user-analytics.service.js';

/** Profile boards and the figures of users. */
export function boardsRoutes(http: Http, deps: BoardsDeps & { rateLimits: RateLimiter }): Router {
  const router = Router();
  route(http, router, getBoardOfUser, async ({ params, viewer }) => ({
    data: await boardOfUser(deps, params.userId, viewer),
  }));
  route(http, router, updateBoard, async ({ params, body, viewer }) => {
    await deps.rateLimits.consumeForAccount(PROFILE_EDITS_LIMIT, viewer.id);
    return { message: 'Profile updated', data: await changeBoard(deps, params.boardId, body, viewer) };
  });
  route(http, router, userAnalytics, async ({ params }) => ({
    data: await readUserAnalytics(deps, params.userId),
  }));
  return router;
}
