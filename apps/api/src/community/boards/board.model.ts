import type { ProfileFields } from '@social-feed/contracts';
import { Schema } from 'mongoose';
import type { Counted } from '../../platform/events/counters.js';
import { modelOf, type RecordOf } from '../../platform/db/record.js';

/** Sums over the posts of a user. */
export interface Totals {
  posts: number;
  /** Posts with pictures or clips. */
  media: number;
  /** Posts that are not hidden. */
  shown: number;
  views: number;
  likes: number;
  comments: number;
  shares: number;
}

/** What the user writes: `profileFields` of the contracts. */
const written = {
  coverPhoto: { type: String, required: true, default: '' },
  bio: { type: String, required: true, default: '' },
  location: { type: String, required: true, default: '' },
  website: { type: String, required: true, default: '' },
  interests: { type: [String], required: true, default: [] },
} satisfies Record<keyof ProfileFields, unknown>;

/**
 * A stored profile board. Each user has one, created with the account. Bookmarks and analytics are stored
 * elsewhere.
 */
const schema = new Schema({
  user: { type: Schema.Types.ObjectId, required: true },
  ...written,
  /** Number of followers, and of users that this user follows. */
  followers: Number,
  following: Number,
  /** Number of posts that this user has saved. */
  saved: Number,
  createdAt: { type: Date, required: true },
  updatedAt: { type: Date, required: true },
  /** Sums over the user's posts, without changes that are still pending on the posts. */
  totals: { type: Object, default: undefined },
  /** Views and likes of the last days, keyed by UTC day number since 1970. */
  days: { type: Object, default: undefined },
  /** Changes already applied to the totals. */
  applied: { type: Object, default: undefined },
});
schema.index({ user: 1 }, { unique: true });

/** The fields, as far as Mongoose cannot infer their types. Old boards may lack later ones that users write. */
interface NamedFields extends Counted, ProfileFields {
  totals?: Partial<Totals>;
  days?: Record<string, { views?: number; likes?: number }>;
}
export type BoardRecord = RecordOf<typeof schema, NamedFields>;

export const boardModel = modelOf<BoardRecord>('Board', 'boards', schema, {
  backup: 7,
  ofUser: { by: 'user', exportedAs: 'boards', onDeletion: 'delete' },
  expires: null,
});
