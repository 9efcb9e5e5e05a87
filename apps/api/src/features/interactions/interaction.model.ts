import type { PendingChange } from '../../platform/db/counters.js';
import { PENDING_FIELD, PENDING_INDEX } from '../../platform/db/pending-changes.js';
import { Schema, type Connection, type Model, type Types } from 'mongoose';

/** What one user did with one post: one record each, whatever was done. */
export interface PostInteractionRecord {
  _id: Types.ObjectId;
  post: Types.ObjectId;
  user: Types.ObjectId;
  liked: boolean;
  disliked: boolean;
  saved: boolean;
  shared: boolean;
  viewed: boolean;
  likedAt?: Date;
  savedAt?: Date;
  viewedAt?: Date;
  /** seconds, of the view that counted */
  viewDuration?: number;
  referralSource?: string;
  feed?: string;
  createdAt: Date;
  updatedAt: Date;
  /** What the post's counters have not got yet. */
  pending?: PendingChange[];
}

const flag = { type: Boolean, default: false };

const schema = new Schema<PostInteractionRecord>(
  {
    post: { type: Schema.Types.ObjectId, required: true },
    user: { type: Schema.Types.ObjectId, required: true },
    liked: flag,
    disliked: flag,
    saved: flag,
    shared: flag,
    viewed: flag,
    likedAt: Date,
    savedAt: Date,
    viewedAt: Date,
    viewDuration: Number,
    referralSource: String,
    feed: String,
    createdAt: { type: Date, required: true },
    updatedAt: { type: Date, required: true },
    pending: PENDING_FIELD,
  },
  { collection: 'postinteractions', versionKey: false, autoIndex: false },
);
schema.index({ post: 1, user: 1 }, { unique: true });
schema.index({ user: 1, saved: 1, savedAt: -1 });
// The figures of a post and of its author read the days that they show, not all that ever happened to it.
schema.index({ post: 1, viewed: 1, viewedAt: -1 }, { partialFilterExpression: { viewed: true } });
schema.index({ post: 1, liked: 1, likedAt: -1 }, { partialFilterExpression: { liked: true } });
schema.index(...PENDING_INDEX);

export const postInteractionModel = (connection: Connection): Model<PostInteractionRecord> =>
  connection.model<PostInteractionRecord>('PostInteraction', schema);
