import type { ModeratedUser } from '@social-feed/contracts';
import { Types } from 'mongoose';
import type { RateLimit } from '../../platform/http/rate-limit.js';
import { DAY, HOUR, SECOND, later } from '../../platform/time.js';
import { refuseUnlessMay, type Actor } from '../../community/users/permissions.js';
import type { UserRecord } from '../../community/users/user.model.js';
import type { Users } from '../../community/users/users.feature.js';
import type { AdminDeps } from './admin-deps.js';
import type { AdminLog, Entry } from './admin-log.js';
import type { Undoing } from './undoing.js';
import type { FinishNotice, Notifier, NoticeText } from './notifier.js';

/** Acts of a moderator on members. A stolen session must not reach everybody. */
export const ACTS_LIMIT: RateLimit = { name: 'member-acts', limit: 100, window: HOUR };

const SUSPENSIONS_END_EVERY = 20 * SECOND;

/** Duration and reason of a suspension, and further fields of its log entry. */
export interface Suspension extends Pick<Partial<Entry>, '_id' | 'target'> {
  reason?: string | undefined;
  /** If missing, the suspension has no end. */
  days?: number | undefined;
  /** The text for the user. Without it the caller notifies the user. */
  notice?: NoticeText | undefined;
}

/** Suspends users and lifts suspensions. */
export function createSuspensions(deps: AdminDeps & { log: AdminLog; notifier: Notifier; undoing: Undoing }) {
  const { users, log, notifier, undoing, revokeAccess, updateVisibility, outbox, jobs, now } = deps;

  /**
   * Changes a suspension. The job for the posts is enqueued before, too: its second run covers a crash after the
   * write.
   */
  async function changeIf(...[is, becomes]: Parameters<Users['changeIf']>) {
    await updateVisibility(is._id);
    return users.changeIf(is, becomes);
  }

  async function visibilityChanged(user: Types.ObjectId): Promise<void> {
    users.authors.forget(user.toHexString());
    await updateVisibility(user);
  }

  /**
   * Hides a user with all their content and ends their sessions and tokens. Of two suspensions the one that ends
   * later applies. A moderator loses the role.
   * @throws AppError 404 for an unknown user, 403 for an admin, whose role must be revoked on the server first, and
   *   for a moderator unless the actor is an admin
   */
  async function suspend(
    actor: Actor,
    userId: string,
    { reason = '', days, notice, ...entry }: Suspension = {},
  ): Promise<ModeratedUser> {
    const until = days === undefined ? null : later(now(), days * DAY);
    const _id = new Types.ObjectId(userId);
    let isStored = false;
    let finishNotice: FinishNotice | undefined;
    for (let logged = false; ; logged = true) {
      const user = await users.getExisting(userId);
      const { suspendedAt = null, suspendedUntil = null } = user;
      refuseUnlessMay('suspend', actor, user);
      if (suspendedAt !== null && !endsLater(until, suspendedUntil)) break;
      const note = days === undefined ? reason : `${days === 1 ? '1 day' : `${days} days`}. ${reason}`.trim();
      if (!logged) await log.append({ admin: actor, act: 'suspend', user: _id, note, ...entry });
      const isModerator = user.isModerator ?? undefined;
      // If another request has changed the user, check again.
      const is = { _id, suspendedAt, suspendedUntil, isAdmin: false, isModerator };
      const suspended = { suspendedAt: suspendedAt ?? now(), suspendedUntil: until };
      await finishNotice?.(false);
      if (notice !== undefined) finishNotice = await notifier.prepare(user, notice, suspended);
      isStored = (await changeIf(is, { ...suspended, isModerator: undefined })) !== null;
      if (isStored) break;
    }
    // Also if another request was faster, or after a crash: the user must not stay signed in.
    await revokeAccess(_id);
    await visibilityChanged(_id);
    // Last: a mail that cannot be queued must not leave the user signed in.
    await finishNotice?.(isStored);
    return presentModerated(await users.getExisting(userId));
  }

  /** @throws AppError 404 for an unknown user, 403 unless the actor may take this suspension back */
  async function lift(actor: Actor, userId: string, reason?: string): Promise<ModeratedUser> {
    const user = await users.getExisting(userId);
    const { _id } = user;
    refuseUnlessMay('lift', actor, user);
    if (!user.suspendedAt) return presentModerated(user);
    await undoing.refuse(actor, user, 'suspend');
    await log.append({ admin: actor, act: 'lift', user: _id, note: reason });
    await changeIf({ _id }, { suspendedAt: null, suspendedUntil: null });
    await outbox.publish('suspensionEnd', _id);
    await visibilityChanged(_id);
    return presentModerated(await users.getExisting(userId));
  }

  /** Lifts expired suspensions, one at a time: each is reread first, because it may have been extended. */
  async function liftEnded(signal: AbortSignal): Promise<void> {
    for (;;) {
      signal.throwIfAborted();
      const ended = await users.suspensionEnded(now());
      if (ended === null) return;
      const { _id, suspendedUntil } = ended;
      await log.append({ admin: null, act: 'lift', user: _id, note: 'The suspension ended' });
      const lifted = await changeIf({ _id, suspendedUntil }, { suspendedAt: null, suspendedUntil: null });
      if (lifted === null) continue;
      await outbox.publish('suspensionEnd', _id);
      await visibilityChanged(_id);
    }
  }
  jobs.define('suspensions-end', { every: SUSPENSIONS_END_EVERY }, (_nothing, { signal }) =>
    liftEnded(signal),
  );

  return { suspend, lift };
}

/** Whether one suspension ends later than another; no end counts as latest. */
const endsLater = (until: Date | null, other: Date | null | undefined): boolean =>
  (until?.getTime() ?? Infinity) > (other?.getTime() ?? Infinity);

/** A user as moderators see them. */
export const presentModerated = ({
  _id,
  userName,
  fullName,
  suspendedAt,
  suspendedUntil,
}: UserRecord): ModeratedUser => ({
  _id: _id.toString(),
  userName,
  fullName,
  suspendedAt: suspendedAt?.toISOString() ?? null,
  suspendedUntil: suspendedUntil?.toISOString() ?? null,
});
