import { Schema } from 'mongoose';
import type { Counted } from '../../platform/events/counters.js';
import { modelOf, type RecordOf } from '../../platform/db/record.js';

/** A user's named set of saved posts. The bookmarks know the collections that contain them. */
const schema = new Schema({
  user: { type: Schema.Types.ObjectId, required: true },
  name: { type: String, required: true },
  /** The name in the form used for comparison. */
  key: { type: String, required: true },
  /** The unguessable ID under which everyone may read it; missing if it is private. */
  shareId: String,
  /** Number of its posts, without changes that are still pending on the bookmarks. */
  size: Number,
  /** Changes already applied to the size. */
  applied: { type: Object, default: undefined },
  createdAt: { type: Date, required: true },
});
schema.index({ user: 1, key: 1 }, { unique: true });
schema.index({ shareId: 1 }, { unique: true, partialFilterExpression: { shareId: { $exists: true } } });

export type CollectionRecord = RecordOf<typeof schema, Counted & { shareId?: string; size?: number }>;

export const collectionModel = modelOf<CollectionRecord>('Collection', 'collections', schema, {
  backup: 'kept',
  ofUser: { by: 'user', exportedAs: 'collections', onDeletion: 'delete' },
  expires: null,
});
