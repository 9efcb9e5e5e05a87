import { Schema } from 'mongoose';
import { modelOf, type RecordOf } from '../../platform/db/record.js';
import { HOUR } from '../../platform/time.js';

/** The single record of the feed's generations. */
const state = new Schema({
  _id: { type: String, required: true },
  /** The generation that seeds are pinned to. */
  current: { type: Number, required: true },
  /** Generations that every new post gets a key of: the current one and, above it, the one being built. */
  live: {
    type: [{ _id: false, g: { type: Number, required: true }, next: { type: Number, required: true } }],
    required: true,
  },
  /** Old generations that pinned seeds may still read. */
  old: {
    type: [{ _id: false, g: { type: Number, required: true }, leftAt: { type: Date, required: true } }],
    required: true,
  },
});

/** The order pinned to a seed, its `_id` (docs/feed.md). */
const seed = new Schema({
  _id: { type: Number, required: true },
  generation: { type: Number, required: true },
  /** The order contains the numbers from 0 up to this, exclusive. */
  population: { type: Number, required: true },
  pinnedAt: { type: Date, required: true },
  /** Updated at most once a minute. */
  lastUsedAt: { type: Date, required: true },
});
/** Longer than a pin lasts, including clock differences. */
const PINS_KEPT = 3 * HOUR;

/** A generation that new posts get keys of; `next` is its next sequence number. */
export interface LiveGeneration {
  g: number;
  next: number;
}
export type FeedStateRecord = RecordOf<
  typeof state,
  { _id: string; live: LiveGeneration[]; old: { g: number; leftAt: Date }[] }
>;
export type FeedSeedRecord = RecordOf<typeof seed, { _id: number }>;

export const feedStateModel = modelOf<FeedStateRecord>('FeedState', 'feedstates', state, {
  backup: 'rebuilt',
  ofUser: null,
  expires: null,
});
export const feedSeedModel = modelOf<FeedSeedRecord>('FeedSeed', 'feedseeds', seed, {
  backup: 'rebuilt',
  ofUser: null,
  expires: { at: 'pinnedAt', after: PINS_KEPT },
});
