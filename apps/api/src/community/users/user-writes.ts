import { t } from '@social-feed/contracts/t';
import { Types, type QueryFilter } from 'mongoose';
import { duplicateKeyFields, isDuplicateKey } from '../../platform/db/duplicate-key.js';
import { AppError } from '../../platform/http/errors.js';
import type { RateLimit } from '../../platform/http/rate-limit.js';
import type { Platform } from '../../platform/platform.js';
import { DAY } from '../../platform/time.js';
import type { FormerEmail } from './former-emails.js';
import { personTerms } from './people-terms.js';
import { CONFIRMED, type UserRecord } from './user.model.js';
import { normalizeFullName } from './user-names.js';
import {
  USER_NAME_TAKEN,
  EMAIL_TAKEN,
  refuseTaken,
  type TakenDeps,
  isUserNameTaken,
  isEmailTaken,
  findTaken,
} from './taken-names.js';

/** Changes of the user name. Changes of its letter case are not limited. */
const RENAMES_LIMIT: RateLimit = { name: 'renames', limit: 3, window: DAY };

export const userNotFound = () => new AppError('NOT_FOUND', t`User not found`);

export interface NewUser {
  /** Set if the id is used before the account is created. */
  _id?: Types.ObjectId;
  fullName: string;
  userName: string;
  /** Canonical. */
  email: string;
  emailVerified: boolean;
  /** Absent for an account created by social sign-in. */
  passwordHash?: string;
  /** The invitation that the account comes by. */
  invitation?: Types.ObjectId;
  /** The language of an applicant's browser. */
  seenLocale?: string;
  /** Whether an admin makes the account, before its owner signs in. */
  signsInLater?: boolean;
  /** The application that becomes this account; its name and address are kept for it. */
  application?: Types.ObjectId;
}

type Names = Pick<UserRecord, '_id' | 'fullName' | 'userName'>;
export interface NewNames {
  fullName?: string | undefined;
  userName?: string | undefined;
}

export interface EmailChange {
  kept: FormerEmail | null;
  undone: FormerEmail | null;
}

/** `undefined` means that a field is absent. */
export type UserFields = { [Name in keyof UserRecord]?: UserRecord[Name] | undefined };

export interface UserWritesDeps extends TakenDeps, Pick<Platform, 'rateLimits' | 'now'> {
  /** Called after a user's name or picture changed. */
  onEdited: (id: string) => void;
}

/**
 * Creates a user. The unique indexes make sure that of parallel calls for one name only one succeeds.
 * @throws AppError 409 naming the taken fields
 */
export async function createUser(
  deps: UserWritesDeps,
  { application, signsInLater = application !== undefined, ...wanted }: NewUser,
): Promise<UserRecord> {
  const { users, formerNames, formerEmails, registration, now } = deps;
  const time = now();
  const fullName = normalizeFullName(wanted.fullName);
  const user: UserRecord = {
    _id: new Types.ObjectId(),
    ...wanted,
    fullName,
    searchTerms: personTerms({ ...wanted, fullName }),
    userNameLower: wanted.userName.toLowerCase(),
    profilepic: '',
    isAdmin: false,
    suspendedAt: null,
    suspendedUntil: null,
    lastLogin: signsInLater ? null : time,
    createdAt: time,
    updatedAt: time,
    welcome: true,
    ...(wanted.emailVerified ? {} : { confirmEmail: true }),
  };
  const keptNames = [
    formerNames.isKept(user.userNameLower),
    registration.isNameKept(user.userNameLower, application),
  ];
  if ((await Promise.all(keptNames)).includes(true)) throw refuseTaken([USER_NAME_TAKEN]);
  const keptEmails = [formerEmails.isKept(user.email), registration.isEmailKept(user.email, application)];
  if ((await Promise.all(keptEmails)).includes(true)) throw refuseTaken([EMAIL_TAKEN]);
  try {
    await users.create([user]);
    return user;
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    const taken = await findTaken(deps, wanted);
    const known = duplicateKeyFields(error).includes('email') ? EMAIL_TAKEN : USER_NAME_TAKEN;
    throw refuseTaken(taken.length > 0 ? taken : [known], error);
  }
}

/**
 * Updates a user if the given fields still have these values, so that of two parallel changes the later one sees
 * the earlier.
 * @returns the user before the change, `null` if no user matches
 */
export async function changeIf(
  { users }: Pick<UserWritesDeps, 'users'>,
  { _id, ...is }: UserFields & Pick<UserRecord, '_id'>,
  becomes: UserFields,
): Promise<UserRecord | null> {
  const filter = Object.entries(is).map(([name, value]) => [name, value === undefined ? ABSENT : value]);
  const gone = Object.keys(becomes).filter((name) => becomes[name as keyof UserFields] === undefined);
  const set = Object.entries(becomes).filter(([, value]) => value !== undefined);
  return users.findOneAndUpdate(
    { _id, ...Object.fromEntries(filter) } as QueryFilter<UserRecord>,
    {
      $set: Object.fromEntries(set),
      ...(gone.length === 0 ? {} : { $unset: Object.fromEntries(gone.map((name) => [name, 1])) }),
    },
    { returnDocument: 'before', lean: true },
  );
}

