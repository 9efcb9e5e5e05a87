import { ACCOUNT_LIMITS, isReservedUserName } from '@social-feed/contracts';
import type { AppContext } from '../../context.js';
import { AppError, type FieldError } from '../../platform/http/errors.js';
import { oneLine } from '../../platform/one-line.js';
import type { UserRecord } from './user.model.js';

export const USER_NAME_TAKEN: FieldError = {
  path: 'userName',
  message: 'Please choose a different username',
};
export const EMAIL_TAKEN: FieldError = { path: 'email', message: 'Please use a different email address' };

/**
 * A name as it is kept: on one line, without controls.
 * @throws AppError 400 where too little is left
 */
export function keptName(fullName: string): string {
  const name = oneLine(fullName);
  if (name.length >= ACCOUNT_LIMITS.nameMin) return name;
  const message = `Name must be at least ${ACCOUNT_LIMITS.nameMin} characters`;
  throw new AppError('VALIDATION_FAILED', message, { errors: [{ path: 'fullName', message }] });
}

/** Whether a user has the name, letter case ignored, or the product keeps it for itself. */
export async function isUserNameTaken(ctx: AppContext, userName: string): Promise<boolean> {
  if (isReservedUserName(userName)) return true;
  return (await ctx.models.User.exists({ userNameLower: userName.toLowerCase() })) !== null;
}

/** @param email lower case */
export const isEmailTaken = async (ctx: AppContext, email: string): Promise<boolean> =>
  (await ctx.models.User.exists({ email })) !== null;

/** What of a new account is taken, for the form's fields; the unique indexes decide in the end. */
export async function findTaken(
  ctx: AppContext,
  { userName, email }: { userName: string; email: string },
): Promise<FieldError[]> {
  const [nameTaken, emailTaken] = await Promise.all([
    isUserNameTaken(ctx, userName),
    isEmailTaken(ctx, email),
  ]);
  return [...(nameTaken ? [USER_NAME_TAKEN] : []), ...(emailTaken ? [EMAIL_TAKEN] : [])];
}

/** An e-mail address or a user name in the one spelling by which it is looked for and counted. */
export const loginName = (emailOrUserName: string): string => emailOrUserName.trim().toLowerCase();

/**
 * The user who signs in with an e-mail address or a user name; no user name contains an @.
 * @param name as `loginName` spells it
 */
export async function findByLogin(ctx: AppContext, name: string): Promise<UserRecord | null> {
  return ctx.models.User.findOne(name.includes('@') ? { email: name } : { userNameLower: name }).lean();
}

/** A user whose profile is open to everybody; suspended ones are hidden (design §4). */
export async function findByUserName(ctx: AppContext, userName: string): Promise<UserRecord | null> {
  return ctx.models.User.findOne({ userNameLower: userName.toLowerCase(), suspendedAt: null }).lean();
}

/** The same by id. */
export async function findById(ctx: AppContext, userId: string): Promise<UserRecord | null> {
  return ctx.models.User.findOne({ _id: userId, suspendedAt: null }).lean();
}
