import { cursorFeed, infiniteFeed, PAGE } from '@social-feed/contracts';
import { Router } from 'express';
import type { Connection } from 'mongoose';
import type { Logger } from 'pino';
import { invalidField } from '../../platform/http/errors.js';
import type { Http } from '../../platform/http/http.js';
import type { RateLimiter } from '../../platform/http/rate-limit.js';
import { refuseBeyondDepth } from '../../platform/http/paging.js';
import { route } from '../../platform/http/route.js';
import type { Jobs } from '../../platform/jobs/jobs.js';
import { currentRequest } from '../../platform/request-context.js';
import type { Posts } from '../posts/posts.feature.js';
import { Compaction } from './compaction.js';
import { decodeFeedCursor, encodeFeedCursor } from './cursor.js';
import { feedSeedModel, feedStateModel } from './feed.model.js';
import { Generations } from './generations.js';
import { pageWindow } from './offsets.js';
import { issueSeed } from './permutation.js';
import { RandomFeed } from './random-feed.js';
import { SeedPins } from './seed-pins.js';

const FETCHED = 'Posts fetched';

export interface FeedDeps {
  connection: Connection;
  generations: Generations;
  posts: Pick<Posts, 'postsAt' | 'places' | 'lists' | 'assembler'>;
  jobs: Pick<Jobs, 'define' | 'every'>;
  rateLimits: Pick<RateLimiter, 'consumeForAddress'>;
  now: () => Date;
  log: Logger;
}

/** The job that keeps the feed dense. */
export const COMPACTION = 'feed-compaction';
const MINUTE = 60_000;
/** Seeds that one address may have pinned; a seed that is pinned already costs nothing. */
const NEW_SEEDS_LIMIT = { name: 'new-seeds', limit: 300, window: 10 * MINUTE };

export type Feed = ReturnType<typeof createFeed>;

/** The record of the feed's generations, which posts get their places of. */
export const createGenerations = (connection: Connection) => new Generations(feedStateModel(connection));

/** The random feed. It alone reads and writes `feedstates` and `feedseeds`. */
export function createFeed({ connection, generations, posts, jobs, rateLimits, now, log }: FeedDeps) {
  /** Where the address may not, or the database takes no writes, its readers see the order unpinned. */
  const mayPin = async () => {
    const req = currentRequest()?.req;
    if (req === undefined) return true;
    return rateLimits.consumeForAddress(NEW_SEEDS_LIMIT, req).then(
      () => true,
      () => false,
    );
  };
  const pins = new SeedPins({ seeds: feedSeedModel(connection), generations, mayPin, now, log });
  const feed = new RandomFeed(posts.postsAt, pins);
  const compaction = new Compaction({ generations, places: posts.places, now });
  jobs.define(COMPACTION, { timeLimit: 10 * MINUTE }, async (_payload: object, { signal }) =>
    (await compaction.run(signal)) ? { runAt: now() } : undefined,
  );
  jobs.every(COMPACTION, MINUTE / 2);

  /** The two endless readings (docs/feed.md). */
  const routes = (http: Http): Router => {
    const router = Router();
    route(http, router, infiniteFeed, async ({ query, viewer }) => {
      const { offset, limit, nextPage } = pageWindow(query);
      const seed = query.seed ?? issueSeed();
      const { sortBy, sortOrder } = query;
      if (sortBy !== 'random') refuseBeyondDepth(offset + limit);
      const page =
        sortBy === 'random'
          ? await feed.page(seed, offset, limit)
          : await posts.lists.sorted({ sortBy, sortOrder }, offset, limit);
      // A sorted reading ends where pages end.
      const hasNextPage = page.hasNext && (sortBy === 'random' || offset + limit < PAGE.depthMax);
      return {
        message: FETCHED,
        data: await posts.assembler.posts(page.posts, viewer?.id ?? null),
        seed,
        hasNextPage,
        nextPage: hasNextPage ? nextPage : null,
      };
    });

    // A cursor decides the seed; a `seed` beside it is not looked at.
    route(http, router, cursorFeed, async ({ query, viewer }) => {
      const given = query.cursor === undefined || query.cursor === '' ? undefined : query.cursor;
      const from =
        given === undefined ? { seed: query.seed ?? issueSeed(), position: 0 } : decodeFeedCursor(given);
      if (from === undefined) throw invalidField('cursor', 'cursor is malformed');
      const limit = given === undefined && query.isFirstLoad === true ? PAGE.feedFirst : query.limit;
      const run = await feed.run(from.seed, from.position, limit);
      return {
        message: FETCHED,
        data: await posts.assembler.posts(run.posts, viewer?.id ?? null),
        seed: from.seed,
        hasNextPage: run.hasNext,
        nextCursor: run.hasNext ? encodeFeedCursor({ seed: from.seed, position: run.position }) : null,
      };
    });
    return router;
  };

  return {
    routes,
    feed,
    pins,
    compaction,
    /** To be called once the indexes stand. */
    start: () => generations.ensure(posts.places, now()),
  };
}
