import * as z from 'zod/mini';
import { listCursor, queryFlag, queryLimit, queryPage, success } from './common.js';
import { endpoint } from './endpoint.js';
import { PAGE } from './limits.js';
import { seed, sortBy, sortOrder } from './post-lists.js';
import { post } from './posts.js';

/** Query of `GET /posts/infinite`. `isFirstLoad` decides the offsets when sent. */
export const feedQuery = z.object({
  page: queryPage(),
  limit: queryLimit(PAGE.feedNext),
  sortBy,
  sortOrder,
  seed,
  isFirstLoad: queryFlag('isFirstLoad'),
});

/**
 * How a random order was made, so that anyone can make it again (docs/feed-order.md); absent from other orders.
 * `numbers` are those of the posts in `data`, within the generation.
 */
const order = {
  generation: z.optional(z.number()),
  population: z.optional(z.number()),
  numbers: z.optional(z.array(z.number())),
};

/** `nextPage` is the page to ask for next with `limit=10`; `null` at the end. */
const feedAnswer = z.object({
  ...success,
  data: z.array(post),
  seed: z.number(),
  ...order,
  hasNextPage: z.boolean(),
  nextPage: z.nullable(z.number()),
});
export type FeedAnswer = z.infer<typeof feedAnswer>;

export const infiniteFeed = endpoint({
  method: 'GET',
  path: '/posts/infinite',
  access: 'optional',
  query: feedQuery,
  answer: feedAnswer,
});

/**
 * `cursor` is what the answer before gave as `nextCursor`. With `unseen=true` a member's reading leaves out what the member has viewed, and looks at 6 × limit positions
 * at most: a page may be short or empty while `hasNextPage` says that more follow. With `following=true` it holds the
 * newest posts, 1,000 at most, of those whom the member follows, shuffled by the seed.
 */
export const cursorFeed = endpoint({
  method: 'GET',
  path: '/posts/infinite-cursor',
  access: 'optional',
  query: z.object({
    limit: queryLimit(PAGE.feedNext),
    cursor: listCursor,
    seed,
    isFirstLoad: queryFlag('isFirstLoad'),
    unseen: queryFlag('unseen'),
    following: queryFlag('following'),
  }),
  answer: z.object({
    ...success,
    data: z.array(post),
    seed: z.number(),
    ...order,
    hasNextPage: z.boolean(),
    nextCursor: z.nullable(z.string()),
  }),
});