/**
 * Sets a new, proved address. The former one is stored for reverting the change, except in two cases: it was
 * unconfirmed, so a typo may belong to a stranger; or the user returns to a recent former address. The latter
 * reverts the earlier change, so that the address in between gets no access to the account.
 * @param to canonical
 * @returns the stored change and the reverted one, each `null` if none
 * @throws AppError 409 if another account has the address or the current one has changed
 */
export async function changeEmail(
  deps: UserWritesDeps,
  { _id, email: from, confirmEmail }: UserRecord,
  to: string,
): Promise<EmailChange> {
  const { formerEmails, now } = deps;
  if (await isEmailTaken(deps, to, _id)) throw refuseTaken([EMAIL_TAKEN]);
  const undone = await formerEmails.findOf(_id, to);
  const isKept = undone === null && confirmEmail !== true;
  const kept = isKept ? await formerEmails.keep({ user: _id, from, to }) : null;
  const giveUp = async (error: AppError) => {
    if (kept !== null) await formerEmails.drop(kept);
    return error;
  };
  try {
    const before = await changeIf(deps, { _id, email: from }, { email: to, ...CONFIRMED, updatedAt: now() });
    if (before !== null) return { kept, undone };
  } catch (error) {
    throw isDuplicateKey(error) ? await giveUp(refuseTaken([EMAIL_TAKEN], error)) : error;
  }
  throw await giveUp(new AppError('CONFLICT', t`The e-mail address was changed elsewhere`));
}

/**
 * Edits a profile. @returns the updated user
 * @throws AppError 404, 409 if the user name is taken
 */
export async function edit(
  deps: UserWritesDeps,
  id: string,
  fields: Partial<UserRecord>,
): Promise<UserRecord> {
  const user = await editIf(deps, { _id: new Types.ObjectId(id) }, fields);
  if (user === null) throw userNotFound();
  return user;
}

/** Edits a user who matches the given fields; returns `null` if none does. */
async function editIf(
  { users, onEdited, now }: UserWritesDeps,
  is: Partial<UserRecord> & Pick<UserRecord, '_id'>,
  fields: Partial<UserRecord>,
): Promise<UserRecord | null> {
  try {
    const user = await users.findOneAndUpdate(
      is as QueryFilter<UserRecord>,
      { $set: { ...fields, updatedAt: now() } },
      { returnDocument: 'after', lean: true },
    );
    if (user !== null) onEdited(is._id.toHexString());
    return user;
  } catch (error) {
    // Another user took the name between the check and this write.
    throw isDuplicateKey(error) ? refuseTaken([USER_NAME_TAKEN], error) : error;
  }
}

/** Writes names with the search terms of both. A parallel call may change the other name. */
async function writeNames(deps: UserWritesDeps, before: Names, names: Partial<Names>): Promise<UserRecord> {
  const { _id, fullName, userName } = before;
  const next = { fullName, userName, ...names };
  const fields = { ...names, userNameLower: next.userName.toLowerCase(), searchTerms: personTerms(next) };
  const user = await editIf(deps, { _id, fullName, userName }, fields);
  return user ?? writeNames(deps, await findNames(deps, _id.toHexString()), names);
}

async function findNames({ users }: UserWritesDeps, id: string): Promise<Names> {
  const found = await users.findById(id, { fullName: 1, userName: 1 }).lean();
  if (found === null) throw userNotFound();
  return found;
}

/**
 * Changes name or user name. Changing only the letter case of the user name is not rate limited.
 * @throws AppError 409 if the user name is taken, 429
 */
export async function rename(
  deps: UserWritesDeps,
  id: string,
  { fullName, userName }: NewNames,
): Promise<UserRecord> {
  const before = await findNames(deps, id);
  const userNameLower = before.userName.toLowerCase();
  if (userName !== undefined && userName.toLowerCase() !== userNameLower) {
    if (await isUserNameTaken(deps, userName, before._id)) throw refuseTaken([USER_NAME_TAKEN]);
    await deps.rateLimits.consumeForAccount(RENAMES_LIMIT, id);
    await deps.formerNames.keep(userNameLower, before._id);
  }
  return writeNames(deps, before, {
    ...(fullName === undefined ? {} : { fullName: normalizeFullName(fullName) }),
    ...(userName === undefined ? {} : { userName }),
  });
}

const ABSENT = { $exists: false };
