import { randomInt } from 'node:crypto';
import { SEED_LIMIT } from '@social-feed/contracts';
import { createPermutation, type Permutation } from '@social-feed/feed-order';
import type { Model } from 'mongoose';
import type { Logger } from 'pino';
import { isDuplicateKey } from '../../platform/db/duplicate-key.js';
import { LruCache } from '../../platform/lru-cache.js';
import { MINUTE } from '../../platform/time.js';
import type { FeedSeedRecord } from './order.model.js';
import { currentOf, type Generations } from './generations.js';

/** Generates a seed if the client sent no valid one. */
export const issueSeed = (): number => randomInt(SEED_LIMIT);

/** A seed keeps its order for half an hour after its last use … */
const PINNED_FOR = 30 * MINUTE;
/** … but at most this long after its creation, so that no reader can hide new posts from others. */
export const PIN_ENDS_AFTER = 120 * MINUTE;
/** The use of a seed is written at most this often, and a process trusts its cache as long. */
const TOUCH_EVERY = MINUTE;
/** Maximum clock difference between two processes. */
const CLOCKS_DIFFER = MINUTE;
const EXPIRES_AFTER = PINNED_FOR + TOUCH_EVERY + CLOCKS_DIFFER;

const CACHED_PINS = 5000;
const TRIES = 20;

/** The order a seed shows: a permutation of the numbers of one generation. */
export interface Pin {
  seed: number;
  generation: number;
  order: Permutation;
  /** Epoch milliseconds; absent if the order is shown without a pin. */
  pinnedAt?: number;
}

interface CachedPin {
  pin: Required<Pin>;
  readAt: number;
  usedAt: number;
}

interface SeedPinsDeps {
  seeds: Model<FeedSeedRecord>;
  generations: Generations;
  /** Called before a pin is created: each address has a limit of new seeds. */
  mayPin: () => Promise<boolean>;
  now: () => Date;
  log: Pick<Logger, 'warn'>;
}

interface Pins extends SeedPinsDeps {
  cache: LruCache<number, CachedPin>;
}

export type SeedPins = ReturnType<typeof createSeedPins>;

async function resolve(pins: Pins, seed: number, from = 0): Promise<Pin> {
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const now = pins.now();
    const known = cachedPin(pins, seed, now) ?? (await read(pins, seed, now));
    if (known !== undefined) return known;
    const fresh = await unpinned(pins, seed);
    const { generation, order } = fresh;
    if (from >= order.size || !(await pins.mayPin())) return fresh;
    try {
      await write(pins, { _id: seed, generation, population: order.size, pinnedAt: now, lastUsedAt: now });
    } catch (error) {
      // Another process was faster.
      if (isDuplicateKey(error)) continue;
      pins.log.warn({ err: error }, 'a seed could not be pinned');
      return fresh;
    }
    const pin = { seed, generation, order, pinnedAt: now.getTime() };
    pins.cache.set(seed, { pin, readAt: now.getTime(), usedAt: now.getTime() });
    return pin;
  }
  throw new Error(`Seed ${seed} could not be pinned`);
}

async function unpinned({ generations }: Pins, seed: number): Promise<Pin> {
  const { g: generation, next: population } = currentOf(await generations.read());
  return { seed, generation, order: createPermutation(seed, population) };
}

async function peek(pins: Pins, seed: number): Promise<Pin> {
  const now = pins.now();
  return cachedPin(pins, seed, now) ?? (await read(pins, seed, now)) ?? unpinned(pins, seed);
}

async function touch(pins: Pins, { seed, pinnedAt }: Pin): Promise<void> {
  const now = pins.now();
  const cached = pins.cache.get(seed);
  if (pinnedAt === undefined || cached?.pin.pinnedAt !== pinnedAt) return;
  if (now.getTime() - cached.usedAt < TOUCH_EVERY) return;
  cached.usedAt = now.getTime();
  try {
    await pins.seeds.updateOne({ _id: seed, pinnedAt: new Date(pinnedAt) }, { $max: { lastUsedAt: now } });
  } catch (error) {
    pins.log.warn({ err: error }, 'the use of a seed could not be written down');
  }
}

async function recent(
  { seeds }: Pins,
  generation: number,
  limit: number,
): Promise<{ seed: number; population: number }[]> {
  const found = await seeds.find({ generation }).sort({ pinnedAt: -1 }).limit(limit).lean();
  return found.map(({ _id, population }) => ({ seed: _id, population }));
}

function cachedPin({ cache }: Pins, seed: number, now: Date): Pin | undefined {
  const cached = cache.get(seed);
  if (cached === undefined) return undefined;
  const time = now.getTime();
  if (Math.abs(time - cached.readAt) >= TOUCH_EVERY || time >= cached.pin.pinnedAt + PIN_ENDS_AFTER) {
    return undefined;
  }
  cache.set(seed, cached);
  return cached.pin;
}

async function read({ seeds, cache }: Pins, seed: number, now: Date): Promise<Pin | undefined> {
  const { used, pinned } = cutoffs(now);
  const lasting = { _id: seed, lastUsedAt: { $gt: used }, pinnedAt: { $gt: pinned } };
  const record = await seeds.findOne(lasting).lean();
  if (record === null) return undefined;
  const { generation, population, pinnedAt, lastUsedAt } = record;
  const pin = { seed, generation, order: createPermutation(seed, population), pinnedAt: pinnedAt.getTime() };
  cache.set(seed, { pin, readAt: now.getTime(), usedAt: lastUsedAt.getTime() });
  return pin;
}

/** Writes a pin and replaces an expired one. */
async function write({ seeds }: Pins, { _id, ...record }: FeedSeedRecord): Promise<void> {
  const { used, pinned } = cutoffs(record.pinnedAt);
  await seeds.updateOne(
    { _id, $or: [{ lastUsedAt: { $lte: used } }, { pinnedAt: { $not: { $gt: pinned } } }] },
    { $set: record },
    { upsert: true },
  );
}

/** A pin is valid if it was used after the first cutoff and created after the second. */
const cutoffs = (now: Date) => ({
  used: new Date(now.getTime() - EXPIRES_AFTER),
  pinned: new Date(now.getTime() - PIN_ENDS_AFTER),
});

/**
 * Stores which part of which generation each seed shows: in the database, so that all processes agree, and in
 * memory for a minute. A pin lasts 30 to 32 minutes after its last use, and two hours at most.
 */
export function createSeedPins(deps: SeedPinsDeps) {
  const pins: Pins = { ...deps, cache: new LruCache(CACHED_PINS) };
  return {
    /**
     * Returns the order of a seed. Without a valid pin, it creates one for the present, unless no post exists at the
     * position, the client's address has used up its new seeds, or the write fails; then the order is shown unpinned.
     * @param from the position to read
     */
    resolve: (seed: number, from?: number) => resolve(pins, seed, from),
    /** Returns the order of a seed over the current posts, without a pin. */
    unpinned: (seed: number) => unpinned(pins, seed),
    /** Returns the order that a reader would get now, and pins nothing. */
    peek: (seed: number) => peek(pins, seed),
    /** Extends a pin after posts of its order were shown; written at most once a minute. */
    touch: (pin: Pin) => touch(pins, pin),
    /** Returns the latest orders of a generation that were pinned, those of the last three hours at most. */
    recent: (generation: number, limit: number) => recent(pins, generation, limit),
    /** Number of seeds that are pinned or were recently. */
    count: () => deps.seeds.estimatedDocumentCount().exec(),
  };
}
