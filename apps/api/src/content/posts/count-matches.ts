import type { Model } from 'mongoose';
import { collectionOf } from '../../platform/db/collection-of.js';
import { cacheFor } from '../../platform/lru-cache.js';
import { MINUTE } from '../../platform/time.js';
import type { PostFilter } from './list-filter.js';
import type { PostRecord } from './post.model.js';
import { COUNTED_MATCHES, type Matches } from './post-search.js';
import { indexOf, leadsOf, type Lead } from './search-conditions.js';

const BOUNDS = {
  /** Up to this many matches are sorted without counting all posts. */
  sorted: 500,
  counted: COUNTED_MATCHES,
  /** Posts of one condition that are read to count or sort those that meet the others too. */
  read: 2 * COUNTED_MATCHES,
  /** Posts of a walk along an order: at first, and if these have too few matches. */
  step: 1000,
  walk: COUNTED_MATCHES,
};

export type SearchBounds = typeof BOUNDS;

export interface SearchParts {
  posts: Model<PostRecord>;
  bounds: SearchBounds;
  /** Estimates the number of all posts. */
  countAll: () => Promise<number>;
}

/** @param bounds smaller ones for tests */
export function readingOf(posts: Model<PostRecord>, bounds: SearchBounds = BOUNDS): SearchParts {
  const estimates = cacheFor<number>(MINUTE);
  const countAll = async () => {
    const known = estimates.get('');
    if (known !== undefined) return known;
    const counted = await posts.estimatedDocumentCount();
    estimates.set('', counted);
    return counted;
  };
  return { posts, bounds, countAll };
}

/** Counts the matches among the posts of one condition. */
async function countLed({ posts, bounds }: SearchParts, { condition, rest, hint }: Lead): Promise<number> {
  const [counted] = await collectionOf(posts)
    .aggregate<{ total: number }>(
      [
        { $match: condition },
        { $limit: bounds.read },
        { $match: rest },
        { $limit: bounds.counted },
        { $group: { _id: null, total: { $sum: 1 } } },
      ],
      { hint },
    )
    .toArray();
  return counted?.total ?? 0;
}

export async function countMatches(parts: SearchParts, filter: PostFilter): Promise<Matches> {
  const { posts, bounds } = parts;
  if ((await parts.countAll()) <= bounds.read) {
    const total = await posts.countDocuments(filter, { limit: bounds.counted, hint: indexOf(filter) }).exec();
    return { total, isWhole: total < bounds.counted, fewest: 0 };
  }
  let total = 0;
  for (const [fewest, lead] of leadsOf(filter).entries()) {
    total = Math.max(total, await countLed(parts, lead));
    if (total >= bounds.counted) break;
    const most = { limit: bounds.read, hint: lead.hint };
    if ((await posts.countDocuments(lead.condition, most).exec()) < bounds.read) {
      return { total, isWhole: true, fewest };
    }
  }
  return { total, isWhole: false, fewest: 0 };
}
