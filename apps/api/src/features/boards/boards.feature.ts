import type { Connection, Types } from 'mongoose';
import type { Logger } from 'pino';
import { native } from '../../platform/db/native.js';
import type { Http } from '../../platform/http/http.js';
import type { RateLimiter } from '../../platform/http/rate-limit.js';
import type { PostTotals } from '../posts/post-totals.js';
import { boardModel } from './board.model.js';
import { BoardTotals, type DaysOfPosts } from './board-totals.js';
import { boardsRoutes } from './boards.routes.js';
import type { BoardsDeps } from './boards.service.js';
import { ensureBoard } from './ensure-board.js';

export interface BoardsFeatureDeps extends Omit<BoardsDeps, 'models' | 'totals'> {
  connection: Connection;
  /** The counters that posts hand over. */
  postTotals: PostTotals;
  daysOfPosts: DaysOfPosts;
  /** Whether a user is there, suspended or not. */
  isKnown: (user: Types.ObjectId) => Promise<boolean>;
  rateLimits: RateLimiter;
  log: Logger;
}

export type Boards = ReturnType<typeof createBoards>;

/** Profile boards, the totals of users and their figures. */
export function createBoards(deps: BoardsFeatureDeps) {
  const { connection, now, log, postTotals, daysOfPosts } = deps;
  const models = { Board: boardModel(connection) };
  const store = { models, now };
  const totals = new BoardTotals({
    boards: native(models.Board),
    posts: postTotals,
    daysOfPosts,
    ensureBoard: async (user) => ((await deps.isKnown(user)) ? ensureBoard(store, user) : undefined),
    now,
    log,
  });
  return {
    models,
    totals,
    routes: (http: Http) => boardsRoutes(http, { ...deps, models, totals }),
    /** Makes a user's board where it is missing. */
    ensureBoard: (user: Types.ObjectId) => ensureBoard(store, user),
  };
}
