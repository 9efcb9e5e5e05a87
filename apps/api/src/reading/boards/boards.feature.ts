import * as contracts from '@social-feed/contracts';
import { t } from '@social-feed/contracts/t';
import { Types } from 'mongoose';
import { AppError, permissionDenied } from '../../platform/http/errors.js';
import type { Mount } from '../../platform/http/route.js';
import type { Viewer } from '../../platform/http/viewer.js';
import type { Platform } from '../../platform/platform.js';
import { SECOND } from '../../platform/time.js';
import type { BoardRecord } from '../../community/boards/board.model.js';
import type { BoardStore } from '../../community/boards/board-store.js';
import type { EventOutbox } from '../../community/events.js';
import type { Interactions } from '../interactions/interactions.feature.js';
import type { UploadUses } from '../../community/uploads/upload-uses.js';
import { nonNegative } from '../../content/posts/post.presenter.js';
import type { Posts } from '../../content/posts/posts.feature.js';
import { createMediaAddresses, type MediaAddresses } from '../../community/users/media-addresses.js';
import { shownUrl } from '../../community/users/media-host.js';
import { userNotFound } from '../../community/users/user-writes.js';
import { PROFILE_EDITS_LIMIT, type Users } from '../../community/users/users.feature.js';
import { createBoardTotals, sumOf } from './board-totals.js';
import { figuresOf } from './user-analytics.js';

interface BoardsDeps extends Pick<Platform, 'config' | 'jobs' | 'now'> {
  outbox: Pick<EventOutbox, 'source'>;
  boardStore: Pick<BoardStore, 'records' | 'ensure' | 'counters' | 'addToNew'>;
  users: Pick<Users, 'shownAuthors'>;
  posts: Pick<Posts, 'totals'>;
  interactions: Pick<Interactions, 'daysOfPosts' | 'bookmarkIds'>;
  uploads: Pick<UploadUses, 'hold' | 'drop'>;
}

/** Milliseconds between two runs. Reads add the changes that are still pending. */
const TOTALS_EVERY = 15 * SECOND;

const boardNotFound = () =>
  new AppError(
    'NOT_FOUND',
    t({ message: 'Board not found', comment: 'A board is what a profile shows of a person.' }),
  );

/** What the functions of this file need. */
interface Profiles extends BoardsDeps {
  addresses: MediaAddresses;
  boards: BoardStore['records'];
}

export type Boards = ReturnType<typeof createBoards>;

/** @throws AppError 404 if the user is unknown or suspended */
async function refuseHidden({ users }: Profiles, user: Types.ObjectId): Promise<void> {
  const [found] = await users.shownAuthors([user.toHexString()]);
  if (found === undefined) throw userNotFound();
}

/** Data of a board that is stored elsewhere. Only the owner gets the bookmarks. */
const readRest = ({ posts, interactions }: Profiles, user: Types.ObjectId, viewer: Viewer | null) =>
  Promise.all([
    posts.totals.outstanding(user),
    viewer?.id === user.toHexString()
      ? interactions.bookmarkIds(user, contracts.BOARD_LIMITS.bookmarksMax)
      : [],
  ]);

/** What the user wrote, as readers get it. */
const presentProfile = ({ addresses }: Profiles, board: BoardRecord): contracts.ProfileFields => ({
  ...contracts.filled(contracts.EMPTY_PROFILE, board),
  coverPhoto: addresses.picture(board.coverPhoto),
  website: shownUrl(board.website),
});

/** Returns what users wrote on their profiles, by user in hex. */
async function profilesOf(
  profiles: Profiles,
  users: readonly Types.ObjectId[],
): Promise<ReadonlyMap<string, contracts.ProfileFields>> {
  if (users.length === 0) return new Map();
  const projection = { days: 0, applied: 0 } as const;
  const found = await profiles.boards.find({ user: { $in: [...users] } }, { projection }).toArray();
  return new Map(found.map((board) => [board.user.toHexString(), presentProfile(profiles, board)]));
}

