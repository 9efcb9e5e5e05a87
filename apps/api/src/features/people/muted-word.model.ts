import { Schema } from 'mongoose';
import { modelOf, type RecordOf } from '../../platform/db/record.js';

/** A word that a user mutes, or muted before: one record each. */
const schema = new Schema(
  {
    user: { type: Schema.Types.ObjectId, required: true },
    /** The word as it is compared. */
    key: { type: String, required: true },
    /** As it was written. */
    word: { type: String, required: true },
    muted: { type: Boolean, required: true },
    /** Of what holds, when it ends; null is never. */
    until: { type: Date, default: null },
    changedAt: { type: Date, required: true },
    /** When the record is of no more use; null is never. */
    goneAt: { type: Date, default: null },
  },
  { collection: 'mutedwords', versionKey: false, autoIndex: false },
);
schema.index({ user: 1, key: 1 }, { unique: true });
schema.index({ goneAt: 1 }, { expireAfterSeconds: 0 });

export type MutedWordRecord = RecordOf<typeof schema, { until: Date | null; goneAt: Date | null }>;

export const mutedWordModel = modelOf<MutedWordRecord>('MutedWord', schema);
