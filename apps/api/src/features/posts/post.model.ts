import type { Media } from '@social-feed/contracts';
import { Schema } from 'mongoose';
import { PENDING_FIELD, PENDING_INDEX, type Counted, type Owing } from '../../platform/db/counters.js';
import { modelOf, type RecordOf } from '../../platform/db/record.js';

/** What the totals of an author are made of. */
export interface Totals {
  posts: number;
  views: number;
  likes: number;
  comments: number;
  shares: number;
}

/** The counters of a post, as a projection; each equals the number of its documents in the collections that it counts. */
export const COUNTERS = { views: 1, likes: 1, dislikes: 1, shares: 1, saves: 1, commentsCount: 1 } as const;
export type PostCounters = Record<keyof typeof COUNTERS, number>;

/** Of a post that nobody did anything with yet. */
export const NO_COUNTS = Object.fromEntries(Object.keys(COUNTERS).map((name) => [name, 0])) as PostCounters;

const count = { type: Number, required: true, default: 0 } as const;
const flag = { type: Boolean, required: true, default: false } as const;
const text = { type: String, required: true, default: '' } as const;
const words = { type: [String], required: true, default: [] };
const dateOrNull = { type: Date, default: null } as const;

/** A post as stored. `images` and `videos` of the answers are read off `media`, where images come first. */
const schema = new Schema({
  user: { type: Schema.Types.ObjectId, required: true },
  title: text,
  description: text,
  location: text,
  /** What text and media are folded behind. Posts of before have neither this nor the next. */
  contentWarning: String,
  /** Whether the author has its media covered. */
  sensitive: Boolean,
  /** Whether moderators have, which the author cannot change. */
  markedSensitive: Boolean,
  /** Width and height are pixels, 0 where they are not known. */
  media: {
    type: [
      {
        _id: false,
        url: String,
        kind: String,
        alt: String,
        width: Number,
        height: Number,
        placeholder: String,
        poster: String,
        duration: Number,
      },
    ],
    default: [],
  },
  /** The uploads that `media` names, so that an index finds who uses one. */
  uploads: { type: [String], default: undefined },
  /** Whether `media` has anything, for the index of a profile's pictures and clips. */
  hasMedia: flag,
  /** As written. */
  tags: words,
  /** The tags as they are compared: see `tagTerm`. */
  tagKeys: words,
  /** What `q` finds: see `postTerms`. */
  searchTerms: words,
  createdAt: { type: Date, required: true },
  editedAt: dateOrNull,
  /** Since when it stands first on its author's profile. */
  pinnedAt: dateOrNull,
  /** Whether its author is suspended or it is being deleted: it then is in no list and has no place in the feed. */
  hidden: flag,
  views: count,
  likes: count,
  dislikes: count,
  shares: count,
  saves: count,
  commentsCount: count,
  /** Changes that the counters have. */
  applied: { type: Object },
  /** Whether the counters have changed since the author's totals got them. */
  totalsDue: Boolean,
  /** What the author's totals have of this post, or will have once they have the change that it owes. */
  inTotals: { type: Object },
  pending: PENDING_FIELD,
  /** Whose it was, while it is being deleted. */
  owner: Schema.Types.ObjectId,
  /** Since when it is being deleted. */
  deletedAt: Date,
  /** One place per living generation of the feed: see feed-key.ts. */
  feedKeys: { type: [Number], required: true },
});
// Not unique, though its values are: a unique index would forbid to shard posts by anything else.
schema.index({ feedKeys: 1 });
// What is hidden stands apart in each of them, so that pages and counts need not look at it.
schema.index({ hidden: 1, createdAt: -1, _id: -1 });
schema.index({ hidden: 1, views: -1, _id: -1 });
schema.index({ hidden: 1, likes: -1, _id: -1 });
schema.index({ hidden: 1, tagKeys: 1, createdAt: -1, _id: -1 });
schema.index({ user: 1, pinnedAt: -1, createdAt: -1, _id: -1 });
schema.index({ user: 1, hasMedia: 1, pinnedAt: -1, createdAt: -1, _id: -1 });
schema.index({ searchTerms: 1 });
// Most posts name none.
schema.index({ uploads: 1 }, { sparse: true });
// Few are being deleted, and only they are in it.
schema.index({ deletedAt: 1 }, { sparse: true });
schema.index({ totalsDue: 1, user: 1 }, { partialFilterExpression: { totalsDue: true } });
schema.index(...PENDING_INDEX);

/** As far as Mongoose cannot infer it. */
interface NamedFields extends Owing, Counted {
  media: Media[];
  uploads?: string[];
  contentWarning?: string;
  sensitive?: boolean;
  markedSensitive?: boolean;
  editedAt: Date | null;
  pinnedAt: Date | null;
  inTotals?: Totals;
}
export type PostRecord = RecordOf<typeof schema, NamedFields>;

export const postModel = modelOf<PostRecord>('Post', 'posts', schema);
