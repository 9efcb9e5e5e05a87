import {
  REPORT_LIMITS,
  REPORTED_ACTS,
  actOf,
  reportedActOf,
  type BodyOf,
  type ContentAct,
  type decideReportCase,
  type ReportedAct,
} from '@social-feed/contracts';
import { t } from '@social-feed/contracts/t';
import { Types } from 'mongoose';
import { isDuplicateKey } from '../../platform/db/duplicate-key.js';
import { AppError, invalidField } from '../../platform/http/errors.js';
import type { Viewer } from '../../platform/http/viewer.js';
import { hasLetter } from '../../platform/mail/moderation-mails.js';
import { excerpt } from '../../platform/text.js';
import type { Platform } from '../../platform/platform.js';
import { later } from '../../platform/time.js';
import type { Admin } from '../admin/admin.feature.js';
import { refuseUnlessMay } from '../admin/permissions.js';
import type { Instance } from '../../community/instance/instance.feature.js';
import { requireRule } from '../../community/instance/require-rule.js';
import type { Users } from '../../community/users/users.feature.js';
import { presentCases, presentNote } from './case.presenter.js';
import { caseNotFound, findCase, type CasesParts } from './cases.js';
import type { CaseRecord, Decision } from './report.model.js';

/**
 * Admin decisions about reports. A decision is stored on the case, which blocks other admins, and runs later, so
 * that it can be undone and survives a restart. It is idempotent: repeated after a crash, it changes nothing more.
 */
export interface DecisionsParts extends CasesParts, Pick<Platform, 'now' | 'log'> {
  instance: Pick<Instance, 'settings'>;
  admin: Pick<Admin, 'log' | 'acts'>;
  users: Pick<Users, 'get' | 'list' | 'picture'>;
}

export const UNDECIDED = { $set: { decision: null }, $unset: { closedAt: 1 } } as const;

/** Characters of a reported text in letters and messages. */
export const EXCERPT = 100;

/**
 * @throws AppError 400 if the action does not fit, 403 if it may not be done to this user, 404 if the target is gone,
 *   409 if another admin was faster
 */
export async function decide(
  parts: DecisionsParts,
  viewer: Viewer,
  caseId: string,
  body: BodyOf<typeof decideReportCase>,
) {
  const { cases, users, now } = parts;
  const found = await findCase(parts, viewer, caseId);
  const { _id, kind, user } = found;
  const { act, also, version, days, rule, message = '', note = '' } = body;
  await requireRule(parts.instance, rule);
  const name = reportedActOf(act, kind);
  if (name === undefined) throw invalidField('act', misfitOf(act));
  const second = also && secondActOf(name, also, kind);
  const person = await users.get(user);
  if (person === null) {
    if (hasLetter(name) && isToPeople(name))
      throw new AppError(
        'NOT_FOUND',
        t({ message: 'This person is gone', comment: 'The account was deleted.' }),
      );
  } else {
    refuseUnlessMay(name, viewer, person);
    if (second) refuseUnlessMay(second, viewer, person);
  }
  if (version !== undefined) await refuseIfEdited(parts, found, version);
  const at = now();
  const dueAt = later(at, REPORT_LIMITS.undoFor);
  const decision: Decision = {
    _id: new Types.ObjectId(),
    act,
    ...(act === 'suspend' && days !== undefined ? { days } : {}),
    ...(also !== undefined && { also: { _id: new Types.ObjectId(), act: also } }),
    ...(rule !== undefined && { rule }),
    ...(version !== undefined && { version }),
    message,
    note,
    admin: new Types.ObjectId(viewer.id),
    adminName: viewer.userName,
    at,
    dueAt,
  };
  const { matchedCount } = await cases.updateOne(
    { _id, open: true, decision: null },
    { $set: { decision, closedAt: at } },
  );
  if (matchedCount === 0) throw decidedAlready(await findCase(parts, viewer, caseId));
  return { decision: decision._id.toHexString(), doneAt: dueAt.toISOString() };
}

/** Returns the act on the content that follows one on its author. @throws AppError 400 if they do not fit */
function secondActOf(first: ReportedAct, also: ContentAct, kind: CaseRecord['kind']): ReportedAct {
  if (!actOf(first).asks?.includes('also'))
    throw invalidField('also', t`Only a warning or a suspension can have a second act`);
  const second = reportedActOf(also, kind);
  if (second === undefined) throw invalidField('also', misfitOf(also));
  return second;
}

