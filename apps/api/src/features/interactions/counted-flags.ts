import type { InteractionStatus } from '@social-feed/contracts';
import type { Types } from 'mongoose';
import type { Logger } from 'pino';
import { newOp, type PendingChange } from '../../platform/db/counters.js';
import type { Native } from '../../platform/db/native.js';
import { PendingChanges, repairPending } from '../../platform/db/pending-changes.js';
import type { CountedPost, CountedPosts } from '../posts/counted-posts.js';
import { InteractionFlags, type Extras, type Flag, type FlagAction } from './interaction-flags.js';
import type { PostInteractionRecord } from './interaction.model.js';

const DAY = 24 * 60 * 60 * 1000;

interface Parts {
  interactions: Native<PostInteractionRecord>;
  posts: Pick<CountedPosts, 'counters'>;
  now: () => Date;
  log: Logger;
}

/** Flags of users on posts, and the counters of the posts that follow them. */
export class CountedFlags {
  readonly flags: InteractionFlags;
  readonly pending: PendingChanges<PostInteractionRecord>;

  constructor(private readonly parts: Parts) {
    this.flags = new InteractionFlags(parts.interactions, parts.now);
    this.pending = new PendingChanges(parts.interactions);
  }

  /**
   * Changes a flag and counts the change.
   * @returns the post as it is then: `null` where it is gone, `undefined` where nothing changed
   */
  async change(
    key: { post: Types.ObjectId; user: Types.ObjectId },
    flag: Flag,
    action: FlagAction,
    extras?: Extras,
  ): Promise<{ status: InteractionStatus; post: CountedPost | null | undefined }> {
    const { status, owed } = await this.flags.change(key, { flag, action, extras }, newOp(this.parts.now()));
    return { status, post: owed === undefined ? undefined : await this.count(key.post, owed) };
  }

  /** Sets a flag on several posts at once. @returns the posts on which it was not set before */
  async addToAll(
    user: Types.ObjectId,
    flag: Flag,
    posts: readonly { post: Types.ObjectId; extras: Extras }[],
  ): Promise<Set<string>> {
    const ids = posts.map(({ post }) => post);
    const set = await this.flags.setAmong(user, flag, ids);
    const unset = posts.filter(({ post }) => !set.has(post.toHexString()));
    if (unset.length === 0) return new Set();
    const op = newOp(this.parts.now());
    const owing = await this.flags.addToAll(user, flag, unset, op);
    if (owing.length === 0) return new Set();
    const { counters } = this.parts.posts;
    const change = { op, delta: this.flags.deltaOf(flag) };
    const allThere = await counters.addAll(owing.map(({ post }) => ({ id: post, change })));
    const counted = new Set(owing.map(({ post }) => post.toHexString()));
    // A post that was deleted meanwhile takes its documents along; each is looked at.
    for (const { _id, post } of allThere ? [] : owing) {
      if ((await this.count(post, { id: _id, change })) === null) counted.delete(post.toHexString());
    }
    await Promise.all(
      owing.map(async ({ _id, post }) => {
        if (await this.pending.settle(_id, op)) counters.settled(post, op);
      }),
    );
    return counted;
  }

  /** Adds what processes that died have left. @returns whether nothing is left */
  repair(): Promise<boolean> {
    return repairPending(
      this.pending,
      async ({ _id, post }, change, readAt) => {
        if ((await this.parts.posts.counters.add(post, change, readAt)) !== null) return true;
        await this.parts.interactions.deleteOne({ _id });
        return false;
      },
      this.parts,
    );
  }

  /** Removes what a user did with posts, and counts it. */
  async removeOfUser(user: Types.ObjectId): Promise<void> {
    const found = this.parts.interactions.find({ user }, { projection: { post: 1 } });
    for await (const { _id, post } of found) {
      const change = await this.flags.clear(_id, newOp(this.parts.now()));
      if (change !== undefined) await this.count(post, { id: _id, change });
      // One that still owes a change stays for the repair, and for the next time.
      await this.parts.interactions.deleteOne({ _id, 'pending.0': { $exists: false } });
    }
  }

  /** Views and likes of posts by UTC day, since a time. */
  async daysOfPosts(
    posts: readonly Types.ObjectId[],
    since: Date,
  ): Promise<{ post: Types.ObjectId; day: number; views: number; likes: number }[]> {
    const days = new Map<string, { post: Types.ObjectId; day: number; views: number; likes: number }>();
    for (const [flag, date, name] of [
      ['viewed', 'viewedAt', 'views'],
      ['liked', 'likedAt', 'likes'],
    ] as const) {
      const rows = this.parts.interactions.aggregate<{
        _id: { post: Types.ObjectId; day: Date };
        count: number;
      }>([
        { $match: { post: { $in: [...posts] }, [flag]: true, [date]: { $gte: since } } },
        {
          $group: {
            _id: { post: '$post', day: { $dateTrunc: { date: `$${date}`, unit: 'day' } } },
            count: { $sum: 1 },
          },
        },
      ]);
      for await (const { _id, count } of rows) {
        const day = Math.floor(_id.day.getTime() / DAY);
        const key = `${_id.post.toHexString()} ${day}`;
        const counts = days.get(key) ?? { post: _id.post, day, views: 0, likes: 0 };
        counts[name] = count;
        days.set(key, counts);
      }
    }
    return [...days.values()];
  }

  /** Removes what anybody did with a post that is being deleted. */
  async removeOfPost(post: Types.ObjectId): Promise<void> {
    await this.parts.interactions.deleteMany({ post });
  }

  private async count(
    post: Types.ObjectId,
    { id, change }: { id: Types.ObjectId; change: PendingChange },
  ): Promise<CountedPost | null> {
    const { counters } = this.parts.posts;
    const after = await counters.add(post, change);
    if (after === null) {
      // Deleted between our look and our write, which must not stay behind.
      await this.removeOfPost(post);
      return null;
    }
    if (await this.pending.settle(id, change.op)) counters.settled(post, change.op);
    return after;
  }
}
