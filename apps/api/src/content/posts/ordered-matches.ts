import { Types, type Model, type mongo, type QueryFilter } from 'mongoose';
import { collectionOf } from '../../platform/db/collection-of.js';
import type { PostRecord } from './post.model.js';

export type PostFilter = QueryFilter<PostRecord>;

/** An order with an index. */
export interface Sorting {
  sortBy: 'createdAt' | 'views' | 'likes';
  sortOrder: 'asc' | 'desc';
}

/** Matches are counted up to this number. */
export const COUNTED_MATCHES = 10_000;
/** Up to this many matches are sorted without counting all posts. */
const SORTED_AT_ONCE = 500;

interface Wanted {
  sorting: Sorting;
  /** number of matches, up to the counting limit */
  matches: number;
  /** limits the read to entries after a position; see `PageReader` */
  range?: object;
  offset: number;
  limit: number;
}

export type PostProjection = Partial<Record<keyof PostRecord, 1>>;

/**
 * Returns a range of a filter's posts in an indexed order. Few matches are all read and sorted. For many matches
 * the order's own index is walked, since enough of them should appear early. The walk stops after as many posts as
 * match, so the worst case costs twice as much as reading all matches.
 * @param filter must exclude hidden posts
 * @param projection the fields of `T`
 */
export async function orderedMatches<T extends mongo.Document>(
  posts: Model<PostRecord>,
  filter: PostFilter,
  projection: PostProjection,
  { sorting: { sortBy, sortOrder }, matches, range = {}, offset, limit }: Wanted,
): Promise<T[]> {
  if (offset >= matches && matches < COUNTED_MATCHES) return [];
  const direction = sortOrder === 'asc' ? 1 : -1;
  const order: Record<string, 1 | -1> = { [sortBy]: direction, _id: direction };
  const records = collectionOf(posts);
  // all in one batch; an aggregation's cursor would stay open after a batch that is exactly full
  const batchSize = limit + 1;
  // the indexes of a user's posts and of tags have this order
  const isOfOne = filter.user instanceof Types.ObjectId;
  const kept = sortBy === 'createdAt' && (filter.tagKeys !== undefined || isOfOne);
  if (!kept && (await isShortWalk(posts, offset + limit, matches))) {
    const { hidden, ...rest } = filter;
    const walked = await records
      .aggregate<T>(
        [
          { $match: { hidden, ...range } },
          { $sort: order },
          { $limit: matches },
          { $match: rest },
          { $skip: offset },
          { $limit: limit },
          { $project: projection },
        ],
        { hint: { hidden: 1, [sortBy]: -1, _id: -1 }, batchSize },
      )
      .toArray();
    if (walked.length === limit) return walked;
  }
  return records
    .find<T>({ ...filter, ...range } as object, { projection, hint: indexOf(filter), batchSize })
    .sort(order)
    .skip(offset)
    .limit(limit)
    .toArray();
}

/** Counts the posts that match a filter, up to `COUNTED_MATCHES`. */
export const countMatches = (posts: Model<PostRecord>, filter: PostFilter): Promise<number> =>
  posts.countDocuments(filter, { limit: COUNTED_MATCHES, hint: indexOf(filter) }).exec();

/** The most selective index for a filter; the planner might choose the one on `hidden` only. */
function indexOf({ user, hidden, hasMedia, tagKeys }: PostFilter): Record<string, 1 | -1> {
  if (user !== undefined && !isExclusion(user)) {
    const pinned =
      hasMedia === undefined ? { pinnedAt: -1 as const } : { hasMedia: 1 as const, pinnedAt: -1 as const };
    return { user: 1, ...(hidden === undefined ? pinned : { hidden: 1 }), createdAt: -1, _id: -1 };
  }
  return tagKeys === undefined ? { searchTerms: 1 } : { hidden: 1, tagKeys: 1, createdAt: -1, _id: -1 };
}

const isExclusion = (user: unknown): boolean => typeof user === 'object' && user !== null && '$nin' in user;

/** Whether a walk along the order probably finds enough matches within half the posts it may read. */
async function isShortWalk(posts: Model<PostRecord>, reach: number, matches: number): Promise<boolean> {
  if (matches <= SORTED_AT_ONCE || reach > matches / 2) return false;
  // The count stops here, so the real number may be far larger.
  if (matches >= COUNTED_MATCHES) return true;
  return (reach * (await posts.estimatedDocumentCount())) / matches <= matches / 2;
}
