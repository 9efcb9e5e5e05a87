import type { Model, QueryFilter, Types } from 'mongoose';
import type { Collection } from '../../platform/db/collection-of.js';
import { countPerDay, type TimeRange } from '../../platform/db/per-day.js';
import { beginningWith, type TermsFilter } from '../../platform/search-terms.js';
import { SEARCH_INDEX, type UserRecord } from './user.model.js';

const ADMINS_MAX = 1000;

const FOUND_PROJECTION = { userName: 1, userNameLower: 1, fullName: 1 } as const;
export type FoundPerson = Pick<UserRecord, '_id' | keyof typeof FOUND_PROJECTION>;

/** Returns the latest users who came by each of these invitations, by its id in hex. */
async function invitedBy(
  records: Collection<UserRecord>,
  invitations: readonly Types.ObjectId[],
  most: number,
): Promise<Map<string, string[]>> {
  const found = await Promise.all(
    invitations.map((invitation) =>
      records
        .find<Pick<UserRecord, 'userName'>>(
          { invitation: { $eq: invitation, $type: 'objectId' } },
          { projection: { userName: 1 } },
        )
        .sort({ _id: -1 })
        .limit(most)
        .toArray(),
    ),
  );
  return new Map(
    found.map((came, index) => [invitations[index]!.toHexString(), came.map(({ userName }) => userName)]),
  );
}

/** Lists, names and numbers of users. */
export const createUserLists = (users: Model<UserRecord>, records: Collection<UserRecord>) => ({
  /** Suspended users in a range, sorted by `suspendedAt`. */
  suspendedIn: (range: object, skip: number) =>
    records.find({ $and: [{ suspendedAt: { $type: 'date' as const } }, range] }, { skip }),
  /** Returns the user whose suspension expired first. */
  suspensionEnded: (time: Date): Promise<UserRecord | null> =>
    users
      .findOne({ suspendedUntil: { $type: 'date', $lte: time } })
      .sort({ suspendedUntil: 1 })
      .lean(),
  /** Counts accounts by the day of their sign-up. */
  signUpsPerDay: (range: TimeRange) => countPerDay(records, 'createdAt', range),
  /** When the first account was made; `null` if there is none. */
  firstSignUp: async (): Promise<Date | null> =>
    (await records.findOne({}, { sort: { createdAt: 1 }, projection: { createdAt: 1 } }))?.createdAt ?? null,
  /** The number of accounts, as the database knows it without counting. */
  count: () => records.estimatedDocumentCount(),
  listAdmins: (): Promise<UserRecord[]> =>
    users.find({ isAdmin: true }).sort({ userNameLower: 1 }).limit(ADMINS_MAX).lean(),
  listModerators: (): Promise<UserRecord[]> =>
    users.find({ isModerator: true }).sort({ userNameLower: 1 }).limit(ADMINS_MAX).lean(),
  invitedBy: (invitations: readonly Types.ObjectId[], most: number) => invitedBy(records, invitations, most),
  /** Users that match a filter and the words of a search, in a range. */
  membersIn: (range: object, filter: QueryFilter<UserRecord>) =>
    records.find({ $and: [filter, range] } as object),
  /** Returns user names by id in hex. */
  async namesOf(ids: readonly Types.ObjectId[]): Promise<Map<string, string>> {
    const found = await users.find({ _id: { $in: ids } }, { userName: 1 }).lean();
    return new Map(found.map(({ _id, userName }) => [_id.toHexString(), userName]));
  },
  /** Returns the ids of public profiles with these user names. */
  namedShown: async (names: readonly string[]): Promise<Types.ObjectId[]> => {
    const userNameLower = { $in: names.map((name) => name.toLowerCase()) };
    const found = records.find({ userNameLower, suspendedAt: null }, { projection: { _id: 1 } });
    return (await found.limit(names.length).toArray()).map(({ _id }) => _id);
  },
  /** Returns the user names of those whose profiles are public, by id in hex. */
  publicNamesOf: async (ids: readonly Types.ObjectId[]): Promise<Map<string, string>> => {
    const found = records.find(
      { _id: { $in: [...ids] }, suspendedAt: null },
      { projection: { userName: 1 } },
    );
    return new Map((await found.toArray()).map(({ _id, userName }) => [_id.toHexString(), userName]));
  },
  /**
   * Returns users by prefix of the user name, after a user name, sorted by user name. Both arguments are lower
   * case.
   */
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
  /** Returns users who match the terms, none without a filter, in index order. */
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
  /** Returns users by id, sorted by user name. */
  list: (ids: readonly Types.ObjectId[]): Promise<UserRecord[]> =>
    users
      .find({ _id: { $in: ids } })
      .sort({ userNameLower: 1 })
      .lean(),
});
