import * as z from 'zod/mini';
import { CONTENT_ACTS, REPORT_ACTS, REPORT_KINDS } from './acts.js';
import { ruleName, suspensionDays } from './admin.js';
import { profileFields } from './boards.js';
import { isoDate, objectId, partOf, plainAnswer, shortText, success, text } from './common.js';
import { endpoint } from './endpoint.js';
import { loggedAct } from './moderation.js';
import { person } from './people.js';
import { postFields } from './posts.js';
import { REPORT_LIMITS } from './moderation-limits.js';
import { cursorPage, listCursor, queryEnum, queryLimit } from './query-fields.js';
import { GIVEN_REASONS, REPORT_REASON_NAMES } from './report-reasons.js';
import { t } from './t.js';

const reasonName = z.enum(REPORT_REASON_NAMES, {
  error: `reason must be one of ${REPORT_REASON_NAMES.join(', ')}`,
});
const givenReason = z.enum(GIVEN_REASONS, { error: `reason must be one of ${GIVEN_REASONS.join(', ')}` });
const kindName = z.enum(REPORT_KINDS, { error: `kind must be one of ${REPORT_KINDS.join(', ')}` });
const actName = z.enum(REPORT_ACTS, { error: `act must be one of ${REPORT_ACTS.join(', ')}` });

const alsoName = z.enum(CONTENT_ACTS, { error: `also must be one of ${CONTENT_ACTS.join(', ')}` });

const note = (label: string) => shortText(label, REPORT_LIMITS.noteMax);

/**
 * Reports a post, a comment or a user to the moderators. Each user can report a target once until it is decided.
 * Reports are visible to moderators only.
 */
export const createReport = endpoint('createReport', {
  body: z.object({
    kind: kindName,
    target: objectId('Invalid target ID'),
    reason: givenReason,
    /** With the reason `rule`: the rule, one of the instance's. */
    rule: z.optional(ruleName),
    text: z.optional(
      shortText(
        t({ message: 'Text', context: 'field', comment: 'What a person writes about what they report.' }),
        REPORT_LIMITS.textMax,
      ),
    ),
  }),
  answer: plainAnswer,
});

const { description, ...otherFields } = partOf(postFields, 'value');

/** The reported content in its current state: all that its author wrote. Comments have a text only. */
const reportedContent = z.object({
  ...otherFields,
  text: description,
  createdAt: isoDate,
  /** The post that contains it. */
  postId: objectId(),
});

/** All open reports of one target. */
export const reportCase = z.object({
  _id: objectId(),
  kind: kindName,
  target: objectId(),
  count: z.number(),
  /** The reasons given, most frequent first. */
  reasons: z.array(z.object({ reason: reasonName, count: z.number() })),
  /** Rules that the latest reports name, most frequent first. */
  rules: z.array(z.string()),
  /** The host's words that the latest reports found; at most `wordsMax`. */
  words: z.array(z.string()),
  /** Texts of the latest reports that have one, newest first; at most `textsShown`. */
  texts: z.array(z.string()),
  firstAt: isoDate,
  lastAt: isoDate,
  /** The author of the content, or the reported user; `null` if deleted. */
  author: z.nullable(
    z.extend(person, { suspendedAt: z.nullable(isoDate), suspendedUntil: z.nullable(isoDate) }),
  ),
  /** `null` for a user, and for deleted content. */
  content: z.nullable(reportedContent),
  /** What a reported user wrote on the profile; `null` for content, and without a profile. */
  profile: z.nullable(z.object(partOf(profileFields, 'value'))),
  /** What is gone since it was reported, as it was then, in its first words. */
  quoted: z.nullable(
    z.object({ userName: z.string(), fullName: z.string(), title: z.string(), text: z.string() }),
  ),
  /** What was decided; `null` for an open case. Without `act` the account was deleted before a decision. */
  decided: z.nullable(
    z.object({
      act: z.nullable(actName),
      /** What the decision does to the reported content as well. */
      also: z.nullable(alsoName),
      /** The decision, as long as its maker can undo it; `null` once it is being applied. */
      undoable: z.nullable(objectId()),
      adminName: z.string(),
      at: isoDate,
      message: z.string(),
      note: z.string(),
    }),
  ),
  /** Names what is shown of the reported content or person; another one after an edit. */
  version: z.string(),
});
export type ReportCase = z.infer<typeof reportCase>;

const remark = z.object({ at: isoDate, adminName: z.string(), text: z.string() });

/** A case with its reports, admin notes, and earlier decisions about the author. */
const reportCaseDetail = z.extend(reportCase, {
  /** Newest first. The reporting users are never revealed. */
  reports: z.array(
    z.object({ reason: reasonName, rule: z.optional(z.string()), text: z.string(), createdAt: isoDate }),
  ),
  notes: z.array(remark),
  history: z.array(loggedAct),
  /** Number of other cases about the same author. */
  others: z.number(),
});
export type ReportCaseDetail = z.infer<typeof reportCaseDetail>;

/**
 * Lists undecided cases in the order asked for, or decided ones, the latest first; except those about the calling admin.
 * Moderators only; others get 403.
 */
export const listReportCases = endpoint('listReportCases', {
  query: z.object({
    state: queryEnum('state', ['open', 'decided'] as const, 'open'),
    order: queryEnum('order', ['most', 'oldest'] as const, 'most'),
    limit: queryLimit(REPORT_LIMITS.page, REPORT_LIMITS.pageMax),
    cursor: listCursor,
  }),
  answer: cursorPage(reportCase),
});

const params = z.object({ caseId: objectId('Invalid report ID') });

export const getReportCase = endpoint('getReportCase', {
  params,
  answer: z.object({ ...success, data: reportCaseDetail }),
});

/**
 * Decides a case. The decision is applied after ten seconds, unless it is undone or the admin loses the role. If
 * two admins decide, the second gets 409 with the decision of the first. A decision about a `version` that was edited
 * since gets 409 with the new text.
 */
export const decideReportCase = endpoint('decideReportCase', {
  params,
  body: z.object({
    act: actName,
    /** The `version` that the decision is about. If it was edited since, the answer is 409 with `CONTENT_CHANGED`. */
    version: z.optional(text('Version').check(z.maxLength(100, 'Version is too long'))),
    days: suspensionDays,
    /** With `warn` and `suspend`: what is done to the reported content as well. */
    also: z.optional(alsoName),
    /** The rule that was broken, one of the instance's; mailed like the message. */
    rule: z.optional(ruleName),
    /** Mailed to the user with `warn` and `suspend`. */
    message: z.optional(note(t`Message`)),
    /** Stored in the log. */
    note: z.optional(note(t`Note`)),
  }),
  answer: z.object({ ...success, data: z.object({ decision: objectId(), doneAt: isoDate }) }),
});

/** Undoes the admin's own decision before it is applied. */
export const undoDecision = endpoint('undoDecision', {
  params,
  body: z.object({ decision: objectId('Invalid decision ID') }),
  answer: plainAnswer,
});

/**
 * Opens a dismissed case again, for another decision. 409 for other decisions, and if newer reports of the same are open.
 */
export const reopenReportCase = endpoint('reopenReportCase', { params, answer: plainAnswer });

export const noteReportCase = endpoint('noteReportCase', {
  params,
  body: z.object({ text: note(t`Note`).check(z.minLength(1, t`Note is required`)) }),
  answer: z.object({ ...success, data: remark }),
});
