import { canonicalEmail } from '@social-feed/contracts';
import { t } from '@social-feed/contracts/t';
import { Types, type QueryFilter } from 'mongoose';
import { createLookup } from '../../platform/db/batch-loader.js';
import { collectionOf, type Collection } from '../../platform/db/collection-of.js';
import type { Viewer } from '../../platform/http/viewer.js';
import type { Platform } from '../../platform/platform.js';
import { cacheFor } from '../../platform/lru-cache.js';
import { SECOND } from '../../platform/time.js';
import type { Inboxes } from '../inboxes/inboxes.feature.js';
import * as writes from './user-writes.js';
import * as taken from './taken-names.js';
import { createUserLists } from './user-lists.js';
import { createFormerEmails } from './former-emails.js';
import { createFormerNames } from './former-names.js';
import { userModel, type UserRecord } from './user.model.js';

/** Authors per query, which several pages may share. */
const AUTHORS_MAX = 500;

const AUTHOR_PROJECTION = { userName: 1, fullName: 1, profilepic: 1, suspendedAt: 1 } as const;
/** A user as an author; `profilepic` is the picture's address for readers. */
export type StoredAuthor = Pick<UserRecord, '_id' | keyof typeof AUTHOR_PROJECTION>;

const PERSON_PROJECTION = {
  userName: 1,
  isAdmin: 1,
  isModerator: 1,
  suspendedAt: 1,
  silencedAt: 1,
  confirmEmail: 1,
} as const;
/** The fields of a user that every request needs. */
type StoredPerson = Pick<Viewer, 'userName' | 'isAdmin' | 'isModerator' | 'isSilenced' | 'unconfirmed'>;

export type UserStore = ReturnType<typeof createUserStore>;

interface UserStoreDeps extends Pick<Platform, 'connection' | 'config' | 'rateLimits' | 'now'> {
  registration: taken.KeptNames;
  inboxes: Pick<Inboxes, 'changingAll'>;
  /** Returns the address of a picture for readers. */
  picture: (address: string) => string;
}

type Records = Collection<UserRecord>;

/** Each query returns all its results in the first batch. */
const AUTHOR_FIELDS = { projection: AUTHOR_PROJECTION, batchSize: AUTHORS_MAX + 1 };

/**
 * Returns authors by id. A suspension or edit shows at once in the process that made it, and within a second in
 * others.
 */
const createAuthors = (records: Records, { picture, now }: Pick<UserStoreDeps, 'picture' | 'now'>) =>
  createLookup<string, StoredAuthor>({
    read: async (ids) => {
      const filter = { _id: { $in: ids.map((id) => new Types.ObjectId(id)) } };
      const found = await records.find<StoredAuthor>(filter, AUTHOR_FIELDS).toArray();
      for (const author of found) author.profilepic = picture(author.profilepic);
      return found;
    },
    keysOf: (user) => [user._id.toHexString()],
    max: AUTHORS_MAX,
    remember: { milliseconds: SECOND, now },
  });

/**
 * Returns the user with an address, in any spelling of the mailbox. Older accounts may share a mailbox in different
 * spellings, so the exact spelling is tried first.
 */
async function findByEmail(records: Records, typed: string): Promise<UserRecord | null> {
  const [canonical, written] = [canonicalEmail(typed), typed.trim().toLowerCase()];
  if (written === canonical) return records.findOne({ email: canonical });
  const found = await records.find({ email: { $in: [written, canonical] } }).toArray();
  return found.find(({ email }) => email === written) ?? found[0] ?? null;
}

/** Returns name and rights of a user; `null` if suspended or missing. */
async function readPerson(records: Records, id: string): Promise<StoredPerson | null> {
  const user = await records.findOne({ _id: new Types.ObjectId(id) }, { projection: PERSON_PROJECTION });
  if (user === null || (user.suspendedAt ?? null) !== null) return null;
  return {
    userName: user.userName,
    isAdmin: user.isAdmin,
    isModerator: user.isModerator === true,
    isSilenced: (user.silencedAt ?? null) !== null,
    unconfirmed: user.confirmEmail === true,
  };
}

