import { Schema, type Connection, type Model } from 'mongoose';

/** One budget in one window of time. `_id` names both; the account or address in it is hashed. */
export interface ThrottleRecord {
  _id: string;
  count: number;
  expiresAt: Date;
}

const schema = new Schema<ThrottleRecord>(
  {
    _id: { type: String, required: true },
    count: { type: Number, required: true },
    expiresAt: { type: Date, required: true },
  },
  { collection: 'throttles', versionKey: false, autoIndex: false },
);
schema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

export const throttleModel = (connection: Connection): Model<ThrottleRecord> =>
  connection.model<ThrottleRecord>('Throttle', schema);
