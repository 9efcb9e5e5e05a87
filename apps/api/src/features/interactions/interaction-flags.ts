import type { InteractionStatus } from '@social-feed/contracts';
import type { Types } from 'mongoose';
import { isDuplicateKey } from '../../platform/db/duplicate-key.js';
import type { Native } from '../../platform/db/native.js';
import type { PostCounters } from '../posts/post.model.js';
import type { PostInteractionRecord } from './interaction.model.js';

export type Flag = 'liked' | 'disliked' | 'saved' | 'shared' | 'viewed';
type Flags = Record<Flag, boolean>;
type Extras = Partial<Pick<PostInteractionRecord, 'viewDuration' | 'referralSource' | 'feed'>>;

export const COUNTER_OF = {
  liked: 'likes',
  disliked: 'dislikes',
  saved: 'saves',
  shared: 'shares',
  viewed: 'views',
} as const satisfies Record<Flag, keyof PostCounters>;

/** Liking clears a dislike and vice versa (F §4). */
const EXCLUDES: Partial<Record<Flag, Flag>> = { liked: 'disliked', disliked: 'liked' };

const TIME_OF = { liked: 'likedAt', saved: 'savedAt', viewed: 'viewedAt' } as const;

const UNSET: Flags = { liked: false, disliked: false, saved: false, shared: false, viewed: false };

/** What a change of one record did. */
export interface FlagChange {
  /** by how much each counter of the post is to change; empty where nothing changed */
  delta: Partial<PostCounters>;
  /** what the user did with the post, afterwards; `null` where nothing changed */
  status: InteractionStatus | null;
}

const NO_CHANGE: FlagChange = { delta: {}, status: null };

/** Under contention every failed attempt means that another call of the same user went through. */
const TOGGLE_TRIES = 1000;

/**
 * The flags of one user on one post. Every change is one conditional write that answers the record before it, so that
 * the difference is known and parallel calls cannot count twice.
 */
export class InteractionFlags {
  constructor(
    private readonly collection: Native<PostInteractionRecord>,
    private readonly now: () => Date,
  ) {}

  async add(
    post: Types.ObjectId,
    user: Types.ObjectId,
    flag: Flag,
    extras: Extras = {},
  ): Promise<FlagChange> {
    const now = this.now();
    const excluded = EXCLUDES[flag];
    const set: Record<string, unknown> = { ...extras, [flag]: true, updatedAt: now };
    if (flag in TIME_OF) set[TIME_OF[flag as keyof typeof TIME_OF]] = now;
    if (excluded !== undefined) set[excluded] = false;
    const onInsert = Object.fromEntries(
      Object.entries({ ...UNSET, createdAt: now }).filter(([key]) => !(key in set)),
    );
    const filter = { post, user, [flag]: { $ne: true } };

    let before: Partial<Flags> | null;
    try {
      before = await this.collection.findOneAndUpdate(
        filter,
        { $set: set, $setOnInsert: onInsert },
        { upsert: true, returnDocument: 'before', projection: UNSET_PROJECTION },
      );
      before ??= UNSET;
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      // There is a record: the flag is set already, or the record was made between by another call.
      before = await this.collection.findOneAndUpdate(
        filter,
        { $set: set },
        { returnDocument: 'before', projection: UNSET_PROJECTION },
      );
      if (before === null) return NO_CHANGE;
    }
    const delta: Partial<PostCounters> = { [COUNTER_OF[flag]]: 1 };
    const after = { ...before, [flag]: true };
    if (excluded !== undefined && before[excluded] === true) {
      delta[COUNTER_OF[excluded]] = -1;
      after[excluded] = false;
    }
    return { delta, status: statusOf(after) };
  }

  async remove(post: Types.ObjectId, user: Types.ObjectId, flag: Flag): Promise<FlagChange> {
    const before = await this.collection.findOneAndUpdate(
      { post, user, [flag]: true },
      { $set: { [flag]: false, updatedAt: this.now() } },
      { returnDocument: 'before', projection: UNSET_PROJECTION },
    );
    if (before === null) return NO_CHANGE;
    return { delta: { [COUNTER_OF[flag]]: -1 }, status: statusOf({ ...before, [flag]: false }) };
  }

  /** Removes a set flag, else adds it; two conditional writes at most, unless the same user races himself. */
  async toggle(post: Types.ObjectId, user: Types.ObjectId, flag: Flag): Promise<FlagChange> {
    for (let attempt = 0; attempt < TOGGLE_TRIES; attempt += 1) {
      const removed = await this.remove(post, user, flag);
      if (removed.status !== null) return removed;
      const added = await this.add(post, user, flag);
      if (added.status !== null) return added;
    }
    throw new Error('A toggle never got its turn');
  }

  /** What a user did with a post. */
  async status(post: Types.ObjectId, user: Types.ObjectId): Promise<InteractionStatus> {
    return statusOf(
      (await this.collection.findOne({ post, user }, { projection: UNSET_PROJECTION })) ?? UNSET,
    );
  }
}

const UNSET_PROJECTION = { liked: 1, disliked: 1, saved: 1, shared: 1, viewed: 1 } as const;

const statusOf = (flags: Partial<Flags>): InteractionStatus => ({
  liked: flags.liked === true,
  disliked: flags.disliked === true,
  saved: flags.saved === true,
  viewed: flags.viewed === true,
});
