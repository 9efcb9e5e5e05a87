import { SEED_LIMIT } from '@social-feed/contracts';

const KEY = 'feed-seed';

type SeedStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** The random feed's seed for this browser session (F §4). */
export interface FeedSeed {
  /** The seed, created below 1,000,000 on first use. */
  get: () => number;
  /** Takes over the seed that the server answered with. */
  replace: (seed: number) => void;
  /** Forgets it: after a post is created or deleted, and on refresh. */
  clear: () => void;
}

const isSeed = (value: number) => Number.isInteger(value) && value >= 0 && value < SEED_LIMIT;

/** A storage that refuses (private mode, quota) costs only the memory across reloads, never the feed. */
const quietly = <T>(action: () => T): T | undefined => {
  try {
    return action();
  } catch {
    return undefined;
  }
};

/** @param random gives numbers from 0 to 1, exclusive, as `Math.random` does */
export const createFeedSeed = (storage: () => SeedStorage, random: () => number = Math.random): FeedSeed => {
  let held: number | undefined;
  const replace = (seed: number) => {
    if (!isSeed(seed)) return;
    held = seed;
    quietly(() => storage().setItem(KEY, String(seed)));
  };
  return {
    get: () => {
      const stored = quietly(() => storage().getItem(KEY));
      if (stored !== null && stored !== undefined && /^\d+$/.test(stored) && isSeed(Number(stored)))
        held = Number(stored);
      held ??= Math.floor(random() * SEED_LIMIT);
      replace(held);
      return held;
    },
    replace,
    clear: () => {
      held = undefined;
      quietly(() => storage().removeItem(KEY));
    },
  };
};

/** The app's one seed, in session storage. */
export const feedSeed = createFeedSeed(() => window.sessionStorage);
