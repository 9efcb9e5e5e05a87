import { AppError } from '../../platform/http/errors.js';
import type { Actor } from '../../community/users/permissions.js';
import type { UserRecord } from '../../community/users/user.model.js';
import type { Users } from '../../community/users/users.feature.js';
import type { AdminLog } from './admin-log.js';

/** The acts that take others back, by what they take back. */
const UNDOES = { suspend: 'lift', silence: 'unsilence' } as const;

interface Parts {
  users: Pick<Users, 'list'>;
  log: Pick<AdminLog, 'doersOf'>;
}

/** What an admin or the host did, only an admin takes back. */
export function createUndoing({ users, log }: Parts) {
  /** Whether somebody may take back what was done to a user since it was last taken back. */
  async function may(actor: Actor, { _id }: Pick<UserRecord, '_id'>, did: keyof typeof UNDOES) {
    if (actor === null || actor.isAdmin) return true;
    const doers = await log.doersOf(_id, did, UNDOES[did]);
    const people = doers.filter((doer) => doer !== null);
    if (people.length < doers.length) return false;
    return !(await users.list(people)).some(({ isAdmin }) => isAdmin);
  }

  return {
    may,
    /** @throws AppError 403 */
    async refuse(...asked: Parameters<typeof may>): Promise<void> {
      if (!(await may(...asked)))
        throw new AppError('PERMISSION_DENIED', 'Only an admin can take back what an admin did');
    },
  };
}

export type Undoing = ReturnType<typeof createUndoing>;
