import { Schema, type Types } from 'mongoose';
import type { Counted } from '../../platform/events/counters.js';
import { OUTBOX_FIELD, OUTBOX_INDEX, type HasOutbox } from '../../platform/events/stored-event.js';
import { modelOf, type RecordOf } from '../../platform/db/record.js';
import { HOUR, MINUTE } from '../../platform/time.js';

const id = { type: Schema.Types.ObjectId, required: true };
const date = { type: Date, required: true };

/** Filter that excludes replies. */
export const NO_REPLIES = { rank: { $gt: 0 } };
/** Hint for the index by date: with a range of `rank` the planner would pick the smart order's index. */
export const BY_DATE = 'by_date';

/** A comment as stored. */
const commentSchema = new Schema({
  post: id,
  user: id,
  body: { type: String, required: true },
  createdAt: date,
  likes: { type: Number, required: true, default: 0 },
  /** Position in the smart order: see `commentRank`. Replies have none. */
  rank: Number,
  /** The comment a reply belongs to; never a reply itself. */
  parent: Schema.Types.ObjectId,
  /** Author of the comment or reply that a reply answers. */
  answers: Schema.Types.ObjectId,
  /** Number of replies. */
  replies: Number,
  editedAt: Date,
  /** When the comment was removed while it had replies; its text and author are cleared. */
  removedAt: Date,
  /** Changes already applied to `likes` and `replies`. */
  applied: { type: Object, default: undefined },
  /** Pending changes to the post's `commentsCount` and, for a reply, to its parent's `replies`. */
  pending: OUTBOX_FIELD,
  /** When its deletion started. */
  deletedAt: Date,
});
// Neither index contains replies.
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
commentSchema.index(...OUTBOX_INDEX);

/** A user's like of a comment. */
const likeSchema = new Schema({
  comment: id,
  user: id,
  /** The comment's post, so that deleting a post deletes these likes too. */
  post: id,
  /** False after the like was taken back. */
  liked: { type: Boolean, required: true, default: true },
  createdAt: date,
  updatedAt: date,
  /** Pending changes to the comment's `likes`. */
  pending: OUTBOX_FIELD,
});
likeSchema.index({ comment: 1, user: 1 }, { unique: true });
likeSchema.index({ post: 1 });
likeSchema.index({ user: 1 });
likeSchema.index(...OUTBOX_INDEX);

/** A stored smart order of a post's comments. */
const listingSchema = new Schema({
  /** The `listing` of the API answer: a hash of the listed ids. */
  _id: { type: Number, required: true },
  post: id,
  ids: { type: [Schema.Types.ObjectId], required: true },
  /** Comments below the ranked ones are listed up to this time. */
  until: date,
  /** When a reader last opened it, to the minute. */
  createdAt: date,
});

interface Optional {
  rank?: number;
  parent?: Types.ObjectId;
  answers?: Types.ObjectId;
  replies?: number;
  editedAt?: Date | null;
  removedAt?: Date | null;
  deletedAt?: Date | null;
}
export type CommentRecord = RecordOf<typeof commentSchema, HasOutbox & Counted & Optional>;
export type CommentLikeRecord = RecordOf<typeof likeSchema, HasOutbox>;
export type CommentListingRecord = RecordOf<typeof listingSchema, { _id: number; ids: Types.ObjectId[] }>;

/** Fields of a comment that its likes and replies need. */
export const LIKED_COMMENT_PROJECTION = {
  likes: 1,
  createdAt: 1,
  replies: 1,
  removedAt: 1,
  user: 1,
  post: 1,
} as const;
export type LikedComment = Pick<CommentRecord, '_id' | keyof typeof LIKED_COMMENT_PROJECTION>;

export const commentModel = modelOf<CommentRecord>('Comment', 'comments', commentSchema, {
  backup: 4,
  ofUser: { by: 'user', exportedAs: 'comments', onDeletion: 'delete' },
  expires: null,
});
export const commentLikeModel = modelOf<CommentLikeRecord>('CommentLike', 'commentlikes', likeSchema, {
  backup: 3,
  ofUser: { by: 'user', exportedAs: 'commentLikes', onDeletion: 'delete' },
  expires: null,
});
export const commentListingModel = modelOf<CommentListingRecord>(
  'CommentListing',
  'commentlistings',
  listingSchema,
  { backup: 'rebuilt', ofUser: null, expires: { at: 'createdAt', after: 30 * MINUTE } },
);

const HALF_LIFE_MS = 6 * HOUR;

/**
 * Position of a comment in the smart order, higher first: its likes plus one, halved for every six hours of age.
 * The rank is the logarithm of that without the current time, so it does not change with time and can be indexed.
 * @param createdAt when the comment was written
 */
export const commentRank = (likes: number, createdAt: Date): number =>
  Math.log2(1 + Math.max(0, likes)) + createdAt.getTime() / HALF_LIFE_MS;
