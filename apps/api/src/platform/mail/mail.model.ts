import { Schema, type Connection, type Model, type Types } from 'mongoose';

/**
 * A mail on its way, or kept for the dev mailbox. Subject and text are sealed: a copy of the database gives away no
 * one-time code.
 */
export interface MailRecord {
  _id: Types.ObjectId;
  to: string;
  sealed: string;
  /** `queued` until the mail server has it, `kept` for the dev mailbox, `void` where nobody is to get it. */
  state: 'queued' | 'kept' | 'void';
  attempts: number;
  /** When it may be tried (again). A process that tries it moves this on, which is its lease. */
  dueAt: Date;
  createdAt: Date;
  /** The database deletes it after this. */
  expiresAt: Date;
}

const schema = new Schema<MailRecord>(
  {
    to: { type: String, required: true },
    sealed: { type: String, required: true },
    state: { type: String, required: true },
    attempts: { type: Number, required: true },
    dueAt: { type: Date, required: true },
    createdAt: { type: Date, required: true },
    expiresAt: { type: Date, required: true },
  },
  { collection: 'mails', versionKey: false, autoIndex: false },
);
schema.index({ state: 1, dueAt: 1 });
schema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

export const mailModel = (connection: Connection): Model<MailRecord> =>
  connection.model<MailRecord>('Mail', schema);
