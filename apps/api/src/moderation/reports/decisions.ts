import {
  REPORT_LIMITS,
  REPORT_REASONS,
  type BodyOf,
  type decideReportCase,
  type ReportAct,
} from '@social-feed/contracts';
import { Types } from 'mongoose';
import type { Collection } from '../../platform/db/collection-of.js';
import { AppError, invalidField } from '../../platform/http/errors.js';
import type { Viewer } from '../../platform/http/viewer.js';
import { decisionMail } from '../../platform/mail/moderation-mails.js';
import { excerpt } from '../../platform/text.js';
import type { Platform } from '../../platform/platform.js';
import { later } from '../../platform/time.js';
import type { Admin } from '../admin/admin.feature.js';
import { noteOf } from '../admin/admin-log.js';
import type { Comments } from '../../content/comments/comments.feature.js';
import type { Instance } from '../../community/instance/instance.feature.js';
import { requireRule } from '../../community/instance/require-rule.js';
import type { Posts } from '../../content/posts/posts.feature.js';
import { refuseUnlessMay, type Actor, type StaffAct } from '../../community/users/permissions.js';
import type { Users } from '../../community/users/users.feature.js';
import { caseNotFound, presentNote, reasonsOf, type Cases } from './cases.js';
import type { CaseRecord, Decision } from './report.model.js';

interface DecisionsParts extends Pick<Platform, 'mail' | 'now' | 'log'> {
  instance: Pick<Instance, 'settings'>;
  cases: Collection<CaseRecord>;
  shown: Cases;
  admin: Pick<Admin, 'log' | 'notices' | 'suspend'>;
  users: Pick<Users, 'get'>;
  posts: Pick<Posts, 'service' | 'removals'>;
  comments: Pick<Comments, 'service'>;
}

type Decided = CaseRecord & { decision: Decision };

const AT_ONCE = 100;
const EXCERPT = 100;

/**
 * Admin decisions about reports. A decision is stored on the case, which blocks other admins, and runs later, so
 * that it can be undone and survives a restart. It is idempotent: repeated after a crash, it changes nothing more.
 */
