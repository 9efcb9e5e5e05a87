import * as z from 'zod/mini';
import {
  documented,
  listCursor,
  nextCursor,
  objectId,
  queryEnum,
  queryFlag,
  queryLimit,
  queryPage,
  queryText,
  success,
} from './common.js';
import { endpoint } from './endpoint.js';
import { PAGE, POST_LIMITS, SEED_LIMIT } from './limits.js';
import { post } from './posts.js';
export const pagination = z.object({ currentPage: z.number(), hasNext: z.boolean(), totalPosts: z.number() });

const SORTS = ['random', 'createdAt', 'views', 'likes'] as const;
export const sortBy = queryEnum('sortBy', SORTS, 'random');
export const sortOrder = queryEnum('sortOrder', ['desc', 'asc'] as const, 'desc');

/** Reads a seed: a whole number from 0 below 1,000,000, else `undefined`, whereupon the server issues one. */
export const parseSeed = (value: unknown): number | undefined =>
  typeof value === 'string' && /^\d{1,6}$/.test(value) ? Number(value) : undefined;

export const seed = documented(z.pipe(z.optional(z.unknown()), z.transform(parseSeed)), {
  type: 'integer',
  minimum: 0,
  maximum: SEED_LIMIT - 1,
});

/** Query of `GET /posts` and `GET /posts/random`; unknown filters are ignored. */
const listPostsQuery = z.object({
  page: queryPage(),
  limit: queryLimit(PAGE.feedNext),
  sortBy,
  sortOrder,
  seed,
  tag: queryText('tag', POST_LIMITS.tagMax),
  userId: z.optional(objectId('Invalid user ID')),
  q: queryText('q', 200),
  cursor: listCursor,
});

/**
 * `seed` comes with random orders only, so that the next page can follow. `nextCursor` comes with sorted lists, and with
 * random orders of what `tag`, `userId` or `q` find: each post comes once, whatever is written or deleted meanwhile. A random
 * order has the newest 1,000 matches. `totalPosts` leaves out posts that the reader does not see.
 */
const listPostsAnswer = z.object({
  ...success,
  data: z.array(post),
  seed: z.optional(z.number()),
  pagination,
  nextCursor,
});

export const listPosts = endpoint({
  method: 'GET',
  path: '/posts',
  access: 'optional',
  query: listPostsQuery,
  answer: listPostsAnswer,
});

export const randomPosts = endpoint({
  method: 'GET',
  path: '/posts/random',
  access: 'optional',
  query: listPostsQuery,
  answer: listPostsAnswer,
});

/** Page size 12 on profiles. Pinned posts come first; `media=true` leaves only those with pictures or clips. */
export const listPostsOfUser = endpoint({
  method: 'GET',
  path: '/posts/user/:id',
  access: 'optional',
  params: z.object({ id: objectId('Invalid user ID') }),
  query: z.object({
    page: queryPage(),
    limit: queryLimit(PAGE.profile),
    media: queryFlag('media'),
    cursor: listCursor,
  }),
  answer: z.object({ ...success, data: z.array(post), pagination, nextCursor }),
});
