import { Schema } from 'mongoose';
import { modelOf, type RecordOf } from '../../platform/db/record.js';

/** A picture of another site. Its record is written before it is fetched, so that no file lacks a record. */
const schema = new Schema({
  /** The signature of its address: 32 hex digits. */
  _id: { type: String, required: true },
  url: { type: String, required: true },
  /** When its files are removed. Absent if there are none. */
  expiresAt: Date,
  /** No process fetches it before this time, because one is doing so, or the last try failed. */
  retryAt: { type: Date, required: true },
  /** Whether the last try failed. */
  failed: { type: Boolean, required: true },
  /** When the sweep looks at it. */
  sweepAt: { type: Date, required: true },
});
schema.index({ sweepAt: 1 });

export type RemotePictureRecord = RecordOf<typeof schema, { _id: string; expiresAt?: Date }>;

export const remotePictureModel = modelOf<RemotePictureRecord>('RemotePicture', 'remotepictures', schema, {
  backup: 'rebuilt',
  ofUser: null,
  expires: null,
});