export function createDecisions(parts: DecisionsParts) {
  const { posts, comments } = parts;
  /** The handler of each action. */
  const acts: Record<ReportAct, (reportCase: Decided, actor: Actor) => Promise<void>> = {
    remove: (reportCase) =>
      reportCase.kind === 'post'
        ? change(reportCase, 'remove-post', (id) => posts.removals.removeReported(id))
        : change(reportCase, 'remove-comment', (id) => comments.service.removeReported(id)),
    'mark-sensitive': (reportCase) =>
      change(reportCase, 'mark-sensitive', (id) => posts.service.markSensitive(id)),
    warn,
    suspend,
    dismiss: (reportCase) => note(reportCase, 'dismiss'),
  };

  /**
   * @throws AppError 400 if the action does not fit, 403 if it may not be done to this user, 404 if the target is gone,
   *   409 if another admin was faster
   */
  async function decide(viewer: Viewer, caseId: string, body: BodyOf<typeof decideReportCase>) {
    const { cases, shown, users, now } = parts;
    const found = await shown.find(viewer, caseId);
    const { _id, kind, user } = found;
    const { act, version, days, rule, message = '', note = '' } = body;
    await requireRule(parts.instance, rule);
    if (act === 'remove' && kind === 'person') throw invalidField('act', 'A person cannot be removed');
    if (act === 'mark-sensitive' && kind !== 'post')
      throw invalidField('act', 'Only a post can be marked as sensitive');
    const person = await users.get(user);
    if (person !== null) refuseUnlessMay(NEEDS[act], viewer, person);
    else if (act === 'warn' || act === 'suspend') throw new AppError('NOT_FOUND', 'This person is gone');
    if (version !== undefined) await refuseIfEdited(found, version);
    const at = now();
    const dueAt = later(at, REPORT_LIMITS.undoFor);
    const decision: Decision = {
      _id: new Types.ObjectId(),
      act,
      ...(act === 'suspend' && days !== undefined ? { days } : {}),
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
      { $set: { decision } },
    );
    if (matchedCount === 0) throw decidedAlready(await shown.find(viewer, caseId));
    return { decision: decision._id.toHexString(), doneAt: dueAt.toISOString() };
  }

  /** @throws AppError 409 with the new text if the reported content or profile is no longer this version */
  async function refuseIfEdited(reportCase: CaseRecord, version: string): Promise<void> {
    const [current] = await parts.shown.present([reportCase]);
    const { kind } = reportCase;
    const isGone = current === undefined || (kind === 'person' ? current.author : current.content) === null;
    if (isGone || current.version === version) return;
    const { content, author } = current;
    const text =
      content === null ? author?.fullName : [content.title, content.text].filter(Boolean).join(': ');
    throw new AppError(
      'CONTENT_CHANGED',
      `This ${kind === 'person' ? 'profile' : kind} was edited. It now says: “${excerpt(text || 'nothing', EXCERPT)}”. Please decide again.`,
    );
  }

  /** @throws AppError 404, 409 if the decision has run or another admin made it */
  async function undo(viewer: Viewer, caseId: string, decision: string): Promise<void> {
    const { _id } = await parts.shown.find(viewer, caseId);
    const { matchedCount } = await parts.cases.updateOne(
      {
        _id,
        open: true,
        'decision._id': new Types.ObjectId(decision),
        'decision.admin': new Types.ObjectId(viewer.id),
        'decision.begun': { $exists: false },
      },
      { $set: { decision: null } },
    );
    if (matchedCount === 0) throw new AppError('CONFLICT', 'This cannot be undone any more');
  }

  /** @throws AppError 404, 409 if there are too many notes */
  async function addNote(viewer: Viewer, caseId: string, text: string) {
    const { _id } = await parts.shown.find(viewer, caseId);
    const note = { at: parts.now(), adminName: viewer.userName, text };
    const { matchedCount } = await parts.cases.updateOne(
      { _id, [`notes.${REPORT_LIMITS.notesMax - 1}`]: { $exists: false } },
      { $push: { notes: note } },
    );
    if (matchedCount === 0)
      throw new AppError('CONFLICT', `There are ${REPORT_LIMITS.notesMax} notes already`);
    return presentNote(note);
  }

  /** Runs due decisions, oldest first. A failed one is retried on the next run and does not delay others. */
  async function carryOut(signal: AbortSignal): Promise<void> {
    const { cases, now, log } = parts;
    // Later than any decision can be due: the clock was set back.
    const latest = later(now(), REPORT_LIMITS.undoFor);
    await cases.updateMany({ 'decision.dueAt': { $gt: latest } }, { $set: { 'decision.dueAt': latest } });
    const due = cases
      .find({ 'decision.dueAt': { $lte: now() } })
      .sort({ 'decision.dueAt': 1 })
      .limit(AT_ONCE);
    for (const reportCase of (await due.toArray()) as Decided[]) {
      signal.throwIfAborted();
      try {
        await carryOutOne(reportCase);
      } catch (error) {
        log.warn(
          { err: error, case: reportCase._id.toHexString() },
          'what an admin decided could not be done',
        );
        // A retry cannot succeed, because a role has changed. Reopen the case for a new decision.
        if (error instanceof AppError) await updateDecided(reportCase, { $set: { decision: null } });
      }
    }
  }

  async function carryOutOne(reportCase: Decided): Promise<void> {
    const { decision } = reportCase;
    if (!(await updateDecided(reportCase, { $set: { 'decision.begun': true } }))) return;
    const [admin, person] = await Promise.all([
      parts.users.get(decision.admin),
      parts.users.get(reportCase.user),
    ]);
    if (admin === null || admin.suspendedAt) {
      await updateDecided(reportCase, { $set: { decision: null } });
      return;
    }
    const { isAdmin, isModerator } = admin;
    const actor = { ...actorOf(decision), isAdmin, isModerator: isModerator === true };
    // What was dismissed is no longer what the reports since then are about.
    if (decision.act === 'dismiss' && reportCase.lastAt > decision.at && (await isEdited(reportCase))) {
      await updateDecided(reportCase, { $set: { decision: null } });
      return;
    }
    // Either may have got or lost a role in the meantime.
    if (person !== null) refuseUnlessMay(NEEDS[decision.act], actor, person);
    await acts[decision.act](reportCase, actor);
    await updateDecided(reportCase, {
      $set: { closedAt: parts.now() },
      $unset: { open: 1, 'decision.dueAt': 1 },
    });
  }

  const isEdited = async (reportCase: Decided): Promise<boolean> => {
    const { version } = reportCase.decision;
    return typeof version === 'string' && (await parts.shown.present([reportCase]))[0]?.version !== version;
  };

  /** Updates a case unless its decision was undone. @returns whether the decision still existed */
  async function updateDecided({ _id, decision }: Decided, update: object): Promise<boolean> {
    const same = { _id, open: true, 'decision._id': decision._id };
    return (await parts.cases.updateOne(same, update)).matchedCount === 1;
  }

  /** Applies an action to the reported content, unless it is gone. */
  async function change(
    reportCase: Decided,
    act: LoggedAct,
    apply: (target: Types.ObjectId) => Promise<void>,
  ): Promise<void> {
    const content = await contentOf(reportCase);
    if (content === null) return;
    await note(reportCase, act, content);
    await apply(reportCase.target);
  }

  async function warn(reportCase: Decided): Promise<void> {
    await note(reportCase, 'warn');
    await notify(reportCase);
  }

  async function suspend(reportCase: Decided, actor: Actor): Promise<void> {
    const { decision, user, target } = reportCase;
    const { _id, days, note } = decision;
    const { suspendedUntil } = await parts.admin.suspend(actor, user.toHexString(), {
      _id,
      target,
      days: days ?? undefined,
      reason: note,
    });
    await notify(reportCase, suspendedUntil === null ? null : new Date(suspendedUntil));
  }

  /** Logs an action, once even if it is retried. @param content the start of the removed or marked text */
  async function note({ decision, user, target }: Decided, act: LoggedAct, content = ''): Promise<void> {
    const note = noteOf(decision.rule, decision.note, content);
    await parts.admin.log.append({ _id: decision._id, admin: actorOf(decision), act, user, target, note });
  }

  /**
   * Notifies the user by mail. @param until end of the suspension, `null` if it has none, undefined for a warning
   */
  async function notify(reportCase: Decided, until?: Date | null): Promise<void> {
    const person = await parts.users.get(reportCase.user);
    if (person === null) return;
    const { _id, message, rule } = reportCase.decision;
    const kind = until === undefined ? 'warn' : 'suspend';
    await parts.admin.notices.add({ _id, user: reportCase.user, kind, rule, text: message });
    const content = await contentOf(reportCase);
    await parts.mail.enqueue(
      decisionMail({
        to: person.email,
        fullName: person.fullName,
        about:
          content === null
            ? `your ${reportCase.kind === 'person' ? 'profile' : reportCase.kind}`
            : `your ${reportCase.kind} “${content}”`,
        // The words are the host's own matter.
        reasons: reasonsOf(reportCase)
          .filter(({ reason }) => reason !== 'words')
          .map(({ reason }) => REPORT_REASONS[reason]),
        rule: rule ?? undefined,
        message,
        until,
      }),
      { id: _id.toHexString() },
    );
  }

  /** Returns the start of the reported text; `null` for a user or deleted content. */
  async function contentOf(reportCase: Decided): Promise<string | null> {
    const [found] = await parts.shown.present([reportCase]);
    const content = found?.content ?? null;
    return content === null ? null : excerpt(content.title || content.text || 'without words', EXCERPT);
  }

  return { decide, undo, addNote, carryOut };
}

/** The right that each decision needs. */
const NEEDS: Record<ReportAct, StaffAct> = {
  remove: 'remove-content',
  'mark-sensitive': 'mark-sensitive',
  warn: 'warn',
  suspend: 'suspend',
  dismiss: 'dismiss-reports',
};

type LoggedAct = Parameters<Admin['log']['append']>[0]['act'];

const actorOf = ({ admin, adminName }: Decision) => ({ id: admin.toHexString(), userName: adminName });

function decidedAlready({ decision }: CaseRecord): AppError {
  if (decision === null) return caseNotFound();
  return new AppError('CONFLICT', `${decision.adminName} has decided this already: ${decision.act}`);
}
