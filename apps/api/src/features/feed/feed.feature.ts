import { Router } from 'express';
import type { Connection } from 'mongoose';
import type { Logger } from 'pino';
import type { Http } from '../../platform/http/http.js';
import type { RateLimiter } from '../../platform/http/rate-limit.js';
import type { Jobs } from '../../platform/jobs/jobs.js';
import { currentRequest } from '../../platform/request-context.js';
import type { Posts } from '../posts/posts.feature.js';
import { Compaction } from './compaction.js';
import { feedSeedModel, feedStateModel } from './feed.model.js';
import { mountFeed } from './feed.routes.js';
import { Generations } from './generations.js';
import { RandomFeed } from './random-feed.js';
import { SeedPins } from './seed-pins.js';

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

  return {
    routes: (http: Http): Router => mountFeed(http, Router(), { feed, posts }),
    feed,
    pins,
    compaction,
    /** To be called once the indexes stand. */
    start: () => generations.ensure(posts.places, now()),
  };
}
