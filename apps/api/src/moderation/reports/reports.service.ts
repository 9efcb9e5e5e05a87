import { createHash } from 'node:crypto';
import { REPORT_LIMITS, type BodyOf, type createReport, type ReportKind } from '@social-feed/contracts';
import { textsOf } from '@social-feed/contracts/words';
import { t } from '@social-feed/contracts/t';
import { Types } from 'mongoose';
import { unchecked, type Collection } from '../../platform/db/collection-of.js';
import { createCounters } from '../../platform/events/counters.js';
import { isDuplicateKey, retryDuplicate } from '../../platform/db/duplicate-key.js';
import { newEventId, type Deliver } from '../../platform/events/stored-event.js';
import { AppError, invalidField } from '../../platform/http/errors.js';
import type { Viewer } from '../../platform/http/viewer.js';
import type { Platform } from '../../platform/platform.js';
import type { EventOutbox, FoundText } from '../../community/events.js';
import type { Instance } from '../../community/instance/instance.feature.js';
import { requireRule } from '../../community/instance/require-rule.js';
import { wordsIn } from '../../content/posts/word-reports.js';
import { NO_REPORTS, type CaseRecord, type Quoted, type ReportRecord } from './report.model.js';

/** Returns the author of the content, or the user itself. @throws AppError 404 if it is not visible */
export type AuthorOf = (kind: ReportKind, target: Types.ObjectId) => Promise<Types.ObjectId>;

interface Parts extends Pick<Platform, 'now'> {
  instance: Pick<Instance, 'settings'>;
  outbox: Pick<EventOutbox, 'source'>;
  reports: Collection<ReportRecord>;
  cases: Collection<CaseRecord>;
  authorOf: AuthorOf;
  /** Returns the version of what is reported, which an edit changes. */
  versionOf: (kind: ReportKind, target: Types.ObjectId, user: Types.ObjectId) => Promise<string>;
  /** Returns the start of what is reported, for when it is gone. */
  quoteOf: (kind: ReportKind, target: Types.ObjectId, user: Types.ObjectId) => Promise<Quoted | undefined>;
}

/** The parts, and the events that count reports. */
interface Reporting extends Parts {
  events: { deliver: Deliver<ReportRecord, CaseRecord> };
}

/** How often to move a report to a new case if admins decide the old one before it is written. */
const TRIES = 5;

/** @throws AppError 400 for oneself and for a rule that is none, 404 for hidden content, 409 if the user has an open report of it */
async function create(parts: Reporting, viewer: Viewer, body: BodyOf<typeof createReport>): Promise<void> {
  await requireRule(parts.instance, body.reason === 'rule' ? (body.rule ?? '') : body.rule);
  const target = new Types.ObjectId(body.target);
  const user = await parts.authorOf(body.kind, target);
  if (user.toHexString() === viewer.id) throw invalidField('target', t`You cannot report yourself`);
  const { kind, reason, rule, text = '' } = body;
  const reporter = new Types.ObjectId(viewer.id);
  const named = rule === undefined ? {} : { rule };
  const version = await parts.versionOf(kind, target, user);
  const _id = new Types.ObjectId();
  await file(parts, { _id, reporter, kind, target, user, reason, ...named, text, version });
}

/**
 * Reports a text that contains words of the host. The same text is reported once, also after a decision.
 */
async function reportWords(parts: Reporting, found: FoundText): Promise<void> {
  const words = wordsIn(found, (await parts.instance.settings()).reportWords);
  const _id = idOfText(found);
  if (words.length === 0 || (await parts.reports.findOne({ _id }, { projection: { _id: 1 } })) !== null)
    return;
  const { kind, target, user } = found;
  const shown = words.slice(0, REPORT_LIMITS.wordsMax);
  await file(parts, { _id, kind, target, user, reason: 'words', text: '', words: shown });
}

