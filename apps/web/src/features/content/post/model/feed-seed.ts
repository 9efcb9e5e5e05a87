import { SEED_LIMIT } from '@social-feed/contracts';
import { readStored, writeStored } from '../../../../lib/json';

const KEY = 'feed-seed';

const isSeed = (value: unknown): value is number =>
  Number.isInteger(value) && Number(value) >= 0 && Number(value) < SEED_LIMIT;

/** Copy of the stored seed; if storage is blocked, the seed is lost on reload only. */
let held: number | undefined;

/** Draws a seed below 1,000,000. `random` returns a number in [0, 1). */
export const drawSeed = (random: () => number = Math.random): number => Math.floor(random() * SEED_LIMIT);

/** The seed of the random feed for this browser session (F §4). */
export const feedSeed = {
  /** Returns the seed, drawn on first use. */
  get: (random: () => number = Math.random): number => {
    const stored = readStored<number | undefined>(KEY, isSeed, held, 'sessionStorage');
    const seed = stored ?? drawSeed(random);
    feedSeed.replace(seed);
    return seed;
  },
  /** Stores the seed from the server's response. */
  replace: (seed: number): void => {
    if (!isSeed(seed)) return;
    held = seed;
    writeStored(KEY, seed, 'sessionStorage');
  },
  /** Drops the seed: after a post is created or deleted, and on refresh. */
  clear: (): void => {
    held = undefined;
    writeStored(KEY, null, 'sessionStorage');
  },
};
