import type { Model, mongo, QueryFilter } from 'mongoose';
import { native } from '../../platform/db/native.js';
import type { PostRecord } from './post.model.js';

export type PostFilter = QueryFilter<PostRecord>;

/** A sorting that an index serves. */
export interface Sorting {
  sortBy: 'createdAt' | 'views' | 'likes';
  sortOrder: 'asc' | 'desc';
}

/** Matches are counted up to this. */
export const COUNTED_MATCHES = 10_000;
/** So few matches are sorted without asking how many posts there are. */
const SORTED_AT_ONCE = 500;

interface Wanted {
  sorting: Sorting;
  /** how many posts the filter finds, as far as they were counted */
  matches: number;
  /** leaves what comes after a position of the order; see `PageReader` */
  range?: object;
  offset: number;
  limit: number;
}

export type PostProjection = Partial<Record<keyof PostRecord, 1>>;

/**
 * A stretch of the posts that a filter finds, in an order that an index keeps. All matches are read and sorted where they
 * are few. Where they are many the order's own index is walked, on which enough of them come soon; should they not, the
 * walk ends after as many posts as match, so that the worst case is twice the reading of all matches.
 * @param filter leaves hidden posts out
 * @param projection leaves of each post what `T` has
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
  const records = native(posts);
  // all in one batch, also of an aggregation, whose cursor stays open once the batch is just full
  const batchSize = limit + 1;
  // the index of tags keeps this order itself
  const kept = sortBy === 'createdAt' && filter.tagKeys !== undefined;
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

/** How many posts a filter finds, counted up to `COUNTED_MATCHES`. */
export const countMatches = (posts: Model<PostRecord>, filter: PostFilter): Promise<number> =>
  posts.countDocuments(filter, { limit: COUNTED_MATCHES, hint: indexOf(filter) }).exec();

/** The index that bounds a filter most; a planner might take one that bounds nothing but what is hidden. */
function indexOf({ user, tagKeys }: PostFilter): Record<string, 1 | -1> {
  if (user !== undefined && !isExclusion(user)) return { user: 1, pinnedAt: -1, createdAt: -1, _id: -1 };
  return tagKeys === undefined ? { searchTerms: 1 } : { hidden: 1, tagKeys: 1, createdAt: -1, _id: -1 };
}

const isExclusion = (user: unknown): boolean => typeof user === 'object' && user !== null && '$nin' in user;

/** Whether a walk along the order is likely to pass so many matches within half the posts that it may look at. */
async function isShortWalk(posts: Model<PostRecord>, reach: number, matches: number): Promise<boolean> {
  if (matches <= SORTED_AT_ONCE || reach > matches / 2) return false;
  // Of so many it is not known how many more there are.
  if (matches >= COUNTED_MATCHES) return true;
  return (reach * (await posts.estimatedDocumentCount())) / matches <= matches / 2;
}