/** Formats a board for the API. */
function present(
  profiles: Profiles,
  board: BoardRecord,
  [outstanding, bookmarks]: Awaited<ReturnType<typeof readRest>>,
): contracts.Board {
  const { posts, likes } = sumOf(board.totals, outstanding);
  return {
    _id: board._id.toString(),
    user: board.user.toString(),
    ...presentProfile(profiles, board),
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
async function ofUser(profiles: Profiles, userId: string, viewer: Viewer | null): Promise<contracts.Board> {
  const user = new Types.ObjectId(userId);
  const [board, rest] = await Promise.all([
    profiles.boards.findOne({ user }, { projection: { days: 0, applied: 0 } }),
    readRest(profiles, user, viewer),
    refuseHidden(profiles, user),
  ]);
  return present(profiles, board ?? (await profiles.boardStore.ensure(user)), rest);
}

/**
 * Changes the fields in the request.
 * @throws AppError 404 if the board does not exist, 403 if the viewer is not its owner
 */
async function change(
  profiles: Profiles,
  boardId: string,
  body: contracts.UpdateBoardBody,
  viewer: Viewer,
): Promise<contracts.Board> {
  const board = await profiles.boards.findOne({ _id: new Types.ObjectId(boardId) });
  if (board === null) throw boardNotFound();
  if (board.user.toString() !== viewer.id) throw permissionDenied();
  const coverPhoto = body.coverPhoto && profiles.addresses.written(body.coverPhoto);
  profiles.addresses.refuseForeign('coverPhoto', 'image', coverPhoto);
  const covers = coverPhoto === undefined ? [] : [coverPhoto];
  const { release } = await profiles.uploads.hold(viewer.id, covers);
  let changed;
  try {
    changed = await profiles.boards.findOneAndUpdate(
      { _id: board._id },
      { $set: { ...definedFields({ ...body, coverPhoto }), updatedAt: profiles.now() } },
      { returnDocument: 'after' },
    );
  } finally {
    await release();
  }
  if (changed === null) throw boardNotFound();
  if (changed.coverPhoto !== board.coverPhoto) profiles.uploads.drop(viewer.id, [board.coverPhoto]);
  return present(profiles, changed, await readRest(profiles, board.user, viewer));
}

/** Profile boards: a user's totals and analytics. */
export function createBoards(deps: BoardsDeps) {
  const { boardStore, posts, now } = deps;
  const boards = boardStore.records;
  const profiles: Profiles = { ...deps, boards, addresses: createMediaAddresses(deps.config) };
  const totals = createBoardTotals(deps);
  deps.jobs.define('board-totals', { every: TOTALS_EVERY }, () => totals.run());

  return {
    totals,
    /** Subtracts a post being deleted from its author's totals. Safe to repeat. */
    subtractPost: (post: Types.ObjectId) => totals.add([post]),
    /** Returns a user's board as visitors see it. @throws AppError 404 if the user is unknown or suspended */
    ofVisitor: (userId: string) => ofUser(profiles, userId, null),
    routes(mount: Mount): void {
      mount(contracts.getBoardOfUser, async ({ params, viewer }) => ({
        data: await ofUser(profiles, params.userId, viewer),
      }));
      const editing = { perAccount: PROFILE_EDITS_LIMIT };
      mount(contracts.updateBoard, editing, async ({ params, body, viewer }) => ({
        message: 'Profile updated',
        data: await change(profiles, params.boardId, body, viewer),
      }));
      // Reads the board only, so that the cost is the same for every user.
      mount(contracts.userAnalytics, async ({ params }) => {
        const user = new Types.ObjectId(params.userId);
        const [board, outstanding] = await Promise.all([
          boards.findOne({ user }, { projection: { totals: 1, days: 1 } }),
          posts.totals.outstanding(user),
          refuseHidden(profiles, user),
        ]);
        return { data: figuresOf(board, outstanding, now()) };
      });
    },
    profilesOf: (users: readonly Types.ObjectId[]) => profilesOf(profiles, users),
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
