import type { PublicUser } from '@social-feed/contracts';
import type { AppContext } from '../../context.js';
import { native } from '../../platform/db/native.js';
import { tagKey } from '../posts/search-words.js';
import { suspendedUsers } from '../users/suspended-users.js';
import { presentPublicUser } from '../users/user.presenter.js';

/** Posts that one look for tags goes through. */
const TAGGED_POSTS_MAX = 2000;
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
  ctx: AppContext,
  { q, page, limit }: { q: string | undefined; page: number; limit: number },
): Promise<{ data: PublicUser[]; pagination: { currentPage: number; hasNext: boolean } }> {
  const wanted = q?.replace(/^@+/, '') ?? '';
  if (wanted === '') return { data: [], pagination: { currentPage: page, hasNext: false } };
  const users = native(ctx.models.User);
  const offset = (page - 1) * limit;
  const first = (field: 'userNameLower' | 'fullName', text: string, most: number) =>
    users
      .find({ [field]: beginningWith(text), suspendedAt: null }, { projection: { userNameLower: 1 } })
      .sort({ [field]: 1 })
      .limit(most)
      .toArray();
  const found = await Promise.all([
    first('userNameLower', wanted.toLowerCase(), offset + limit + 1),
    ...[...new Set([wanted, capitalized(wanted)])].map((name) => first('fullName', name, NAMED_PEOPLE_MAX)),
  ]);
  const distinct = new Map(found.flat().map((user) => [user._id.toHexString(), user]));
  const ids = [...distinct.values()]
    .sort((a, b) => (a.userNameLower < b.userNameLower ? -1 : 1))
    .slice(offset, offset + limit + 1)
    .map(({ _id }) => _id);
  const shown = await users
    .find({ _id: { $in: ids.slice(0, limit) } })
    .sort({ userNameLower: 1 })
    .toArray();
  return {
    data: shown.map(presentPublicUser),
    pagination: { currentPage: page, hasNext: ids.length > limit },
  };
}

/** Tags that begin with a text, the most used of the posts looked at first; those of suspended users do not count. */
export async function findTags(
  ctx: AppContext,
  { q, page, limit }: { q: string | undefined; page: number; limit: number },
): Promise<{
  data: { tag: string; posts: number }[];
  pagination: { currentPage: number; hasNext: boolean };
}> {
  const wanted = tagKey(q ?? '');
  if (wanted === '') return { data: [], pagination: { currentPage: page, hasNext: false } };
  const range = beginningWith(wanted);
  const hidden = await suspendedUsers(ctx.models.User);
  const seen = hidden.length === 0 ? {} : { user: { $nin: hidden } };
  const rows = await native(ctx.models.Post)
    .aggregate<{ _id: string; posts: number }>([
      { $match: { tagKeys: { $elemMatch: range }, ...seen } },
      { $limit: TAGGED_POSTS_MAX },
      { $unwind: '$tagKeys' },
      { $match: { tagKeys: range } },
      { $group: { _id: '$tagKeys', posts: { $sum: 1 } } },
      { $sort: { posts: -1, _id: 1 } },
      { $skip: (page - 1) * limit },
      { $limit: limit + 1 },
    ])
    .toArray();
  return {
    data: rows.slice(0, limit).map(({ _id, posts }) => ({ tag: _id, posts })),
    pagination: { currentPage: page, hasNext: rows.length > limit },
  };
}
