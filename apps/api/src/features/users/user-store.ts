import { ACCOUNT_LIMITS, isReservedUserName } from '@social-feed/contracts';
import { Types, type Connection, type QueryFilter } from 'mongoose';
import { createLookup } from '../../platform/db/batch-loader.js';
import { duplicateKeyFields, isDuplicateKey } from '../../platform/db/duplicate-key.js';
import { findSingleBatch } from '../../platform/db/find-single-batch.js';
import { native } from '../../platform/db/native.js';
import { AppError, type FieldError } from '../../platform/http/errors.js';
import { pageOffset } from '../../platform/http/paging.js';
import type { Viewer } from '../../platform/http/viewer.js';
import { oneLine } from '../../platform/one-line.js';
import { rememberFor } from '../../platform/remember.js';
import { userModel, type UserRecord } from './user.model.js';

const SECOND = 1000;
/** Authors of one query, which several pages may share. */
const AUTHORS_MAX = 500;
const ADMINS_MAX = 1000;

const AUTHOR_PROJECTION = { userName: 1, fullName: 1, profilepic: 1, suspendedAt: 1 } as const;
export type StoredAuthor = Pick<UserRecord, '_id' | keyof typeof AUTHOR_PROJECTION>;

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
  /** Lower case. */
  email: string;
  emailVerified: boolean;
  /** Absent for an account made by a social provider. */
  passwordHash?: string;
}

/** `undefined` stands for a field that is absent. */
type UserFields = { [Name in keyof UserRecord]?: UserRecord[Name] | undefined };

export interface UserStoreDeps {
  connection: Connection;
  /** How long a process remembers name and rights of whoever asks; milliseconds. */
  personTtl: number;
  now: () => Date;
}

export type UserStore = ReturnType<typeof createUserStore>;

