import { Schema, type InferSchemaType } from 'mongoose';
import { modelOf } from '../../platform/db/record.js';

/** The one code of an address and what became of it. The code itself follows from the nonce and a key. */
const schema = new Schema(
  {
    /** The e-mail address, lower case: so there is one live code per address. */
    _id: { type: String, required: true },
    /** `null` where no account has the address; kept all the same, so that nothing tells. */
    user: { type: Schema.Types.ObjectId, default: null },
    /** Changes with each code. */
    nonce: { type: String, required: true },
    codeExpiresAt: { type: Date, required: true },
    wrongTries: { type: Number, required: true },
    /** Set by the first correct entry of the code. */
    tokenExpiresAt: { type: Date, default: null },
    /** Set when the token was used: code and token are void from then on. */
    usedAt: { type: Date, default: null },
    /** The database deletes the record after this; nothing relies on it. */
    purgeAt: { type: Date, required: true },
  },
  { collection: 'passwordresets', versionKey: false, autoIndex: false },
);
schema.index({ user: 1 });
schema.index({ purgeAt: 1 }, { expireAfterSeconds: 0 });

export type PasswordResetRecord = InferSchemaType<typeof schema>;

export const passwordResetModel = modelOf<PasswordResetRecord>('PasswordReset', schema);
