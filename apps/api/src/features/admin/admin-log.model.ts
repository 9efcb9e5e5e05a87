import { Schema, type Connection, type Model, type Types } from 'mongoose';

const ADMIN_ACTS = [
  'make-admin',
  'revoke-admin',
  'suspend',
  'lift',
  'remove-post',
  'remove-comment',
] as const;
export type AdminAct = (typeof ADMIN_ACTS)[number];

/** An act of an admin, written before it is done; never changed and never removed. */
export interface AdminLogRecord {
  _id: Types.ObjectId;
  at: Date;
  /** `null` where the command on the server did it. */
  admin: Types.ObjectId | null;
  /** Name at the time, since users come and go. */
  adminName: string;
  act: AdminAct;
  /** Whom it concerns: the user, or the author of what was removed. */
  user: Types.ObjectId;
  /** The post or comment that was removed. */
  target?: Types.ObjectId;
  /** The reason given, or the beginning of what was removed. */
  note: string;
}

const schema = new Schema<AdminLogRecord>(
  {
    at: { type: Date, required: true },
    admin: { type: Schema.Types.ObjectId, default: null },
    adminName: { type: String, required: true },
    act: { type: String, enum: ADMIN_ACTS, required: true },
    user: { type: Schema.Types.ObjectId, required: true },
    target: Schema.Types.ObjectId,
    note: { type: String, default: '' },
  },
  { collection: 'adminlog', versionKey: false, autoIndex: false },
);
schema.index({ at: -1, _id: -1 });

const CHANGES = [
  'updateOne',
  'updateMany',
  'replaceOne',
  'findOneAndUpdate',
  'findOneAndReplace',
  'findOneAndDelete',
  'deleteOne',
  'deleteMany',
] as const;
schema.pre([...CHANGES], () => {
  throw new Error('The log of admins is only ever added to');
});

export const adminLogModel = (connection: Connection): Model<AdminLogRecord> =>
  connection.model<AdminLogRecord>('AdminLog', schema);
