import { Schema } from 'mongoose';
import { modelOf, type RecordOf } from '../../platform/db/record.js';

/** The number of a user's unread notifications, as it was counted. */
const schema = new Schema({
  /** The user. */
  _id: { type: Schema.Types.ObjectId, required: true },
  unread: Number,
  /** When the count began. */
  countedAt: Date,
  /** When the first of the counted notifications expires. */
  countedUntil: Date,
  /** When a change of the number began last. */
  changedAt: Date,
});

export type InboxRecord = RecordOf<typeof schema>;

export const inboxModel = modelOf<InboxRecord>('Inbox', 'inboxes', schema, {
  backup: 'rebuilt',
  ofUser: { by: '_id', exportedAs: null, onDeletion: 'delete' },
  expires: null,
});
