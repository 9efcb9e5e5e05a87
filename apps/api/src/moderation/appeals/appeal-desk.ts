import type { Appeal, AppealDecision, ReportCase } from '@social-feed/contracts';
import { t } from '@social-feed/contracts/t';
import { Types } from 'mongoose';
import { byId } from '../../platform/db/by-id.js';
import type { Collection } from '../../platform/db/collection-of.js';
import { AppError } from '../../platform/http/errors.js';
import type { Viewer } from '../../platform/http/viewer.js';
import { recipient } from '../../platform/mail/layout.js';
import { appealMail } from '../../platform/mail/moderation-mails.js';
import type { Platform } from '../../platform/platform.js';
import { MINUTE, later } from '../../platform/time.js';
import type { Admin } from '../admin/admin.feature.js';
import { partsOf, type AdminLogRecord } from '../admin/admin-log.js';
import type { Reports } from '../reports/reports.feature.js';
import type { UserRecord } from '../../community/users/user.model.js';
import type { Users } from '../../community/users/users.feature.js';
import { suspensionEnded } from './answers.js';
import type { AppealRecord, Decision } from './appeal.model.js';

/** What moderators need to see the answers of suspended users, and to decide about them. */
export interface AppealDesk extends Pick<Platform, 'config' | 'mail' | 'readPage' | 'now'> {
  appeals: Collection<AppealRecord>;
  users: Pick<Users, 'get' | 'list'>;
  admin: Pick<Admin, 'log' | 'acts'>;
  reports: Pick<Reports, 'decidedBy'>;
}

const ORDER = { createdAt: 1, _id: 1 } as const;
const COUNTED_MAX = 1000;
/** A decision that was interrupted can be repeated after this long. */
const DECIDED_WITHIN = MINUTE;

interface Words {
  decision: AppealDecision;
  message?: string | undefined;
}

/** Appeals that nobody is deciding. */
const undecided = ({ now }: AppealDesk) => ({
  state: 'waiting' as const,
  $or: [{ decision: null }, { 'decision.at': { $lt: later(now(), -DECIDED_WITHIN) } }],
});

/** What an appeal is shown with. */
interface Shown {
  record: AppealRecord;
  user: UserRecord;
  /** The logged suspension. */
  entry: AdminLogRecord | null;
  mayDecide: boolean;
}

async function readShown(
  { admin }: AppealDesk,
  viewer: Viewer,
  record: AppealRecord,
  user: UserRecord,
): Promise<Shown> {
  const [entry, mayDecide] = await Promise.all([
    admin.log.lastOf(user._id, 'suspend'),
    admin.acts.may('lift', viewer, user),
  ]);
  return { record, user, entry, mayDecide };
}

function present(
  { record, user, entry, mayDecide }: Shown,
  viewer: Viewer,
  reported: ReportCase | undefined,
): Appeal {
  return {
    _id: record._id.toHexString(),
    user: { _id: user._id.toHexString(), userName: user.userName, fullName: user.fullName },
    text: record.text,
    createdAt: record.createdAt.toISOString(),
    suspension: {
      at: record.suspendedAt.toISOString(),
      until: user.suspendedUntil?.toISOString() ?? null,
      reason: entry?.note ?? '',
      ...partsOf(entry),
      by: entry?.admin ? entry.adminName : null,
      byViewer: entry?.admin?.toHexString() === viewer.id,
      reported: reported ?? null,
    },
    mayDecide,
  };
}

export async function pageOfAppeals(
  deps: AppealDesk,
  viewer: Viewer,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
) {
  const [{ shown, nextCursor }, waiting] = await Promise.all([
    deps.readPage<AppealRecord>({
      list: 'appeals',
      order: ORDER,
      limit,
      cursor,
      find: (range) => deps.appeals.find({ $and: [undecided(deps), range] }),
    }),
    deps.appeals.countDocuments(undecided(deps), { limit: COUNTED_MAX }),
  ]);
  const people = byId(await deps.users.list(shown.map(({ user }) => user)));
  const found = shown.map((record) => {
    const user = people.get(record.user.toHexString());
    return user === undefined ? [] : [readShown(deps, viewer, record, user)];
  });
  const appeals = await Promise.all(found.flat());
  // A suspension that a report led to is logged with the ID of the decision about it.
  const decided = await deps.reports.decidedBy(
    appeals.map(({ user }) => user._id),
    appeals.flatMap(({ entry }) => (entry?.target ? [entry._id] : [])),
  );
  const data = appeals.map((each) =>
    present(each, viewer, each.entry ? decided.get(each.entry._id.toHexString()) : undefined),
  );
  return { data, nextCursor, waiting };
}

