import { Schema, type Connection, type Model, type Types } from 'mongoose';

/** A user's profile board as stored: one each, made with the account (A §3). Bookmarks and figures live elsewhere. */
export interface BoardRecord {
  _id: Types.ObjectId;
  user: Types.ObjectId;
  coverPhoto: string;
  bio: string;
  location: string;
  website: string;
  interests: string[];
  createdAt: Date;
  updatedAt: Date;
}

const schema = new Schema<BoardRecord>(
  {
    user: { type: Schema.Types.ObjectId, required: true },
    coverPhoto: { type: String, default: '' },
    bio: { type: String, default: '' },
    location: { type: String, default: '' },
    website: { type: String, default: '' },
    interests: { type: [String], default: [] },
    createdAt: { type: Date, required: true },
    updatedAt: { type: Date, required: true },
  },
  { collection: 'boards', versionKey: false, autoIndex: false },
);
schema.index({ user: 1 }, { unique: true });

export const boardModel = (connection: Connection): Model<BoardRecord> =>
  connection.model<BoardRecord>('Board', schema);
