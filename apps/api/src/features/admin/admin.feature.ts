import {
  getInstanceSettings,
  liftSuspension,
  listSuspended,
  suspendUser,
  updateInstanceSettings,
  type BodyOf,
  type ModeratedUser,
} from '@social-feed/contracts';
import { Types } from 'mongoose';
import { AppError } from '../../platform/http/errors.js';
import { pageOffset, type Order } from '../../platform/http/paging.js';
import type { Mount } from '../../platform/http/route.js';
import type { Viewer } from '../../platform/http/viewer.js';
import type { Platform } from '../../platform/platform.js';
import { DAY, SECOND, later } from '../../platform/time.js';
import type { Instance } from '../instance/instance.feature.js';
import type { UploadUses } from '../media/upload-uses.js';
import type { UserRecord } from '../users/user.model.js';
import { userNotFound } from '../users/user-writes.js';
import type { Users } from '../users/users.feature.js';
import { createAdminLog, type Actor, type Entry } from './admin-log.js';

/** Latest first. */
const SUSPENDED_ORDER: Order = { suspendedAt: -1, _id: -1 };
const SUSPENSIONS_END_EVERY = 20 * SECOND;

/** Duration and reason of a suspension, and further fields of its log entry. */
export interface Suspension extends Pick<Partial<Entry>, '_id' | 'target'> {
  reason?: string | undefined;
  /** If missing, the suspension has no end. */
  days?: number | undefined;
}

export interface AdminDeps extends Pick<Platform, 'connection' | 'readPage' | 'jobs' | 'now'> {
  instance: Pick<Instance, 'defaults' | 'read' | 'update'>;
  uploads: Pick<UploadUses, 'hold' | 'dropLater'>;
  users: Users;
  /** Ends all sessions and tokens of a user; provider accounts stay. */
  revokeAccess: (user: Types.ObjectId) => Promise<void>;
  /** Hides or shows a user's posts to match the suspension. */
  updateVisibility: (user: Types.ObjectId) => Promise<void>;
}

export type Admin = ReturnType<typeof createAdmin>;

/** Admins and their actions on users. They remove posts and comments by the endpoints that authors use. */
export function createAdmin(deps: AdminDeps) {
  const { instance, uploads, users, readPage, revokeAccess, updateVisibility, jobs, now } = deps;
  const log = createAdminLog(deps.connection, now);

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
   * later applies.
   * @throws AppError 404 for an unknown user, 403 for an admin, whose role must be revoked on the server first
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
      // If another request has changed the user, check again.
      if (await changeIf({ _id, suspendedAt, suspendedUntil, isAdmin: false }, suspended)) break;
    }
    // Also if another request was faster, or after a crash: the user must not stay signed in.
    await revokeAccess(_id);
    await visibilityChanged(_id);
    return present(await users.getExisting(userId));
  }

  /** @throws AppError 404 for an unknown user */
  async function lift(actor: Actor, userId: string, reason?: string): Promise<ModeratedUser> {
    const user = await users.getExisting(userId);
    const { _id } = user;
    if (!user.suspendedAt) return present(user);
    await log.append({ admin: actor, act: 'lift', user: _id, note: reason });
    await changeIf({ _id }, { suspendedAt: null, suspendedUntil: null });
    await visibilityChanged(_id);
    return present(await users.getExisting(userId));
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
      if (lifted !== null) await visibilityChanged(_id);
    }
  }
  jobs.define('suspensions-end', { every: SUSPENSIONS_END_EVERY }, (_nothing, { signal }) =>
    liftEnded(signal),
  );

  /** Changes settings, and keeps the files of a new logo. The former logo's are removed if nothing names them. */
  async function updateSettings(viewer: Viewer, changes: BodyOf<typeof updateInstanceSettings>) {
    const { logo } = changes;
    if (logo === undefined) return instance.update(changes);
    const former = (await instance.read()).logo;
    const hold = await uploads.hold(viewer.id, logo === null ? [] : [logo]);
    try {
      const settings = await instance.update(changes);
      if (former !== settings.logo) await uploads.dropLater(viewer.id, [former]);
      return settings;
    } finally {
      await hold.release();
    }
  }

  return {
    log,
    users,
    suspend,
    lift,

    /**
     * Grants or revokes the admin role; only for the server command.
     * @throws AppError 404 for an unknown user, 409 for a suspended one
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
      const { defaults } = instance;
      mount(getInstanceSettings, { adminsOnly: true }, async () => ({
        data: await instance.read(),
        defaults,
      }));
      mount(updateInstanceSettings, { adminsOnly: true }, async ({ viewer, body }) => {
        const note = Object.keys(body).join(', ');
        await log.append({
          admin: viewer,
          act: 'change-settings',
          user: new Types.ObjectId(viewer.id),
          note,
        });
        return { data: await updateSettings(viewer, body), defaults };
      });
    },
  };
}

/** Whether one suspension ends later than another; no end counts as latest. */
const endsLater = (until: Date | null, other: Date | null | undefined): boolean =>
  (until?.getTime() ?? Infinity) > (other?.getTime() ?? Infinity);

const present = ({ _id, userName, fullName, suspendedAt, suspendedUntil }: UserRecord): ModeratedUser => ({
  _id: _id.toString(),
  userName,
  fullName,
  suspendedAt: suspendedAt?.toISOString() ?? null,
  suspendedUntil: suspendedUntil?.toISOString() ?? null,
});
