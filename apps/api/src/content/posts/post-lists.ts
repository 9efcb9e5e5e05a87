import { PAGE, type Post } from '@social-feed/contracts';

import { Types, type Model } from 'mongoose';
import { inOrder } from '../../platform/db/by-id.js';
import { collectionOf } from '../../platform/db/collection-of.js';
import { pageOffset, type Order, type PageReader } from '../../platform/http/paging.js';
import {
  COUNTED_MATCHES,
  countMatches,
  orderedMatches,
  type PostFilter,
  type Sorting,
} from './ordered-matches.js';
import { termsFilter } from '../../platform/search-terms.js';
import { LISTED, type PostRecord } from './post.model.js';
import { POST_PROJECTION, type PostAssembler, type StoredPost } from './post.presenter.js';
import { decodeSeedCursor, encodeSeedCursor } from '../../order/feed-order/seed-cursor.js';
import { issueSeed } from '../../order/feed-order/seed-pins.js';
import { endEarly, readShuffled, shuffledList } from '../../order/feed-order/shuffled-list.js';
import type { RandomFeed } from './random-feed.js';
import { isFiltered, listFilter, listName, type ListQuery } from './list-filter.js';

export interface PostPage {
  data: Post[];
  /** only for random orders */
  seed?: number;
  pagination: { currentPage: number; hasNext: boolean; totalPosts: number };
  nextCursor: string | null;
}

/** Order of a user's posts on the profile: pinned ones first, then the newest. */
const PROFILE_ORDER: Order = { pinnedAt: -1, createdAt: -1, _id: -1 };

interface Range {
  /** identifies the list and its order */
  list: string;
  filter: PostFilter;
  order: Order;
  offset: number;
  limit: number;
  /** starts after the entry it names, instead of at the offset */
  cursor: string | undefined;
}

type UserQuery = Pick<ListQuery, 'page' | 'limit' | 'cursor'> & { media?: boolean | undefined };
type SeedQuery = Pick<ListQuery, 'seed' | 'cursor' | 'page' | 'limit'>;

/** Finds up to this many posts in a range of a list's order. */
type FindPosts = (range: object, most: number) => Promise<StoredPost[]>;

interface Parts {
  posts: Model<PostRecord>;
  random: RandomFeed;
  assembler: PostAssembler;
  readPage: PageReader;
  /** Users whose posts are hidden from a reader because they block the reader. */
  hidingFrom: (viewerId: string | null) => Promise<Types.ObjectId[]>;
}

/**
 * Serves `GET posts` and `GET posts/random`. `totalPosts` counts at most 10,000 matches of words, a tag or a
 * user; without a filter it is an estimate. It leaves out posts hidden from the reader. A filtered random order
 * covers the newest 1,000 matches.
 */
async function list(parts: Parts, query: ListQuery, viewerId: string | null): Promise<PostPage> {
  const hiding = await parts.hidingFrom(viewerId);
  const filter = listFilter(query, hiding);
  const found =
    filter === null
      ? NOTHING
      : isFiltered(query)
        ? await matching(parts, filter, query)
        : await all(parts, query, hiding);
  const { posts, hasNext, totalPosts, ...rest } = found;
  return {
    data: await parts.assembler.posts(posts, viewerId),
    ...rest,
    pagination: { currentPage: query.page, hasNext, totalPosts },
  };
}

/**
 * A user's posts for the profile.
 * @param query `media: true` returns only posts with pictures or clips
 */
async function ofUser(
  parts: Parts,
  userId: string,
  query: UserQuery,
  viewerId: string | null,
): Promise<PostPage> {
  const { media, page, limit, cursor } = query;
  const user = new Types.ObjectId(userId);
  const filter = media === true ? { user, hasMedia: true } : { user };
  const list = `user ${userId} ${String(media)}`;
  const [authors, totalPosts, { posts, hasNext, nextCursor }] = await Promise.all([
    parts.assembler.authors([user]),
    parts.posts.countDocuments(filter, { limit: COUNTED_MATCHES }),
    range(parts, { list, filter, order: PROFILE_ORDER, offset: offsetOf(query), limit, cursor }),
  ]);
  // Not even the number of a suspended user's posts is revealed.
  if (authors.size === 0) {
    return { data: [], nextCursor: null, pagination: { currentPage: page, hasNext: false, totalPosts: 0 } };
  }
  return {
    data: await parts.assembler.posts(posts, viewerId),
    nextCursor,
    pagination: { currentPage: page, hasNext, totalPosts },
  };
}

