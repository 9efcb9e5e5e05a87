import { Schema, type InferSchemaType } from 'mongoose';
import { modelOf, type RecordOf } from '../../platform/db/record.js';

/** A passkey, an authenticator app, or one unused recovery code. */
const schema = new Schema({
  user: { type: Schema.Types.ObjectId, required: true },
  kind: { type: String, enum: ['passkey', 'totp', 'recovery'], required: true },
  /** The credential's ID, the user with `totp` (one app each), or the keyed hash of a recovery code. */
  key: { type: String, required: true },
  name: { type: String, default: '' },
  createdAt: { type: Date, required: true },
  lastUsedAt: { type: Date, default: null },
  /** Of a passkey: base64url. */
  publicKey: String,
  /** Of a passkey: how often it signed, 0 for passkeys that do not count. */
  counter: Number,
  transports: { type: [String], default: undefined },
  /** Of an app: the sealed secret, and the last time step whose code was used. */
  secret: String,
  step: Number,
});
schema.index({ key: 1 }, { unique: true });
schema.index({ user: 1, kind: 1 });

export type FactorRecord = RecordOf<typeof schema>;

export const factorModel = modelOf<FactorRecord>('Factor', 'factors', schema, {
  backup: 'kept',
  ofUser: { by: 'user', exportedAs: 'factors', onDeletion: 'delete' },
  expires: null,
});

/** A challenge that a passkey has to sign. Deleted when it is used. */
const challengeSchema = new Schema({
  /** Digest of the challenge. */
  _id: { type: String, required: true },
  purpose: { type: String, required: true },
  /** `null` for a sign-in by passkey alone, where the user is not known yet. */
  user: { type: Schema.Types.ObjectId, default: null },
  expiresAt: { type: Date, required: true },
});

export type ChallengeRecord = InferSchemaType<typeof challengeSchema>;

export const challengeModel = modelOf<ChallengeRecord>('Challenge', 'challenges', challengeSchema, {
  backup: 'kept',
  ofUser: { by: 'user', exportedAs: null, onDeletion: 'expire' },
  expires: { at: 'expiresAt' },
});
