import { collectionOf } from '../../platform/db/collection-of.js';
import { currentRequest } from '../../platform/request-context.js';
import type { Platform } from '../../platform/platform.js';
import { HOUR, MINUTE } from '../../platform/time.js';
import { dayChainModel } from './day-chain.model.js';
import { createDayChains } from './day-chains.js';
import { createGenerations } from './generations.js';
import { feedSeedModel, feedStateModel } from './order.model.js';
import { createSeedPins } from './seed-pins.js';

/** New seeds that one address may pin; a pinned seed costs nothing. */
const NEW_SEEDS_LIMIT = { name: 'new-seeds', limit: 300, window: 10 * MINUTE };

/** The job that publishes the next chain of days in time. */
export const DAY_CHAINS = 'day-chains';

export type FeedOrder = ReturnType<typeof createFeedOrder>;

/** The orders of the feed: the numbers of posts and the seeds that shuffle them (docs/feed.md). */
export function createFeedOrder({
  config,
  connection,
  jobs,
  rateLimits,
  now,
  log,
}: Pick<Platform, 'config' | 'connection' | 'jobs' | 'rateLimits' | 'now' | 'log'>) {
  const generations = createGenerations(feedStateModel(connection));
  /** If the address is over its limit, or the database is read-only, the order is shown unpinned. */
  const mayPin = async () => {
    const req = currentRequest()?.req;
    if (req === undefined) return true;
    return rateLimits.consumeForAddress(NEW_SEEDS_LIMIT, req).then(
      () => true,
      () => false,
    );
  };
  const chains = collectionOf(dayChainModel(connection));
  const days = createDayChains({ chains, key: config.secrets.dayChain, now, log });
  jobs.define(DAY_CHAINS, { every: HOUR }, () => days.ensure());
  return {
    generations,
    /** The seeds of the days and their proof. */
    days,
    pins: createSeedPins({ seeds: feedSeedModel(connection), generations, mayPin, now, log }),
  };
}
