import { Schema, type Connection, type Model, type Types } from 'mongoose';

/** A personal API token (design §4, Bearer token). The token itself is not stored. */
export interface ApiTokenRecord {
  _id: Types.ObjectId;
  user: Types.ObjectId;
  name: string;
  /** SHA-256 of the token, which is 256 random bits, so that nothing slower is needed. */
  hash: string;
  ending: string;
  createdAt: Date;
  expiresAt: Date;
  lastUsedAt: Date | null;
}

const schema = new Schema<ApiTokenRecord>(
  {
    user: { type: Schema.Types.ObjectId, required: true },
    name: { type: String, required: true },
    hash: { type: String, required: true },
    ending: { type: String, required: true },
    createdAt: { type: Date, required: true },
    expiresAt: { type: Date, required: true },
    lastUsedAt: { type: Date, default: null },
  },
  { collection: 'apitokens', versionKey: false, autoIndex: false },
);
schema.index({ hash: 1 }, { unique: true });
schema.index({ user: 1, createdAt: -1 });
schema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

export const apiTokenModel = (connection: Connection): Model<ApiTokenRecord> =>
  connection.model<ApiTokenRecord>('ApiToken', schema);
