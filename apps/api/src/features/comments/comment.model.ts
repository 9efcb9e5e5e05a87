import { Schema, type Types } from 'mongoose';
import { PENDING_FIELD, PENDING_INDEX, type Counted, type Owing } from '../../platform/db/counters.js';
import { modelOf, type RecordOf } from '../../platform/db/record.js';

const id = { type: Schema.Types.ObjectId, required: true };
const date = { type: Date, required: true };

/** Finds what is no reply. */
export const NO_REPLIES = { rank: { $gt: 0 } };
/** The index of comments by date: a range of `rank` would have the planner take that of the smart order. */
export const BY_DATE = 'by_date';

/** A comment as stored. */
const commentSchema = new Schema({
  post: id,
  user: id,
  body: { type: String, required: true },
  createdAt: date,
  likes: { type: Number, required: true, default: 0 },
  /** Place in the smart order: see `commentRank`. Replies have none. */
  rank: Number,
  /** Below which comment a reply stands; never a reply itself. */
  parent: Schema.Types.ObjectId,
  /** Whose comment or reply a reply answers. */
  answers: Schema.Types.ObjectId,
  /** How many replies it has. */
  replies: Number,
  editedAt: Date,
  /** Since when it stands without text and author, for its replies. */
  removedAt: Date,
  /** Changes that `likes` and `replies` have. */
  applied: { type: Object, default: undefined },
  /** What the post's `commentsCount` and, for a reply, its parent's `replies` have not got yet. */
  pending: PENDING_FIELD,
  /** Since when it is being deleted. */
  deletedAt: Date,
});
// Replies are in neither of the two.
commentSchema.index(
  { post: 1, createdAt: -1, _id: -1 },
  { name: BY_DATE, partialFilterExpression: NO_REPLIES },
);
commentSchema.index({ post: 1, rank: -1, _id: -1 });
commentSchema.index({ post: 1, user: 1, createdAt: -1 });
commentSchema.index({ user: 1, createdAt: -1 });
commentSchema.index(
  { parent: 1, createdAt: 1, _id: 1 },
  { partialFilterExpression: { parent: { $exists: true } } },
);
commentSchema.index(...PENDING_INDEX);

/** One like of one comment by one user. */
const likeSchema = new Schema({
  comment: id,
  user: id,
  /** The comment's post, so that a deleted post takes its likes along. */
  post: id,
  /** False once it was taken back. */
  liked: { type: Boolean, required: true, default: true },
  createdAt: date,
  updatedAt: date,
  /** What the comment's `likes` has not got yet. */
  pending: PENDING_FIELD,
});
likeSchema.index({ comment: 1, user: 1 }, { unique: true });
likeSchema.index({ post: 1 });
likeSchema.index({ user: 1 });
likeSchema.index(...PENDING_INDEX);

const LISTING_LASTS_SECONDS = 30 * 60;

/** One smart order of a post's comments, as somebody read it. */
const listingSchema = new Schema({
  /** What the answer gives as `listing`: a hash of what it lists. */
  _id: { type: Number, required: true },
  post: id,
  ids: { type: [Schema.Types.ObjectId], required: true },
  /** Comments below the ranked ones are listed up to this time. */
  until: date,
  /** When somebody last began to read it, to the minute. */
  createdAt: date,
});
listingSchema.index({ createdAt: 1 }, { expireAfterSeconds: LISTING_LASTS_SECONDS });

interface Optional {
  rank?: number;
  parent?: Types.ObjectId;
  answers?: Types.ObjectId;
  replies?: number;
  editedAt?: Date | null;
  removedAt?: Date;
  deletedAt?: Date | null;
}
export type CommentRecord = RecordOf<typeof commentSchema, Owing & Counted & Optional>;
export type CommentLikeRecord = RecordOf<typeof likeSchema, Owing>;
export type CommentListingRecord = RecordOf<typeof listingSchema, { _id: number; ids: Types.ObjectId[] }>;

/** What of a comment a like of it and a reply to it need. */
export const LIKED_COMMENT_PROJECTION = {
  likes: 1,
  createdAt: 1,
  replies: 1,
  removedAt: 1,
  user: 1,
  post: 1,
} as const;
export type LikedComment = Pick<CommentRecord, '_id' | keyof typeof LIKED_COMMENT_PROJECTION>;

export const commentModel = modelOf<CommentRecord>('Comment', 'comments', commentSchema);
export const commentLikeModel = modelOf<CommentLikeRecord>('CommentLike', 'commentlikes', likeSchema);
export const commentListingModel = modelOf<CommentListingRecord>(
  'CommentListing',
  'commentlistings',
  listingSchema,
);

const HALF_LIFE_MS = 6 * 60 * 60 * 1000;

/**
 * Where a comment stands in the smart order, higher first: its likes (plus one) halved every six hours of age. The
 * logarithm of that, with the present taken out, is a sum that does not change with time, so that an index can hold it.
 * @param createdAt when the comment was written
 */
export const commentRank = (likes: number, createdAt: Date): number =>
  Math.log2(1 + Math.max(0, likes)) + createdAt.getTime() / HALF_LIFE_MS;
