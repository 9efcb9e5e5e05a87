import { AppError } from '../../platform/http/errors.js';
import type { UserRecord } from '../../community/users/user.model.js';
import type { Users } from '../../community/users/users.feature.js';
import { refuseUnlessMay, type Actor } from '../../community/users/permissions.js';
import type { AdminLog } from './admin-log.js';

/** The roles above that of a member. A user has at most one of them. */
export type Role = 'admin' | 'moderator';

export interface RoleChange {
  userName: string;
  changed: boolean;
}

const ACTS = {
  admin: ['make-admin', 'revoke-admin'],
  moderator: ['make-moderator', 'revoke-moderator'],
} as const;

/** Grants and revokes roles. A suspended user gets none. */
export function createRoles({ users, log }: { users: Users; log: AdminLog }) {
  /**
   * @param actor `null` for the server command, which alone makes admins
   * @throws AppError 403 for oneself, 409 for a suspended user, and for an admin who shall be a moderator
   */
  async function set(actor: Actor, user: UserRecord, role: Role, has: boolean): Promise<RoleChange> {
    const { _id, userName } = user;
    if (has && user.suspendedAt) throw suspended();
    if (role === 'moderator' && user.isAdmin) throw new AppError('CONFLICT', 'An admin moderates already');
    if (role === 'moderator') refuseUnlessMay('set-moderator', actor, user);
    if ((role === 'admin' ? user.isAdmin : user.isModerator === true) === has)
      return { userName, changed: false };
    await log.append({ admin: actor, act: ACTS[role][has ? 0 : 1], user: _id });
    const unlessSuspended = has ? { _id, suspendedAt: null } : { _id };
    const changed =
      role === 'admin'
        ? await users.changeIf(unlessSuspended, { isAdmin: has, ...(has ? { isModerator: undefined } : {}) })
        : await users.changeIf(
            { ...unlessSuspended, isAdmin: false },
            { isModerator: has ? true : undefined },
          );
    if (changed === null) throw has ? suspended() : new AppError('CONFLICT', 'This user has just changed');
    return { userName, changed: true };
  }

  return { set };
}

const suspended = () => new AppError('CONFLICT', 'This user is suspended');
