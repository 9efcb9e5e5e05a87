import { BOARD_LIMITS, type Board, type UpdateBoardBody } from '@social-feed/contracts';
import { Types, type Model } from 'mongoose';
import { retryDuplicate } from '../../platform/db/duplicate-key.js';
import { native } from '../../platform/db/native.js';
import { AppError, permissionDenied } from '../../platform/http/errors.js';
import type { Viewer } from '../../platform/http/viewer.js';
import type { Platform } from '../../platform/platform.js';
import { refuseForeignHost, shownUrl } from '../users/media-host.js';
import { userNotFound } from '../users/user-writes.js';
import type { BoardRecord } from './board.model.js';
import { sumOf, type BoardTotals } from './board-totals.js';

export interface BoardsDeps extends Pick<Platform, 'config' | 'now'> {
  boards: Model<BoardRecord>;
  /** Whether a user is there and shown. */
  isShown: (user: Types.ObjectId) => Promise<boolean>;
  /** The latest bookmarks of a user. */
  bookmarkIds: (user: Types.ObjectId, most: number) => Promise<Types.ObjectId[]>;
  totals: Pick<BoardTotals, 'outstanding'>;
  ensureBoard: (user: Types.ObjectId) => Promise<BoardRecord>;
  uploads: {
    hold: (userId: string, urls: string[]) => Promise<unknown>;
    drop: (userId: string, urls: string[]) => void;
  };
}

/** Boards as they are shown and changed. */
export function createBoardsService(deps: BoardsDeps) {
  const { boards, totals, uploads } = deps;

  /** What of a user's board is kept elsewhere: bookmarks are for its owner alone. */
  const readRest = (user: Types.ObjectId, viewer: Viewer | null) =>
    Promise.all([
      totals.outstanding(user),
      viewer?.id === user.toHexString() ? deps.bookmarkIds(user, BOARD_LIMITS.bookmarksMax) : [],
    ]);

  /** A board as the contracts have it. */
  function present(
    board: BoardRecord,
    [outstanding, bookmarks]: Awaited<ReturnType<typeof readRest>>,
  ): Board {
    const { posts, likes } = sumOf(board.totals, outstanding);
    return {
      _id: board._id.toString(),
      user: board.user.toString(),
      coverPhoto: shownUrl(board.coverPhoto),
      bio: board.bio,
      location: board.location,
      website: shownUrl(board.website),
      interests: board.interests,
      bookmarks: bookmarks.map((id) => id.toHexString()),
      socialStats: {
        followers: Math.max(0, board.followers ?? 0),
        following: Math.max(0, board.following ?? 0),
        posts,
        likes,
      },
    };
  }

  return {
    /**
     * A user's board; one that is missing is made.
     * @throws AppError 404 where the user is unknown or suspended
     */
    async ofUser(userId: string, viewer: Viewer | null): Promise<Board> {
      const user = new Types.ObjectId(userId);
      const [isShown, board, rest] = await Promise.all([
        deps.isShown(user),
        native(boards).findOne({ user }, { projection: { days: 0, applied: 0 } }),
        readRest(user, viewer),
      ]);
      if (!isShown) throw userNotFound();
      return present(board ?? (await deps.ensureBoard(user)), rest);
    },

    /**
     * Changes the fields that are sent.
     * @throws AppError 404 where there is no such board, 403 for another than its owner
     */
    async change(boardId: string, body: UpdateBoardBody, viewer: Viewer): Promise<Board> {
      const board = await boards.findById(boardId).lean();
      if (board === null) throw new AppError('NOT_FOUND', 'Board not found');
      if (board.user.toString() !== viewer.id) throw permissionDenied();
      refuseForeignHost(deps.config.mediaHosts, 'coverPhoto', body.coverPhoto);
      if (body.coverPhoto !== undefined) await uploads.hold(viewer.id, [body.coverPhoto]);
      const changed = await boards.findOneAndUpdate(
        { _id: board._id },
        { $set: { ...definedFields(body), updatedAt: deps.now() } },
        { returnDocument: 'after', lean: true },
      );
      if (changed === null) throw new AppError('NOT_FOUND', 'Board not found');
      if (changed.coverPhoto !== board.coverPhoto) uploads.drop(viewer.id, [board.coverPhoto]);
      return present(changed, await readRest(board.user, viewer));
    },
  };
}

function definedFields({ interests, ...texts }: UpdateBoardBody): Partial<UpdateBoardBody> {
  const fields = Object.entries(texts).filter(([, value]) => value !== undefined);
  return { ...Object.fromEntries(fields), ...(interests ? { interests: distinct(interests) } : {}) };
}

/** Each once, whatever its letter case, as first written. */
function distinct(words: readonly string[]): string[] {
  const seen = new Set<string>();
  return words.filter((word) => seen.size < seen.add(word.toLowerCase()).size);
}

/** The user's board, made where it is missing: an account whose creation was cut off gets it this way too. */
export async function ensureBoard(
  boards: Model<BoardRecord>,
  user: Types.ObjectId,
  now: Date,
): Promise<BoardRecord> {
  const texts = { coverPhoto: '', bio: '', location: '', website: '', interests: [] };
  const board = await retryDuplicate(() =>
    boards.findOneAndUpdate(
      { user },
      { $setOnInsert: { ...texts, createdAt: now, updatedAt: now } },
      { upsert: true, returnDocument: 'after', lean: true },
    ),
  );
  if (board === null) throw new Error('An upsert answered no board');
  return board;
}
