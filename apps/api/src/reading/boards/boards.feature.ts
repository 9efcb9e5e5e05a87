import * as contracts from '@social-feed/contracts';
import { Types } from 'mongoose';
import { retryDuplicate } from '../../platform/db/duplicate-key.js';
import { collectionOf } from '../../platform/db/collection-of.js';
import { AppError, permissionDenied } from '../../platform/http/errors.js';
import type { Mount } from '../../platform/http/route.js';
import type { Viewer } from '../../platform/http/viewer.js';
import type { Platform } from '../../platform/platform.js';
import { SECOND } from '../../platform/time.js';
import type { EventOutbox } from '../../community/events.js';
import type { Interactions } from '../interactions/interactions.feature.js';
import type { UploadUses } from '../../community/uploads/upload-uses.js';
import { nonNegative } from '../../content/posts/post.presenter.js';
import type { Posts } from '../../content/posts/posts.feature.js';
import { createMediaAddresses } from '../../community/users/media-addresses.js';
import { shownUrl } from '../../community/users/media-host.js';
import { userNotFound } from '../../community/users/user-writes.js';
import { PROFILE_EDITS_LIMIT, type Users } from '../../community/users/users.feature.js';
import { boardModel, type BoardRecord } from './board.model.js';
import { createBoardTotals, sumOf } from './board-totals.js';
import { figuresOf } from './user-analytics.js';

interface BoardsDeps extends Pick<Platform, 'connection' | 'config' | 'jobs' | 'now'> {
  outbox: Pick<EventOutbox, 'source'>;
  users: Pick<Users, 'shownAuthors' | 'isKnown'>;
  posts: Pick<Posts, 'totals'>;
  interactions: Pick<Interactions, 'daysOfPosts' | 'bookmarkIds'>;
  uploads: Pick<UploadUses, 'hold' | 'drop'>;
}

/** Milliseconds between two runs. Reads add the changes that are still pending. */
const TOTALS_EVERY = 15 * SECOND;

const boardNotFound = () => new AppError('NOT_FOUND', 'Board not found');

export type Boards = ReturnType<typeof createBoards>;

