import { Schema, type Connection, type Model, type Types } from 'mongoose';

/** The one code of an address and what became of it (security 10). */
export interface PasswordResetRecord {
  /** The e-mail address, lower case: so there is one live code per address. */
  _id: string;
  /** `null` where no account has the address; kept all the same, so that nothing tells. */
  user: Types.ObjectId | null;
  /** Changes with each code. */
  nonce: string;
  codeHash: string;
  codeExpiresAt: Date;
  wrongTries: number;
  /** Set by the first correct entry of the code. */
  tokenExpiresAt: Date | null;
  /** Set when the token was used: code and token are void from then on. */
  usedAt: Date | null;
  /** The database deletes the record after this; nothing relies on it. */
  purgeAt: Date;
}

const schema = new Schema<PasswordResetRecord>(
  {
    _id: { type: String, required: true },
    user: { type: Schema.Types.ObjectId, default: null },
    nonce: { type: String, required: true },
    codeHash: { type: String, required: true },
    codeExpiresAt: { type: Date, required: true },
    wrongTries: { type: Number, required: true },
    tokenExpiresAt: { type: Date, default: null },
    usedAt: { type: Date, default: null },
    purgeAt: { type: Date, required: true },
  },
  { collection: 'passwordresets', versionKey: false, autoIndex: false },
);
schema.index({ user: 1 });
schema.index({ purgeAt: 1 }, { expireAfterSeconds: 0 });

export const passwordResetModel = (connection: Connection): Model<PasswordResetRecord> =>
  connection.model<PasswordResetRecord>('PasswordReset', schema);
