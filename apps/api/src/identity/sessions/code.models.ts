import { Schema, type InferSchemaType } from 'mongoose';
import { modelOf } from '../../platform/db/record.js';

/** Fields of every one-time code. The code itself is derived from the nonce and a key. */
const codeFields = {
  /** Changes with every code. */
  nonce: { type: String, required: true },
  codeExpiresAt: { type: Date, required: true },
  wrongTries: { type: Number, required: true },
  /** The database deletes the record after this time. No check relies on it. */
  purgeAt: { type: Date, required: true },
} as const;

/** The code that proves an account's current or new e-mail address. One per account. */
const proofSchema = new Schema({
  /** The account's id, so that each account has at most one live code. */
  _id: { type: Schema.Types.ObjectId, required: true },
  /** The address that the code was sent to, canonical. */
  email: { type: String, required: true },
  /**
   * True if another account has the address, so no code was sent. The record is stored anyway, so that timing
   * reveals nothing.
   */
  void: { type: Boolean, required: true },
  ...codeFields,
});

export type EmailProofRecord = InferSchemaType<typeof proofSchema>;
export const emailProofModel = modelOf<EmailProofRecord>('EmailProof', 'emailproofs', proofSchema, {
  backup: 'kept',
  ofUser: { by: '_id', exportedAs: null, onDeletion: 'delete' },
  expires: { at: 'purgeAt' },
});

/** The code that resets a password; deleted after use. */
const resetSchema = new Schema({
  /**
   * The account's address, or the canonical form if no account has it, so that each address has at most one live
   * code.
   */
  _id: { type: String, required: true },
  /** `null` if no account has the address. The record is stored anyway, so that timing reveals nothing. */
  user: { type: Schema.Types.ObjectId, default: null },
  ...codeFields,
  /** Set by the first correct entry of the code. */
  tokenExpiresAt: { type: Date, default: null },
});
resetSchema.index({ user: 1 });

export type PasswordResetRecord = InferSchemaType<typeof resetSchema>;
export const passwordResetModel = modelOf<PasswordResetRecord>(
  'PasswordReset',
  'passwordresets',
  resetSchema,
  {
    backup: 'kept',
    ofUser: { by: 'user', exportedAs: null, onDeletion: 'delete' },
    expires: { at: 'purgeAt' },
  },
);
