import type { InteractionStatus } from '@social-feed/contracts';
import type { Types } from 'mongoose';
import type { PendingChange } from '../../platform/db/counters.js';
import { isDuplicateKey } from '../../platform/db/duplicate-key.js';
import type { Native } from '../../platform/db/native.js';
import type { PostCounters } from '../posts/post.model.js';
import type { PostInteractionRecord } from './interaction.model.js';

export type Flag = 'liked' | 'disliked' | 'saved' | 'shared' | 'viewed';
export type Extras = Partial<Pick<PostInteractionRecord, 'viewDuration' | 'referralSource' | 'feed'>>;
export type FlagAction = 'add' | 'remove' | 'toggle';

const COUNTER_OF = {
  liked: 'likes',
  disliked: 'dislikes',
  saved: 'saves',
  shared: 'shares',
  viewed: 'views',
} as const satisfies Record<Flag, keyof PostCounters>;

const FLAGS = Object.keys(COUNTER_OF) as Flag[];

/** Liking clears a dislike and vice versa. */
const EXCLUDES: Partial<Record<Flag, Flag>> = { liked: 'disliked', disliked: 'liked' };

const TIME_OF: Partial<Record<Flag, string>> = { liked: 'likedAt', saved: 'savedAt', viewed: 'viewedAt' };

/** What a change of one document did. */
export interface FlagChange {
  /** What the user did with the post, afterwards. */
  status: InteractionStatus;
  /** The document and what it owes the post's counters now; `undefined` where nothing changed. */
  owed?: { id: Types.ObjectId; change: PendingChange };
}

type Update = Record<string, unknown>[];

/**
 * The flags of one user on one post. A change is one write, which decides by the flags that it finds and leaves on the
 * document what the post's counters are to change by. So parallel calls cannot count twice.
 */
export class InteractionFlags {
  constructor(
    private readonly collection: Native<PostInteractionRecord>,
    private readonly now: () => Date,
  ) {}

  /** @param op names the change */
  async change(
    { post, user }: { post: Types.ObjectId; user: Types.ObjectId },
    { flag, action, extras = {} }: { flag: Flag; action: FlagAction; extras?: Extras | undefined },
    op: Types.ObjectId,
  ): Promise<FlagChange> {
    const update = flagUpdate(flag, action, extras, op, this.now());
    const run = () =>
      this.collection.findOneAndUpdate({ post, user }, update, {
        upsert: action !== 'remove',
        returnDocument: 'after',
        projection: { ...STATUS_PROJECTION, pending: 1 },
      });
    const after = await run().catch((error: unknown) => {
      // Another call of this user made the document between our look and our write.
      if (!isDuplicateKey(error)) throw error;
      return run();
    });
    const change = after?.pending?.find((pending) => pending.op.equals(op));
    const status = statusOf(after ?? {});
    return after === null || change === undefined ? { status } : { status, owed: { id: after._id, change } };
  }

  /** What a user did with a post. */
  async status(post: Types.ObjectId, user: Types.ObjectId): Promise<InteractionStatus> {
    return statusOf((await this.collection.findOne({ post, user }, { projection: STATUS_PROJECTION })) ?? {});
  }

  /** On which of these posts a user has set a flag. */
  async setAmong(user: Types.ObjectId, flag: Flag, posts: readonly Types.ObjectId[]): Promise<Set<string>> {
    const found = await this.collection
      .find({ user, post: { $in: [...posts] }, [flag]: true }, { projection: { _id: 0, post: 1 } })
      .toArray();
    return new Set(found.map(({ post }) => post.toHexString()));
  }

