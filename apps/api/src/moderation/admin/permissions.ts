import { mayDoTo, type Role, type StaffAct } from '@social-feed/contracts';
import { t } from '@social-feed/contracts/t';
import { AppError } from '../../platform/http/errors.js';
import { mayModerate, type Viewer } from '../../platform/http/viewer.js';
import type { UserRecord } from '../../community/users/user.model.js';

/** A moderator or admin, or `null` for the server command, which may do everything. */
export type Actor = Pick<Viewer, 'id' | 'userName' | 'isAdmin' | 'isModerator'> | null;

type Rights = Pick<Viewer, 'isAdmin'> & { isModerator?: boolean | null | undefined };
type Target = Pick<UserRecord, '_id' | 'isAdmin' | 'isModerator'>;

export const roleOf = (rights: Rights): Role => {
  if (rights.isAdmin) return 'admin';
  return mayModerate(rights) ? 'moderator' : 'member';
};

/** Whether a user may do an act to another user, by the table of acts. Nobody does one to themselves. */
export const mayDo = (act: StaffAct, actor: Actor, target: Target): boolean =>
  actor === null || (!isSelf(actor, target) && mayDoTo(act, roleOf(actor), roleOf(target)));

const isSelf = (actor: Actor, target: Target): boolean => target._id.toHexString() === actor?.id;

/** @throws AppError 403 if the actor may not do this act to this user */
export function refuseUnlessMay(act: StaffAct, actor: Actor, target: Target): void {
  if (!mayDo(act, actor, target)) throw new AppError('PERMISSION_DENIED', reasonOf(act, actor, target));
}

function reasonOf(act: StaffAct, actor: Actor, target: Target): string {
  const role = roleOf(target);
  const suspends = act === 'suspend';
  if (role === 'admin')
    return suspends ? t`An admin cannot be suspended` : t`This cannot be done to an admin`;
  if (role === 'moderator' && actor?.isAdmin !== true)
    return suspends ? t`Only an admin can suspend a moderator` : t`Only an admin can do this to a moderator`;
  return isSelf(actor, target) ? t`You cannot do this to yourself` : t`Only an admin can do this`;
}
