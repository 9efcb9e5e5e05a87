import { Schema, type Connection, type Model } from 'mongoose';

/** A generation that new posts get keys of; `next` is the sequence number to be given next. */
export interface LiveGeneration {
  g: number;
  next: number;
}

/** A generation being built by the compaction: numbers below `position` of the current one have been walked. */
export interface BuildingGeneration {
  g: number;
  position: number;
  /** Where the walk ends: the numbers given in the current generation when the building began. */
  end: number;
}

/** The one record of the feed's generations. */
export interface FeedStateRecord {
  _id: 'feed';
  /** The generation that seeds are pinned to. */
  current: number;
  /** Those that every new post gets a key of: the current one and the one being built. */
  live: LiveGeneration[];
  building?: BuildingGeneration;
  /** Left, but still read by pinned seeds. */
  old: number[];
  /** Being erased: no seed may be pinned to them any more. */
  dropping: number[];
}

/** What a seed shows, fixed for 30 minutes after its last use (F §4, docs/feed.md). */
export interface FeedSeedRecord {
  /** the seed */
  _id: number;
  generation: number;
  /** The order is one of the numbers from 0 to this, exclusive. */
  population: number;
  /** Written at most once a minute. */
  lastUsedAt: Date;
}

const state = new Schema<FeedStateRecord>(
  {
    _id: { type: String, required: true },
    current: { type: Number, required: true },
    live: [{ _id: false, g: Number, next: Number }],
    building: { type: { _id: false, g: Number, position: Number, end: Number }, required: false },
    old: { type: [Number], default: [] },
    dropping: { type: [Number], default: [] },
  },
  { collection: 'feedstates', versionKey: false, autoIndex: false },
);

const FORGOTTEN_AFTER_SECONDS = 2 * 60 * 60;

const seed = new Schema<FeedSeedRecord>(
  {
    _id: { type: Number, required: true },
    generation: { type: Number, required: true },
    population: { type: Number, required: true },
    lastUsedAt: { type: Date, required: true },
  },
  { collection: 'feedseeds', versionKey: false, autoIndex: false },
);
seed.index({ lastUsedAt: 1 }, { expireAfterSeconds: FORGOTTEN_AFTER_SECONDS });
seed.index({ generation: 1, lastUsedAt: -1 });

export const feedStateModel = (connection: Connection): Model<FeedStateRecord> =>
  connection.model<FeedStateRecord>('FeedState', state);

export const feedSeedModel = (connection: Connection): Model<FeedSeedRecord> =>
  connection.model<FeedSeedRecord>('FeedSeed', seed);
