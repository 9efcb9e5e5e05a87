import { SEED_LIMIT } from '@social-feed/contracts';
import { readStored, writeStored } from '../../../lib/json';

const KEY = 'feed-seed';

const isSeed = (value: unknown): value is number =>
  Number.isInteger(value) && Number(value) >= 0 && Number(value) < SEED_LIMIT;

/** What the storage has, too; a browser that refuses it loses the seed with the reload, never the feed. */
let held: number | undefined;

/** The random feed's one seed for this browser session (F §4). */
export const feedSeed = {
  /** The seed, created below 1,000,000 on first use. `random` gives numbers from 0 to 1, exclusive. */
  get: (random: () => number = Math.random): number => {
    const stored = readStored<number | undefined>(KEY, isSeed, held, 'sessionStorage');
    const seed = stored ?? Math.floor(random() * SEED_LIMIT);
    feedSeed.replace(seed);
    return seed;
  },
  /** Takes over the seed that the server answered with. */
  replace: (seed: number): void => {
    if (!isSeed(seed)) return;
    held = seed;
    writeStored(KEY, seed, 'sessionStorage');
  },
  /** Forgets it: after a post is created or deleted, and on refresh. */
  clear: (): void => {
    held = undefined;
    writeStored(KEY, null, 'sessionStorage');
  },
};
