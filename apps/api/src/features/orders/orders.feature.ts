import { currentRequest } from '../../platform/request-context.js';
import type { Platform } from '../../platform/platform.js';
import { Generations } from './generations.js';
import { feedSeedModel, feedStateModel } from './order.model.js';
import { SeedPins } from './seed-pins.js';

const MINUTE = 60_000;
/** Seeds that one address may have pinned; a seed that is pinned already costs nothing. */
const NEW_SEEDS_LIMIT = { name: 'new-seeds', limit: 300, window: 10 * MINUTE };

export type Orders = ReturnType<typeof createOrders>;

/** The orders of the feed: the numbers that posts get and the seeds that shuffle them (docs/feed.md). */
export function createOrders({
  connection,
  rateLimits,
  now,
  log,
}: Pick<Platform, 'connection' | 'rateLimits' | 'now' | 'log'>) {
  const generations = new Generations(feedStateModel(connection));
  /** Where the address may not, or the database takes no writes, its readers see the order unpinned. */
  const mayPin = async () => {
    const req = currentRequest()?.req;
    if (req === undefined) return true;
    return rateLimits.consumeForAddress(NEW_SEEDS_LIMIT, req).then(
      () => true,
      () => false,
    );
  };
  return {
    generations,
    pins: new SeedPins({ seeds: feedSeedModel(connection), generations, mayPin, now, log }),
  };
}
