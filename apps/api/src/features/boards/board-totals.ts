import type { Types } from 'mongoose';
import type { Logger } from 'pino';
import { Counters, type PendingChange } from '../../platform/db/counters.js';
import type { Native } from '../../platform/db/native.js';
import { repairPending } from '../../platform/db/pending-changes.js';
import { NO_TOTALS, owedBy, type OwedTotals, type PostTotals } from '../posts/post-totals.js';
import type { Totals } from '../posts/post.model.js';
import type { BoardRecord } from './board.model.js';

export const DAY = 24 * 60 * 60 * 1000;
/** Days that a board remembers, and after them those that a change takes away. */
export const DAYS_KEPT = 61;
const DAYS_TAKEN_AWAY = 8;

/** Views and likes of posts by UTC day, as the interactions have them. */
export type DaysOfPosts = (
  posts: readonly Types.ObjectId[],
  since: Date,
) => Promise<{ post: Types.ObjectId; day: number; views: number; likes: number }[]>;

interface Parts {
  boards: Native<BoardRecord>;
  posts: Pick<PostTotals, 'due' | 'owe' | 'outstanding' | 'pending'>;
  daysOfPosts: DaysOfPosts;
  /** Makes a board where its user has none; nothing for nobody. */
  ensureBoard: (user: Types.ObjectId) => Promise<unknown>;
  now: () => Date;
  log: Logger;
}

/** The sums of a user's posts and their last days, kept on the board by the differences that the posts owe. */
export class BoardTotals {
  readonly counters: Counters<BoardRecord>;

  constructor(private readonly parts: Parts) {
    this.counters = new Counters({
      collection: parts.boards,
      find: (user) => ({ user }),
      projection: { user: 1 },
      unset: () => {
        const first = dayOf(parts.now()) - DAYS_KEPT;
        return Array.from({ length: DAYS_TAKEN_AWAY }, (_, index) => `days.${first - index}`);
      },
      now: parts.now,
    });
  }

  /** The differences that posts owe. */
  get pending(): Pick<PostTotals['pending'], 'oldest'> {
    return this.parts.posts.pending;
  }

  /** Adds the differences of all posts whose counters have changed. */
  async run(): Promise<void> {
    for (let due = await this.parts.posts.due(); due.length > 0; due = await this.parts.posts.due()) {
      if ((await this.add(due)) === 0) return;
    }
  }

  /** Adds the differences of some posts. @returns of how many */
  async add(posts: readonly Types.ObjectId[]): Promise<number> {
    const readAt = this.parts.now();
    const owed = await this.parts.posts.owe(posts);
    if (owed.length === 0) return 0;
    const changes = await this.changesOf(owed);
    const allThere = await this.counters.addAll(
      owed.map(({ author }, index) => ({ id: author, change: changes[index]! })),
    );
    for (const [index, { author }] of allThere ? [] : owed.entries()) {
      await this.addOne(author, changes[index]!, readAt);
    }
    await Promise.all(
      owed.map(async ({ _id, author, change }) => {
        if (await this.parts.posts.pending.settle(_id, change.op)) this.counters.settled(author, change.op);
      }),
    );
    return owed.length;
  }

  /** Adds what processes that died have left. @returns whether nothing is left */
  repair(): Promise<boolean> {
    return repairPending(
      this.parts.posts.pending,
      async (post, change, readAt) => {
        const owed = owedBy(post, change);
        const [dated] = await this.changesOf([owed]);
        await this.addOne(owed.author, dated!, readAt);
        return true;
      },
      this.parts,
    );
  }

  /** The totals of a user at this moment. */
  async read(board: Pick<BoardRecord, 'user' | 'totals'>): Promise<{ totals: Totals; outstanding: Totals }> {
    const outstanding = await this.parts.posts.outstanding(board.user);
    const totals = { ...NO_TOTALS };
    for (const name of Object.keys(totals) as (keyof Totals)[]) {
      totals[name] = Math.max(0, (board.totals?.[name] ?? 0) + outstanding[name]);
    }
    return { totals, outstanding };
  }

  private async addOne(author: Types.ObjectId, change: PendingChange, readAt: Date): Promise<void> {
    if ((await this.counters.add(author, change, readAt)) !== null) return;
    if ((await this.parts.ensureBoard(author)) !== undefined) await this.counters.add(author, change, readAt);
  }

  /** The changes as the boards take them: what is new counts for today, what was there before for its days. */
  private async changesOf(owed: readonly OwedTotals[]): Promise<PendingChange[]> {
    const today = dayOf(this.parts.now());
    const since = new Date((today - DAYS_KEPT + 1) * DAY);
    const first = owed.filter(({ isFirst }) => isFirst).map(({ _id }) => _id);
    const days = first.length === 0 ? [] : await this.parts.daysOfPosts(first, since);
    return owed.map(({ _id, change: { op, delta }, isFirst }) => {
      const changes = Object.entries(delta).map(([name, value]): [string, number] => [
        `totals.${name}`,
        value,
      ]);
      const own = isFirst
        ? days.filter(({ post }) => post.equals(_id))
        : [{ day: today, views: delta['views'] ?? 0, likes: delta['likes'] ?? 0 }];
      for (const { day, views, likes } of own) {
        changes.push([`days.${day}.views`, views], [`days.${day}.likes`, likes]);
      }
      return { op, delta: Object.fromEntries(changes.filter(([, value]) => value !== 0)) };
    });
  }
}

export const dayOf = (time: Date): number => Math.floor(time.getTime() / DAY);
