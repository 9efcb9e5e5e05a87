import { Schema, type InferSchemaType } from 'mongoose';
import { modelOf } from '../../platform/db/record.js';

/** What every one-time code has. The code itself follows from the nonce and a key. */
const codeFields = {
  /** Changes with each code. */
  nonce: { type: String, required: true },
  codeExpiresAt: { type: Date, required: true },
  wrongTries: { type: Number, required: true },
  /** The database deletes the record after this; nothing relies on it. */
  purgeAt: { type: Date, required: true },
} as const;

/** The one code of an account that proves an e-mail address: its own, or the one it wants. */
const proofSchema = new Schema({
  /** The account: so there is one live code for each. */
  _id: { type: Schema.Types.ObjectId, required: true },
  /** The address that the code was sent to, canonical. */
  email: { type: String, required: true },
  /** Whether the code went to nobody, since another account has the address; kept all the same, so that nothing tells. */
  void: { type: Boolean, required: true },
  ...codeFields,
});
proofSchema.index({ purgeAt: 1 }, { expireAfterSeconds: 0 });

export type EmailProofRecord = InferSchemaType<typeof proofSchema>;
export const emailProofModel = modelOf<EmailProofRecord>('EmailProof', 'emailproofs', proofSchema);

/** The one code that resets a password; it goes once it was used. */
const resetSchema = new Schema({
  /** The account's address, canonical where there is no account: so there is one live code per address. */
  _id: { type: String, required: true },
  /** `null` where no account has the address; kept all the same, so that nothing tells. */
  user: { type: Schema.Types.ObjectId, default: null },
  ...codeFields,
  /** Set by the first correct entry of the code. */
  tokenExpiresAt: { type: Date, default: null },
});
resetSchema.index({ user: 1 });
resetSchema.index({ purgeAt: 1 }, { expireAfterSeconds: 0 });

export type PasswordResetRecord = InferSchemaType<typeof resetSchema>;
export const passwordResetModel = modelOf<PasswordResetRecord>(
  'PasswordReset',
  'passwordresets',
  resetSchema,
);
