import { Schema } from 'mongoose';
import { modelOf, type RecordOf } from '../../platform/db/record.js';

/** One signed-in browser. Deleting it signs that browser out at once. */
const schema = new Schema({
  user: { type: Schema.Types.ObjectId, required: true },
  /** Number of the only refresh token that is good for a new one. */
  refreshCounter: { type: Number, required: true },
  /** When the counter last went up. */
  rotatedAt: { type: Date, required: true },
  createdAt: { type: Date, required: true },
  lastUsedAt: { type: Date, required: true },
  /** Moves with each refresh; the database deletes the session after it. */
  expiresAt: { type: Date, required: true },
  /** Whether the cookies outlive the browser. */
  remember: { type: Boolean, required: true },
  /** Browser and system in words, such as "Firefox on Windows". */
  device: { type: String, default: '' },
  ip: { type: String, default: '' },
});
schema.index({ user: 1, createdAt: -1 });
schema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

export type SessionRecord = RecordOf<typeof schema>;

export const sessionModel = modelOf<SessionRecord>('sessions', schema);
