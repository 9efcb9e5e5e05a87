import { currentRequest } from '../../platform/request-context.js';
import type { Platform } from '../../platform/platform.js';
import { MINUTE } from '../../platform/time.js';
import { createGenerations } from './generations.js';
import { feedSeedModel, feedStateModel } from './order.model.js';
import { createSeedPins } from './seed-pins.js';

/** New seeds that one address may pin; a pinned seed costs nothing. */
const NEW_SEEDS_LIMIT = { name: 'new-seeds', limit: 300, window: 10 * MINUTE };

export type FeedOrder = ReturnType<typeof createFeedOrder>;

/** The orders of the feed: the numbers of posts and the seeds that shuffle them (docs/feed.md). */
export function createFeedOrder({
  connection,
  rateLimits,
  now,
  log,
}: Pick<Platform, 'connection' | 'rateLimits' | 'now' | 'log'>) {
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
  return {
    generations,
    pins: createSeedPins({ seeds: feedSeedModel(connection), generations, mayPin, now, log }),
  };
}