/** @throws AppError 409 with the new text if the reported content or profile is no longer this version */
async function refuseIfEdited(parts: DecisionsParts, reportCase: CaseRecord, version: string): Promise<void> {
  const [current] = await presentCases(parts, [reportCase]);
  const { kind } = reportCase;
  const isGone = current === undefined || (kind === 'person' ? current.author : current.content) === null;
  if (isGone || current.version === version) return;
  const { content, author, profile } = current;
  const texts =
    content === null
      ? [author?.fullName, profile?.bio]
      : [content.contentWarning, content.title, content.text];
  const text = texts.filter(Boolean).join(': ');
  const now = excerpt(text, EXCERPT);
  const messages = {
    post: t`This post was edited. It now says: “${now}”. Please decide again.`,
    comment: t`This comment was edited. It now says: “${now}”. Please decide again.`,
    person: t`This profile was edited. It now says: “${now}”. Please decide again.`,
  };
  throw new AppError('CONTENT_CHANGED', messages[kind]);
}

/** @throws AppError 404, 409 if the decision has run or another admin made it */
export async function undo(
  parts: DecisionsParts,
  viewer: Viewer,
  caseId: string,
  decision: string,
): Promise<void> {
  const { _id } = await findCase(parts, viewer, caseId);
  const { matchedCount } = await parts.cases.updateOne(
    {
      _id,
      open: true,
      'decision._id': new Types.ObjectId(decision),
      'decision.admin': new Types.ObjectId(viewer.id),
      'decision.begun': { $exists: false },
    },
    UNDECIDED,
  );
  if (matchedCount === 0) throw new AppError('CONFLICT', t`This cannot be undone any more`);
}

/**
 * Opens a dismissed case again, for a new decision.
 * @throws AppError 404, 403 for what an admin dismissed, 409 if it was not dismissed or newer reports are open
 */
export async function reopen(parts: DecisionsParts, viewer: Viewer, caseId: string): Promise<void> {
  const { cases, users, admin } = parts;
  const { _id, user, target, decision } = await findCase(parts, viewer, caseId);
  if (decision?.act !== 'dismiss' || decision.dueAt)
    throw new AppError('CONFLICT', t`Only dismissed reports can be opened again`);
  const person = await users.get(user);
  if (person !== null) await admin.acts.refuse('reopen', viewer, person, target);
  // First it becomes the open case of its target, still decided, so that the log has what happens and nothing else. After
  // a crash in between it can be opened again.
  const dismissed = { _id, 'decision._id': decision._id };
  await cases.updateOne(dismissed, { $set: { open: true } }).catch((error: unknown) => {
    if (!isDuplicateKey(error)) throw error;
    throw new AppError('CONFLICT', t`There are newer reports of this. Decide those`, { cause: error });
  });
  await admin.acts.carryOut('reopen', { actor: viewer, user, target });
  await cases.updateOne(dismissed, UNDECIDED);
}

/** @throws AppError 404, 409 if there are too many notes */
export async function addNote(parts: DecisionsParts, viewer: Viewer, caseId: string, text: string) {
  const { _id } = await findCase(parts, viewer, caseId);
  const note = { at: parts.now(), adminName: viewer.userName, text };
  const { matchedCount } = await parts.cases.updateOne(
    { _id, [`notes.${REPORT_LIMITS.notesMax - 1}`]: { $exists: false } },
    { $push: { notes: note } },
  );
  if (matchedCount === 0)
    throw new AppError('CONFLICT', t`There are ${REPORT_LIMITS.notesMax} notes already`);
  return presentNote(note);
}

/** Whether an act is also for a reported person, not only for content. */
export const isToPeople = (name: ReportedAct): boolean => actOf(name).on!.includes('person');

const reportOf = (decision: Decision['act']) =>
  REPORTED_ACTS.map((name) => actOf(name).report!).find((report) => report.decision === decision);

const misfitOf = (decision: Decision['act']): string =>
  reportOf(decision)?.misfit ?? t`This does not fit what was reported`;

function decidedAlready({ decision }: CaseRecord): AppError {
  if (decision === null) return caseNotFound();
  return new AppError(
    'CONFLICT',
    t`${decision.adminName} has decided this already: ${reportOf(decision.act)?.done ?? ''}`,
  );
}