/** Profile boards: a user's totals and analytics. */
export function createBoards(deps: BoardsDeps) {
  const { config, users, posts, interactions, uploads, jobs, now } = deps;
  const addresses = createMediaAddresses(config);
  const boards = collectionOf(boardModel(deps.connection));

  /** Returns the user's board and creates it if it is missing, for example after an interrupted sign-up. */
  async function ensureBoard(user: Types.ObjectId): Promise<BoardRecord> {
    const board = await retryDuplicate(() =>
      boards.findOneAndUpdate(
        { user },
        { $setOnInsert: { ...contracts.EMPTY_PROFILE, createdAt: now(), updatedAt: now() } },
        { upsert: true, returnDocument: 'after' },
      ),
    );
    if (board === null) throw new Error('An upsert answered no board');
    return board;
  }

  const totals = createBoardTotals({
    ...deps,
    boards,
    ensureBoard: async (user) => ((await users.isKnown(user)) ? ensureBoard(user) : undefined),
  });
  jobs.define('board-totals', { every: TOTALS_EVERY }, () => totals.run());

  /** @throws AppError 404 if the user is unknown or suspended */
  async function refuseHidden(user: Types.ObjectId): Promise<void> {
    const [found] = await users.shownAuthors([user.toHexString()]);
    if (found === undefined) throw userNotFound();
  }

  /** Data of a board that is stored elsewhere. Only the owner gets the bookmarks. */
  const readRest = (user: Types.ObjectId, viewer: Viewer | null) =>
    Promise.all([
      posts.totals.outstanding(user),
      viewer?.id === user.toHexString()
        ? interactions.bookmarkIds(user, contracts.BOARD_LIMITS.bookmarksMax)
        : [],
    ]);

  /** Formats a board for the API. */
  function present(
    board: BoardRecord,
    [outstanding, bookmarks]: Awaited<ReturnType<typeof readRest>>,
  ): contracts.Board {
    const { posts, likes } = sumOf(board.totals, outstanding);
    return {
      _id: board._id.toString(),
      user: board.user.toString(),
      ...contracts.filled(contracts.EMPTY_PROFILE, board),
      coverPhoto: addresses.picture(board.coverPhoto),
      website: shownUrl(board.website),
      bookmarks: bookmarks.map((id) => id.toHexString()),
      socialStats: {
        followers: nonNegative(board.followers ?? 0),
        following: nonNegative(board.following ?? 0),
        posts,
        likes,
      },
    };
  }

  /** Returns a user's board and creates a missing one. @throws AppError 404 if the user is unknown or suspended */
  async function ofUser(userId: string, viewer: Viewer | null): Promise<contracts.Board> {
    const user = new Types.ObjectId(userId);
    const [board, rest] = await Promise.all([
      boards.findOne({ user }, { projection: { days: 0, applied: 0 } }),
      readRest(user, viewer),
      refuseHidden(user),
    ]);
    return present(board ?? (await ensureBoard(user)), rest);
  }

  /**
   * Changes the fields in the request.
   * @throws AppError 404 if the board does not exist, 403 if the viewer is not its owner
   */
  async function change(
    boardId: string,
    body: contracts.UpdateBoardBody,
    viewer: Viewer,
  ): Promise<contracts.Board> {
    const board = await boards.findOne({ _id: new Types.ObjectId(boardId) });
    if (board === null) throw boardNotFound();
    if (board.user.toString() !== viewer.id) throw permissionDenied();
    const coverPhoto = body.coverPhoto && addresses.written(body.coverPhoto);
    addresses.refuseForeign('coverPhoto', 'image', coverPhoto);
    const covers = coverPhoto === undefined ? [] : [coverPhoto];
    const { release } = await uploads.hold(viewer.id, covers);
    let changed;
    try {
      changed = await boards.findOneAndUpdate(
        { _id: board._id },
        { $set: { ...definedFields({ ...body, coverPhoto }), updatedAt: now() } },
        { returnDocument: 'after' },
      );
    } finally {
      await release();
    }
    if (changed === null) throw boardNotFound();
    if (changed.coverPhoto !== board.coverPhoto) uploads.drop(viewer.id, [board.coverPhoto]);
    return present(changed, await readRest(board.user, viewer));
  }

  return {
    totals,
    ensureBoard,
    /** Subtracts a post being deleted from its author's totals. Safe to repeat. */
    subtractPost: (post: Types.ObjectId) => totals.add([post]),
    /** Returns a user's board as visitors see it. @throws AppError 404 if the user is unknown or suspended */
    ofVisitor: (userId: string) => ofUser(userId, null),
    routes(mount: Mount): void {
      mount(contracts.getBoardOfUser, async ({ params, viewer }) => ({
        data: await ofUser(params.userId, viewer),
      }));
      const editing = { perAccount: PROFILE_EDITS_LIMIT };
      mount(contracts.updateBoard, editing, async ({ params, body, viewer }) => ({
        message: 'Profile updated',
        data: await change(params.boardId, body, viewer),
      }));
      // Reads the board only, so that the cost is the same for every user.
      mount(contracts.userAnalytics, async ({ params }) => {
        const user = new Types.ObjectId(params.userId);
        const [board, outstanding] = await Promise.all([
          boards.findOne({ user }, { projection: { totals: 1, days: 1 } }),
          posts.totals.outstanding(user),
          refuseHidden(user),
        ]);
        return { data: figuresOf(board, outstanding, now()) };
      });
    },
    /** Whether the user's cover photo matches. */
    hasCover: async (user: Types.ObjectId, coverPhoto: { $regex: string }) =>
      (await boards.findOne({ user, coverPhoto }, { projection: { _id: 1 } })) !== null,
    exportOf: (user: Types.ObjectId) => ({
      boards: boards.find({ user }, { projection: { user: 0, applied: 0 } }),
    }),
    deleteOf: (user: Types.ObjectId) => boards.deleteMany({ user }),
  };
}

function definedFields({ interests, ...texts }: contracts.UpdateBoardBody): Partial<BoardRecord> {
  const fields = Object.entries(texts).filter(([, value]) => value !== undefined);
  return { ...Object.fromEntries(fields), ...(interests ? { interests: distinct(interests) } : {}) };
}

/** Removes duplicates, ignoring case, and keeps the first spelling. */
function distinct(words: readonly string[]): string[] {
  const seen = new Set<string>();
  return words.filter((word) => seen.size < seen.add(word.toLowerCase()).size);
}