  /** Sets a flag on several posts. @returns the documents that owe the change now */
  async addToAll(
    user: Types.ObjectId,
    flag: Flag,
    posts: readonly { post: Types.ObjectId; extras: Extras }[],
    op: Types.ObjectId,
  ): Promise<Pick<PostInteractionRecord, '_id' | 'post'>[]> {
    const run = () =>
      this.collection.bulkWrite(
        posts.map(({ post, extras }) => ({
          updateOne: {
            filter: { post, user },
            update: flagUpdate(flag, 'add', extras, op, this.now()),
            upsert: true,
          },
        })),
        { ordered: false },
      );
    await run().catch((error: unknown) => {
      // Another call of this user made a document meanwhile. What was written already stays as it is.
      if (!isDuplicateKey(error)) throw error;
      return run();
    });
    return this.collection
      .find(
        { user, post: { $in: posts.map(({ post }) => post) }, 'pending.op': op },
        { projection: { post: 1 } },
      )
      .toArray();
  }

  /** What setting a flag that excludes no other adds to a post's counters. */
  deltaOf(flag: Flag): PendingChange['delta'] {
    return { [COUNTER_OF[flag]]: 1 };
  }

  /** Takes back all that a document says. @returns what it owes the post's counters now */
  async clear(id: Types.ObjectId, op: Types.ObjectId): Promise<PendingChange | undefined> {
    const after = await this.collection.findOneAndUpdate({ _id: id }, clearUpdate(op), {
      returnDocument: 'after',
      projection: { pending: 1 },
    });
    return after?.pending?.find((pending) => pending.op.equals(op));
  }
}

const STATUS_PROJECTION = { liked: 1, disliked: 1, saved: 1, viewed: 1 } as const;

const isSet = (flag: Flag) => ({ $eq: [`$${flag}`, true] });
const owing = (change: object) => ({ $concatArrays: [{ $ifNull: ['$pending', []] }, [change]] });

/** The update that changes a flag; where the flag is so already it changes nothing. */
export function flagUpdate(
  flag: Flag,
  action: FlagAction,
  extras: Extras,
  op: Types.ObjectId,
  now: Date,
): Update {
  const wanted = action === 'toggle' ? { $not: [isSet(flag)] } : action === 'add';
  const changes = { $ne: [wanted, isSet(flag)] };
  const isAdded = { $and: [wanted, changes] };
  const excluded = EXCLUDES[flag];
  const delta: Record<string, unknown> = { [COUNTER_OF[flag]]: { $cond: [wanted, 1, -1] } };
  const flags: Record<string, unknown> = Object.fromEntries(FLAGS.map((name) => [name, isSet(name)]));
  flags[flag] = wanted;
  if (excluded !== undefined) {
    flags[excluded] = { $and: [isSet(excluded), { $not: [wanted] }] };
    delta[COUNTER_OF[excluded]] = { $cond: [{ $and: [wanted, isSet(excluded)] }, -1, 0] };
  }
  const onAdding = Object.entries({
    ...extras,
    ...(TIME_OF[flag] === undefined ? {} : { [TIME_OF[flag]]: now }),
  });
  return [
    {
      $set: {
        ...flags,
        ...Object.fromEntries(
          onAdding.map(([name, value]) => [name, { $cond: [isAdded, { $literal: value }, `$${name}`] }]),
        ),
        createdAt: { $ifNull: ['$createdAt', now] },
        updatedAt: { $cond: [changes, now, { $ifNull: ['$updatedAt', now] }] },
        pending: { $cond: [changes, owing({ op, delta }), '$pending'] },
      },
    },
  ];
}

function clearUpdate(op: Types.ObjectId): Update {
  const delta = Object.fromEntries(FLAGS.map((flag) => [COUNTER_OF[flag], { $cond: [isSet(flag), -1, 0] }]));
  return [
    {
      $set: {
        ...Object.fromEntries(FLAGS.map((flag) => [flag, false])),
        pending: { $cond: [{ $or: FLAGS.map(isSet) }, owing({ op, delta }), '$pending'] },
      },
    },
  ];
}

const statusOf = (flags: Partial<Record<Flag, boolean>>): InteractionStatus => ({
  liked: flags.liked === true,
  disliked: flags.disliked === true,
  saved: flags.saved === true,
  viewed: flags.viewed === true,
});
