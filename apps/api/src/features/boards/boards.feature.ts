import { getBoardOfUser, updateBoard, userAnalytics } from '@social-feed/contracts';
import { Router } from 'express';
import type { Types } from 'mongoose';
import { native } from '../../platform/db/native.js';
import type { Http } from '../../platform/http/http.js';
import { route } from '../../platform/http/route.js';
import type { Platform } from '../../platform/platform.js';
import type { PostTotals } from '../posts/post-totals.js';
import type { Users } from '../users/users.feature.js';
import { PROFILE_EDITS_LIMIT } from '../users/users.routes.js';
import { boardModel } from './board.model.js';
import { BoardTotals, type DaysOfPosts } from './board-totals.js';
import { createBoardsService, ensureBoard, type BoardsDeps } from './boards.service.js';
import { readUserAnalytics } from './user-analytics.service.js';

export interface BoardsFeatureDeps
  extends
    Pick<Platform, 'connection' | 'jobs' | 'rateLimits' | 'log'>,
    Omit<BoardsDeps, 'boards' | 'totals' | 'isShown' | 'ensureBoard'> {
  /** The counters that posts hand over. */
  postTotals: PostTotals;
  daysOfPosts: DaysOfPosts;
  users: Pick<Users, 'shownAuthors' | 'isKnown'>;
}

/** Milliseconds between two runs; readers add what is not in the totals yet. */
const TOTALS_EVERY = 15_000;

export type Boards = ReturnType<typeof createBoards>;

/** Profile boards, the totals of users and their figures. */
export function createBoards(deps: BoardsFeatureDeps) {
  const { connection, now, log, postTotals, daysOfPosts } = deps;
  const boards = boardModel(connection);
  /** Makes a user's board where it is missing. */
  const ensure = (user: Types.ObjectId) => ensureBoard(boards, user, now());
  const ensureOfKnown = async (user: Types.ObjectId) =>
    (await deps.users.isKnown(user)) ? ensure(user) : undefined;
  const totals = new BoardTotals({
    boards: native(boards),
    posts: postTotals,
    daysOfPosts,
    ensureBoard: ensureOfKnown,
    now,
    log,
  });
  const isShown = async (user: Types.ObjectId) => {
    const [found] = await deps.users.shownAuthors([user.toHexString()]);
    return found !== undefined;
  };
  deps.jobs.define('board-totals', {}, () => totals.run());
  deps.jobs.every('board-totals', TOTALS_EVERY);
  const all = { ...deps, isShown, boards, totals, ensureBoard: ensure };
  const service = createBoardsService(all);

  const routes = (http: Http): Router => {
    const router = Router();
    route(http, router, getBoardOfUser, async ({ params, viewer }) => ({
      data: await service.ofUser(params.userId, viewer),
    }));
    route(http, router, updateBoard, async ({ params, body, viewer }) => {
      await deps.rateLimits.consumeForAccount(PROFILE_EDITS_LIMIT, viewer.id);
      return { message: 'Profile updated', data: await service.change(params.boardId, body, viewer) };
    });
    route(http, router, userAnalytics, async ({ params }) => ({
      data: await readUserAnalytics(all, params.userId),
    }));
    return router;
  };

  return {
    totals,
    routes,
    /** Whether a user's cover is so. */
    hasCover: async (user: Types.ObjectId, coverPhoto: { $regex: string }) =>
      (await boards.exists({ user, coverPhoto })) !== null,
    exportOf: (user: Types.ObjectId) => ({
      boards: native(boards).find({ user }, { projection: { user: 0, applied: 0 } }),
    }),
    deleteOf: (user: Types.ObjectId) => boards.deleteMany({ user }),
    /** A user's board as visitors see it. @throws AppError 404 where the user is unknown or suspended */
    ofVisitor: (userId: string) => service.ofUser(userId, null),
    ensureBoard: ensure,
  };
}
