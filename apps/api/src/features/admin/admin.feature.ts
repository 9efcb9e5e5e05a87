import { liftSuspension, listSuspended, suspendUser, type ModeratedUser } from '@social-feed/contracts';
import { Types } from 'mongoose';
import { AppError } from '../../platform/http/errors.js';
import { pageOffset, type Order } from '../../platform/http/paging.js';
import type { Mount } from '../../platform/http/route.js';
import type { Platform } from '../../platform/platform.js';
import { DAY, later } from '../../platform/time.js';
import type { UserRecord } from '../users/user.model.js';
import { userNotFound } from '../users/user-writes.js';
import type { Users } from '../users/users.feature.js';
import { createAdminLog, type Actor, type Entry } from './admin-log.js';

/** The latest first. */
const SUSPENDED_ORDER: Order = { suspendedAt: -1, _id: -1 };
const SUSPENSIONS_END_EVERY = 20_000;

/** How long a suspension lasts and why, and what else its entry in the log has. */
export interface Suspension extends Pick<Partial<Entry>, '_id' | 'target'> {
  reason?: string | undefined;
  /** Without them it has no end. */
  days?: number | undefined;
}

export interface AdminDeps extends Pick<Platform, 'connection' | 'readPage' | 'jobs' | 'now'> {
  users: Users;
  /** Ends whatever signs in as a user, but for accounts at providers. */
  revokeAccess: (user: Types.ObjectId) => Promise<void>;
  /** Has the posts of a user hidden or shown, as the suspension now asks for. */
  updateVisibility: (user: Types.ObjectId) => Promise<void>;
}

export type Admin = ReturnType<typeof createAdmin>;

/** Admins and what they may do to users; posts and comments they remove by the calls that owners use. */
export function createAdmin(deps: AdminDeps) {
  const { users, readPage, revokeAccess, updateVisibility, jobs, now } = deps;
  const log = createAdminLog(deps.connection, now);

  /** Changes a suspension. The posts' job is asked for before, too: its second run follows where this process ends behind it. */
  async function changeIf(...[is, becomes]: Parameters<Users['changeIf']>) {
    await updateVisibility(is._id);
    return users.changeIf(is, becomes);
  }

  async function visibilityChanged(user: Types.ObjectId): Promise<void> {
    users.authors.forget(user.toHexString());
    await updateVisibility(user);
  }

  /**
   * Hides a user with all their content and ends what lets them in. Of two suspensions the one that ends later holds.
   * @throws AppError 404 for nobody, 403 for an admin, whose right must be revoked on the server first
   */
  async function suspend(
    actor: Actor,
    userId: string,
    { reason = '', days, ...entry }: Suspension = {},
  ): Promise<ModeratedUser> {
    const until = days === undefined ? null : later(now(), days * DAY);
    const _id = new Types.ObjectId(userId);
    for (let logged = false; ; logged = true) {
      const { isAdmin, suspendedAt = null, suspendedUntil = null } = await users.getExisting(userId);
      if (isAdmin) throw new AppError('PERMISSION_DENIED', 'An admin cannot be suspended');
      if (suspendedAt !== null && !endsLater(until, suspendedUntil)) break;
      const note = days === undefined ? reason : `${days === 1 ? '1 day' : `${days} days`}. ${reason}`.trim();
      if (!logged) await log.append({ admin: actor, act: 'suspend', user: _id, note, ...entry });
      const suspended = { suspendedAt: suspendedAt ?? now(), suspendedUntil: until };
      // Unless another changed it meanwhile: then it is looked at again.
      if (await changeIf({ _id, suspendedAt, suspendedUntil, isAdmin: false }, suspended)) break;
    }
    // Also where another was quicker, or a crash came between: they must not stay signed in.
    await revokeAccess(_id);
    await visibilityChanged(_id);
    return present(await users.getExisting(userId));
  }

  /** @throws AppError 404 for nobody */
  async function lift(actor: Actor, userId: string, reason?: string): Promise<ModeratedUser> {
    const user = await users.getExisting(userId);
    const { _id } = user;
    if (!user.suspendedAt) return present(user);
    await log.append({ admin: actor, act: 'lift', user: _id, note: reason });
    await changeIf({ _id }, { suspendedAt: null, suspendedUntil: null });
    await visibilityChanged(_id);
    return present(await users.getExisting(userId));
  }

  /** Lifts the suspensions whose end has come. Each is read by itself, since it may be made longer meanwhile. */
  async function liftEnded(signal: AbortSignal): Promise<void> {
    for (;;) {
      signal.throwIfAborted();
      const ended = await users.suspensionEnded(now());
      if (ended === null) return;
      const { _id, suspendedUntil } = ended;
      await log.append({ admin: null, act: 'lift', user: _id, note: 'The suspension ended' });
      const lifted = await changeIf({ _id, suspendedUntil }, { suspendedAt: null, suspendedUntil: null });
      if (lifted !== null) await visibilityChanged(_id);
    }
  }
  jobs.define('suspensions-end', { every: SUSPENSIONS_END_EVERY }, (_nothing, { signal }) =>
    liftEnded(signal),
  );

  return {
    log,
    users,
    suspend,
    lift,

    /**
     * Gives or takes the right of an admin; for the command on the server only.
     * @throws AppError 404 for nobody, 409 for a suspended user
     */
    async setAdmin(name: string, isAdmin: boolean): Promise<{ userName: string; changed: boolean }> {
      const user = await users.findByLogin(name);
      if (user === null) throw userNotFound();
      const { _id, userName } = user;
      const suspended = () => new AppError('CONFLICT', 'This user is suspended');
      if (isAdmin && user.suspendedAt) throw suspended();
      if (user.isAdmin === isAdmin) return { userName, changed: false };
      await log.append({ admin: null, act: isAdmin ? 'make-admin' : 'revoke-admin', user: _id });
      const unlessSuspended = isAdmin ? { _id, suspendedAt: null } : { _id };
      if ((await users.changeIf(unlessSuspended, { isAdmin })) === null) throw suspended();
      return { userName, changed: true };
    },

    routes(mount: Mount): void {
      mount(suspendUser, { adminsOnly: true }, async ({ viewer, params, body }) => ({
        message: 'User suspended',
        data: await suspend(viewer, params.userId, body),
      }));
      mount(liftSuspension, { adminsOnly: true }, async ({ viewer, params, body }) => ({
        message: 'Suspension lifted',
        data: await lift(viewer, params.userId, body.reason),
      }));
      mount(listSuspended, { adminsOnly: true }, async ({ query: { page, limit, cursor } }) => {
        const skip = cursor ? 0 : pageOffset({ page, limit });
        const { shown, nextCursor } = await readPage({
          list: 'suspended',
          order: SUSPENDED_ORDER,
          limit,
          cursor,
          find: (range) => users.suspendedIn(range, skip),
        });
        const pagination = { currentPage: page, hasNext: nextCursor !== null };
        return { data: shown.map(present), nextCursor, pagination };
      });
    },
  };
}

/** Whether a suspension ends later than another; one without an end does. */
const endsLater = (until: Date | null, other: Date | null | undefined): boolean =>
  (until?.getTime() ?? Infinity) > (other?.getTime() ?? Infinity);

const present = ({ _id, userName, fullName, suspendedAt, suspendedUntil }: UserRecord): ModeratedUser => ({
  _id: _id.toString(),
  userName,
  fullName,
  suspendedAt: suspendedAt?.toISOString() ?? null,
  suspendedUntil: suspendedUntil?.toISOString() ?? null,
});
