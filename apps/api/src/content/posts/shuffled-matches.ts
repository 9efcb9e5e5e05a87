import { PAGE } from '@social-feed/contracts';
import { Types, type Model } from 'mongoose';
import { decodeSeedCursor, encodeSeedCursor } from '../../order/feed-order/seed-cursor.js';
import { issueSeed } from '../../order/feed-order/seed-pins.js';
import { endEarly, readShuffled, shuffledList } from '../../order/feed-order/shuffled-list.js';
import type { ListQuery } from './list-filter.js';
import { countMatches, orderedMatches, type PostFilter } from './ordered-matches.js';
import type { PostRecord } from './post.model.js';
import { stored } from './posts-by-id.js';

export type SeedQuery = Pick<ListQuery, 'seed' | 'cursor' | 'page' | 'limit'>;

export const seedOf = ({ seed }: Pick<ListQuery, 'seed'>): number => seed ?? issueSeed();

/** A page of the shuffled matches. The cursor contains the seed, and stays valid when the matches change. */
export const shuffled = async (
  posts: Model<PostRecord>,
  filter: PostFilter,
  matches: number,
  query: ListQuery,
) => shuffledOf(posts, await newest(posts, filter, matches), query);

/** A page of some posts in the random order of a seed, without a visibility check. */
export async function shuffledOf(posts: Model<PostRecord>, ids: readonly string[], query: SeedQuery) {
  const { page, limit } = query;
  const given = decodeSeedCursor(query.cursor);
  const seed = given?.seed ?? seedOf(query);
  const list = shuffledList(seed, ids);
  const from = given?.position ?? list[(page - 1) * limit]?.[0] ?? Infinity;
  const { ids: taken, ...rest } = readShuffled(list, from, limit);
  const found = await stored(
    posts,
    taken.map((id) => new Types.ObjectId(id)),
  );
  const { shown, hasNext, position } = endEarly(list, rest, found);
  return { seed, posts: shown, hasNext, nextCursor: hasNext ? encodeSeedCursor({ seed, position }) : null };
}

async function newest(posts: Model<PostRecord>, filter: PostFilter, matches: number): Promise<string[]> {
  const found = await orderedMatches<Pick<PostRecord, '_id'>>(
    posts,
    filter,
    { _id: 1 },
    { sorting: { sortBy: 'createdAt', sortOrder: 'desc' }, matches, offset: 0, limit: PAGE.shuffledMax },
  );
  return found.map(({ _id }) => _id.toHexString());
}

/** Ids of the newest posts of some users, 1,000 at most. */
export async function newestOf(
  posts: Model<PostRecord>,
  users: readonly Types.ObjectId[],
): Promise<string[]> {
  const ofUsers: PostFilter = { user: { $in: users } };
  // includes the few hidden posts, so that the index alone gives the number
  const matches = await countMatches(posts, ofUsers);
  return newest(posts, { ...ofUsers, hidden: false }, matches);
}
