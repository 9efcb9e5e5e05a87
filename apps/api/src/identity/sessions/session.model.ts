import { Schema, type InferSchemaType, type Types } from 'mongoose';
import { modelOf, type RecordOf } from '../../platform/db/record.js';

/** A signed-in browser. Deleting it signs the browser out at once. */
const schema = new Schema({
  user: { type: Schema.Types.ObjectId, required: true },
  /** Number of the only refresh token that can still be exchanged. */
  refreshCounter: { type: Number, required: true },
  /** When the counter last increased. */
  rotatedAt: { type: Date, required: true },
  createdAt: { type: Date, required: true },
  lastUsedAt: { type: Date, required: true },
  /** Extended with each refresh; the database deletes the session after it. */
  expiresAt: { type: Date, required: true },
  /** Whether the cookies persist after the browser is closed. */
  remember: { type: Boolean, required: true },
  /** Browser and system, for example "Firefox on Windows". */
  device: { type: String, default: '' },
  ip: { type: String, default: '' },
  /** The id in the browser's device cookie, shared by all its sessions. */
  browser: { type: String, required: true },
  /** When the user last confirmed the identity: by signing in, the password or the second factor. */
  confirmedAt: Date,
  /** When the user last gave the second factor. */
  factorAt: Date,
  /** Set once a confirmed identity continues in another session: its ID, and when that one expires. */
  continued: { type: { _id: false, by: Schema.Types.ObjectId, expiresAt: Date }, default: undefined },
});
schema.index({ user: 1, createdAt: -1 });
schema.index({ ip: 1 });
// Contains only the few sessions that were just continued.
schema.index({ 'continued.by': 1 }, { sparse: true });
schema.index({ lastUsedAt: 1, user: 1 });

interface NamedFields {
  continued?: { by: Types.ObjectId; expiresAt: Date };
}
export type SessionRecord = RecordOf<typeof schema, NamedFields>;

export const sessionModel = modelOf<SessionRecord>('Session', 'sessions', schema, {
  backup: 'kept',
  ofUser: { by: 'user', exportedAs: 'sessions', onDeletion: 'delete' },
  expires: { at: 'expiresAt' },
});

/** A browser that a user disowned: its device cookie no longer makes it known. */
const disownedSchema = new Schema({
  user: { type: Schema.Types.ObjectId, required: true },
  browser: { type: String, required: true },
  expiresAt: { type: Date, required: true },
});
disownedSchema.index({ user: 1, browser: 1 });

export const disownedModel = modelOf<InferSchemaType<typeof disownedSchema>>(
  'DisownedBrowser',
  'disownedbrowsers',
  disownedSchema,
  {
    backup: 'kept',
    ofUser: { by: 'user', exportedAs: null, onDeletion: 'delete' },
    expires: { at: 'expiresAt' },
  },
);
