import { Schema, type InferSchemaType } from 'mongoose';
import { modelOf } from '../db/record.js';

/** One remembered call. `_id` is a hash of user, route and key; the answer appears once the call has finished. */
const schema = new Schema(
  {
    _id: { type: String, required: true },
    /** The same key with another body is a mistake of the caller. */
    bodyHash: { type: String, required: true },
    /** Tells the call that holds the key from one that took it over. */
    claim: { type: String, required: true },
    claimedAt: { type: Date, required: true },
    status: Number,
    answer: String,
    expiresAt: { type: Date, required: true },
  },
  { collection: 'idempotency', versionKey: false, autoIndex: false },
);
schema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

export type IdempotencyRecord = InferSchemaType<typeof schema>;

export const idempotencyModel = modelOf<IdempotencyRecord>('Idempotency', schema);
