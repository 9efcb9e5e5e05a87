import * as z from 'zod/mini';
import { objectId, success } from './common.js';
import { endpoint } from './endpoint.js';
import { PAGE, POST_LIMITS, SEED_LIMIT } from './limits.js';
import { post } from './posts.js';
import {
  documented,
  listCursor,
  nextCursor,
  queryEnum,
  queryFlag,
  queryId,
  queryLimit,
  queryPage,
  queryText,
} from './query-fields.js';
export const pagination = z.object({ currentPage: z.number(), hasNext: z.boolean(), totalPosts: z.number() });

const SORTS = ['random', 'createdAt', 'views', 'likes'] as const;
export const sortBy = queryEnum('sortBy', SORTS, 'random');
export const sortOrder = queryEnum('sortOrder', ['desc', 'asc'] as const, 'desc');

/**
 * Parses a seed: an integer from 0 below 1,000,000. Returns `undefined` otherwise, and the server then issues one.
 */
export const parseSeed = (value: unknown): number | undefined =>
  typeof value === 'string' && /^\d{1,6}$/.test(value) ? Number(value) : undefined;

export const seed = documented(z.pipe(z.optional(z.unknown()), z.transform(parseSeed)), {
  type: 'integer',
  minimum: 0,
  maximum: SEED_LIMIT - 1,
});

/** Query of `GET /posts` and `GET /posts/random`. Unknown filters are ignored. */
const listPostsQuery = z.object({
  page: queryPage(),
  limit: queryLimit(PAGE.feedNext),
  sortBy,
  sortOrder,
  seed,
  tag: queryText('tag', POST_LIMITS.tagMax),
  userId: queryId('userId', 'user'),
  q: queryText('q', 200),
  cursor: listCursor,
});

/**
 * `seed` is returned for random orders only, for requesting the next page. With a cursor, which holds the
 * seed, each post appears once, even if posts are created or deleted between pages. A random order filtered by `tag`,
 * `userId` or `q` contains the newest 1,000 matches. `totalPosts` excludes posts that the user cannot see; with the
 * cursor of a sorted list of matches it is the number of when that list's first page was read.
 */
const listPostsAnswer = z.object({
  ...success,
  data: z.array(post),
  seed: z.optional(z.number()),
  pagination,
  nextCursor,
});

export const listPosts = endpoint('listPosts', { query: listPostsQuery, answer: listPostsAnswer });

export const randomPosts = endpoint('randomPosts', { query: listPostsQuery, answer: listPostsAnswer });

/**
 * Profiles use a page size of 12. Pinned posts come first; `media=true` returns only posts with pictures or clips.
 */
export const listPostsOfUser = endpoint('listPostsOfUser', {
  params: z.object({ id: objectId('Invalid user ID') }),
  query: z.object({
    page: queryPage(),
    limit: queryLimit(PAGE.profile),
    media: queryFlag('media'),
    cursor: listCursor,
  }),
  answer: z.object({ ...success, data: z.array(post), pagination, nextCursor }),
});
