import type { Types } from 'mongoose';
import type { Collection } from '../../platform/db/collection-of.js';
import { countPerDay, type TimeRange } from '../../platform/db/per-day.js';
import { LISTED, type PostRecord } from './post.model.js';

/** What the archive knows of a post. */
export type ArchivedPost = Pick<PostRecord, '_id' | 'createdAt' | 'editedAt'> & { user: Types.ObjectId };

const PROJECTION = { user: 1, createdAt: 1, editedAt: 1 };

/** Posts by time, for crawlers and figures. */
export const createPostArchive = (posts: Collection<PostRecord>) => ({
  /** When the first and the last listed post were written; null if there is none. */
  async span(): Promise<{ first: Date; last: Date } | null> {
    const at = (order: 1 | -1) =>
      posts.findOne(LISTED, { sort: { createdAt: order, _id: order }, projection: { createdAt: 1 } });
    const [first, last] = await Promise.all([at(1), at(-1)]);
    return first && last && { first: first.createdAt, last: last.createdAt };
  },

  /** Counts posts by the day on which they were written, unless their author is suspended. */
  countPerDay: (range: TimeRange) => countPerDay(posts, 'createdAt', range, { hidden: false }),

  /** Listed posts written from a time up to before another, the newest first. */
  between: (from: Date, end: Date, most: number): Promise<ArchivedPost[]> =>
    posts
      .find<ArchivedPost>({ ...LISTED, createdAt: { $gte: from, $lt: end } }, { projection: PROJECTION })
      .sort({ createdAt: -1, _id: -1 })
      .limit(most)
      .toArray(),
});
