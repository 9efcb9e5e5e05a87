import { Schema } from 'mongoose';
import { PENDING_FIELD, PENDING_INDEX, type Owing } from '../../platform/db/counters.js';
import { modelOf, type RecordOf } from '../../platform/db/record.js';

const id = { type: Schema.Types.ObjectId, required: true };
const flag = { type: Boolean, required: true, default: false };

/** What one user is to another: one record each. Those that were taken back stay, since they tell when. */
const schema = new Schema({
  /** Who follows or blocks. */
  user: id,
  /** Who is followed or blocked. */
  person: id,
  following: flag,
  /** Since when, by the server's clock. */
  followingSince: Date,
  /** The latest change, by the clock of whoever made it. */
  followingChangedAt: Date,
  blocking: flag,
  blockingSince: Date,
  blockingChangedAt: Date,
  /** What the boards' counters have not got yet. */
  pending: PENDING_FIELD,
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
schema.index(...PENDING_INDEX);

export type RelationshipRecord = RecordOf<typeof schema, Owing>;

export const relationshipModel = modelOf<RelationshipRecord>('Relationship', 'relationships', schema);
