import { Schema } from 'mongoose';
import { modelOf, type RecordOf } from '../../platform/db/record.js';

/** A chain of links, one per day, that gives the seeds of the days (docs/feed-order.md). Ids count from 0. */
const schema = new Schema({
  _id: { type: Number, required: true },
  /** First day, as `2026-11-26` (UTC). */
  startsOn: { type: String, required: true },
  /** Number of days. */
  length: { type: Number, required: true },
  /** The published end, in hexadecimal digits. */
  end: { type: String, required: true },
  /** The link of the last day, sealed: all earlier links follow from it. */
  sealedLast: { type: String, required: true },
  publishedAt: { type: Date, required: true },
});

export type DayChainRecord = RecordOf<typeof schema, { _id: number }>;
export const dayChainModel = modelOf<DayChainRecord>('DayChain', 'daychains', schema, {
  backup: 'kept',
  ofUser: null,
  expires: null,
});
