import { Schema } from 'mongoose';
import { modelOf, type RecordOf } from '../../platform/db/record.js';

/** The one record of the feed's generations. */
const state = new Schema({
  _id: { type: String, required: true },
  /** The generation that seeds are pinned to. */
  current: { type: Number, required: true },
  /** Those that every new post gets a key of: the current one and, above it, the one being built. */
  live: {
    type: [{ _id: false, g: { type: Number, required: true }, next: { type: Number, required: true } }],
    required: true,
  },
  /** Left, but still read by pinned seeds until those end. */
  old: {
    type: [{ _id: false, g: { type: Number, required: true }, leftAt: { type: Date, required: true } }],
    required: true,
  },
});

/** What a seed, its `_id`, shows (docs/feed.md). */
const seed = new Schema({
  _id: { type: Number, required: true },
  generation: { type: Number, required: true },
  /** The order is one of the numbers from 0 to this, exclusive. */
  population: { type: Number, required: true },
  pinnedAt: { type: Date, required: true },
  /** Written at most once a minute. */
  lastUsedAt: { type: Date, required: true },
});
/** Longer than a pin lasts, with clocks that differ. */
const FORGOTTEN_AFTER_SECONDS = 3 * 60 * 60;
seed.index({ pinnedAt: 1 }, { expireAfterSeconds: FORGOTTEN_AFTER_SECONDS });

/** A generation that new posts get keys of; `next` is the sequence number to be given next. */
export interface LiveGeneration {
  g: number;
  next: number;
}
export type FeedStateRecord = RecordOf<
  typeof state,
  { _id: string; live: LiveGeneration[]; old: { g: number; leftAt: Date }[] }
>;
export type FeedSeedRecord = RecordOf<typeof seed, { _id: number }>;

export const feedStateModel = modelOf<FeedStateRecord>('FeedState', 'feedstates', state);
export const feedSeedModel = modelOf<FeedSeedRecord>('FeedSeed', 'feedseeds', seed);
