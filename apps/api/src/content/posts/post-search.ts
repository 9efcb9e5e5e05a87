import type { Types } from 'mongoose';
import type { Filters } from './list-filter.js';
import type { StoredPost } from './post.presenter.js';

/** An order with an index. */
export interface Sorting {
  sortBy: 'createdAt' | 'views' | 'likes';
  sortOrder: 'asc' | 'desc';
}

/** Posts by words, a tag or an author, without hidden ones. */
export interface Sought {
  by: Filters;
  /** Users whose posts are left out. */
  hiding: readonly Types.ObjectId[];
}

/** Matches are counted up to this number. */
export const COUNTED_MATCHES = 10_000;

/** How many posts match. Cursors hold it. */
export interface Matches {
  /** At most `COUNTED_MATCHES`. */
  total: number;
  /** Whether all were counted; otherwise there may be more. */
  isWhole: boolean;
  /** The condition with the fewest posts, for the search itself. */
  fewest: number;
}

/** The matches of one condition, by their number. */
export const matchesOf = (total: number): Matches => ({ total, isWhole: total < COUNTED_MATCHES, fewest: 0 });

/** For lists that need no number. */
export const UNCOUNTED = matchesOf(COUNTED_MATCHES);

export interface Wanted {
  sorting: Sorting;
  matches: Matches;
  /** limits the read to entries after a position; see `PageReader` */
  range: object;
  offset: number;
  limit: number;
}

/** Part of a list. */
export interface Part {
  posts: StoredPost[];
  /** The sort fields of the post where the search stopped before it had enough. */
  stoppedAt?: object | undefined;
}

/**
 * Finds posts. Each call reads a bounded number of them, however many match. The database does this
 * (`ordered-matches.ts`); a search server can take its place with these functions.
 */
export interface PostSearch {
  count: (sought: Sought) => Promise<Matches>;
  /** A part of the matches in an order. */
  page: (sought: Sought, wanted: Wanted) => Promise<Part>;
  /** Ids of the newest matches. Of matches that are too far apart, any. */
  newest: (sought: Sought, matches: Matches, most: number) => Promise<string[]>;
}
