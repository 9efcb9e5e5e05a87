import { Schema, type Types } from 'mongoose';
import type { FlagRule } from '../../platform/events/user-flag-updates.js';
import { OUTBOX_FIELD, OUTBOX_INDEX, type HasOutbox } from '../../platform/events/stored-event.js';
import { modelOf, type RecordOf } from '../../platform/db/record.js';
import type { PostCounters } from './post.model.js';

/** Actions a user can do once per post, with their effect on the counters of the post and the user. */
export const POST_FLAGS = {
  liked: { counter: 'likes', excludes: 'disliked', time: 'likedAt' },
  disliked: { counter: 'dislikes', excludes: 'liked' },
  saved: { counter: 'saves', time: 'savedAt', clears: 'collections', own: 'saved' },
  shared: { counter: 'shares' },
  viewed: { counter: 'views', time: 'viewedAt' },
} as const satisfies Record<string, FlagRule<string> & { counter: keyof PostCounters }>;
export type PostFlag = keyof typeof POST_FLAGS;

const flag = { type: Boolean, default: false };

/** All interactions of one user with one post, in one record. */
const schema = new Schema({
  post: { type: Schema.Types.ObjectId, required: true },
  user: { type: Schema.Types.ObjectId, required: true },
  liked: flag,
  disliked: flag,
  saved: flag,
  shared: flag,
  viewed: flag,
  likedAt: Date,
  savedAt: Date,
  /** The user's collections that contain the saved post; missing if it never was in one. */
  collections: { type: [Schema.Types.ObjectId], default: undefined },
  viewedAt: Date,
  /** seconds, of the counted view */
  viewDuration: Number,
  referralSource: String,
  feed: String,
  createdAt: { type: Date, required: true },
  updatedAt: { type: Date, required: true },
  /** Pending changes to the counters of the post, the user's board and the collections. */
  pending: OUTBOX_FIELD,
});
schema.index({ post: 1, user: 1 }, { unique: true });
schema.index({ user: 1, saved: 1, savedAt: -1, _id: -1 });
schema.index(
  { collections: 1, savedAt: -1, _id: -1 },
  { partialFilterExpression: { collections: { $exists: true } } },
);
// Analytics of a post and its author read only the days they show, not the whole history.
schema.index({ post: 1, viewed: 1, viewedAt: -1 }, { partialFilterExpression: { viewed: true } });
schema.index({ post: 1, liked: 1, likedAt: -1, _id: -1 }, { partialFilterExpression: { liked: true } });
schema.index(...OUTBOX_INDEX);

export type PostInteractionRecord = RecordOf<typeof schema, HasOutbox & { collections?: Types.ObjectId[] }>;

export const postInteractionModel = modelOf<PostInteractionRecord>(
  'PostInteraction',
  'postinteractions',
  schema,
  { backup: 5, ofUser: { by: 'user', exportedAs: 'interactions', onDeletion: 'delete' }, expires: null },
);
