import { liftSuspension, listSuspended, suspendUser, type ModeratedUser } from '@social-feed/contracts';
import { Router } from 'express';
import type { Connection, Types } from 'mongoose';
import { AppError } from '../../platform/http/errors.js';
import type { Http } from '../../platform/http/http.js';
import { route } from '../../platform/http/route.js';
import type { Viewer } from '../../platform/http/viewer.js';
import type { UserRecord } from '../users/user.model.js';
import { userNotFound } from '../users/user-writes.js';
import type { Users } from '../users/users.feature.js';
import { createAdminLog, type Actor } from './admin-log.js';

export interface AdminDeps {
  connection: Connection;
  users: Users;
  /** Ends whatever signs in as a user, but for accounts at providers. */
  revokeAccess: (user: Types.ObjectId) => Promise<void>;
  /** Has the posts of a user hidden or shown, as the suspension now asks for. */
  updateVisibility: (user: Types.ObjectId) => Promise<void>;
  now: () => Date;
}

export type Admin = ReturnType<typeof createAdmin>;

/** Admins and what they may do to users; posts and comments they remove by the calls that owners use. */
export function createAdmin({ connection, users, revokeAccess, updateVisibility, now }: AdminDeps) {
  const log = createAdminLog(connection, now);

  async function find(userId: string): Promise<UserRecord> {
    const user = await users.get(userId);
    if (user === null) throw userNotFound();
    return user;
  }

  async function visibilityChanged(user: Types.ObjectId): Promise<void> {
    users.authors.forget(user.toHexString());
    await updateVisibility(user);
  }

  /**
   * Hides a user with all their content and ends what lets them in.
   * @throws AppError 404 for nobody, 403 for an admin, whose right must be revoked on the server first
   */
  async function suspend(actor: Actor, userId: string, reason?: string): Promise<ModeratedUser> {
    const { _id, isAdmin, suspendedAt } = await find(userId);
    if (isAdmin) throw new AppError('PERMISSION_DENIED', 'An admin cannot be suspended');
    if (!suspendedAt) await log.append({ admin: actor, act: 'suspend', user: _id, note: reason });
    await users.changeIf({ _id, suspendedAt: null, isAdmin: false }, { suspendedAt: now() });
    // Also where another was quicker, or a crash came between: they must not stay signed in.
    await revokeAccess(_id);
    await visibilityChanged(_id);
    return present(await find(userId));
  }

  /** @throws AppError 404 for nobody */
  async function lift(actor: Actor, userId: string, reason?: string): Promise<ModeratedUser> {
    const user = await find(userId);
    const { _id } = user;
    if (!user.suspendedAt) return present(user);
    await log.append({ admin: actor, act: 'lift', user: _id, note: reason });
    await users.changeIf({ _id }, { suspendedAt: null });
    await visibilityChanged(_id);
    return present(await find(userId));
  }

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
      const user = await users.findByLogin(name.toLowerCase());
      if (user === null) throw userNotFound();
      const { _id, userName } = user;
      if (isAdmin && user.suspendedAt) throw new AppError('CONFLICT', 'This user is suspended');
      if (user.isAdmin === isAdmin) return { userName, changed: false };
      await log.append({ admin: null, act: isAdmin ? 'make-admin' : 'revoke-admin', user: _id });
      await users.changeIf({ _id }, { isAdmin });
      return { userName, changed: true };
    },

    routes(http: Http): Router {
      const router = Router();
      route(http, router, suspendUser, async ({ viewer, params, body }) => {
        requireAdmin(viewer);
        return { message: 'User suspended', data: await suspend(viewer, params.userId, body.reason) };
      });
      route(http, router, liftSuspension, async ({ viewer, params, body }) => {
        requireAdmin(viewer);
        return { message: 'Suspension lifted', data: await lift(viewer, params.userId, body.reason) };
      });
      route(http, router, listSuspended, async ({ viewer, query: { page, limit } }) => {
        requireAdmin(viewer);
        const found = await users.listSuspended(page, limit);
        return {
          data: found.slice(0, limit).map(present),
          pagination: { currentPage: page, hasNext: found.length > limit },
        };
      });
      return router;
    },
  };
}

function requireAdmin(viewer: Viewer): void {
  if (!viewer.isAdmin) throw new AppError('PERMISSION_DENIED', 'Permission denied');
}

const present = ({ _id, userName, fullName, suspendedAt }: UserRecord): ModeratedUser => ({
  _id: _id.toString(),
  userName,
  fullName,
  suspendedAt: suspendedAt?.toISOString() ?? null,
});
