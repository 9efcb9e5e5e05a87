import type { PublicUser } from '@social-feed/contracts';
import type { Model } from 'mongoose';
import type { UserRecord } from './user.model.js';
import { presentPublicUser } from './user.presenter.js';

/** People whose name begins so, by name. */
const NAMED_PEOPLE_MAX = 500;

/** A range of an index: everything that begins with a text, no regular expression. */
const beginningWith = (text: string) => ({ $gte: text, $lt: `${text}\u{10ffff}` });

const capitalized = (text: string) =>
  text.toLowerCase().replace(/(^|\s)\p{L}/gu, (letter) => letter.toUpperCase());

/**
 * People whose user name (letter case ignored) or name (as typed, or capitalized) begins with a text, by user name. Of
 * the names, each way of writing gives the first 500 at most, so that one letter does not read half of all people.
 */
export async function findPeople(
  users: Model<UserRecord>,
  { q, page, limit }: { q: string | undefined; page: number; limit: number },
): Promise<{ data: PublicUser[]; pagination: { currentPage: number; hasNext: boolean } }> {
  const wanted = q?.replace(/^@+/, '') ?? '';
  if (wanted === '') return { data: [], pagination: { currentPage: page, hasNext: false } };
  const offset = (page - 1) * limit;
  const first = (field: 'userNameLower' | 'fullName', text: string, most: number) =>
    users
      .find({ [field]: beginningWith(text), suspendedAt: null }, { userNameLower: 1 })
      .sort({ [field]: 1 })
      .limit(most)
      .lean();
  const found = await Promise.all([
    first('userNameLower', wanted.toLowerCase(), offset + limit + 1),
    ...[...new Set([wanted, capitalized(wanted)])].map((name) => first('fullName', name, NAMED_PEOPLE_MAX)),
  ]);
  const distinct = new Map(found.flat().map((user) => [user._id.toHexString(), user]));
  const ids = [...distinct.values()]
    .sort((a, b) => (a.userNameLower < b.userNameLower ? -1 : 1))
    .slice(offset, offset + limit + 1)
    .map(({ _id }) => _id);
  const presented = await users
    .find({ _id: { $in: ids.slice(0, limit) } })
    .sort({ userNameLower: 1 })
    .lean();
  return {
    data: presented.map(presentPublicUser),
    pagination: { currentPage: page, hasNext: ids.length > limit },
  };
}
