import { ACCOUNT_LIMITS, isReservedUserName, visibleText } from '@social-feed/contracts';
import { Types, type Model, type QueryFilter } from 'mongoose';
import { duplicateKeyFields, isDuplicateKey } from '../../platform/db/duplicate-key.js';
import { AppError, invalidField, type FieldError } from '../../platform/http/errors.js';
import type { RateLimit } from '../../platform/http/rate-limit.js';
import { oneLine } from '../../platform/one-line.js';
import type { Platform } from '../../platform/platform.js';
import type { FormerEmail, FormerEmails } from './former-emails.js';
import type { FormerNames } from './former-names.js';
import { personTerms } from './people-terms.js';
import { CONFIRMED, type UserRecord } from './user.model.js';

/** Changes of the user name; of its letter case as many as of anything. */
const RENAMES_LIMIT: RateLimit = { name: 'renames', limit: 3, window: 24 * 60 * 60 * 1000 };

const USER_NAME_TAKEN: FieldError = { path: 'userName', message: 'Please choose a different username' };
const EMAIL_TAKEN: FieldError = { path: 'email', message: 'Please use a different email address' };

export const userNotFound = () => new AppError('NOT_FOUND', 'User not found');

const refuseTaken = (errors: FieldError[], cause?: unknown) =>
  new AppError('ALREADY_EXISTS', errors[0]?.message ?? 'Resource already exists', { errors, cause });

export interface NewUser {
  /** Given where something names the account before it is made. */
  _id?: Types.ObjectId;
  fullName: string;
  userName: string;
  /** In its canonical spelling. */
  email: string;
  emailVerified: boolean;
  /** Absent for an account made by a social provider. */
  passwordHash?: string;
}

type Names = Pick<UserRecord, '_id' | 'fullName' | 'userName'>;

export interface EmailChange {
  kept: FormerEmail | null;
  undone: FormerEmail | null;
}

/** `undefined` stands for a field that is absent. */
type UserFields = { [Name in keyof UserRecord]?: UserRecord[Name] | undefined };

interface UserWritesDeps extends Pick<Platform, 'rateLimits' | 'now'> {
  users: Model<UserRecord>;
  formerNames: FormerNames;
  formerEmails: FormerEmails;
  /** Is told of a user whose name or picture changed. */
  onEdited: (id: string) => void;
}

