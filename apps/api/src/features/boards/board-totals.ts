import type { Types } from 'mongoose';
import { Counters, type PendingChange } from '../../platform/db/counters.js';
import { Debts } from '../../platform/db/debts.js';
import type { Collection } from '../../platform/db/collection-of.js';
import type { Platform } from '../../platform/platform.js';
import type { Interactions } from '../interactions/interactions.feature.js';
import { dayOf } from '../interactions/post-analytics.js';
import { authorOf, NO_TOTALS, type OwingPost } from '../posts/post-totals.js';
import type { Totals } from '../posts/post.model.js';
import type { Posts } from '../posts/posts.feature.js';
import type { BoardRecord } from './board.model.js';
import { DAY } from '../../platform/time.js';

/** Number of days a board stores, and then the number of days a change removes. */
export const DAYS_KEPT = 61;
const DAYS_TAKEN_AWAY = 8;

interface Parts extends Pick<Platform, 'now' | 'log'> {
  boards: Collection<BoardRecord>;
  posts: Pick<Posts, 'totals'>;
  interactions: Pick<Interactions, 'daysOfPosts'>;
  /** Creates the user's board if it is missing; does nothing if the user does not exist. */
  ensureBoard: (user: Types.ObjectId) => Promise<unknown>;
}

/** Totals and last days of a user's posts. The board stores them, and the posts' pending changes update them. */
export class BoardTotals {
  readonly debts: Debts<OwingPost, BoardRecord>;
  /** Counters of boards, by user. */
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

  /** Applies the pending changes of all posts whose counters have changed. */
  async run(): Promise<void> {
    const { totals } = this.parts.posts;
    for (let due = await totals.due(); due.length > 0; due = await totals.due()) {
      if ((await this.add(due)) === 0) return;
    }
  }

  /** Applies the pending changes of these posts. @returns how many posts had any */
  async add(posts: readonly Types.ObjectId[]): Promise<number> {
    const owing = await this.parts.posts.totals.owe(posts);
    if (owing.length > 0) await this.debts.payAll(await this.changesOf(owing));
    return owing.length;
  }

  /** Applies a change for a user without a board: creates the board, unless the user was deleted too. */
  async addToNew(user: Types.ObjectId, change: PendingChange): Promise<void> {
    if ((await this.parts.ensureBoard(user)) !== undefined) await this.counters.add(user, change);
  }

  /**
   * The changes to apply to boards. New counts belong to today, earlier ones to their own days. A deleted post is
   * subtracted from the totals; the days keep its views.
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

/** The user's current totals. */
export function sumOf(stored: Partial<Totals> | undefined, outstanding: Totals): Totals {
  const totals = { ...NO_TOTALS };
  for (const name of Object.keys(totals) as (keyof Totals)[]) {
    totals[name] = Math.max(0, (stored?.[name] ?? 0) + outstanding[name]);
  }
  return totals;
}
