import { Schema, type Connection, type Model, type Types } from 'mongoose';

/** Something that carries counters of other documents. */
export interface CounterTarget {
  kind: 'post' | 'comment';
  id: Types.ObjectId;
}

/**
 * Written before a change that touches documents and counters, removed after it. One that stays behind says that the
 * change was cut off: its targets are recounted (docs/feed.md, Counters).
 */
export interface IntentRecord {
  _id: Types.ObjectId;
  targets: CounterTarget[];
  at: Date;
}

const schema = new Schema<IntentRecord>(
  { targets: [{ _id: false, kind: String, id: Schema.Types.ObjectId }], at: { type: Date, required: true } },
  { collection: 'counterintents', versionKey: false, autoIndex: false },
);
schema.index({ at: 1 });
schema.index({ 'targets.id': 1 });

export const intentModel = (connection: Connection): Model<IntentRecord> =>
  connection.model<IntentRecord>('CounterIntent', schema);
