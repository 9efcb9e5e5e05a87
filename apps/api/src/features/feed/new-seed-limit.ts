import type { RateLimiter } from '../../platform/http/rate-limit.js';
import type { MayPinFor } from '../posts/posts.routes.js';

/** Seeds that one address may have pinned; a seed that is pinned already costs nothing. */
const NEW_SEEDS_LIMIT = { name: 'new-seeds', limit: 300, window: 10 * 60_000 };

/**
 * Whether an address may have another seed pinned. Where it may not, or where nobody can tell as the database takes no
 * writes, its readers see the order unpinned.
 */
export const newSeedLimit =
  (rateLimits: Pick<RateLimiter, 'consumeForAddress'>): MayPinFor =>
  (req) =>
  () =>
    rateLimits.consumeForAddress(NEW_SEEDS_LIMIT, req).then(
      () => true,
      () => false,
    );