/** How users are made and changed, and what is taken. */
export function createUserWrites({
  users,
  formerNames,
  formerEmails,
  onEdited,
  rateLimits,
  now,
}: UserWritesDeps) {
  /**
   * Whether a user has the name, letter case ignored, or had it lately, or the product keeps it for itself. In this order:
   * a name is kept before its user gives it up.
   */
  const isUserNameTaken = async (userName: string, asker?: Types.ObjectId) =>
    isReservedUserName(userName) ||
    (await users.exists({ userNameLower: userName.toLowerCase() })) !== null ||
    formerNames.isKept(userName.toLowerCase(), asker);

  /** Whether a user has the address, or had it lately and may take it back. @param email canonical */
  const isEmailTaken = async (email: string, asker?: Types.ObjectId) =>
    (await users.exists({ email })) !== null || formerEmails.isKept(email, asker);

  /** What of a new account is taken, for the form's fields. */
  async function findTaken({ userName, email }: { userName: string; email: string }): Promise<FieldError[]> {
    const [name, address] = await Promise.all([isUserNameTaken(userName), isEmailTaken(email)]);
    return [...(name ? [USER_NAME_TAKEN] : []), ...(address ? [EMAIL_TAKEN] : [])];
  }

  /**
   * Makes a user. The unique indexes decide who gets a name: of any number of racing calls one succeeds.
   * @throws AppError 409 naming the fields that are taken
   */
  async function create(wanted: NewUser): Promise<UserRecord> {
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
      lastLogin: time,
      createdAt: time,
      updatedAt: time,
      ...(wanted.emailVerified ? {} : { confirmEmail: true }),
    };
    if (await formerNames.isKept(user.userNameLower)) throw refuseTaken([USER_NAME_TAKEN]);
    if (await formerEmails.isKept(user.email)) throw refuseTaken([EMAIL_TAKEN]);
    try {
      await users.create([user]);
      return user;
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      const taken = await findTaken(wanted);
      const known = duplicateKeyFields(error).includes('email') ? EMAIL_TAKEN : USER_NAME_TAKEN;
      throw refuseTaken(taken.length > 0 ? taken : [known], error);
    }
  }

  /**
   * Changes a user who still is as told, so that of two changes at once the later sees the earlier.
   * @returns the user as before, `null` where nobody is so
   */
  async function changeIf(
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
   * Gives a user another address, which is proved. The former one is kept for taking the change back, unless nobody
   * confirmed it, since it may be a stranger's, mistyped; or unless the user returns to an address that they gave up a
   * short while ago. That takes the change back which gave it up, so the address in between gets no way to the account.
   * @param to canonical
   * @returns the change that is kept and the one that is taken back, each `null` if there is none
   * @throws AppError 409 where another has the address or the own one was changed meanwhile
   */
  async function changeEmail(
    { _id, email: from, confirmEmail }: UserRecord,
    to: string,
  ): Promise<EmailChange> {
    if (await isEmailTaken(to, _id)) throw refuseTaken([EMAIL_TAKEN]);
    const undone = await formerEmails.findOf(_id, to);
    const isKept = undone === null && confirmEmail !== true;
    const kept = isKept ? await formerEmails.keep({ user: _id, from, to }) : null;
    const giveUp = async (error: AppError) => {
      if (kept !== null) await formerEmails.drop(kept);
      return error;
    };
    try {
      const before = await changeIf({ _id, email: from }, { email: to, ...CONFIRMED, updatedAt: now() });
      if (before !== null) return { kept, undone };
    } catch (error) {
      throw isDuplicateKey(error) ? await giveUp(refuseTaken([EMAIL_TAKEN], error)) : error;
    }
    throw await giveUp(new AppError('CONFLICT', 'The e-mail address was changed elsewhere'));
  }

  /**
   * Edits a profile. @returns the user as it is then
   * @throws AppError 404, 409 where the user name is taken
   */
  async function edit(id: string, fields: Partial<UserRecord>): Promise<UserRecord> {
    const user = await editIf({ _id: new Types.ObjectId(id) }, fields);
    if (user === null) throw userNotFound();
    return user;
  }

  /** Edits a user who still is so, `null` where nobody is. */
  async function editIf(
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
      // Another took the name between the look and this write.
      throw isDuplicateKey(error) ? refuseTaken([USER_NAME_TAKEN], error) : error;
    }
  }

  /** Writes names with the search terms of both. Another call may change the other name at the same time. */
  async function writeNames(before: Names, names: Partial<Names>): Promise<UserRecord> {
    const { _id, fullName, userName } = before;
    const next = { fullName, userName, ...names };
    const fields = { ...names, userNameLower: next.userName.toLowerCase(), searchTerms: personTerms(next) };
    const user = await editIf({ _id, fullName, userName }, fields);
    return user ?? writeNames(await findNames(_id.toHexString()), names);
  }

  async function findNames(id: string): Promise<Names> {
    const found = await users.findById(id, { fullName: 1, userName: 1 }).lean();
    if (found === null) throw userNotFound();
    return found;
  }

  return {
    create,
    changeIf,
    changeEmail,
    edit,
    isUserNameTaken,
    isEmailTaken,

    /**
     * Changes name or user name; another letter case of the own user name is free.
     * @throws AppError 409 where the user name is taken, 429
     */
    async rename(
      id: string,
      { fullName, userName }: { fullName?: string | undefined; userName?: string | undefined },
    ): Promise<UserRecord> {
      const before = await findNames(id);
      const userNameLower = before.userName.toLowerCase();
      if (userName !== undefined && userName.toLowerCase() !== userNameLower) {
        if (await isUserNameTaken(userName, before._id)) throw refuseTaken([USER_NAME_TAKEN]);
        await rateLimits.consumeForAccount(RENAMES_LIMIT, id);
        await formerNames.keep(userNameLower, before._id);
      }
      return writeNames(before, {
        ...(fullName === undefined ? {} : { fullName: normalizeFullName(fullName) }),
        ...(userName === undefined ? {} : { userName }),
      });
    },

    /** @throws AppError 409 with an entry for each field that is plainly taken */
    async refuseIfTaken(wanted: { userName: string; email: string }): Promise<void> {
      const taken = await findTaken(wanted);
      if (taken.length > 0) throw refuseTaken(taken);
    },
  };
}

const ABSENT = { $exists: false };

/**
 * A name as it is kept, on one line, without controls and what would turn the text around it; `undefined` where too
 * little of it would be seen.
 */
export function readableName(fullName: string): string | undefined {
  const name = oneLine(fullName.replace(/\p{Bidi_Control}/gu, ''));
  return visibleText(name).length >= ACCOUNT_LIMITS.nameMin ? name : undefined;
}

/** @throws AppError 400 where too little of a name would be seen */
function normalizeFullName(fullName: string): string {
  const name = readableName(fullName);
  if (name !== undefined) return name;
  throw invalidField('fullName', `Name must be at least ${ACCOUNT_LIMITS.nameMin} characters`);
}
