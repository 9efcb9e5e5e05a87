import type { OAuthProvider } from '@social-feed/contracts';
import { Schema, type Connection, type Model, type Types } from 'mongoose';

/** An account at a provider that signs in to one of ours. Provider and subject decide, never the e-mail (security 14). */
export interface IdentityRecord {
  _id: Types.ObjectId;
  provider: OAuthProvider;
  /** The provider's own id of the person. */
  subject: string;
  user: Types.ObjectId;
  createdAt: Date;
  lastUsedAt: Date;
  /** Set while it is being disconnected (disconnect.ts). */
  leavingAt?: Date;
}

const identitySchema = new Schema<IdentityRecord>(
  {
    provider: { type: String, required: true },
    subject: { type: String, required: true },
    user: { type: Schema.Types.ObjectId, required: true },
    createdAt: { type: Date, required: true },
    lastUsedAt: { type: Date, required: true },
    leavingAt: { type: Date },
  },
  { collection: 'identities', versionKey: false, autoIndex: false },
);
identitySchema.index({ provider: 1, subject: 1 }, { unique: true });
identitySchema.index({ user: 1, provider: 1 }, { unique: true });

export const identityModel = (connection: Connection): Model<IdentityRecord> =>
  connection.model<IdentityRecord>('Identity', identitySchema);

/** A sign-in that came back from its provider: its state cannot come back again (security 13). */
export interface OAuthReturnRecord {
  /** Digest of the state. */
  _id: string;
  expiresAt: Date;
}

const returnSchema = new Schema<OAuthReturnRecord>(
  { _id: { type: String, required: true }, expiresAt: { type: Date, required: true } },
  { collection: 'oauthreturns', versionKey: false, autoIndex: false },
);
returnSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

export const oauthReturnModel = (connection: Connection): Model<OAuthReturnRecord> =>
  connection.model<OAuthReturnRecord>('OAuthReturn', returnSchema);
