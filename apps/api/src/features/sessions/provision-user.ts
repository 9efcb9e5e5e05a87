import { Types } from 'mongoose';
import { ensureBoard } from '../boards/ensure-board.js';
import type { AppContext } from '../../context.js';
import { duplicateKeyFields, isDuplicateKey } from '../../platform/db/duplicate-key.js';
import { AppError } from '../../platform/http/errors.js';
import type { UserRecord } from '../users/user.model.js';
import { EMAIL_TAKEN, USER_NAME_TAKEN, findTaken, normalizeFullName } from '../users/user.service.js';

export interface NewUser {
  /** Given where something names the account before it is made. */
  _id?: Types.ObjectId;
  fullName: string;
  userName: string;
  /** Lower case. */
  email: string;
  emailVerified: boolean;
  /** Absent for an account made by a social provider. */
  passwordHash?: string;
}

const refuseTaken = (errors: (typeof EMAIL_TAKEN)[], cause?: unknown) =>
  new AppError('ALREADY_EXISTS', errors[0]?.message ?? 'Resource already exists', { errors, cause });

/**
 * Refuses what is plainly taken before costly work is done for it.
 * @throws AppError 409 with an entry per field taken
 */
export async function refuseIfTaken(
  ctx: AppContext,
  wanted: { userName: string; email: string },
): Promise<void> {
  const taken = await findTaken(ctx, wanted);
  if (taken.length > 0) throw refuseTaken(taken);
}

/**
 * Makes an account with its board. The unique indexes decide who gets a name: of any number of racing calls one
 * succeeds (security 30).
 * @throws AppError 409 naming the fields that are taken
 */
export async function provisionUser(ctx: AppContext, wanted: NewUser): Promise<UserRecord> {
  const now = ctx.now();
  const user: UserRecord = {
    _id: new Types.ObjectId(),
    ...wanted,
    fullName: normalizeFullName(wanted.fullName),
    userNameLower: wanted.userName.toLowerCase(),
    profilepic: '',
    isAdmin: false,
    suspendedAt: null,
    lastLogin: now,
    createdAt: now,
    updatedAt: now,
  };
  try {
    await ctx.models.User.create([user]);
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    const taken = await findTaken(ctx, wanted);
    const known = duplicateKeyFields(error).includes('email') ? EMAIL_TAKEN : USER_NAME_TAKEN;
    throw refuseTaken(taken.length > 0 ? taken : [known], error);
  }
  await ensureBoard(ctx, user._id);
  return user;
}
