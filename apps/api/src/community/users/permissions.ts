import { AppError } from '../../platform/http/errors.js';
import { mayModerate, type Viewer } from '../../platform/http/viewer.js';
import type { UserRecord } from './user.model.js';

/** A moderator or admin, or `null` for the server command, which may do everything. */
export type Actor = Pick<Viewer, 'id' | 'userName' | 'isAdmin' | 'isModerator'> | null;

export type Role = 'member' | 'moderator' | 'admin';
type Rights = Pick<Viewer, 'isAdmin'> & { isModerator?: boolean | null | undefined };

export const roleOf = (rights: Rights): Role => {
  if (rights.isAdmin) return 'admin';
  return mayModerate(rights) ? 'moderator' : 'member';
};

const NOBODY: readonly Role[] = [];
const MEMBERS: readonly Role[] = ['member'];
const ALL_BUT_ADMINS: readonly Role[] = ['member', 'moderator'];
const EVERYBODY: readonly Role[] = ['member', 'moderator', 'admin'];

/**
 * Who may do what to whom: the roles of the users that a moderator and an admin may do each act to. Members may do
 * none, and nobody does one to themselves. Every path asks this table, also a job that carries a decision out later.
 */
const PERMISSIONS = {
  warn: { moderator: MEMBERS, admin: ALL_BUT_ADMINS },
  silence: { moderator: MEMBERS, admin: ALL_BUT_ADMINS },
  unsilence: { moderator: MEMBERS, admin: ALL_BUT_ADMINS },
  suspend: { moderator: MEMBERS, admin: ALL_BUT_ADMINS },
  lift: { moderator: MEMBERS, admin: EVERYBODY },
  'decide-appeal': { moderator: MEMBERS, admin: EVERYBODY },
  // Admins remove all posts and comments by the Delete of authors, too.
  'remove-content': { moderator: MEMBERS, admin: EVERYBODY },
  'mark-sensitive': { moderator: MEMBERS, admin: EVERYBODY },
  'dismiss-reports': { moderator: EVERYBODY, admin: EVERYBODY },
  'read-notes': { moderator: EVERYBODY, admin: EVERYBODY },
  'end-sessions': { moderator: NOBODY, admin: ALL_BUT_ADMINS },
  'void-password': { moderator: NOBODY, admin: ALL_BUT_ADMINS },
  delete: { moderator: NOBODY, admin: ALL_BUT_ADMINS },
  'set-moderator': { moderator: NOBODY, admin: ALL_BUT_ADMINS },
} as const satisfies Record<string, Record<Exclude<Role, 'member'>, readonly Role[]>>;

export type StaffAct = keyof typeof PERMISSIONS;
export const STAFF_ACTS = Object.keys(PERMISSIONS) as StaffAct[];

type Target = Pick<UserRecord, '_id' | 'isAdmin' | 'isModerator'>;

/** Whether somebody may do an act to a user. */
export function mayDo(act: StaffAct, actor: Actor, target: Target): boolean {
  if (actor === null) return true;
  const role = roleOf(actor);
  if (role === 'member' || target._id.toHexString() === actor.id) return false;
  return PERMISSIONS[act][role].includes(roleOf(target));
}

/** @throws AppError 403 if the actor may not do this act to this user */
export function refuseUnlessMay(act: StaffAct, actor: Actor, target: Target): void {
  if (!mayDo(act, actor, target)) throw new AppError('PERMISSION_DENIED', reasonOf(act, actor, target));
}

function reasonOf(act: StaffAct, actor: Actor, target: Target): string {
  const role = roleOf(target);
  const suspends = act === 'suspend';
  if (role === 'admin') return suspends ? 'An admin cannot be suspended' : 'This cannot be done to an admin';
  if (role === 'moderator' && actor?.isAdmin !== true)
    return suspends ? 'Only an admin can suspend a moderator' : 'Only an admin can do this to a moderator';
  return target._id.toHexString() === actor?.id
    ? 'You cannot do this to yourself'
    : 'Only an admin can do this';
}
