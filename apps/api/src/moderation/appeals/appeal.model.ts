import { Schema, type Types } from 'mongoose';
import { modelOf, type RecordOf } from '../../platform/db/record.js';

const APPEAL_STATES = ['waiting', 'accepted', 'rejected', 'ended'] as const;
type AppealState = (typeof APPEAL_STATES)[number];

/** The decision of a moderator. While the appeal waits, the decision is being carried out. */
export interface Decision {
  accepted: boolean;
  message: string;
  moderator: Types.ObjectId;
  moderatorName: string;
  at: Date;
}

const decisionSchema = new Schema(
  {
    accepted: { type: Boolean, required: true },
    message: { type: String, default: '' },
    moderator: { type: Schema.Types.ObjectId, required: true },
    moderatorName: { type: String, required: true },
    at: { type: Date, required: true },
  },
  { _id: false },
);

/** The answer of a suspended user. */
const schema = new Schema({
  user: { type: Schema.Types.ObjectId, required: true },
  /** Tells the suspension from others of the user. */
  suspendedAt: { type: Date, required: true },
  text: { type: String, required: true },
  createdAt: { type: Date, required: true },
  /** `ended`: the suspension ended before anybody decided. */
  state: { type: String, enum: APPEAL_STATES, required: true },
  decision: { type: decisionSchema, default: null },
  /** Set once the suspension has ended. */
  expiresAt: Date,
});
schema.index({ user: 1, suspendedAt: 1 }, { unique: true });
schema.index({ state: 1, createdAt: 1, _id: 1 });

export type AppealRecord = RecordOf<
  typeof schema,
  { state: AppealState; decision: Decision | null; expiresAt?: Date }
>;

export const appealModel = modelOf<AppealRecord>('Appeal', 'appeals', schema, {
  backup: 'kept',
  ofUser: { by: 'user', exportedAs: 'appeals', onDeletion: 'delete' },
  expires: { at: 'expiresAt' },
});
