import { canonicalEmail } from '@social-feed/contracts';
import { Types, type QueryFilter } from 'mongoose';
import { createLookup } from '../../platform/db/batch-loader.js';
import { native } from '../../platform/db/native.js';
import type { Viewer } from '../../platform/http/viewer.js';
import type { Platform } from '../../platform/platform.js';
import { rememberFor } from '../../platform/recent-map.js';
import { beginningWith, type TermsFilter } from '../../platform/search-terms.js';
import { createUserWrites, userNotFound } from './user-writes.js';
import { createFormerEmails } from './former-emails.js';
import { createFormerNames } from './former-names.js';
import { SEARCH_INDEX, userModel, type UserRecord } from './user.model.js';

const SECOND = 1000;
/** Authors of one query, which several pages may share. */
const AUTHORS_MAX = 500;
const ADMINS_MAX = 1000;

const FOUND_PROJECTION = { userName: 1, userNameLower: 1, fullName: 1 } as const;
export type FoundPerson = Pick<UserRecord, '_id' | keyof typeof FOUND_PROJECTION>;

const AUTHOR_PROJECTION = { userName: 1, fullName: 1, profilepic: 1, suspendedAt: 1 } as const;
export type StoredAuthor = Pick<UserRecord, '_id' | keyof typeof AUTHOR_PROJECTION>;

/** What every request needs to know of a user. */
type StoredPerson = Pick<Viewer, 'userName' | 'isAdmin' | 'unconfirmed'>;

export type UserStore = ReturnType<typeof createUserStore>;

