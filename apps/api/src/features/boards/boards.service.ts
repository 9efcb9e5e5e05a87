import { BOARD_LIMITS, type Board, type UpdateBoardBody } from '@social-feed/contracts';
import { Types } from 'mongoose';
import type { AppContext } from '../../context.js';
import { native } from '../../platform/db/native.js';
import { AppError } from '../../platform/http/errors.js';
import type { Viewer } from '../../platform/http/viewer.js';
import { refuseForeignHost } from '../users/media-host.js';
import type { BoardRecord } from './board.model.js';
import { presentBoard } from './board.presenter.js';
import { ensureBoard } from './board.service.js';

/**
 * A user's board; one that is missing is made.
 * @throws AppError 404 where the user is unknown or suspended
 */
export async function boardOfUser(ctx: AppContext, userId: string, viewer: Viewer | null): Promise<Board> {
  const user = new Types.ObjectId(userId);
  const known = await ctx.models.User.exists({ _id: user, suspendedAt: null });
  if (known === null) throw new AppError('NOT_FOUND', 'User not found');
  const board = await ctx.models.Board.findOne({ user }, { days: 0, applied: 0 }).lean<BoardRecord>();
  return present(ctx, board ?? (await ensureBoard(ctx, user)), viewer);
}

/**
 * Changes the fields that are sent.
 * @throws AppError 404 where there is no such board, 403 for another than its owner
 */
export async function changeBoard(
  ctx: AppContext,
  boardId: string,
  body: UpdateBoardBody,
  viewer: Viewer,
): Promise<Board> {
  const board = await ctx.models.Board.findById(boardId).lean();
  if (board === null) throw new AppError('NOT_FOUND', 'Board not found');
  if (board.user.toString() !== viewer.id) throw new AppError('PERMISSION_DENIED', 'Permission denied');
  refuseForeignHost(ctx.config.mediaHosts, 'coverPhoto', body.coverPhoto);
  if (body.coverPhoto !== undefined) await ctx.media.uses.hold(viewer.id, [body.coverPhoto]);
  const changed = await ctx.models.Board.findOneAndUpdate(
    { _id: board._id },
    { $set: { ...definedFields(body), updatedAt: ctx.now() } },
    { returnDocument: 'after', lean: true },
  );
  if (changed === null) throw new AppError('NOT_FOUND', 'Board not found');
  if (changed.coverPhoto !== board.coverPhoto) ctx.media.uses.drop(viewer.id, [board.coverPhoto]);
  return present(ctx, changed, viewer);
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

async function present(ctx: AppContext, board: BoardRecord, viewer: Viewer | null): Promise<Board> {
  const isOwner = viewer?.id === board.user.toString();
  const [{ totals }, bookmarks] = await Promise.all([
    ctx.content.totals.read(board),
    isOwner ? bookmarkIds(ctx, board.user) : [],
  ]);
  const socialStats = { followers: 0, following: 0, posts: totals.posts, likes: totals.likes };
  return presentBoard(board, bookmarks, socialStats);
}

async function bookmarkIds(ctx: AppContext, user: Types.ObjectId): Promise<string[]> {
  const saved = await native(ctx.models.PostInteraction)
    .find({ user, saved: true }, { projection: { post: 1 } })
    .sort({ savedAt: -1 })
    .limit(BOARD_LIMITS.bookmarksMax)
    .toArray();
  return saved.map(({ post }) => post.toHexString());
}
