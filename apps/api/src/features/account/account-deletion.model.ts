import { Schema, type Connection, type Model, type Types } from 'mongoose';

/** A user whose account is being deleted; gone once nothing of theirs is left. */
export interface AccountDeletionRecord {
  /** The user's id. */
  _id: Types.ObjectId;
  requestedAt: Date;
  /** When the first sweep was done; another follows it for what was written meanwhile. */
  sweptAt: Date | null;
}

const schema = new Schema<AccountDeletionRecord>(
  {
    _id: { type: Schema.Types.ObjectId, required: true },
    requestedAt: { type: Date, required: true },
    sweptAt: { type: Date, default: null },
  },
  { collection: 'accountdeletions', versionKey: false, autoIndex: false },
);

export const accountDeletionModel = (connection: Connection): Model<AccountDeletionRecord> =>
  connection.model<AccountDeletionRecord>('AccountDeletion', schema);