/** Stores a report in the undecided case of its target. @throws AppError 409 if that is decided each time */
async function file(parts: Reporting, report: NewReport): Promise<void> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const reportCase = await openCase(parts, report);
    if (await write(parts, reportCase, report)) return;
  }
  throw new AppError('CONFLICT', t`The reports are being decided. Please try again`, {
    retryAfterSeconds: 1,
  });
}

/** Returns the undecided case of a target, or creates it with the first report. */
async function openCase(
  { now, cases }: Reporting,
  { kind, target, user }: NewReport,
): Promise<Types.ObjectId> {
  const at = now();
  const fresh = { kind, user, ...NO_REPORTS, firstAt: at, lastAt: at, decision: null, notes: [] };
  const found = await retryDuplicate(() =>
    cases.findOneAndUpdate({ target, open: true }, unchecked({ $setOnInsert: fresh }), {
      upsert: true,
      returnDocument: 'after',
      projection: { _id: 1 },
    }),
  );
  return found!._id;
}

/** @returns false if the case was decided before it counted the report */
async function write(parts: Reporting, reportCase: Types.ObjectId, fields: NewReport): Promise<boolean> {
  const createdAt = parts.now();
  const event = { op: newEventId(createdAt), delta: { count: 1, [fields.reason]: 1 } };
  const report: ReportRecord = { ...fields, case: reportCase, createdAt, pending: [event] };
  try {
    await parts.reports.insertOne(report);
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    // Another delivery of the event was faster.
    if (fields.reason === 'words') return true;
    if (await renew(parts, reportCase, fields, createdAt)) return true;
    throw new AppError(
      'ALREADY_EXISTS',
      t`You have told the moderators about this already. They will look at it.`,
      { cause: error },
    );
  }
  await note(parts, reportCase, fields, createdAt);
  if ((await parts.events.deliver(report, event))?.open === true) return true;
  await parts.reports.deleteOne({ _id: report._id });
  return false;
}

/** Notes in a case when it was last reported, and what was reported. */
async function note(
  { cases, quoteOf }: Reporting,
  reportCase: Types.ObjectId,
  { kind, target, user }: NewReport,
  lastAt: Date,
): Promise<void> {
  const quoted = await quoteOf(kind, target, user);
  await cases.updateOne({ _id: reportCase }, { $max: { lastAt }, ...(quoted && { $set: { quoted } }) });
}

/** Replaces the words of a user's report, if the user reported a former text. @returns whether that was so */
async function renew(
  parts: Reporting,
  reportCase: Types.ObjectId,
  fields: NewReport,
  createdAt: Date,
): Promise<boolean> {
  const { reporter, version = null, text } = fields;
  if (version === null) return false;
  const { matchedCount } = await parts.reports.updateOne(
    unchecked({ case: reportCase, reporter, version: { $exists: true, $ne: version } }),
    { $set: { version, text, createdAt } },
  );
  if (matchedCount === 0) return false;
  await note(parts, reportCase, fields, createdAt);
  return true;
}

/** Stores reports, and counts them in the case of their target. */
export function createReportsService(parts: Parts) {
  const { outbox, reports, cases, now } = parts;
  const events = outbox.source<ReportRecord, CaseRecord>({
    types: ['report'],
    collection: reports,
    counters: createCounters({ collection: cases, projection: { open: 1 }, now }),
    targetOf: (report) => report.case,
  });
  const reporting: Reporting = { ...parts, events };
  return {
    create: (viewer: Viewer, body: BodyOf<typeof createReport>) => create(reporting, viewer, body),
    reportWords: (found: FoundText) => reportWords(reporting, found),
  };
}

type NewReport = Omit<ReportRecord, 'case' | 'createdAt' | 'pending'>;

/** The ID of the only report of a text. */
function idOfText(found: FoundText): Types.ObjectId {
  const text = JSON.stringify([found.target.toHexString(), ...textsOf(found)]);
  return new Types.ObjectId(createHash('sha256').update(text).digest().subarray(0, 12));
}
