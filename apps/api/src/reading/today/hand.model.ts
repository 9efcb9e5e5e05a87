import { HAND } from '@social-feed/contracts';
import { Schema, type Types } from 'mongoose';
import { modelOf, type RecordOf } from '../../platform/db/record.js';
import { DAY } from '../../platform/time.js';

/** The posts of a day, its `_id`, such as 2026-11-26. Never changes after it was drawn. */
const schema = new Schema({
  _id: { type: String, required: true },
  seed: { type: Number, required: true },
  generation: { type: Number, required: true },
  /** The order contains the numbers from 0 up to this, exclusive. */
  population: { type: Number, required: true },
  /** In the order of the seed, with their numbers in the generation. */
  posts: { type: [Schema.Types.ObjectId], required: true },
  numbers: { type: [Number], required: true },
  drawnAt: { type: Date, required: true },
});

export type HandRecord = RecordOf<typeof schema, { _id: string; posts: Types.ObjectId[]; numbers: number[] }>;

export const handModel = modelOf<HandRecord>('Hand', 'hands', schema, {
  backup: 'kept',
  ofUser: null,
  expires: { at: 'drawnAt', after: (HAND.days + 1) * DAY },
});
