import type { Appeal, AppealDecision } from '@social-feed/contracts';
import { Types } from 'mongoose';
import { byId } from '../../platform/db/by-id.js';
import type { Collection } from '../../platform/db/collection-of.js';
import { AppError } from '../../platform/http/errors.js';
import type { Viewer } from '../../platform/http/viewer.js';
import { appealMail } from '../../platform/mail/moderation-mails.js';
import type { Platform } from '../../platform/platform.js';
import { MINUTE, later } from '../../platform/time.js';
import type { Admin } from '../admin/admin.feature.js';
import { refuseUnlessMay } from '../../community/users/permissions.js';
import type { UserRecord } from '../../community/users/user.model.js';
import type { Users } from '../../community/users/users.feature.js';
import { suspensionEnded } from './answers.js';
import type { AppealRecord, Decision } from './appeal.model.js';

export interface AppealDeskDeps extends Pick<Platform, 'config' | 'mail' | 'readPage' | 'now'> {
  appeals: Collection<AppealRecord>;
  users: Pick<Users, 'get' | 'list'>;
  admin: Pick<Admin, 'log' | 'lift' | 'undoing'>;
}

const ORDER = { createdAt: 1, _id: 1 } as const;
const COUNTED_MAX = 1000;
/** A decision that was interrupted can be repeated after this long. */
const DECIDED_WITHIN = MINUTE;

interface Words {
  decision: AppealDecision;
  message?: string | undefined;
}

/** Answers of suspended users as moderators see them, and the decisions about them. */
export function createAppealDesk({ appeals, users, admin, mail, config, readPage, now }: AppealDeskDeps) {
  /** Appeals that nobody is deciding. */
  const undecided = () => ({
    state: 'waiting' as const,
    $or: [{ decision: null }, { 'decision.at': { $lt: later(now(), -DECIDED_WITHIN) } }],
  });

  async function present(viewer: Viewer, record: AppealRecord, user: UserRecord): Promise<Appeal> {
    const [entry, mayDecide] = await Promise.all([
      admin.log.lastOf(user._id, 'suspend'),
      admin.undoing.may(viewer, user, 'suspend'),
    ]);
    return {
      _id: record._id.toHexString(),
      user: { _id: user._id.toHexString(), userName: user.userName, fullName: user.fullName },
      text: record.text,
      createdAt: record.createdAt.toISOString(),
      suspension: {
        at: record.suspendedAt.toISOString(),
        until: user.suspendedUntil?.toISOString() ?? null,
        reason: entry?.note ?? '',
        by: entry?.admin ? entry.adminName : null,
        byViewer: entry?.admin?.toHexString() === viewer.id,
      },
      mayDecide,
    };
  }

  async function page(viewer: Viewer, query: { limit: number; cursor?: string | undefined }) {
    const { limit, cursor } = query;
    const [{ shown, nextCursor }, waiting] = await Promise.all([
      readPage<AppealRecord>({
        list: 'appeals',
        order: ORDER,
        limit,
        cursor,
        find: (range) => appeals.find({ $and: [undecided(), range] }),
      }),
      appeals.countDocuments(undecided(), { limit: COUNTED_MAX }),
    ]);
    const people = byId(await users.list(shown.map(({ user }) => user)));
    const found = shown.map((record) => {
      const user = people.get(record.user.toHexString());
      return user === undefined ? [] : [present(viewer, record, user)];
    });
    return { data: await Promise.all(found.flat()), nextCursor, waiting };
  }

  /**
   * Claims an appeal for a decision, so that of two moderators one decides.
   * @returns the appeal with the decision that was interrupted before, if any
   * @throws AppError 404, 409 if another moderator decided or the suspension has ended
   */
  async function claim(_id: Types.ObjectId, decision: Decision): Promise<AppealRecord> {
    const claimed = await appeals.findOneAndUpdate({ _id, ...undecided() }, { $set: { decision } });
    if (claimed !== null) return claimed;
    const found = await appeals.findOne({ _id });
    if (found === null) throw new AppError('NOT_FOUND', 'Appeal not found');
    if (found.decision === null) throw suspensionEnded();
    const { moderatorName, accepted } = found.decision;
    throw new AppError(
      'CONFLICT',
      `${moderatorName} has decided this already: ${accepted ? 'accepted' : 'rejected'}`,
    );
  }

  async function carryOut(viewer: Viewer, { _id, user }: AppealRecord, decision: Decision): Promise<void> {
    const { accepted, message } = decision;
    const note = `Appeal ${accepted ? 'accepted' : 'rejected'}. ${message}`.trim();
    if (accepted) await admin.lift(viewer, user.toHexString(), note);
    else await admin.log.append({ _id, admin: viewer, act: 'reject-appeal', user, note: message });
    const person = await users.get(user);
    if (person === null) return;
    const letter = appealMail({
      to: person.email,
      fullName: person.fullName,
      accepted,
      message,
      until: person.suspendedUntil ?? null,
      loginUrl: `${config.webOrigin}/i/account/login`,
    });
    await mail.enqueue(letter, { id: `appeal-${_id.toHexString()}` });
  }

  /** @throws AppError 403 if the viewer may not decide about this user, or about what an admin did */
  async function refuseUnlessMayDecide(viewer: Viewer, _id: Types.ObjectId): Promise<void> {
    const record = await appeals.findOne({ _id }, { projection: { user: 1 } });
    const user = record && (await users.get(record.user));
    if (user === null) return;
    refuseUnlessMay('decide-appeal', viewer, user);
    await admin.undoing.refuse(viewer, user, 'suspend');
  }

  /**
   * Decides an appeal once: lifts the suspension or leaves it, and mails the user.
   * @throws AppError 403, 404, 409 if another moderator decided or the suspension has ended
   */
  async function decide(viewer: Viewer, id: string, { decision, message = '' }: Words): Promise<void> {
    const wanted: Decision = {
      accepted: decision === 'accept',
      message,
      moderator: new Types.ObjectId(viewer.id),
      moderatorName: viewer.userName,
      at: now(),
    };
    const _id = new Types.ObjectId(id);
    await refuseUnlessMayDecide(viewer, _id);
    const record = await claim(_id, wanted);
    const suspendedAt = (await users.get(record.user))?.suspendedAt;
    const isOver = suspendedAt?.getTime() !== record.suspendedAt.getTime();
    // Completes an acceptance that was interrupted after it lifted the suspension, even if the decision is now another.
    const begun = isOver && record.decision?.accepted === true ? record.decision : null;
    if (isOver && begun === null) {
      await appeals.updateOne({ _id }, { $set: { state: 'ended', decision: null } });
      throw suspensionEnded();
    }
    const made = begun ?? wanted;
    try {
      await carryOut(viewer, record, made);
    } catch (error) {
      await appeals.updateOne({ _id }, { $set: { decision: { ...made, at: new Date(0) } } });
      throw error;
    }
    const state = made.accepted ? ('accepted' as const) : ('rejected' as const);
    await appeals.updateOne({ _id }, { $set: { state, decision: made } });
  }

  return { page, decide };
}
