import { Schema } from 'mongoose';
import { modelOf, type RecordOf } from '../../platform/db/record.js';

/** The figures of a day. A field is absent if nobody counted it. */
const schema = new Schema({
  /** The day in UTC, such as 2026-11-26. */
  _id: { type: String, required: true },
  /** When the day was counted. Absent before, while mails are already added up. */
  countedAt: Date,
  people: Number,
  signUps: Number,
  activePeople: Number,
  posts: Number,
  reports: Number,
  openReports: Number,
  storageBytes: Number,
  mailsSent: Number,
  mailsFailed: Number,
  jobsGivenUp: Number,
});

export type FiguresRecord = RecordOf<typeof schema, { _id: string }>;

export const figuresModel = modelOf<FiguresRecord>('Figures', 'figures', schema, {
  backup: 'kept',
  ofUser: null,
  expires: null,
});
