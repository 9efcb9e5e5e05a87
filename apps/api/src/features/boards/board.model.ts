import { Schema } from 'mongoose';
import type { Counted } from '../../platform/db/counters.js';
import { modelOf, type RecordOf } from '../../platform/db/record.js';
import type { Totals } from '../posts/post.model.js';

/** A user's profile board as stored: one each, made with the account. Bookmarks and figures live elsewhere. */
const schema = new Schema({
  user: { type: Schema.Types.ObjectId, required: true },
  coverPhoto: { type: String, required: true, default: '' },
  bio: { type: String, required: true, default: '' },
  location: { type: String, required: true, default: '' },
  website: { type: String, required: true, default: '' },
  interests: { type: [String], required: true, default: [] },
  /** How many follow the user, and how many the user follows. */
  followers: Number,
  following: Number,
  createdAt: { type: Date, required: true },
  updatedAt: { type: Date, required: true },
  /** Sums of the user's posts, as far as the posts have handed them over. */
  totals: { type: Object, default: undefined },
  /** Views and likes of the last days, by the number of the UTC day since 1970. */
  days: { type: Object, default: undefined },
  /** Changes that the totals have. */
  applied: { type: Object, default: undefined },
});
schema.index({ user: 1 }, { unique: true });

/** As far as Mongoose cannot infer it. */
interface NamedFields extends Counted {
  totals?: Partial<Totals>;
  days?: Record<string, { views?: number; likes?: number }>;
}
export type BoardRecord = RecordOf<typeof schema, NamedFields>;

export const boardModel = modelOf<BoardRecord>('Board', 'boards', schema);
