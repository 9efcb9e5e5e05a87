import {
  CONTENT_ACTS,
  REPORT_ACTS,
  REPORT_KINDS,
  REPORT_REASON_NAMES,
  type ReportReason,
} from '@social-feed/contracts';
import { Schema } from 'mongoose';
import type { Counted } from '../../platform/events/counters.js';
import { OUTBOX_FIELD, OUTBOX_INDEX, type HasOutbox } from '../../platform/events/stored-event.js';
import { modelOf, type RecordOf } from '../../platform/db/record.js';

const id = { type: Schema.Types.ObjectId, required: true };
const date = { type: Date, required: true };
const kind = { type: String, enum: REPORT_KINDS, required: true };
const count = { type: Number, required: true, default: 0 };

/** One report of a user. */
const reportSchema = new Schema({
  /** The case that counts it. */
  case: id,
  /** Absent after the account was deleted, and if words were found. */
  reporter: Schema.Types.ObjectId,
  kind,
  target: id,
  /** The author of the target, or the reported user. */
  user: id,
  reason: { type: String, enum: REPORT_REASON_NAMES, required: true },
  /** The text of the broken rule; with the reason `rule` only. */
  rule: String,
  text: { type: String, default: '' },
  /** The version of the content that was reported. */
  version: String,
  /** The host's words that were found; with the reason `words` only, which has no reporter. */
  words: { type: [String], default: undefined },
  createdAt: date,
  /** Changes not yet applied to the case's counters. */
  pending: OUTBOX_FIELD,
});
// At most one open report per user and target. The index also finds the reports of a case.
reportSchema.index(
  { case: 1, reporter: 1 },
  { unique: true, partialFilterExpression: { reporter: { $type: 'objectId' } } },
);
reportSchema.index({ case: 1, createdAt: -1 });
reportSchema.index({ reporter: 1 }, { sparse: true });
reportSchema.index({ user: 1 });
reportSchema.index({ createdAt: 1 });
reportSchema.index(...OUTBOX_INDEX);

/** An admin decision. It runs at `dueAt`. */
const decisionSchema = new Schema({
  _id: id,
  act: { type: String, enum: REPORT_ACTS, required: true },
  days: Number,
  /** What is done to the reported content as well; the log has its own entry with this ID. */
  also: {
    type: new Schema({ _id: id, act: { type: String, enum: CONTENT_ACTS, required: true } }),
    default: undefined,
  },
  /** The text of the broken rule. */
  rule: String,
  /** The version of the content that was decided about. */
  version: String,
  message: { type: String, default: '' },
  note: { type: String, default: '' },
  admin: id,
  adminName: { type: String, required: true },
  at: date,
  /** Absent after it has run. */
  dueAt: Date,
  /** True while it runs; it can no longer be undone. */
  begun: Boolean,
});
export type Decision = RecordOf<typeof decisionSchema>;

/** What was reported, as it was then. */
const quotedSchema = new Schema(
  {
    userName: { type: String, required: true },
    fullName: { type: String, default: '' },
    title: { type: String, default: '' },
    text: { type: String, default: '' },
  },
  { _id: false },
);
export type Quoted = Omit<RecordOf<typeof quotedSchema>, '_id'>;

const noteSchema = new Schema(
  { at: date, adminName: { type: String, required: true }, text: { type: String, required: true } },
  { _id: false },
);

/** All reports of one target until they are decided. A later report starts a new case. */
const caseSchema = new Schema({
  kind,
  target: id,
  user: id,
  /** Absent after the decision has run. One target has one open case. */
  open: Boolean,
  /** Number of reports, in total and under each reason's name. */
  count,
  ...Object.fromEntries(REPORT_REASON_NAMES.map((name) => [name, count])),
  firstAt: date,
  lastAt: date,
  decision: { type: decisionSchema, default: null },
  notes: { type: [noteSchema], default: [] },
  /** When it was decided, or the author deleted the account. */
  closedAt: Date,
  quoted: { type: quotedSchema, default: undefined },
  /** Set if the author deleted the account before a decision. */
  expiresAt: Date,
  /** Changes applied to the counters. */
  applied: { type: Object, default: undefined },
});
const open = { partialFilterExpression: { open: true } };
caseSchema.index({ target: 1, open: 1 }, { unique: true, ...open });
caseSchema.index({ open: 1, count: -1, _id: 1 }, open);
caseSchema.index({ open: 1, firstAt: 1, _id: 1 }, open);
caseSchema.index({ closedAt: -1, _id: -1 }, { partialFilterExpression: { closedAt: { $exists: true } } });
caseSchema.index({ user: 1, open: 1 });
caseSchema.index({ 'decision.dueAt': 1 }, { sparse: true });

interface Note {
  at: Date;
  adminName: string;
  text: string;
}
type Counts = Record<ReportReason, number>;

export type ReportRecord = RecordOf<typeof reportSchema, HasOutbox & { reason: ReportReason }>;
export type CaseRecord = RecordOf<
  typeof caseSchema,
  Counted & Counts & { decision: Decision | null; notes: Note[]; quoted?: Quoted | null }
>;

export const NO_REPORTS = {
  count: 0,
  ...(Object.fromEntries(REPORT_REASON_NAMES.map((name) => [name, 0])) as Counts),
};

export const reportModel = modelOf<ReportRecord>('Report', 'reports', reportSchema, {
  backup: 1,
  ofUser: { by: 'reporter', exportedAs: 'reports', onDeletion: 'anonymize' },
  expires: null,
});
export const reportCaseModel = modelOf<CaseRecord>('ReportCase', 'reportcases', caseSchema, {
  backup: 2,
  ofUser: { by: 'user', exportedAs: null, onDeletion: 'anonymize' },
  expires: { at: 'expiresAt' },
});