/** All access to the collection `users`. */
export function createUserStore(given: UserStoreDeps) {
  const { connection, config, now } = given;
  const users = userModel(connection);
  const records: Records = collectionOf(users);
  const people = cacheFor<StoredPerson>(config.sessions.personTtl);
  const authors = createAuthors(records, given);
  const formerNames = createFormerNames(connection, now);
  const formerEmails = createFormerEmails(connection, now);
  const deps = { ...given, users, formerNames, formerEmails, onEdited: (id: string) => authors.forget(id) };
  const get = (id: string | Types.ObjectId): Promise<UserRecord | null> =>
    records.findOne({ _id: new Types.ObjectId(id) });
  const isThere = async (filter: QueryFilter<UserRecord>) => (await users.exists(filter)) !== null;

  return {
    ...createUserLists(users, records),
    authors,
    formerEmails,
    create: (wanted: writes.NewUser) => writes.createUser(deps, wanted),
    changeIf: (is: writes.UserFields & Pick<UserRecord, '_id'>, becomes: writes.UserFields) => {
      const change = () => writes.changeIf(deps, is, becomes);
      // others no longer see what a suspended user did
      return 'suspendedAt' in becomes ? given.inboxes.changingAll(change) : change();
    },
    changeEmail: (user: UserRecord, to: string) => writes.changeEmail(deps, user, to),
    edit: (id: string, fields: Partial<UserRecord>) => writes.edit(deps, id, fields),
    rename: (id: string, names: writes.NewNames) => writes.rename(deps, id, names),
    isUserNameTaken: (userName: string) => taken.isUserNameTaken(deps, userName),
    isEmailTaken: (email: string, asker?: Types.ObjectId) => taken.isEmailTaken(deps, email, asker),
    refuseIfTaken: (wanted: taken.Wanted) => taken.refuseIfTaken(deps, wanted),

    /** Returns a user by id, suspended or not. */
    get,
    /** Same as `get`. @throws AppError 404 if missing */
    async getExisting(id: string): Promise<UserRecord> {
      const user = await get(id);
      if (user === null) throw writes.userNotFound();
      return user;
    },
    /** Returns a user whose profile is public. */
    getShown: (id: string): Promise<UserRecord | null> =>
      records.findOne({ _id: new Types.ObjectId(id), suspendedAt: null }),
    /** Same as `getShown`, by user name. */
    findShown: (userName: string): Promise<UserRecord | null> =>
      records.findOne({ userNameLower: userName.toLowerCase(), suspendedAt: null }),
    findByEmail: (typed: string) => findByEmail(records, typed),
    /** Returns the user with an e-mail address or user name; user names contain no @. */
    findByLogin: (emailOrUserName: string): Promise<UserRecord | null> =>
      emailOrUserName.includes('@')
        ? findByEmail(records, emailOrUserName)
        : records.findOne({ userNameLower: loginName(emailOrUserName) }),

    /** Whether a user exists, suspended or not. */
    isKnown: (user: Types.ObjectId) => isThere({ _id: user }),
    /** Whether a user is suspended, silenced or unconfirmed. None of it if there is no such user. */
    restrictionsOf: async (user: Types.ObjectId) => {
      const found = await records.findOne(
        { _id: user },
        { projection: { suspendedAt: 1, silencedAt: 1, confirmEmail: 1 } },
      );
      return {
        suspended: Boolean(found?.suspendedAt),
        silenced: Boolean(found?.silencedAt),
        unconfirmed: found?.confirmEmail === true,
      };
    },
    /** Returns the suspended ones of these users. */
    suspendedAmong: (ids: readonly Types.ObjectId[]): Promise<Pick<UserRecord, '_id'>[]> =>
      users.find({ _id: { $in: ids }, suspendedAt: { $ne: null } }, { _id: 1 }).lean(),
    /** Whether a user's picture matches a pattern. */
    hasPicture: (user: Types.ObjectId, profilepic: { $regex: string }) => isThere({ _id: user, profilepic }),

    /** Returns name and rights of a user; `null` if suspended or missing. Cached for a second. */
    async person(id: string): Promise<StoredPerson | null> {
      const known = people.get(id);
      if (known !== undefined) return known;
      const found = await readPerson(records, id);
      if (found !== null) people.set(id, found);
      return found;
    },

    /** Removes the user; other features delete the user's data. */
    async remove(user: Types.ObjectId): Promise<void> {
      const gone = await users.findById(user, { userNameLower: 1 }).lean();
      if (gone !== null) await formerNames.keep(gone.userNameLower, user);
      await given.inboxes.changingAll(() => users.deleteOne({ _id: user }));
      await formerEmails.dropAllOf(user);
      authors.forget(user.toHexString());
    },
  };
}

/** Normalizes an e-mail address or user name for rate limits. */
export const loginName = (emailOrUserName: string): string => canonicalEmail(emailOrUserName);

/** Message at sign-in to a suspended account: includes the end, but no reason. */
export const suspensionText = ({ suspendedUntil }: Pick<UserRecord, 'suspendedUntil'>): string =>
  suspendedUntil
    ? t`This account is suspended until ${suspendedUntil.toISOString().slice(0, 16).replace('T', ', ')} UTC`
    : t`This account is suspended`;
