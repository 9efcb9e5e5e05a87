import { Schema, type InferSchemaType } from 'mongoose';
import { modelOf } from '../db/record.js';

/** A mail that the dev mailbox keeps instead of a mail server. Subject and text are sealed. */
const schema = new Schema(
  {
    to: { type: String, required: true },
    sealed: { type: String, required: true },
    /** Where nobody is to get it. */
    void: { type: Boolean, required: true },
    createdAt: { type: Date, required: true },
    expiresAt: { type: Date, required: true },
  },
  { collection: 'mails', versionKey: false, autoIndex: false },
);
schema.index({ createdAt: -1 });
schema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

export type KeptMailRecord = InferSchemaType<typeof schema>;

export const mailModel = modelOf<KeptMailRecord>('Mail', schema);
