import { Schema, type Connection, type Model, type Types } from 'mongoose';
import type { Totals } from '../posts/post.model.js';

/** A user's profile board as stored: one each, made with the account. Bookmarks and figures live elsewhere. */
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
  /** Sums of the user's posts, as far as the posts have handed them over. */
  totals?: Partial<Totals>;
  /** Views and likes of the last days, by the number of the UTC day since 1970. */
  days?: Record<string, { views?: number; likes?: number }>;
  /** Changes that the totals have. */
  applied?: Record<string, Date>;
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
    totals: { type: Object, default: undefined },
    days: { type: Object, default: undefined },
    applied: { type: Object, default: undefined },
  },
  { collection: 'boards', versionKey: false, autoIndex: false },
);
schema.index({ user: 1 }, { unique: true });

export const boardModel = (connection: Connection): Model<BoardRecord> =>
  connection.model<BoardRecord>('Board', schema);
