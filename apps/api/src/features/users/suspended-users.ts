import type { Model, Types } from 'mongoose';
import { native } from '../../platform/db/native.js';
import type { UserRecord } from './user.model.js';

/** Of more suspended users, counts leave out the posts of those who were suspended last. */
const LEFT_OUT_MAX = 5000;

/**
 * Whose posts a count leaves out. Read off an index that holds nobody else; lists of posts need it not, since hydration
 * leaves hidden posts out one by one.
 */
export async function suspendedUsers(users: Model<UserRecord>): Promise<Types.ObjectId[]> {
  const found = await native(users)
    .find({ suspendedAt: { $type: 'date' } }, { projection: { _id: 1 } })
    .sort({ suspendedAt: -1, _id: -1 })
    .limit(LEFT_OUT_MAX)
    .toArray();
  return found.map(({ _id }) => _id);
}
