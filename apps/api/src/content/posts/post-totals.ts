import type { Types } from 'mongoose';
import { newEventId, pendingWith, type StoredEvent } from '../../platform/events/stored-event.js';
import type { Collection } from '../../platform/db/collection-of.js';
import { EVENT_TYPES } from '../../community/events.js';
import type { Totals } from '../../community/boards/board.model.js';
import type { BoardStore } from '../../community/boards/board-store.js';
import type { PostRecord } from './post.model.js';

export const NO_TOTALS: Totals = { posts: 0, media: 0, shown: 0, views: 0, likes: 0, comments: 0, shares: 0 };

const COUNTER_OF = { views: 'views', likes: 'likes', comments: 'commentsCount', shares: 'shares' } as const;
const NAMES = Object.keys(NO_TOTALS) as (keyof Totals)[];

/** An author's numbers of posts. */
export type PostNumbers = Pick<Totals, 'posts' | 'media' | 'shown'>;
const NONE: PostNumbers = { posts: 0, media: 0, shown: 0 };
const isNumber = (name: keyof Totals): name is keyof PostNumbers => name in NONE;

/** What a post that is not deleted adds to each number, as a pipeline expression. */
const NUMBER_IN = {
  posts: 1,
  media: { $cond: ['$hasMedia', 1, 0] },
  shown: { $cond: ['$hidden', 0, 1] },
} as const;
/** What a post adds to each number. */
const numbersIn = ({
  hasMedia,
  hidden,
  deletedAt,
}: Pick<PostRecord, 'hasMedia' | 'hidden' | 'deletedAt'>): PostNumbers =>
  deletedAt instanceof Date ? NONE : { posts: 1, media: Number(hasMedia), shown: Number(!hidden) };

/** A change of the author's totals, pending on a post. `isFirst` if the totals do not include the post yet. */
export type TotalsEvent = StoredEvent & { isFirst?: boolean };

/** A post with pending changes to its author's totals. */
export type PostWithTotals = Pick<PostRecord, '_id' | 'user' | 'owner'> & { pending?: TotalsEvent[] };

export const isOfTotals = ({ delta }: StoredEvent): boolean => EVENT_TYPES.boardTotal.field in delta;
export const authorOf = ({ user, owner }: PostWithTotals): Types.ObjectId => owner ?? user;

export type PostTotals = ReturnType<typeof createPostTotals>;

/** Number of posts added to the totals at once. */
const AT_ONCE = 500;
/** Maximum number of an author's posts whose pending changes a read of the totals adds. */
const OUTSTANDING_MAX = 1000;
/** With more uncounted posts of an author, as after a suspension or a restored backup, all are counted instead. */
const UNCOUNTED_MAX = 100;

const NUMBERED = { hasMedia: 1, hidden: 1, deletedAt: 1, inTotals: 1 } as const;
const DUE_PROJECTION = { views: 1, likes: 1, commentsCount: 1, shares: 1, ...NUMBERED } as const;

/**
 * Adds the counters of posts to the totals of their authors. Every counter change marks its post as due. A post
 * stores which counts the totals include, and its event is the difference.
 */
export function createPostTotals(
  posts: Collection<PostRecord>,
  boardStore: Pick<BoardStore, 'totalsOf'>,
  now: () => Date,
) {
  /** Ids of posts whose counters have changed. */
  async function due(): Promise<Types.ObjectId[]> {
    const found = await posts
      .find({ totalsDue: true }, { projection: { _id: 1 } })
      .limit(AT_ONCE)
      .toArray();
    return found.map(({ _id }) => _id);
  }

  /** Adds events to due posts. A post with an earlier pending one of them waits. @returns the posts and their events */
  async function addEvents(ids: readonly Types.ObjectId[]): Promise<PostWithTotals[]> {
    const ops = ids.map(() => newEventId(now()));
    const projection = { user: 1, owner: 1, pending: 1 } as const;
    const filterOf = (_id: Types.ObjectId) => ({
      _id,
      totalsDue: true,
      [`pending.delta.${EVENT_TYPES.boardTotal.field}`]: { $exists: false },
    });
    if (ids.length === 1) {
      const options = { projection, returnDocument: 'after' } as const;
      const after = await posts.findOneAndUpdate(filterOf(ids[0]!), differenceUpdate(ops[0]!), options);
      return after === null ? [] : [after];
    }
    await posts.bulkWrite(
      ids.map((_id, index) => ({
        updateOne: { filter: filterOf(_id), update: differenceUpdate(ops[index]!) },
      })),
      { ordered: false },
    );
    return posts.find({ _id: { $in: [...ids] }, 'pending.op': { $in: ops } }, { projection }).toArray();
  }

  /** A user's changes that the totals do not include yet. */
  async function outstanding(user: Types.ObjectId): Promise<Totals> {
    const sum = { ...NO_TOTALS };
    const due = await posts
      .find({ totalsDue: true, user }, { projection: DUE_PROJECTION })
      .limit(OUTSTANDING_MAX)
      .toArray();
    for (const post of due) {
      const numbers = numbersIn(post);
      for (const name of NAMES) {
        const present = isNumber(name) ? numbers[name] : post[COUNTER_OF[name]];
        sum[name] += present - (post.inTotals?.[name] ?? 0);
      }
    }
    return sum;
  }

  /** A user's numbers of posts; `undefined` if so many changes are uncounted that counting costs less. */
  async function numbersOf(user: Types.ObjectId): Promise<PostNumbers | undefined> {
    const [stored, uncounted] = await Promise.all([
      boardStore.totalsOf(user),
      posts
        .find({ uncounted: user }, { projection: NUMBERED })
        .limit(UNCOUNTED_MAX + 1)
        .toArray(),
    ]);
    if (uncounted.length > UNCOUNTED_MAX) return undefined;
    const sum = { ...NONE };
    for (const name of NAMES.filter(isNumber)) {
      for (const post of uncounted) sum[name] += numbersIn(post)[name] - (post.inTotals?.[name] ?? 0);
      sum[name] = Math.max(0, sum[name] + (stored?.[name] ?? 0));
    }
    return sum;
  }

  return { posts, due, addEvents, outstanding, numbersOf };
}

function differenceUpdate(op: Types.ObjectId): Record<string, unknown>[] {
  const isAlive = { $not: [{ $eq: [{ $type: '$deletedAt' }, 'date'] }] };
  const present = Object.fromEntries(
    NAMES.map((name) => [
      name,
      { $cond: [isAlive, isNumber(name) ? NUMBER_IN[name] : `$${COUNTER_OF[name]}`, 0] },
    ]),
  );
  const delta = Object.fromEntries(
    NAMES.map((name) => [name, { $subtract: [present[name], { $ifNull: [`$inTotals.${name}`, 0] }] }]),
  );
  const isFirst = { $eq: [{ $type: '$inTotals' }, 'missing'] };
  return [
    { $set: { pending: pendingWith({ op, delta, isFirst }), inTotals: present } },
    { $unset: ['totalsDue', 'uncounted'] },
  ];
}
