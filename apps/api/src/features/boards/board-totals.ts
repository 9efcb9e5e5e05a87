import type { Types } from 'mongoose';
import { Counters, type PendingChange } from '../../platform/db/counters.js';
import { Debts } from '../../platform/db/debts.js';
import type { Native } from '../../platform/db/native.js';
import type { Platform } from '../../platform/platform.js';
import type { Interactions } from '../interactions/interactions.feature.js';
import { DAY, dayOf } from '../interactions/post-analytics.js';
import { authorOf, NO_TOTALS, type OwingPost } from '../posts/post-totals.js';
import type { Totals } from '../posts/post.model.js';
import type { Posts } from '../posts/posts.feature.js';
import type { BoardRecord } from './board.model.js';

/** Days that a board remembers, and after them those that a change takes away. */
export const DAYS_KEPT = 61;
const DAYS_TAKEN_AWAY = 8;

interface Parts extends Pick<Platform, 'now' | 'log'> {
  boards: Native<BoardRecord>;
  posts: Pick<Posts, 'totals'>;
  interactions: Pick<Interactions, 'daysOfPosts'>;
  /** Makes a board where its user has none; nothing for nobody. */
  ensureBoard: (user: Types.ObjectId) => Promise<unknown>;
}

/** The sums of a user's posts and their last days, kept on the board by the differences that the posts owe. */
export class BoardTotals {
  readonly debts: Debts<OwingPost, BoardRecord>;
  /** The counters of boards, by user. */
  readonly counters: Counters<BoardRecord>;

  constructor(private readonly parts: Parts) {
    const counters = new Counters<BoardRecord>({
      collection: parts.boards,
      find: (user) => ({ user }),
      projection: { user: 1 },
      unset: () => {
        const first = dayOf(parts.now()) - DAYS_KEPT;
        return Array.from({ length: DAYS_TAKEN_AWAY }, (_, index) => `days.${first - index}`);
      },
      now: parts.now,
    });
    this.counters = counters;
    this.debts = new Debts<OwingPost, BoardRecord>({
      ...parts,
      collection: parts.posts.totals.posts as never,
      counters,
      targetOf: authorOf,
      changeOf: async (post) => (await this.changesOf([post]))[0]!.change,
      follow: async (after, post, change) => {
        if (after === null) await this.addToNew(authorOf(post), change);
      },
    });
  }

  /** Adds the differences of all posts whose counters have changed. */
  async run(): Promise<void> {
    const { totals } = this.parts.posts;
    for (let due = await totals.due(); due.length > 0; due = await totals.due()) {
      if ((await this.add(due)) === 0) return;
    }
  }

  /** Adds the differences of some posts. @returns of how many */
  async add(posts: readonly Types.ObjectId[]): Promise<number> {
    const owing = await this.parts.posts.totals.owe(posts);
    if (owing.length > 0) await this.debts.payAll(await this.changesOf(owing));
    return owing.length;
  }

  /** Adds a change for a user whose board was not there: makes it, unless the user is gone too. */
  async addToNew(user: Types.ObjectId, change: PendingChange): Promise<void> {
    if ((await this.parts.ensureBoard(user)) !== undefined) await this.counters.add(user, change);
  }

  /**
   * The changes as the boards take them: what is new counts for today, what was there before for its days. A deleted post
   * leaves the totals; the days on which it was seen stay as they are.
   */
  private async changesOf(posts: readonly OwingPost[]) {
    const today = dayOf(this.parts.now());
    const since = new Date((today - DAYS_KEPT + 1) * DAY);
    const owed = posts.flatMap((document) => (document.pending ?? []).map((owes) => ({ document, owes })));
    const first = owed.filter(({ owes }) => owes.isFirst === true).map(({ document }) => document._id);
    const days = first.length === 0 ? [] : await this.parts.interactions.daysOfPosts(first, since);
    return owed.map(({ document, owes: { op, delta, isFirst } }) => {
      const own = isFirst
        ? days.filter(({ post }) => post.equals(document._id))
        : delta['posts'] === -1
          ? []
          : [{ day: today, views: delta['views'] ?? 0, likes: delta['likes'] ?? 0 }];
      const changes = [
        ...Object.entries(delta).map(([name, value]) => [`totals.${name}`, value] as const),
        ...own.map(({ day, views }) => [`days.${day}.views`, views] as const),
        ...own.map(({ day, likes }) => [`days.${day}.likes`, likes] as const),
      ];
      const change: PendingChange = {
        op,
        delta: Object.fromEntries(changes.filter(([, value]) => value !== 0)),
      };
      return { document, change };
    });
  }
}

/** The totals of a user at this moment. */
export function sumOf(stored: Partial<Totals> | undefined, outstanding: Totals): Totals {
  const totals = { ...NO_TOTALS };
  for (const name of Object.keys(totals) as (keyof Totals)[]) {
    totals[name] = Math.max(0, (stored?.[name] ?? 0) + outstanding[name]);
  }
  return totals;
}