/**
 * Claims an appeal for a decision, so that of two moderators one decides.
 * @returns the appeal with the decision that was interrupted before, if any
 * @throws AppError 404, 409 if another moderator decided or the suspension has ended
 */
async function claim(deps: AppealDesk, _id: Types.ObjectId, decision: Decision): Promise<AppealRecord> {
  const claimed = await deps.appeals.findOneAndUpdate({ _id, ...undecided(deps) }, { $set: { decision } });
  if (claimed !== null) return claimed;
  const found = await deps.appeals.findOne({ _id });
  if (found === null) throw new AppError('NOT_FOUND', t`Appeal not found`);
  if (found.decision === null) throw suspensionEnded();
  const { moderatorName, accepted } = found.decision;
  throw new AppError(
    'CONFLICT',
    accepted
      ? t`${moderatorName} has decided this already: accepted`
      : t`${moderatorName} has decided this already: rejected`,
  );
}

async function carryOut(
  deps: AppealDesk,
  viewer: Viewer,
  { _id, user }: AppealRecord,
  decision: Decision,
): Promise<void> {
  const { accepted, message } = decision;
  await (accepted
    ? deps.admin.acts.carryOut('lift', { actor: viewer, user, note: message, cause: 'appeal-accepted' })
    : deps.admin.acts.carryOut('reject-appeal', { _id, actor: viewer, user, note: message }));
  const person = await deps.users.get(user);
  if (person === null) return;
  const letter = appealMail({
    ...recipient(person),
    accepted,
    message,
    until: person.suspendedUntil ?? null,
    loginUrl: `${deps.config.webOrigin}/i/account/login`,
  });
  await deps.mail.enqueue(letter, { id: `appeal-${_id.toHexString()}` });
}

/** @throws AppError 403 if the viewer may not decide about this user, or about what an admin did */
async function refuseUnlessMayDecide(deps: AppealDesk, viewer: Viewer, _id: Types.ObjectId): Promise<void> {
  const record = await deps.appeals.findOne({ _id }, { projection: { user: 1 } });
  const user = record && (await deps.users.get(record.user));
  if (user === null) return;
  await deps.admin.acts.refuse('lift', viewer, user);
}

/**
 * Decides an appeal once: lifts the suspension or leaves it, and mails the user.
 * @throws AppError 403, 404, 409 if another moderator decided or the suspension has ended
 */
export async function decideAppeal(
  deps: AppealDesk,
  viewer: Viewer,
  id: string,
  { decision, message = '' }: Words,
): Promise<void> {
  const { appeals } = deps;
  const wanted: Decision = {
    accepted: decision === 'accept',
    message,
    moderator: new Types.ObjectId(viewer.id),
    moderatorName: viewer.userName,
    at: deps.now(),
  };
  const _id = new Types.ObjectId(id);
  await refuseUnlessMayDecide(deps, viewer, _id);
  const record = await claim(deps, _id, wanted);
  const suspendedAt = (await deps.users.get(record.user))?.suspendedAt;
  const isOver = suspendedAt?.getTime() !== record.suspendedAt.getTime();
  // Completes an acceptance that was interrupted after it lifted the suspension, even if the decision is now another.
  const begun = isOver && record.decision?.accepted === true ? record.decision : null;
  if (isOver && begun === null) {
    await appeals.updateOne({ _id }, { $set: { state: 'ended', decision: null } });
    throw suspensionEnded();
  }
  const made = begun ?? wanted;
  try {
    await carryOut(deps, viewer, record, made);
  } catch (error) {
    await appeals.updateOne({ _id }, { $set: { decision: { ...made, at: new Date(0) } } });
    throw error;
  }
  const state = made.accepted ? ('accepted' as const) : ('rejected' as const);
  await appeals.updateOne({ _id }, { $set: { state, decision: made } });
}
