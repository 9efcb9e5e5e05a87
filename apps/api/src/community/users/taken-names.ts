import { t } from '@social-feed/contracts/t';
import { AppError, type FieldError } from '../../platform/http/errors.js';
import type { UserRecord } from './user.model.js';
import type { Model, Types } from 'mongoose';
import type { FormerEmails } from './former-emails.js';
import type { FormerNames } from './former-names.js';
import { isReservedUserName } from '@social-feed/contracts';
import type { Registration } from '../registration/registration.feature.js';

export const USER_NAME_TAKEN: FieldError = {
  path: 'userName',
  message: t`Please choose a different username`,
};
export const EMAIL_TAKEN: FieldError = { path: 'email', message: t`Please use a different email address` };

export const refuseTaken = (errors: FieldError[], cause?: unknown) =>
  new AppError('ALREADY_EXISTS', errors[0]?.message ?? t`Resource already exists`, { errors, cause });
export type Wanted = Pick<UserRecord, 'userName' | 'email'>;

export interface TakenDeps {
  users: Model<UserRecord>;
  formerNames: FormerNames;
  formerEmails: FormerEmails;
  registration: KeptNames;
}

/** Names and addresses that applicants have, and refused names. */
export type KeptNames = Pick<Registration, 'isNameKept' | 'isEmailKept'>;

/**
 * Whether the name is used in any letter case, reserved for its former owner or an applicant, reserved by the app,
 * or refused. This order matters: a name is reserved before its user leaves it.
 */
export const isUserNameTaken = async (
  { users, formerNames, registration }: TakenDeps,
  userName: string,
  asker?: Types.ObjectId,
) =>
  isReservedUserName(userName) ||
  (await users.exists({ userNameLower: userName.toLowerCase() })) !== null ||
  (await formerNames.isKept(userName.toLowerCase(), asker)) ||
  registration.isNameKept(userName);

/** Whether the address is used, or reserved for its former owner or an applicant. @param email canonical */
export const isEmailTaken = async (
  { users, formerEmails, registration }: TakenDeps,
  email: string,
  asker?: Types.ObjectId,
) =>
  (await users.exists({ email })) !== null ||
  (await formerEmails.isKept(email, asker)) ||
  registration.isEmailKept(email);

/** Returns errors for the taken fields of a new account. */
export async function findTaken(deps: TakenDeps, { userName, email }: Wanted): Promise<FieldError[]> {
  const [name, address] = await Promise.all([isUserNameTaken(deps, userName), isEmailTaken(deps, email)]);
  return [...(name ? [USER_NAME_TAKEN] : []), ...(address ? [EMAIL_TAKEN] : [])];
}

/** @throws AppError 409 with an entry for each taken field */
export async function refuseIfTaken(deps: TakenDeps, wanted: Wanted): Promise<void> {
  const taken = await findTaken(deps, wanted);
  if (taken.length > 0) throw refuseTaken(taken);
}
