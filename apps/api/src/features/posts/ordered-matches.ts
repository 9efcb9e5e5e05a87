import type { Native } from '../../platform/db/native.js';
import type { PostRecord } from './post.model.js';

export type PostFilter = Parameters<Native<PostRecord>['find']>[0] & object;

/** A sorting that an index serves. */
export interface Sorting {
  sortBy: 'createdAt' | 'views' | 'likes';
  sortOrder: 'asc' | 'desc';
}

/** Matches of words and tags are counted up to this. */
export const COUNTED_MATCHES = 10_000;
/** So few matches are sorted without asking how many posts there are. */
const SORTED_AT_ONCE = 500;

interface Wanted {
  sorting: Sorting;
  /** how many posts the filter finds, as far as they were counted */
  matches: number;
  offset: number;
  limit: number;
}

/**
 * A stretch of the posts that a filter finds, in an order that an index keeps. All matches are read and sorted where they
 * are few. Where they are many the order's own index is walked, on which enough of them come soon; should they not, the
 * walk ends after as many posts as match, so that the worst case is twice the reading of all matches.
 * @param projection leaves of each post what `T` has
 */
export async function orderedMatches<T>(
  posts: Native<PostRecord>,
  filter: PostFilter,
  projection: Partial<Record<keyof PostRecord, 1>>,
  { sorting: { sortBy, sortOrder }, matches, offset, limit }: Wanted,
): Promise<T[]> {
  if (offset >= matches && matches < COUNTED_MATCHES) return [];
  const direction = sortOrder === 'asc' ? 1 : -1;
  const order: Record<string, 1 | -1> = { [sortBy]: direction, _id: direction };
  // the index of tags keeps this order itself
  const kept = sortBy === 'createdAt' && filter.tagKeys !== undefined;
  if (!kept && (await isShortWalk(posts, offset + limit, matches))) {
    const walked = await posts
      .aggregate<T & object>(
        [
          { $sort: order },
          { $limit: matches },
          { $match: filter },
          { $skip: offset },
          { $limit: limit },
          { $project: projection },
        ],
        { hint: { [sortBy]: -1, _id: -1 } },
      )
      .toArray();
    if (walked.length === limit) return walked;
  }
  return posts.find<T & object>(filter, { projection }).sort(order).skip(offset).limit(limit).toArray();
}

/** Whether a walk along the order is likely to pass so many matches within half the posts that it may look at. */
async function isShortWalk(posts: Native<PostRecord>, reach: number, matches: number): Promise<boolean> {
  if (matches <= SORTED_AT_ONCE || reach > matches / 2) return false;
  // Of so many it is not known how many more there are.
  if (matches >= COUNTED_MATCHES) return true;
  return (reach * (await posts.estimatedDocumentCount())) / matches <= matches / 2;
}