/** All posts in an indexed order, in either direction. */
function sorted(
  parts: Parts,
  { sortBy, sortOrder }: Sorting,
  offset: number,
  limit: number,
  cursor?: string,
) {
  const list = `all ${sortBy} ${sortOrder}`;
  const order = orderOf(sortBy, sortOrder);
  return range(parts, { list, filter: LISTED, order, offset, limit, cursor });
}

/** Ids of the newest posts of some users, 1,000 at most. */
async function newestOf(parts: Parts, users: readonly Types.ObjectId[]): Promise<string[]> {
  const ofUsers: PostFilter = { user: { $in: users } };
  // includes the few hidden posts, so that the index alone gives the number
  const matches = await countMatches(parts.posts, ofUsers);
  return newest(parts, { ...ofUsers, hidden: false }, matches);
}

/** Posts by id, in the order of the ids, without a visibility check; deleted ones are left out. */
async function stored(
  { posts }: Parts,
  ids: readonly Types.ObjectId[],
  filter: PostFilter = { deletedAt: null },
): Promise<StoredPost[]> {
  if (ids.length === 0) return [];
  const those = { ...filter, _id: { $in: [...ids] } } as object;
  const options = { projection: POST_PROJECTION, batchSize: ids.length + 1 };
  return inOrder(ids, await collectionOf(posts).find<StoredPost>(those, options).toArray());
}

/** Those of the posts that contain the words of `q`, in the order of the ids. */
async function containing(
  { posts }: Parts,
  ids: readonly Types.ObjectId[],
  q: string,
): Promise<Types.ObjectId[]> {
  const words = termsFilter(q);
  if (words === null || ids.length === 0) return [];
  const those = { ...words, deletedAt: null, _id: { $in: [...ids] } } as object;
  const found = await collectionOf(posts)
    .find<Pick<PostRecord, '_id'>>(those, { projection: { _id: 1 }, batchSize: ids.length + 1 })
    .toArray();
  return inOrder(ids, found).map(({ _id }) => _id);
}

async function all(parts: Parts, query: ListQuery, hiding: readonly Types.ObjectId[]) {
  const { sortBy, sortOrder, page, limit, cursor } = query;
  const read = async () => {
    if (sortBy !== 'random') return sorted(parts, { sortBy, sortOrder }, offsetOf(query), limit, cursor);
    const { seed, position: from } = decodeSeedCursor(cursor) ?? { seed: seedOf(query), position: undefined };
    // A page by number has the posts at its positions; by cursor it reads past deleted ones.
    const { posts, hasNext, position } =
      from === undefined
        ? await parts.random.run(seed, (page - 1) * limit, limit, { looks: 1 })
        : await parts.random.run(seed, from, limit);
    return { seed, posts, hasNext, nextCursor: hasNext ? encodeSeedCursor({ seed, position }) : null };
  };
  const { posts } = parts;
  const limited = { limit: COUNTED_MATCHES };
  const [stored, hidden, unseen, stretch] = await Promise.all([
    posts.estimatedDocumentCount(),
    posts.countDocuments({ hidden: true }, limited),
    hiding.length === 0 ? 0 : posts.countDocuments({ user: { $in: [...hiding] }, hidden: false }, limited),
    read(),
  ]);
  return { totalPosts: Math.max(0, stored - hidden - unseen), ...stretch };
}

/** Returns the number of matches and a range of them; the number decides how they are read. */
async function matching(parts: Parts, filter: PostFilter, query: ListQuery) {
  const { sortBy, sortOrder, limit, cursor, userId } = query;
  // Reveal nothing about a suspended user; the posts are hidden slightly later than their author.
  const user = userId === undefined ? [] : [new Types.ObjectId(userId)];
  if ((await parts.assembler.authors(user)).size < user.length) return NOTHING;
  const totalPosts = await countMatches(parts.posts, filter);
  if (sortBy === 'random') {
    return { totalPosts, ...(await shuffled(parts, filter, totalPosts, query)) };
  }
  const sorting = { sortBy, sortOrder };
  const list = `${listName(query)} ${sortBy} ${sortOrder}`;
  const order = orderOf(sortBy, sortOrder);
  const offset = offsetOf(query);
  const find = (range: object, most: number) =>
    orderedMatches<StoredPost>(parts.posts, filter, POST_PROJECTION, {
      sorting,
      matches: totalPosts,
      range,
      offset,
      limit: most,
    });
  return { totalPosts, ...(await page(parts, { list, order, limit, cursor, find })) };
}

