import { Schema, type Connection, type Model } from 'mongoose';

/** One remembered call. `_id` is a hash of user, route and key; the answer appears once the call has finished. */
export interface IdempotencyRecord {
  _id: string;
  /** Hash of the body: the same key with another body is a mistake of the caller. */
  bodyHash: string;
  /** Tells the call that holds the key from one that took it over. */
  claim: string;
  claimedAt: Date;
  status?: number;
  answer?: string;
  expiresAt: Date;
}

const schema = new Schema<IdempotencyRecord>(
  {
    _id: { type: String, required: true },
    bodyHash: { type: String, required: true },
    claim: { type: String, required: true },
    claimedAt: { type: Date, required: true },
    status: Number,
    answer: String,
    expiresAt: { type: Date, required: true },
  },
  { collection: 'idempotency', versionKey: false, autoIndex: false },
);
schema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

export const idempotencyModel = (connection: Connection): Model<IdempotencyRecord> =>
  connection.model<IdempotencyRecord>('Idempotency', schema);
