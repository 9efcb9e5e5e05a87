import { Schema, type InferSchemaType } from 'mongoose';
import { modelOf } from '../../platform/db/record.js';

/**
 * The one code of an account that proves an e-mail address: its own, or the one it wants. The code itself follows from
 * the nonce and a key.
 */
const schema = new Schema(
  {
    /** The account: so there is one live code for each. */
    _id: { type: Schema.Types.ObjectId, required: true },
    /** The address that the code was sent to, lower case. */
    email: { type: String, required: true },
    /** Whether the code went to nobody, since another account has the address; kept all the same, so that nothing tells. */
    void: { type: Boolean, required: true },
    /** Changes with each code. */
    nonce: { type: String, required: true },
    codeExpiresAt: { type: Date, required: true },
    wrongTries: { type: Number, required: true },
    /** The database deletes the record after this; nothing relies on it. */
    purgeAt: { type: Date, required: true },
  },
  { collection: 'emailproofs', versionKey: false, autoIndex: false },
);
schema.index({ purgeAt: 1 }, { expireAfterSeconds: 0 });

export type EmailProofRecord = InferSchemaType<typeof schema>;

export const emailProofModel = modelOf<EmailProofRecord>('EmailProof', schema);
