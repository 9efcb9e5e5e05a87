import { Schema, type Connection, type Model, type Types } from 'mongoose';

/** One signed-in browser. Deleting it signs that browser out at once (security 4). */
export interface SessionRecord {
  _id: Types.ObjectId;
  user: Types.ObjectId;
  /** Number of the only refresh token that is good for a new one. */
  refreshCounter: number;
  /** When the counter last went up. */
  rotatedAt: Date;
  createdAt: Date;
  lastUsedAt: Date;
  /** Moves with each refresh; the database deletes the session after it. */
  expiresAt: Date;
  /** Whether the cookies outlive the browser. */
  remember: boolean;
  /** Browser and system in words, such as "Firefox on Windows". */
  device: string;
  ip: string;
}

const schema = new Schema<SessionRecord>(
  {
    user: { type: Schema.Types.ObjectId, required: true },
    refreshCounter: { type: Number, required: true },
    rotatedAt: { type: Date, required: true },
    createdAt: { type: Date, required: true },
    lastUsedAt: { type: Date, required: true },
    expiresAt: { type: Date, required: true },
    remember: { type: Boolean, required: true },
    device: { type: String, default: '' },
    ip: { type: String, default: '' },
  },
  { collection: 'sessions', versionKey: false, autoIndex: false },
);
schema.index({ user: 1, createdAt: -1 });
schema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

export const sessionModel = (connection: Connection): Model<SessionRecord> =>
  connection.model<SessionRecord>('Session', schema);