/** A page of a list in an index's order. */
function range(parts: Parts, { filter, offset, ...list }: Range) {
  const records = collectionOf(parts.posts);
  const options = { projection: POST_PROJECTION, skip: offset };
  const find = (range: object, most: number) =>
    records
      .find<StoredPost>({ ...filter, ...range } as object, options)
      .sort(list.order)
      .limit(most)
      .toArray();
  return page(parts, { ...list, find });
}

/** A page of a list, and the cursor of the next page. */
async function page(
  { readPage }: Parts,
  { find, ...list }: Omit<Range, 'filter' | 'offset'> & { find: FindPosts },
) {
  const { shown, nextCursor } = await readPage<StoredPost>({
    ...list,
    nullable: ['pinnedAt'],
    find: (range) => ({ sort: () => ({ limit: (most) => ({ toArray: () => find(range, most) }) }) }),
  });
  return { posts: shown, hasNext: nextCursor !== null, nextCursor };
}

/** A page of the shuffled matches. The cursor contains the seed, and stays valid when the matches change. */
const shuffled = async (parts: Parts, filter: PostFilter, matches: number, query: ListQuery) =>
  shuffledOf(parts, await newest(parts, filter, matches), query);

/** A page of some posts in the random order of a seed, without a visibility check. */
async function shuffledOf(parts: Parts, ids: readonly string[], query: SeedQuery) {
  const { page, limit } = query;
  const given = decodeSeedCursor(query.cursor);
  const seed = given?.seed ?? seedOf(query);
  const list = shuffledList(seed, ids);
  const from = given?.position ?? list[(page - 1) * limit]?.[0] ?? Infinity;
  const { ids: taken, ...rest } = readShuffled(list, from, limit);
  const found = await stored(
    parts,
    taken.map((id) => new Types.ObjectId(id)),
  );
  const { shown: posts, hasNext, position } = endEarly(list, rest, found);
  return { seed, posts, hasNext, nextCursor: hasNext ? encodeSeedCursor({ seed, position }) : null };
}

async function newest({ posts }: Parts, filter: PostFilter, matches: number): Promise<string[]> {
  const found = await orderedMatches<Pick<PostRecord, '_id'>>(
    posts,
    filter,
    { _id: 1 },
    { sorting: { sortBy: 'createdAt', sortOrder: 'desc' }, matches, offset: 0, limit: PAGE.shuffledMax },
  );
  return found.map(({ _id }) => _id.toHexString());
}

/** Lists of posts by page or cursor: sorted, filtered, random, or of one user. */
export function createPostLists(parts: Parts) {
  return {
    list: (query: ListQuery, viewerId: string | null) => list(parts, query, viewerId),
    ofUser: (userId: string, query: UserQuery, viewerId: string | null) =>
      ofUser(parts, userId, query, viewerId),
    sorted: (sorting: Sorting, offset: number, limit: number) => sorted(parts, sorting, offset, limit),
    newestOf: (users: readonly Types.ObjectId[]) => newestOf(parts, users),
    stored: (ids: readonly Types.ObjectId[], filter?: PostFilter) => stored(parts, ids, filter),
    containing: (ids: readonly Types.ObjectId[], q: string) => containing(parts, ids, q),
    shuffledOf: (ids: readonly string[], query: SeedQuery) => shuffledOf(parts, ids, query),
  };
}

/** The offset of a page; 0 with a cursor, which may reach deeper. */
const offsetOf = ({ cursor, ...page }: Pick<ListQuery, 'page' | 'limit' | 'cursor'>): number =>
  cursor === undefined || cursor === '' ? pageOffset(page) : 0;

const seedOf = ({ seed }: Pick<ListQuery, 'seed'>): number => seed ?? issueSeed();

const NOTHING = { posts: [], hasNext: false, nextCursor: null, totalPosts: 0 };

const orderOf = (sortBy: Sorting['sortBy'], sortOrder: Sorting['sortOrder']): Order => {
  const direction = sortOrder === 'asc' ? 1 : -1;
  return { [sortBy]: direction, _id: direction };
};
