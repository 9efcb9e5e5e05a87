import * as z from 'zod/mini';
import { isoDate, postParams, success } from './common.js';
import { endpoint } from './endpoint.js';
import { queryLanguages } from './language-fields.js';
import { PAGE } from './limits.js';
import { seed, sortBy, sortOrder } from './post-lists.js';
import { post } from './posts.js';
import { listCursor, queryDay, queryFlag, queryLimit, queryPage, utcDay } from './query-fields.js';

/** Query of `GET /posts/infinite`. `isFirstLoad`, if sent, determines the offsets. */
export const feedQuery = z.object({
  page: queryPage(),
  limit: queryLimit(PAGE.feedNext),
  sortBy,
  sortOrder,
  seed,
  isFirstLoad: queryFlag('isFirstLoad'),
});

/**
 * How a random order was created, so that it can be reproduced (docs/feed-order.md); missing from other orders.
 * `numbers` are the numbers of the posts in `data` within the generation.
 */
const order = {
  generation: z.optional(z.number()),
  population: z.optional(z.number()),
  numbers: z.optional(z.array(z.number())),
};

/** `nextPage` is the page to request next, with the same `limit` and `isFirstLoad` as far as sent, or `null` at the end. */
const feedAnswer = z.object({
  ...success,
  data: z.array(post),
  seed: z.number(),
  ...order,
  hasNextPage: z.boolean(),
  nextPage: z.nullable(z.number()),
});
export type FeedAnswer = z.infer<typeof feedAnswer>;

export const infiniteFeed = endpoint('infiniteFeed', { query: feedQuery, answer: feedAnswer });

/**
 * `cursor` is the previous answer's `nextCursor`. With `unseen=true` the feed leaves out posts that the signed-in
 * user has viewed and reads at most 6 × limit positions: a page may be short or empty while `hasNextPage` is true.
 * With `following=true` it contains the newest posts, at most 1,000, of followed users, shuffled by the seed.
 * With `languages` it leaves out posts in others, except the user's own; posts of unknown language stay.
 */
export const cursorFeed = endpoint('cursorFeed', {
  query: z.object({
    limit: queryLimit(PAGE.feedNext),
    cursor: listCursor,
    seed,
    isFirstLoad: queryFlag('isFirstLoad'),
    unseen: queryFlag('unseen'),
    following: queryFlag('following'),
    languages: queryLanguages('languages'),
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

/** A SHA-256 hash, or what is hashed. */
const link = z.string().check(z.regex(/^[0-9a-f]{64}$/));
const dayChain = z.object({ startsOn: utcDay, length: z.number(), end: link, publishedAt: isoDate });

/**
 * The seed of the order of the day, which follows from a chain of hashes whose end was published beforehand
 * (docs/feed-order.md). `links` has this day and those before it, at most 31, the latest first.
 */
export const feedCommitment = endpoint('feedCommitment', {
  answer: z.object({
    ...success,
    data: z.object({
      today: utcDay,
      seed: z.number(),
      chain: dayChain,
      links: z.array(z.object({ date: utcDay, link })),
      next: z.nullable(dayChain),
    }),
  }),
});

/**
 * Where an own post stands in the order of the day and in recent shuffles, and what chance alone expects
 * (docs/feed-order.md). `shuffles` are at most 200; `place` counts from 1.
 */
export const postChance = endpoint('postChance', {
  params: postParams,
  answer: z.object({
    ...success,
    data: z.object({
      number: z.nullable(z.number()),
      day: z.object({
        date: utcDay,
        seed: z.number(),
        population: z.number(),
        number: z.nullable(z.number()),
        place: z.nullable(z.number()),
      }),
      shuffles: z.array(z.object({ seed: z.number(), population: z.number() })),
      among: z.number(),
      expected: z.number(),
    }),
  }),
});
export type PostChance = z.infer<(typeof postChance)['answer']>['data'];

/**
 * Today's hand, or that of an earlier day: up to 24 posts in the order of the day's seed, the same for everybody.
 * Days are in UTC. Deleted and hidden posts are left out, and none takes their place. `dayBefore` is the day before,
 * or `null` if its hand is not kept.
 */
export const todaysHand = endpoint('todaysHand', {
  query: z.object({ date: queryDay('date') }),
  answer: z.object({
    ...success,
    date: utcDay,
    data: z.array(post),
    seed: z.number(),
    generation: z.number(),
    population: z.number(),
    numbers: z.array(z.number()),
    dayBefore: z.nullable(utcDay),
  }),
});
