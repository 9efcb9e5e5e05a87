import { EMPTY_PROFILE } from '@social-feed/contracts';
import type { Types } from 'mongoose';
import { collectionOf } from '../../platform/db/collection-of.js';
import { createCounters } from '../../platform/events/counters.js';
import { retryDuplicate } from '../../platform/db/duplicate-key.js';
import type { StoredEvent } from '../../platform/events/stored-event.js';
import type { Platform } from '../../platform/platform.js';
import { dayOf } from '../../platform/time.js';
import type { Users } from '../users/users.feature.js';
import { boardModel, type BoardRecord } from './board.model.js';

/** Number of days a board stores, and then the number of days a change removes. */
export const DAYS_KEPT = 61;
const DAYS_TAKEN_AWAY = 8;

interface BoardStoreDeps extends Pick<Platform, 'connection' | 'now'> {
  users: Pick<Users, 'isKnown'>;
}

export type BoardStore = ReturnType<typeof createBoardStore>;

/** Stored boards and their numbers, for all features that count on them; `boards` presents and changes them. */
export function createBoardStore({ connection, users, now }: BoardStoreDeps) {
  const records = collectionOf(boardModel(connection));
  const counters = createCounters({
    collection: records,
    find: (user) => ({ user }),
    projection: { user: 1 },
    unset: () => {
      const first = dayOf(now()) - DAYS_KEPT;
      return Array.from({ length: DAYS_TAKEN_AWAY }, (_, index) => `days.${first - index}`);
    },
    now,
  });

  /** Returns the user's board and creates it if it is missing, for example after an interrupted sign-up. */
  async function ensure(user: Types.ObjectId): Promise<BoardRecord> {
    const board = await retryDuplicate(() =>
      records.findOneAndUpdate(
        { user },
        { $setOnInsert: { ...EMPTY_PROFILE, createdAt: now(), updatedAt: now() } },
        { upsert: true, returnDocument: 'after' },
      ),
    );
    if (board === null) throw new Error('An upsert answered no board');
    return board;
  }

  const numberOf = async (user: Types.ObjectId, name: 'following' | 'saved') =>
    Math.max(0, (await records.findOne({ user }, { projection: { [name]: 1 } }))?.[name] ?? 0);

  return {
    records,
    ensure,
    /** Counters of boards, by user. */
    counters,
    /** Counts an event for a user without a board: creates the board, unless the user was deleted too. */
    async addToNew(user: Types.ObjectId, event: StoredEvent): Promise<void> {
      if (!(await users.isKnown(user))) return;
      await ensure(user);
      await counters.add(user, event);
    },
    /** Returns the stored totals of a user's posts, without pending changes. */
    totalsOf: async (user: Types.ObjectId) =>
      (await records.findOne({ user }, { projection: { totals: 1 } }))?.totals,
    /** The stored number of users whom a user follows. */
    followingOf: (user: Types.ObjectId) => numberOf(user, 'following'),
    /** The stored number of posts that a user has saved. */
    savedOf: (user: Types.ObjectId) => numberOf(user, 'saved'),
    /** Whether the user's cover photo matches. */
    hasCover: async (user: Types.ObjectId, coverPhoto: { $regex: string }) =>
      (await records.findOne({ user, coverPhoto }, { projection: { _id: 1 } })) !== null,
  };
}
