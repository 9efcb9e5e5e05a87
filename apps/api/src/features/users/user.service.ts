import { ACCOUNT_LIMITS, isReservedUserName } from '@social-feed/contracts';
import type { Model } from 'mongoose';
import { AppError, type FieldError } from '../../platform/http/errors.js';
import { oneLine } from '../../platform/one-line.js';
import type { UserRecord } from './user.model.js';

/** Where users are kept. */
export interface UserStore {
  models: { User: Model<UserRecord> };
}

export const USER_NAME_TAKEN: FieldError = {
  path: 'userName',
  message: 'Please choose a different username',
};
export const EMAIL_TAKEN: FieldError = { path: 'email', message: 'Please use a different email address' };

/**
 * A name as it is kept: on one line, without controls.
 * @throws AppError 400 where too little is left
 */
export function normalizeFullName(fullName: string): string {
  const name = oneLine(fullName);
  if (name.length >= ACCOUNT_LIMITS.nameMin) return name;
  const message = `Name must be at least ${ACCOUNT_LIMITS.nameMin} characters`;
  throw new AppError('VALIDATION_FAILED', message, { errors: [{ path: 'fullName', message }] });
}

/** Whether a user has the name, letter case ignored, or the product keeps it for itself. */
export async function isUserNameTaken({ models }: UserStore, userName: string): Promise<boolean> {
  if (isReservedUserName(userName)) return true;
  return (await models.User.exists({ userNameLower: userName.toLowerCase() })) !== null;
}

/** @param email lower case */
export const isEmailTaken = async ({ models }: UserStore, email: string): Promise<boolean> =>
  (await models.User.exists({ email })) !== null;

/** What of a new account is taken, for the form's fields; the unique indexes decide in the end. */
export async function findTaken(
  { models }: UserStore,
  { userName, email }: { userName: string; email: string },
): Promise<FieldError[]> {
  const [nameTaken, emailTaken] = await Promise.all([
    isUserNameTaken({ models }, userName),
    isEmailTaken({ models }, email),
  ]);
  return [...(nameTaken ? [USER_NAME_TAKEN] : []), ...(emailTaken ? [EMAIL_TAKEN] : [])];
}

/** An e-mail address or a user name in the one spelling by which it is looked for and counted. */
export const loginName = (emailOrUserName: string): string => emailOrUserName.trim().toLowerCase();

/**
 * The user who signs in with an e-mail address or a user name; no user name contains an @.
 * @param name as `loginName` spells it
 */
export async function findByLogin({ models }: UserStore, name: string): Promise<UserRecord | null> {
  return models.User.findOne(name.includes('@') ? { email: name } : { userNameLower: name }).lean();
}

/** A user whose profile is open to everybody; suspended ones are hidden. */
export async function findByUserName({ models }: UserStore, userName: string): Promise<UserRecord | null> {
  return models.User.findOne({ userNameLower: userName.toLowerCase(), suspendedAt: null }).lean();
}

/** The same by id. */
export async function findById({ models }: UserStore, userId: string): Promise<UserRecord | null> {
  return models.User.findOne({ _id: userId, suspendedAt: null }).lean();
}