/** All that reads or writes the collection `users`. */
export function createUserStore({
  connection,
  config,
  rateLimits,
  now,
}: Pick<Platform, 'connection' | 'config' | 'rateLimits' | 'now'>) {
  const users = userModel(connection);
  const records = native(users);
  const people = rememberFor<StoredPerson>(config.sessions.personTtl);
  /** All that one query finds comes in its first batch. */
  const authorFields = { projection: AUTHOR_PROJECTION, batchSize: AUTHORS_MAX + 1 };
  /** Authors by id. A suspension or an edit shows at once in the process that made it, and within a second in the others. */
  const authors = createLookup<string, StoredAuthor>({
    read: (ids) =>
      records
        .find<StoredAuthor>({ _id: { $in: ids.map((id) => new Types.ObjectId(id)) } }, authorFields)
        .toArray(),
    keysOf: (user) => [user._id.toHexString()],
    max: AUTHORS_MAX,
    remember: { milliseconds: SECOND, now },
  });

  const formerNames = createFormerNames(connection, now);
  const formerEmails = createFormerEmails(connection, now);
  const get = (id: string | Types.ObjectId): Promise<UserRecord | null> =>
    records.findOne({ _id: new Types.ObjectId(id) });
  /**
   * The user with an address, however its mailbox is spelled. Accounts from before the canonical spelling may share a
   * mailbox: theirs is the spelling with which they signed up, so that comes first.
   */
  async function findByEmail(typed: string): Promise<UserRecord | null> {
    const [canonical, written] = [canonicalEmail(typed), typed.trim().toLowerCase()];
    if (written === canonical) return records.findOne({ email: canonical });
    const found = await records.find({ email: { $in: [written, canonical] } }).toArray();
    return found.find(({ email }) => email === written) ?? found[0] ?? null;
  }
  const isThere = async (filter: QueryFilter<UserRecord>) => (await users.exists(filter)) !== null;

  return {
    authors,
    formerEmails,
    ...createUserWrites({
      users,
      formerNames,
      formerEmails,
      onEdited: (id) => authors.forget(id),
      rateLimits,
      now,
    }),

    /** A user by id, suspended or not. */
    get,
    /** The same. @throws AppError 404 for nobody */
    async getExisting(id: string): Promise<UserRecord> {
      const user = await get(id);
      if (user === null) throw userNotFound();
      return user;
    },
    /** A user whose profile is open to everybody. */
    getShown: (id: string): Promise<UserRecord | null> =>
      records.findOne({ _id: new Types.ObjectId(id), suspendedAt: null }),
    /** The same by user name. */
    findShown: (userName: string): Promise<UserRecord | null> =>
      records.findOne({ userNameLower: userName.toLowerCase(), suspendedAt: null }),
    findByEmail,
    /** The user who signs in with an e-mail address or a user name; no user name contains an @. */
    findByLogin: (emailOrUserName: string): Promise<UserRecord | null> =>
      emailOrUserName.includes('@')
        ? findByEmail(emailOrUserName)
        : records.findOne({ userNameLower: loginName(emailOrUserName) }),

    /** Whether a user is there, suspended or not. */
    isKnown: (user: Types.ObjectId) => isThere({ _id: user }),
    isSuspended: (user: Types.ObjectId) => isThere({ _id: user, suspendedAt: { $type: 'date' } }),
    /** Those who are suspended. */
    suspendedAmong: (ids: readonly Types.ObjectId[]): Promise<Pick<UserRecord, '_id'>[]> =>
      users.find({ _id: { $in: ids }, suspendedAt: { $ne: null } }, { _id: 1 }).lean(),
    /** Whether a user's picture is so. */
    hasPicture: (user: Types.ObjectId, profilepic: { $regex: string }) => isThere({ _id: user, profilepic }),

    /** Name and rights of a user; `null` for one who is suspended or gone. They are remembered for a second. */
    async person(id: string): Promise<StoredPerson | null> {
      const known = people.get(id);
      if (known !== undefined) return known;
      const user = await records.findOne(
        { _id: new Types.ObjectId(id) },
        { projection: { userName: 1, isAdmin: 1, suspendedAt: 1, confirmEmail: 1 } },
      );
      if (user === null || (user.suspendedAt ?? null) !== null) return null;
      const { userName, isAdmin } = user;
      const found = { userName, isAdmin, unconfirmed: user.confirmEmail === true };
      people.set(id, found);
      return found;
    },

    /** Suspended users in a range of an order by `suspendedAt`. */
    suspendedIn: (range: object, skip: number) =>
      records.find({ $and: [{ suspendedAt: { $type: 'date' as const } }, range] }, { skip }),
    /** Whose suspension has ended, the first to end. */
    suspensionEnded: (time: Date): Promise<UserRecord | null> =>
      users
        .findOne({ suspendedUntil: { $type: 'date', $lte: time } })
        .sort({ suspendedUntil: 1 })
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
      const gone = await users.findById(user, { userNameLower: 1 }).lean();
      if (gone !== null) await formerNames.keep(gone.userNameLower, user);
      await users.deleteOne({ _id: user });
      await formerEmails.dropAllOf(user);
      authors.forget(user.toHexString());
    },
    /** Those of these user names whose profiles are open to everybody, by id. */
    namedShown: async (names: readonly string[]): Promise<Types.ObjectId[]> => {
      const userNameLower = { $in: names.map((name) => name.toLowerCase()) };
      const found = records.find({ userNameLower, suspendedAt: null }, { projection: { _id: 1 } });
      return (await found.limit(names.length).toArray()).map(({ _id }) => _id);
    },
    /** People whose user name begins with a text and comes after another, by user name. Both are lower case. */
    handlesFrom: (start: string, after: string, most: number): Promise<FoundPerson[]> =>
      records
        .find<FoundPerson>(
          {
            userNameLower: { ...beginningWith(start), ...(after > start ? { $gt: after } : {}) },
            suspendedAt: null,
          },
          { projection: FOUND_PROJECTION },
        )
        .sort({ userNameLower: 1 })
        .limit(most)
        .toArray(),
    /** People who have terms, nobody without a filter, in the order of the index. */
    withTerms: async (filter: TermsFilter | null, most: number): Promise<FoundPerson[]> =>
      filter === null
        ? []
        : records
            .find<FoundPerson>(
              { ...filter, suspendedAt: null },
              { projection: FOUND_PROJECTION, hint: SEARCH_INDEX },
            )
            .limit(most)
            .toArray(),
    /** Users by id, in the order of their user names. */
    list: (ids: readonly Types.ObjectId[]): Promise<UserRecord[]> =>
      users
        .find({ _id: { $in: ids } })
        .sort({ userNameLower: 1 })
        .lean(),
  };
}

/** An e-mail address or a user name in the one spelling by which it is counted. */
export const loginName = (emailOrUserName: string): string => canonicalEmail(emailOrUserName);

/** What is told to whoever signs in to a suspended account: also when it ends, and nothing of why. */
export const suspensionText = ({ suspendedUntil }: Pick<UserRecord, 'suspendedUntil'>): string =>
  suspendedUntil
    ? `This account is suspended until ${suspendedUntil.toISOString().slice(0, 16).replace('T', ', ')} UTC`
    : 'This account is suspended';
