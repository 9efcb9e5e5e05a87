import { Schema } from 'mongoose';
import { OUTBOX_FIELD, OUTBOX_INDEX, type HasOutbox } from '../../platform/events/stored-event.js';
import { modelOf, type RecordOf } from '../../platform/db/record.js';

const id = { type: Schema.Types.ObjectId, required: true };
const flag = { type: Boolean, required: true, default: false };

/**
 * The relationship of one user to another: one record each. Ended ones stay, to store the time of the last change.
 */
const schema = new Schema({
  /** The user who follows or blocks. */
  user: id,
  /** The user who is followed or blocked. */
  person: id,
  following: flag,
  /** Since when, by the server's clock. */
  followingSince: Date,
  /** Time of the latest change, by the client's clock. */
  followingChangedAt: Date,
  blocking: flag,
  blockingSince: Date,
  blockingChangedAt: Date,
  /** Changes not yet applied to the boards' counters. */
  pending: OUTBOX_FIELD,
});
schema.index({ user: 1, person: 1 }, { unique: true });
// Also for the deletion of an account.
schema.index({ person: 1 });
const following = { partialFilterExpression: { following: true } };
schema.index({ person: 1, following: 1, followingSince: -1, _id: -1 }, following);
schema.index({ user: 1, following: 1, followingSince: -1, _id: -1 }, following);
const blocking = { partialFilterExpression: { blocking: true } };
schema.index({ person: 1, blocking: 1, user: 1 }, blocking);
schema.index({ user: 1, blocking: 1, blockingSince: -1 }, blocking);
schema.index(...OUTBOX_INDEX);

export type RelationshipRecord = RecordOf<typeof schema, HasOutbox>;

export const relationshipModel = modelOf<RelationshipRecord>('Relationship', 'relationships', schema, {
  backup: 6,
  ofUser: { by: 'user', exportedAs: 'relationships', onDeletion: 'delete' },
  expires: null,
});
