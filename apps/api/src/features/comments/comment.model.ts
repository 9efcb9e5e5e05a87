import { Schema, type Connection, type Model, type Types } from 'mongoose';
import type { PendingChange } from '../../platform/db/counters.js';
import { PENDING_FIELD, PENDING_INDEX } from '../../platform/db/pending-changes.js';

/** A comment as stored. */
export interface CommentRecord {
  _id: Types.ObjectId;
  post: Types.ObjectId;
  user: Types.ObjectId;
  body: string;
  createdAt: Date;
  likes: number;
  /** Place in the smart order: see `commentRank`. */
  rank: number;
  /** Changes that `likes` has. */
  applied?: Record<string, Date>;
  /** What the post's `commentsCount` has not got yet. */
  pending?: PendingChange[];
  /** Since when it is being deleted. */
  deletedAt?: Date | null;
}

/** What of a comment a like of it needs. */
export const LIKED_COMMENT_PROJECTION = { likes: 1, createdAt: 1 } as const;

/** One like of one comment by one user. */
export interface CommentLikeRecord {
  _id: Types.ObjectId;
  comment: Types.ObjectId;
  user: Types.ObjectId;
  /** The comment's post, so that a deleted post takes its likes along. */
  post: Types.ObjectId;
  /** False once it was taken back. */
  liked: boolean;
  createdAt: Date;
  /** What the comment's `likes` has not got yet. */
  pending?: PendingChange[];
}

/** One smart order of a post's comments, as somebody read it. */
export interface CommentListingRecord {
  /** What the answer gives as `listing`: a hash of what it lists. */
  _id: number;
  post: Types.ObjectId;
  ids: Types.ObjectId[];
  /** Comments below the ranked ones are listed up to this time. */
  until: Date;
  /** When somebody last began to read it, to the minute. */
  createdAt: Date;
}

const id = { type: Schema.Types.ObjectId, required: true };
const date = { type: Date, required: true };

const commentSchema = new Schema<CommentRecord>(
  {
    post: id,
    user: id,
    body: { type: String, required: true },
    createdAt: date,
    likes: { type: Number, default: 0 },
    rank: { type: Number, required: true },
    applied: { type: Object, default: undefined },
    pending: PENDING_FIELD,
    deletedAt: Date,
  },
  { collection: 'comments', versionKey: false, autoIndex: false },
);
commentSchema.index({ post: 1, createdAt: -1, _id: -1 });
commentSchema.index({ post: 1, rank: -1, _id: -1 });
commentSchema.index({ post: 1, user: 1, createdAt: -1 });
commentSchema.index({ user: 1, createdAt: -1 });
commentSchema.index(...PENDING_INDEX);

const likeSchema = new Schema<CommentLikeRecord>(
  {
    comment: id,
    user: id,
    post: id,
    liked: { type: Boolean, default: true },
    createdAt: date,
    pending: PENDING_FIELD,
  },
  { collection: 'commentlikes', versionKey: false, autoIndex: false },
);
likeSchema.index({ comment: 1, user: 1 }, { unique: true });
likeSchema.index({ post: 1 });
likeSchema.index({ user: 1 });
likeSchema.index(...PENDING_INDEX);

const LISTING_LASTS_SECONDS = 30 * 60;

const listingSchema = new Schema<CommentListingRecord>(
  {
    _id: { type: Number, required: true },
    post: id,
    ids: [Schema.Types.ObjectId],
    until: date,
    createdAt: date,
  },
  { collection: 'commentlistings', versionKey: false, autoIndex: false },
);
listingSchema.index({ createdAt: 1 }, { expireAfterSeconds: LISTING_LASTS_SECONDS });

export const commentModel = (connection: Connection): Model<CommentRecord> =>
  connection.model<CommentRecord>('Comment', commentSchema);

export const commentLikeModel = (connection: Connection): Model<CommentLikeRecord> =>
  connection.model<CommentLikeRecord>('CommentLike', likeSchema);

export const commentListingModel = (connection: Connection): Model<CommentListingRecord> =>
  connection.model<CommentListingRecord>('CommentListing', listingSchema);

const HALF_LIFE_MS = 6 * 60 * 60 * 1000;

/**
 * Where a comment stands in the smart order, higher first: its likes (plus one) halved every six hours of age. The
 * logarithm of that, with the present taken out, is a sum that does not change with time, so that an index can hold it.
 * @param createdAt when the comment was written
 */
export const commentRank = (likes: number, createdAt: Date): number =>
  Math.log2(1 + Math.max(0, likes)) + createdAt.getTime() / HALF_LIFE_MS;
