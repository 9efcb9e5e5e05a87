import type { Media } from '@social-feed/contracts';
import { Schema, type Connection, type Model, type Types } from 'mongoose';
import type { PendingChange } from '../../platform/db/counters.js';
import { PENDING_FIELD, PENDING_INDEX } from '../../platform/db/pending-changes.js';
import type { Totals } from './post-totals.js';

/** Counters of a post; each equals the number of its documents in the collections that it counts. */
export interface PostCounters {
  views: number;
  likes: number;
  dislikes: number;
  shares: number;
  saves: number;
  commentsCount: number;
}

/** Of a post that nobody did anything with yet. */
export const NO_COUNTS: PostCounters = {
  views: 0,
  likes: 0,
  dislikes: 0,
  shares: 0,
  saves: 0,
  commentsCount: 0,
};

/** The counters, as a projection. */
export const COUNTERS = { views: 1, likes: 1, dislikes: 1, shares: 1, saves: 1, commentsCount: 1 } as const;

/** A post as stored (F §3). `images` and `videos` are read off `media`, where images come first. */
export interface PostRecord extends PostCounters {
  _id: Types.ObjectId;
  user: Types.ObjectId;
  title: string;
  description: string;
  location: string;
  /** Width and height are pixels, 0 where they are not known. */
  media: Media[];
  /** As written. */
  tags: string[];
  /** The tags as they are compared: see `tagKey`. */
  tagKeys: string[];
  /** What `q` finds: see `searchWords`. */
  searchWords: string[];
  createdAt: Date;
  editedAt: Date | null;
  /** Since when it stands first on its author's profile. */
  pinnedAt: Date | null;
  /** Changes that the counters have. */
  applied?: Record<string, Date>;
  /** Whether the counters have changed since the author's totals got them. */
  totalsDue?: boolean;
  /** What the author's totals have of this post, or will have once they have the change that it owes. */
  inTotals?: Totals;
  pending?: PendingChange[];
  /** Whose it was, while it is being deleted. */
  owner?: Types.ObjectId;
  /** Since when it is being deleted. */
  deletedAt?: Date | null;
  /** One place per living generation of the feed: see feed/feed-key.ts. */
  feedKeys: number[];
}

const count = { type: Number, default: 0 };
const words = { type: [String], default: [] };

const schema = new Schema<PostRecord>(
  {
    user: { type: Schema.Types.ObjectId, required: true },
    title: { type: String, default: '' },
    description: { type: String, default: '' },
    location: { type: String, default: '' },
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
    tags: words,
    tagKeys: words,
    searchWords: words,
    createdAt: { type: Date, required: true },
    editedAt: { type: Date, default: null },
    pinnedAt: { type: Date, default: null },
    views: count,
    likes: count,
    dislikes: count,
    shares: count,
    saves: count,
    commentsCount: count,
    applied: { type: Object, default: undefined },
    totalsDue: Boolean,
    inTotals: { type: Object, default: undefined },
    pending: PENDING_FIELD,
    owner: Schema.Types.ObjectId,
    deletedAt: Date,
    feedKeys: { type: [Number], required: true },
  },
  { collection: 'posts', versionKey: false, autoIndex: false },
);
// Not unique, though its values are: a unique index would forbid to shard posts by anything else.
schema.index({ feedKeys: 1 });
schema.index({ createdAt: -1, _id: -1 });
schema.index({ views: -1, _id: -1 });
schema.index({ likes: -1, _id: -1 });
schema.index({ user: 1, pinnedAt: -1, createdAt: -1, _id: -1 });
schema.index({ tagKeys: 1, createdAt: -1, _id: -1 });
schema.index({ searchWords: 1 });
// Few are being deleted, and only they are in it.
schema.index({ deletedAt: 1 }, { sparse: true });
schema.index({ totalsDue: 1, user: 1 }, { partialFilterExpression: { totalsDue: true } });
schema.index(...PENDING_INDEX);

export const postModel = (connection: Connection): Model<PostRecord> =>
  connection.model<PostRecord>('Post', schema);
