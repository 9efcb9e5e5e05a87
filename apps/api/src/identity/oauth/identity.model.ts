import { OAUTH_PROVIDERS } from '@social-feed/contracts';
import { Schema, type InferSchemaType } from 'mongoose';
import { modelOf, type RecordOf } from '../../platform/db/record.js';

/** A provider account that signs in to one of our accounts. Matched by provider and subject, never by e-mail. */
const identitySchema = new Schema({
  provider: { type: String, enum: OAUTH_PROVIDERS, required: true },
  /** The user's id at the provider. */
  subject: { type: String, required: true },
  /** Of OpenID Connect, whose ids are unique within an issuer only. Absent until its first use, and for the demo. */
  issuer: String,
  user: { type: Schema.Types.ObjectId, required: true },
  createdAt: { type: Date, required: true },
  lastUsedAt: { type: Date, required: true },
  /** Set while it is being disconnected. */
  leavingAt: Date,
});
identitySchema.index({ provider: 1, subject: 1 }, { unique: true });
identitySchema.index({ user: 1, provider: 1 }, { unique: true });

export type IdentityRecord = RecordOf<typeof identitySchema>;

export const identityModel = modelOf<IdentityRecord>('Identity', 'identities', identitySchema, {
  backup: 'kept',
  ofUser: { by: 'user', exportedAs: 'connections', onDeletion: 'delete' },
  expires: null,
});

/** A returned sign-in. Its state cannot be used again. */
const returnSchema = new Schema({
  /** Digest of the state. */
  _id: { type: String, required: true },
  expiresAt: { type: Date, required: true },
});

export type OAuthReturnRecord = InferSchemaType<typeof returnSchema>;

export const oauthReturnModel = modelOf<OAuthReturnRecord>('OAuthReturn', 'oauthreturns', returnSchema, {
  backup: 'kept',
  ofUser: null,
  expires: { at: 'expiresAt' },
});
