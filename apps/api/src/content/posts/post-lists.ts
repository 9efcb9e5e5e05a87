import { PAGE, type Post } from '@social-feed/contracts';
import { Types } from 'mongoose';
import { pageOffset, type Order } from '../../platform/http/paging.js';
import { readingOf, type SearchBounds } from './count-matches.js';
import { createPostSearch, newestOf } from './ordered-matches.js';
import { LISTED } from '../../order/feed-order/feed-positions.js';
import { decodeSeedCursor, encodeSeedCursor } from '../../order/feed-order/seed-cursor.js';
import { isFiltered, listFilter, listName, type ListQuery, type PostFilter } from './list-filter.js';
import { COUNTED_MATCHES, matchesOf, UNCOUNTED, type Sorting } from './post-search.js';
import { containing, stored, texts } from './posts-by-id.js';
import { seedOf, shuffledOf, type SeedQuery } from './shuffled-matches.js';
import { orderOf, range, search, type ListParts } from './post-ranges.js';
import { numberOf, storedNumber } from './stored-numbers.js';

export interface PostPage {
  data: Post[];
  /** only for random orders */
  seed?: number;
  pagination: { currentPage: number; hasNext: boolean; totalPosts: number };
  nextCursor: string | null;
}

/** Order of a user's posts on the profile: pinned ones first, then the newest. */
const PROFILE_ORDER: Order = { pinnedAt: -1, createdAt: -1, _id: -1 };

/** Posts of one tag or user, whose indexes have them by date. */
type Narrowed = { tag: string } | { userId: string };

type UserQuery = Pick<ListQuery, 'page' | 'limit' | 'cursor'> & { media?: boolean | undefined };

/**
 * Serves `GET posts` and `GET posts/random`. `totalPosts` counts at most 10,000 matches of words, a tag or a
 * user; without a filter it is an estimate. It leaves out posts hidden from the reader. A filtered random order
 * covers the newest 1,000 matches.
 */
async function list(parts: ListParts, query: ListQuery, viewerId: string | null): Promise<PostPage> {
  const hiding = await parts.hidingFrom(viewerId);
  const found =
    listFilter(query, hiding) === null
      ? NOTHING
      : isFiltered(query)
        ? await matching(parts, query, hiding)
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
  parts: ListParts,
  userId: string,
  query: UserQuery,
  viewerId: string | null,
): Promise<PostPage> {
  const { media, page, limit, cursor } = query;
  const user = new Types.ObjectId(userId);
  const filter = media === true ? { user, hasMedia: true } : { user };
  const list = `user ${userId} ${String(media)}`;
  const count = () => numberOf(parts, filter, media === true ? 'media' : 'posts');
  const place = { order: PROFILE_ORDER, offset: offsetOf(query), limit, cursor };
  const [authors, { posts, total: totalPosts, hasNext, nextCursor }] = await Promise.all([
    parts.assembler.authors([user]),
    range(parts, { list, filter, count, ...place }),
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
  parts: ListParts,
  { sortBy, sortOrder }: Sorting,
  offset: number,
  limit: number,
  cursor?: string,
) {
  const list = `all ${sortBy} ${sortOrder}`;
  const order = orderOf(sortBy, sortOrder);
  return range(parts, { list, filter: LISTED, order, offset, limit, cursor });
}

async function all(parts: ListParts, query: ListQuery, hiding: readonly Types.ObjectId[]) {
  const { sortBy, sortOrder, page, limit, cursor } = query;
  const read = async () => {
    if (sortBy !== 'random') {
      const { total: _, ...found } = await sorted(
        parts,
        { sortBy, sortOrder },
        offsetOf(query),
        limit,
        cursor,
      );
      return found;
    }
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

/** The newest posts of a tag or user as visitors see them, for readers who need no number of all. */
async function newest(parts: ListParts, of: Narrowed, limit: number): Promise<Post[]> {
  const sorting = { sortBy: 'createdAt', sortOrder: 'desc' } as const;
  const count = () => Promise.resolve(UNCOUNTED);
  const place = { list: `newest ${listName(of)}`, sorting, offset: 0, limit, cursor: undefined };
  const { posts } = await search(parts, { by: of, hiding: [] }, { ...place, count });
  return parts.assembler.posts(posts, null);
}

/** Returns the number of matches and a range of them; the number decides how they are read. */
async function matching(parts: ListParts, query: ListQuery, hiding: readonly Types.ObjectId[]) {
  const { sortBy, sortOrder, limit, cursor, userId } = query;
  // Reveal nothing about a suspended user; the posts are hidden slightly later than their author.
  const user = userId === undefined ? undefined : new Types.ObjectId(userId);
  if (user !== undefined && (await parts.assembler.authors([user])).size === 0) return NOTHING;
  const sought = { by: query, hiding };
  const count = async () => {
    const stored = await storedNumber(parts, query, hiding);
    // While the numbers of new posts are stored they lack them: a list with posts must not count as empty.
    return stored ? matchesOf(stored) : parts.search.count(sought);
  };
  if (sortBy === 'random') {
    const matches = await count();
    const ids = await parts.search.newest(sought, matches, PAGE.shuffledMax);
    return { totalPosts: matches.total, ...(await shuffledOf(parts.posts, ids, query)) };
  }
  const sorting = { sortBy, sortOrder };
  const list = `posts ${listName(query)} ${sortBy} ${sortOrder}`;
  const place = { list, sorting, offset: offsetOf(query), limit, cursor, count };
  const { matches, ...found } = await search(parts, sought, place);
  return { totalPosts: matches.total, ...found };
}

/**
 * Lists of posts by page or cursor: sorted, filtered, random, or of one user.
 * @param bounds smaller ones for tests
 */
export function createPostLists(given: Omit<ListParts, 'search'>, bounds?: SearchBounds) {
  const reading = readingOf(given.posts, bounds);
  const parts = { ...given, search: createPostSearch(reading) };
  return {
    list: (query: ListQuery, viewerId: string | null) => list(parts, query, viewerId),
    newest: (of: Narrowed, limit: number) => newest(parts, of, limit),
    ofUser: (userId: string, query: UserQuery, viewerId: string | null) =>
      ofUser(parts, userId, query, viewerId),
    sorted: (sorting: Sorting, offset: number, limit: number) => sorted(parts, sorting, offset, limit),
    newestOf: (users: readonly Types.ObjectId[]) => newestOf(reading, users, PAGE.shuffledMax),
    stored: (ids: readonly Types.ObjectId[], filter?: PostFilter) => stored(parts.posts, ids, filter),
    texts: (ids: readonly Types.ObjectId[]) => texts(parts.posts, ids),
    containing: (ids: readonly Types.ObjectId[], q: string) => containing(parts.posts, ids, q),
    shuffledOf: (ids: readonly string[], query: SeedQuery) => shuffledOf(parts.posts, ids, query),
  };
}

/** The offset of a page; 0 with a cursor, which may reach deeper. */
const offsetOf = ({ cursor, ...page }: Pick<ListQuery, 'page' | 'limit' | 'cursor'>): number =>
  cursor === undefined || cursor === '' ? pageOffset(page) : 0;

const NOTHING = { posts: [], hasNext: false, nextCursor: null, totalPosts: 0 };
