import { REPORT_LIMITS, REPORT_REASONS, reportedActOf } from '@social-feed/contracts';
import { AppError } from '../../platform/http/errors.js';
import { excerpt } from '../../platform/text.js';
import { later } from '../../platform/time.js';
import type { Actor } from '../admin/permissions.js';
import { presentCases, reasonsOf } from './case.presenter.js';
import { EXCERPT, isToPeople, UNDECIDED, type DecisionsParts } from './decisions.js';
import type { CaseRecord, Decision } from './report.model.js';

type Decided = CaseRecord & { decision: Decision };
/** One of the acts of a decision. */
type Ordered = Pick<Decision, '_id' | 'act' | 'days' | 'rule' | 'message' | 'note'>;

const AT_ONCE = 100;

/** Runs due decisions, oldest first. A failed one is retried on the next run and does not delay others. */
export async function carryOut(parts: DecisionsParts, signal: AbortSignal): Promise<void> {
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
      await carryOutOne(parts, reportCase);
    } catch (error) {
      log.warn({ err: error, case: reportCase._id.toHexString() }, 'what an admin decided could not be done');
      // A retry cannot succeed, because a role has changed. Reopen the case for a new decision.
      if (error instanceof AppError) await updateDecided(parts, reportCase, UNDECIDED);
    }
  }
}

async function carryOutOne(parts: DecisionsParts, reportCase: Decided): Promise<void> {
  const { decision } = reportCase;
  if (!(await updateDecided(parts, reportCase, { $set: { 'decision.begun': true } }))) return;
  const admin = await parts.users.get(decision.admin);
  if (admin === null || admin.suspendedAt) {
    await updateDecided(parts, reportCase, UNDECIDED);
    return;
  }
  const { isAdmin, isModerator } = admin;
  const { adminName: userName } = decision;
  const actor = { id: admin._id.toHexString(), userName, isAdmin, isModerator: isModerator === true };
  // What was dismissed is no longer what the reports since then are about.
  if (decision.act === 'dismiss' && reportCase.lastAt > decision.at && (await isEdited(parts, reportCase))) {
    await updateDecided(parts, reportCase, UNDECIDED);
    return;
  }
  const { also } = decision;
  await act(parts, reportCase, decision, actor);
  if (also) await act(parts, reportCase, { ...also, message: '', note: '' }, actor);
  await updateDecided(parts, reportCase, {
    $set: { closedAt: decision.at },
    $unset: { open: 1, 'decision.dueAt': 1 },
  });
}

const isEdited = async (parts: DecisionsParts, reportCase: Decided): Promise<boolean> => {
  const { version } = reportCase.decision;
  return typeof version === 'string' && (await presentCases(parts, [reportCase]))[0]?.version !== version;
};

/** Updates a case unless its decision was undone. @returns whether the decision still existed */
async function updateDecided(
  { cases }: DecisionsParts,
  { _id, decision }: Decided,
  update: object,
): Promise<boolean> {
  const same = { _id, open: true, 'decision._id': decision._id };
  return (await cases.updateOne(same, update)).matchedCount === 1;
}

/** Does nothing to content that is gone. @throws AppError also if either got or lost a role in the meantime */
async function act(
  parts: DecisionsParts,
  reportCase: Decided,
  ordered: Ordered,
  actor: Actor,
): Promise<void> {
  const { kind, target, user } = reportCase;
  const { _id, days, rule, message, note } = ordered;
  const name = reportedActOf(ordered.act, kind)!;
  const content = await contentOf(parts, reportCase);
  const isToContent = !isToPeople(name);
  if (isToContent && content === null) return;
  await parts.admin.acts.carryOut(name, {
    ...{ _id, actor, user, target, message, note, days: days ?? undefined, rule: rule ?? undefined },
    ...(isToContent && { content: content! }),
    report: {
      kind,
      content: content || null,
      // The words are the host's own matter.
      reasons: reasonsOf(reportCase)
        .filter(({ reason }) => reason !== 'words')
        .map(({ reason }) => REPORT_REASONS[reason]),
    },
  });
}

/** Returns the start of the reported text, empty if it has none; `null` for a user or deleted content. */
async function contentOf(parts: DecisionsParts, reportCase: Decided): Promise<string | null> {
  const [found] = await presentCases(parts, [reportCase]);
  const content = found?.content ?? null;
  return content === null ? null : excerpt(content.title || content.text, EXCERPT);
}