/** All that reads or writes the collection `users`. */
export function createUserStore({ connection, personTtl, now }: UserStoreDeps) {
  const users = userModel(connection);
  const people = rememberFor<Pick<Viewer, 'userName' | 'isAdmin'>>(personTtl);
  const readAuthors = findSingleBatch<StoredAuthor>(users as never, AUTHOR_PROJECTION, AUTHORS_MAX);
  /** Authors by id. A suspension shows at once in the process that made it, and within a second in the others. */
  const authors = createLookup<string, StoredAuthor>({
    read: (ids) => readAuthors({ _id: { $in: ids.map((id) => new Types.ObjectId(id)) } }),
    keysOf: (user) => [user._id.toHexString()],
    max: AUTHORS_MAX,
    remember: { milliseconds: SECOND, now },
  });

  const isThere = async (filter: QueryFilter<UserRecord>) => (await users.exists(filter)) !== null;

  /** Whether a user has the name, letter case ignored, or the product keeps it for itself. */
  const isUserNameTaken = async (userName: string) =>
    isReservedUserName(userName) || (await isThere({ userNameLower: userName.toLowerCase() }));

  /** @param email lower case */
  const isEmailTaken = (email: string) => isThere({ email });

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
    const user: UserRecord = {
      _id: new Types.ObjectId(),
      ...wanted,
      fullName: normalizeFullName(wanted.fullName),
      userNameLower: wanted.userName.toLowerCase(),
      profilepic: '',
      isAdmin: false,
      suspendedAt: null,
      lastLogin: time,
      createdAt: time,
      updatedAt: time,
    };
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
  async function changeIf({ _id, ...is }: UserFields, becomes: UserFields): Promise<UserRecord | null> {
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
   * Edits a profile. @returns the user as it is then
   * @throws AppError 404, 409 where the user name is taken
   */
  async function edit(id: string, fields: Partial<UserRecord>): Promise<UserRecord> {
    try {
      const user = await users.findOneAndUpdate(
        { _id: id },
        { $set: { ...fields, updatedAt: now() } },
        { returnDocument: 'after', lean: true },
      );
      if (user === null) throw userNotFound();
      return user;
    } catch (error) {
      // Another took the name between the look and this write.
      throw isDuplicateKey(error) ? refuseTaken([USER_NAME_TAKEN], error) : error;
    }
  }

  return {
    authors,
    create,
    changeIf,
    edit,
    isUserNameTaken,
    isEmailTaken,

    /**
     * Changes name or user name; another letter case of the own user name is free.
     * @throws AppError 409 where the user name is taken
     */
    async rename(
      { id, userName: current }: Viewer,
      { fullName, userName }: { fullName?: string | undefined; userName?: string | undefined },
    ): Promise<UserRecord> {
      const isOther = userName !== undefined && userName.toLowerCase() !== current.toLowerCase();
      if (isOther && (await isUserNameTaken(userName))) throw refuseTaken([USER_NAME_TAKEN]);
      return edit(id, {
        ...(fullName === undefined ? {} : { fullName: normalizeFullName(fullName) }),
        ...(userName === undefined ? {} : { userName, userNameLower: userName.toLowerCase() }),
      });
    },

    /** @throws AppError 409 with an entry for each field that is plainly taken */
    async refuseIfTaken(wanted: { userName: string; email: string }): Promise<void> {
      const taken = await findTaken(wanted);
      if (taken.length > 0) throw refuseTaken(taken);
    },

    /** A user by id, suspended or not. */
    get: (id: string | Types.ObjectId): Promise<UserRecord | null> => users.findById(id).lean(),
    /** A user whose profile is open to everybody. */
    getShown: (id: string): Promise<UserRecord | null> =>
      users.findOne({ _id: id, suspendedAt: null }).lean(),
    /** The same by user name. */
    findShown: (userName: string): Promise<UserRecord | null> =>
      users.findOne({ userNameLower: userName.toLowerCase(), suspendedAt: null }).lean(),
    /** @param email lower case */
    findByEmail: (email: string): Promise<UserRecord | null> => users.findOne({ email }).lean(),
    /** The user who signs in with a name as `loginName` spells it; no user name contains an @. */
    findByLogin: (name: string): Promise<UserRecord | null> =>
      users.findOne(name.includes('@') ? { email: name } : { userNameLower: name }).lean(),

    /** Whether a user is there, suspended or not. */
    isKnown: (user: Types.ObjectId) => isThere({ _id: user }),
    isSuspended: (user: Types.ObjectId) => isThere({ _id: user, suspendedAt: { $type: 'date' } }),
    /** Those who are suspended. */
    suspendedAmong: (ids: readonly Types.ObjectId[]): Promise<Pick<UserRecord, '_id'>[]> =>
      users.find({ _id: { $in: ids }, suspendedAt: { $ne: null } }, { _id: 1 }).lean(),
    /** Whether a user's picture is so. */
    hasPicture: (user: Types.ObjectId, profilepic: { $regex: string }) => isThere({ _id: user, profilepic }),

    /** Name and rights of a user; `null` for one who is suspended or gone. They are remembered for a second. */
    async person(id: string): Promise<Pick<Viewer, 'userName' | 'isAdmin'> | null> {
      const known = people.get(id);
      if (known !== undefined) return known;
      const user = await native(users).findOne(
        { _id: new Types.ObjectId(id) },
        { projection: { userName: 1, isAdmin: 1, suspendedAt: 1 } },
      );
      if (user === null || (user.suspendedAt ?? null) !== null) return null;
      const found = { userName: user.userName, isAdmin: user.isAdmin };
      people.set(id, found);
      return found;
    },

    /** Suspended users, the latest first. @returns one more than asked for where there are more */
    listSuspended: (page: number, limit: number): Promise<UserRecord[]> =>
      users
        .find({ suspendedAt: { $type: 'date' } })
        .sort({ suspendedAt: -1, _id: -1 })
        .skip(pageOffset({ page, limit }))
        .limit(limit + 1)
        .lean(),
    listAdmins: (): Promise<UserRecord[]> =>
      users.find({ isAdmin: true }).sort({ userNameLower: 1 }).limit(ADMINS_MAX).lean(),
    /** User names by id, as hex digits. */
    async namesOf(ids: readonly Types.ObjectId[]): Promise<Map<string, string>> {
      const found = await users.find({ _id: { $in: ids } }, { userName: 1 }).lean();
      return new Map(found.map(({ _id, userName }) => [_id.toHexString(), userName]));
    },

    /** Removes the user; what belongs to them is removed by others. */
    async remove(user: Types.ObjectId): Promise<void> {
      await users.deleteOne({ _id: user });
      authors.forget(user.toHexString());
    },
    /** Users whose `field` begins with a text, by it. */
    startingWith: (field: 'userNameLower' | 'fullName', text: string, most: number) =>
      users
        .find({ [field]: { $gte: text, $lt: `${text}\u{10ffff}` }, suspendedAt: null }, { userNameLower: 1 })
        .sort({ [field]: 1 })
        .limit(most)
        .lean(),
    /** Users by id, in the order of their user names. */
    list: (ids: readonly Types.ObjectId[]): Promise<UserRecord[]> =>
      users
        .find({ _id: { $in: ids } })
        .sort({ userNameLower: 1 })
        .lean(),
  };
}

const ABSENT = { $exists: false };

/** An e-mail address or a user name in the one spelling by which it is looked for and counted. */
export const loginName = (emailOrUserName: string): string => emailOrUserName.trim().toLowerCase();

/**
 * A name as it is kept: on one line, without controls.
 * @throws AppError 400 where too little is left
 */
function normalizeFullName(fullName: string): string {
  const name = oneLine(fullName);
  if (name.length >= ACCOUNT_LIMITS.nameMin) return name;
  const message = `Name must be at least ${ACCOUNT_LIMITS.nameMin} characters`;
  throw new AppError('VALIDATION_FAILED', message, { errors: [{ path: 'fullName', message }] });
}
