import { Schema, type InferSchemaType } from 'mongoose';
import { modelOf } from '../db/record.js';

/** One budget in one window of time. `_id` names both; the account or address in it is hashed. */
const schema = new Schema(
  {
    _id: { type: String, required: true },
    count: { type: Number, required: true },
    expiresAt: { type: Date, required: true },
  },
  { collection: 'throttles', versionKey: false, autoIndex: false },
);
schema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

export type ThrottleRecord = InferSchemaType<typeof schema>;

export const throttleModel = modelOf<ThrottleRecord>('Throttle', schema);
