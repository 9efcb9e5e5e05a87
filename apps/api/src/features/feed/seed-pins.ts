import { isDuplicateKey } from '../../platform/db/duplicate-key.js';
import type { Native } from '../../platform/db/native.js';
import type { FeedKeys } from './feed-keys.js';
import type { FeedSeedRecord } from './feed.model.js';
import { createPermutation, type Permutation } from './permutation.js';

const MINUTE = 60_000;
/** F §4 by design §4: a seed keeps its order for half an hour after its last use. */
const PINNED_FOR = 30 * MINUTE;
/** A process writes the use of a seed down at most this often. */
const TOUCH_EVERY = MINUTE;
/** By how much the clocks of two processes may differ. */
const CLOCKS_DIFFER = MINUTE;
const EXPIRES_AFTER = PINNED_FOR + TOUCH_EVERY + CLOCKS_DIFFER;

const CACHED_PINS = 5000;
const TRIES = 20;

/** What a seed shows: an order of the numbers of one generation. */
export interface Pin {
  seed: number;
  generation: number;
  order: Permutation;
}

interface CachedPin {
  pin: Pin;
  touchedAt: number;
}

/**
 * Remembers which part of which generation every seed shows, in the database, so that all processes agree, and in
 * memory for a minute, so that a page costs no write. A pin lasts from 30 to 32 minutes after its last use.
 */
export class SeedPins {
  private readonly cache = new Map<number, CachedPin>();

  constructor(
    private readonly seeds: Native<FeedSeedRecord>,
    private readonly keys: FeedKeys,
    private readonly now: () => Date,
  ) {}

  /** The pin of a seed, made or renewed where there is none that lasts. */
  async resolve(seed: number): Promise<Pin> {
    const now = this.now();
    const cached = this.cache.get(seed);
    if (cached !== undefined && Math.abs(now.getTime() - cached.touchedAt) < TOUCH_EVERY) {
      // Moved to the end: the map forgets from its front.
      this.cache.delete(seed);
      this.cache.set(seed, cached);
      return cached.pin;
    }
    const record = await this.touchOrPin(seed, now);
    const pin: Pin = {
      seed,
      generation: record.generation,
      order: createPermutation(seed, record.population),
    };
    // Nobody reads on in an empty order: the next call shall see the first post.
    if (record.population > 0) this.remember(seed, { pin, touchedAt: now.getTime() });
    return pin;
  }

  /** Whether a seed is pinned to a generation, or may be in some process's memory. */
  async isGenerationInUse(generation: number): Promise<boolean> {
    const found = await this.seeds.findOne(
      { generation, lastUsedAt: { $gt: this.cutoff(this.now()) } },
      { projection: { _id: 1 } },
    );
    return found !== null;
  }

  private cutoff(now: Date): Date {
    return new Date(now.getTime() - EXPIRES_AFTER);
  }

  private async touchOrPin(seed: number, now: Date): Promise<FeedSeedRecord> {
    for (let attempt = 0; attempt < TRIES; attempt += 1) {
      const lasting = await this.seeds.findOneAndUpdate(
        { _id: seed, lastUsedAt: { $gt: this.cutoff(now) }, population: { $gt: 0 } },
        { $max: { lastUsedAt: now } },
        { returnDocument: 'after' },
      );
      if (lasting !== null) return lasting;
      const pinned = await this.pin(seed, now);
      if (pinned !== null) return pinned;
    }
    throw new Error(`Seed ${seed} could not be pinned`);
  }

  /** Pins a seed to the present; `null` where another process was quicker. */
  private async pin(seed: number, now: Date): Promise<FeedSeedRecord | null> {
    const state = await this.keys.readState();
    const population = state.live.find(({ g }) => g === state.current)?.next ?? 0;
    const record = { generation: state.current, population, lastUsedAt: now };
    try {
      await this.seeds.updateOne(
        { _id: seed, $or: [{ lastUsedAt: { $lte: this.cutoff(now) } }, { population: 0 }] },
        { $set: record },
        { upsert: true },
      );
    } catch (error) {
      if (isDuplicateKey(error)) return null;
      throw error;
    }
    // The compaction first forbids a generation, then looks for pins to it, then erases it; we pin first, then look
    // whether it is forbidden. Whoever comes second sees the other.
    const after = await this.keys.readState();
    if (after.current === record.generation || after.old.includes(record.generation)) {
      return { _id: seed, ...record };
    }
    await this.seeds.deleteOne({ _id: seed, generation: record.generation });
    return null;
  }

  private remember(seed: number, entry: CachedPin): void {
    this.cache.delete(seed);
    this.cache.set(seed, entry);
    if (this.cache.size <= CACHED_PINS) return;
    for (const oldest of this.cache.keys()) {
      this.cache.delete(oldest);
      return;
    }
  }
}
