import type { Types } from 'mongoose';
import type { Collection } from '../../platform/db/collection-of.js';
import { countPerDay, type TimeRange } from '../../platform/db/per-day.js';
import { LISTED } from '../../order/feed-order/feed-positions.js';
import type { PostRecord } from './post.model.js';

/** What the archive knows of a post. */
export type ArchivedPost = Pick<PostRecord, '_id' | 'createdAt' | 'editedAt'> & { user: Types.ObjectId };

const PROJECTION = { user: 1, createdAt: 1, editedAt: 1 };

/** Posts by time, for crawlers and figures. */
export const createPostArchive = (posts: Collection<PostRecord>) => ({
  /** When the last listed post before a time was written; null if there is none. */
  async lastBefore(end: Date): Promise<Date | null> {
    const found = await posts.findOne(
      { ...LISTED, createdAt: { $lt: end } },
      { sort: { createdAt: -1, _id: -1 }, projection: { createdAt: 1 } },
    );
    return found && found.createdAt;
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
