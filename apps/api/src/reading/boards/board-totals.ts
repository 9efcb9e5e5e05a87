import type { Types } from 'mongoose';
import type { Collection } from '../../platform/db/collection-of.js';
import type { Held } from '../../platform/events/event-source.js';
import type { Platform } from '../../platform/platform.js';
import { DAY, dayOf } from '../../platform/time.js';
import type { BoardRecord, Totals } from '../../community/boards/board.model.js';
import { DAYS_KEPT, type BoardStore } from '../../community/boards/board-store.js';
import type { EventOutbox } from '../../community/events.js';
import type { Interactions } from '../interactions/interactions.feature.js';
import {
  authorOf,
  isOfTotals,
  NO_TOTALS,
  type PostWithTotals,
  type TotalsEvent,
} from '../../content/posts/post-totals.js';
import type { Posts } from '../../content/posts/posts.feature.js';

interface Parts extends Pick<Platform, 'now'> {
  outbox: Pick<EventOutbox, 'source'>;
  boardStore: Pick<BoardStore, 'counters' | 'addToNew'>;
  posts: Pick<Posts, 'totals'>;
  interactions: Pick<Interactions, 'daysOfPosts'>;
}

/** Totals and last days of a user's posts. The board stores them, and events of the posts update them. */
export function createBoardTotals({ outbox, boardStore, posts, interactions, now }: Parts) {
  const { totals } = posts;
  const events = outbox.source<PostWithTotals, BoardRecord>({
    types: ['boardTotal'],
    collection: totals.posts as unknown as Collection<PostWithTotals>,
    counters: boardStore.counters,
    targetOf: authorOf,
    countedEvent: async (document, event) => (await countedEvents([{ document, event }]))[0]!.event,
    finish: async (board, post, event) => {
      if (board === null) await boardStore.addToNew(authorOf(post), event);
    },
  });

  /** Adds the changed counters of these posts. @returns how many posts had changes */
  async function add(ids: readonly Types.ObjectId[]): Promise<number> {
    const changed = await totals.addEvents(ids);
    const held = changed.flatMap((document) =>
      (document.pending ?? []).filter(isOfTotals).map((event) => ({ document, event })),
    );
    if (held.length > 0) await events.deliverAll(await countedEvents(held));
    return changed.length;
  }

  /**
   * The events to count on boards. New counts belong to today, earlier ones to their own days. A deleted post is
   * subtracted from the totals; the days keep its views.
   */
  async function countedEvents(
    held: readonly { document: PostWithTotals; event: TotalsEvent }[],
  ): Promise<Held<PostWithTotals>[]> {
    const today = dayOf(now());
    const since = new Date((today - DAYS_KEPT + 1) * DAY);
    const first = held.filter(({ event }) => isNew(event)).map(({ document }) => document._id);
    const days = first.length === 0 ? [] : await interactions.daysOfPosts(first, since);
    return held.map(({ document, event }) => {
      const { op, delta } = event;
      const own = isNew(event)
        ? days.filter(({ post }) => post.equals(document._id))
        : delta['posts'] === -1
          ? []
          : [{ day: today, views: delta['views'] ?? 0, likes: delta['likes'] ?? 0 }];
      const changes = [
        ...Object.entries(delta).map(([name, value]) => [`totals.${name}`, value] as const),
        ...own.map(({ day, views }) => [`days.${day}.views`, views] as const),
        ...own.map(({ day, likes }) => [`days.${day}.likes`, likes] as const),
      ];
      const changed = Object.fromEntries(changes.filter(([, value]) => value !== 0));
      return { document, event: { op, delta: changed } };
    });
  }

  return {
    /** Adds the changed counters of all posts. */
    async run(): Promise<void> {
      for (let due = await totals.due(); due.length > 0; due = await totals.due()) {
        if ((await add(due)) === 0) return;
      }
    },
    add,
  };
}

/** Whether an event adds a post; one that was deleted before is never added. */
const isNew = ({ isFirst, delta }: TotalsEvent): boolean => isFirst === true && delta['posts'] === 1;

/** The user's current totals. */
export function sumOf(stored: Partial<Totals> | undefined, outstanding: Totals): Totals {
  const totals = { ...NO_TOTALS };
  for (const name of Object.keys(totals) as (keyof Totals)[]) {
    totals[name] = Math.max(0, (stored?.[name] ?? 0) + outstanding[name]);
  }
  return totals;
}
