import * as z from 'zod/mini';
import { suspensionDays } from './admin.js';
import {
  isoDate,
  listCursor,
  objectId,
  plainAnswer,
  queryEnum,
  queryLimit,
  shortText,
  success,
} from './common.js';
import { endpoint } from './endpoint.js';
import { person } from './people.js';
import { media } from './posts.js';

export const REPORT_LIMITS = {
  textMax: 500,
  noteMax: 500,
  /** Notes of one group of reports. */
  notesMax: 50,
  page: 20,
  pageMax: 50,
  /** What a group shows of its reports, and of what was done before. */
  reportsShown: 20,
  historyShown: 20,
  /** An act can be taken back for so long, in milliseconds; it is done after. */
  undoFor: 10_000,
} as const;

/** What can be wrong, and how it is named to people. */
export const REPORT_REASONS = {
  spam: 'Spam or a scam',
  hate: 'Harassment or hate',
  violence: 'Violence or a threat',
  sexual: 'Nudity or sexual content',
  privacy: 'Private information',
  misleading: 'False or misleading',
  other: 'Something else',
} as const;
export type ReportReason = keyof typeof REPORT_REASONS;
export const REPORT_REASON_NAMES = Object.keys(REPORT_REASONS) as [ReportReason, ...ReportReason[]];

export const REPORT_KINDS = ['post', 'comment', 'person'] as const;
export type ReportKind = (typeof REPORT_KINDS)[number];

/** What an admin may do about a group of reports. */
export const REPORT_ACTS = ['remove', 'mark-sensitive', 'warn', 'suspend', 'dismiss'] as const;
export type ReportAct = (typeof REPORT_ACTS)[number];

const reasonName = z.enum(REPORT_REASON_NAMES, {
  error: `reason must be one of ${REPORT_REASON_NAMES.join(', ')}`,
});
const kindName = z.enum(REPORT_KINDS, { error: `kind must be one of ${REPORT_KINDS.join(', ')}` });
const actName = z.enum(REPORT_ACTS, { error: `act must be one of ${REPORT_ACTS.join(', ')}` });

const note = (label: string) => shortText(label, REPORT_LIMITS.noteMax);

/** Tells the moderators of a post, a comment or a person, once for each until they have decided. Nobody else learns of it. */
export const createReport = endpoint({
  method: 'POST',
  path: '/reports',
  access: 'user',
  status: 201,
  body: z.object({
    kind: kindName,
    target: objectId('Invalid target ID'),
    reason: reasonName,
    text: z.optional(shortText('Text', REPORT_LIMITS.textMax)),
  }),
  answer: plainAnswer,
  idempotent: true,
});

/** What is reported, as it stands now. */
const reportedContent = z.object({
  title: z.string(),
  text: z.string(),
  media: z.array(media),
  createdAt: isoDate,
  /** The post that shows it. */
  postId: objectId(),
});

/** All open reports of one target. */
export const reportCase = z.object({
  _id: objectId(),
  kind: kindName,
  target: objectId(),
  count: z.number(),
  /** Those that were given, the most frequent first. */
  reasons: z.array(z.object({ reason: reasonName, count: z.number() })),
  firstAt: isoDate,
  lastAt: isoDate,
  /** Who wrote it, or who is reported; `null` for somebody who is gone. */
  author: z.nullable(
    z.extend(person, { suspendedAt: z.nullable(isoDate), suspendedUntil: z.nullable(isoDate) }),
  ),
  /** `null` for a person, and for what is gone. */
  content: z.nullable(reportedContent),
});
export type ReportCase = z.infer<typeof reportCase>;

const remark = z.object({ at: isoDate, adminName: z.string(), text: z.string() });

/** A group with what its reports say, notes of admins, and what was done about its author before. */
const reportCaseDetail = z.extend(reportCase, {
  /** The latest first. Who wrote them is told to nobody. */
  reports: z.array(z.object({ reason: reasonName, text: z.string(), createdAt: isoDate })),
  notes: z.array(remark),
  history: z.array(z.object({ at: isoDate, adminName: z.string(), act: z.string(), note: z.string() })),
  /** Other groups of reports about the same author. */
  others: z.number(),
});
export type ReportCaseDetail = z.infer<typeof reportCaseDetail>;

/** The groups that nobody has decided, without those about the asking admin. Admins only; others get 403. */
export const listReportCases = endpoint({
  method: 'GET',
  path: '/admin/reports',
  access: 'user',
  query: z.object({
    order: queryEnum('order', ['most', 'oldest'] as const, 'most'),
    limit: queryLimit(REPORT_LIMITS.page, REPORT_LIMITS.pageMax),
    cursor: listCursor,
  }),
  answer: z.object({ ...success, data: z.array(reportCase), nextCursor: z.nullable(z.string()) }),
});

const params = z.object({ caseId: objectId('Invalid report ID') });

export const getReportCase = endpoint({
  method: 'GET',
  path: '/admin/reports/:caseId',
  access: 'user',
  params,
  answer: z.object({ ...success, data: reportCaseDetail }),
});

/**
 * Decides a group. The act is done once ten seconds are over, unless it is taken back before or the admin is none any more.
 * Of two admins one decides, the other gets 409 and is told what was decided.
 */
export const decideReportCase = endpoint({
  method: 'POST',
  path: '/admin/reports/:caseId/decision',
  access: 'user',
  params,
  body: z.object({
    act: actName,
    days: suspensionDays,
    /** Told to the person by mail, with `warn` and `suspend`. */
    message: z.optional(note('Message')),
    /** Kept in the log. */
    note: z.optional(note('Note')),
  }),
  answer: z.object({ ...success, data: z.object({ decision: objectId(), doneAt: isoDate }) }),
  idempotent: true,
});

/** Takes back a decision of one's own that is not done yet. */
export const undoDecision = endpoint({
  method: 'POST',
  path: '/admin/reports/:caseId/undo',
  access: 'user',
  params,
  body: z.object({ decision: objectId('Invalid decision ID') }),
  answer: plainAnswer,
});

export const noteReportCase = endpoint({
  method: 'POST',
  path: '/admin/reports/:caseId/notes',
  access: 'user',
  params,
  status: 201,
  body: z.object({ text: note('Note').check(z.minLength(1, 'Note is required')) }),
  answer: z.object({ ...success, data: remark }),
  idempotent: true,
});
