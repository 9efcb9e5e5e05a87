import { PAGE, type listPosts, type Post, type QueryOf } from '@social-feed/contracts';
import { tagKey } from '@social-feed/contracts/words';
import { Types, type Model } from 'mongoose';
import { inOrder } from '../../platform/db/by-id.js';
import { native } from '../../platform/db/native.js';
import { pageOffset, type Order, type PageReader } from '../../platform/http/paging.js';
import {
  COUNTED_MATCHES,
  countMatches,
  orderedMatches,
  type PostFilter,
  type Sorting,
} from './ordered-matches.js';
import type { PostRecord } from './post.model.js';
import { POST_PROJECTION, type PostAssembler, type StoredPost } from './post.presenter.js';
import { decodeSeedCursor, encodeSeedCursor } from '../orders/seed-cursor.js';
import { issueSeed } from '../orders/seed-pins.js';
import { endEarly, readShuffled, shuffledList } from '../orders/shuffled-list.js';
import type { RandomFeed } from './random-feed.js';
import { wordsFilter } from './search-words.js';

type Query = QueryOf<typeof listPosts>;
type ListQuery = Partial<Query> & Pick<Query, 'page' | 'limit' | 'sortBy' | 'sortOrder'>;

export interface PostPage {
  data: Post[];
  /** with random orders only */
  seed?: number;
  pagination: { currentPage: number; hasNext: boolean; totalPosts: number };
  /** with lists that an index keeps in order, and with random orders of what a filter finds, only */
  nextCursor?: string | null;
}

/** A user's posts on the profile: pinned ones first, then the newest. */
const PROFILE_ORDER: Order = { pinnedAt: -1, createdAt: -1, _id: -1 };

interface Range {
  /** names the list and its order */
  list: string;
  filter: PostFilter;
  order: Order;
  offset: number;
  limit: number;
  /** begins after the entry that it names, instead of at the offset */
  cursor: string | undefined;
}

interface PostListsDeps {
  posts: Model<PostRecord>;
  random: RandomFeed;
  assembler: PostAssembler;
  readPage: PageReader;
}

/** Lists of posts by page or cursor: sorted, filtered, random, or of one user. */
export class PostLists {
  constructor(private readonly deps: PostListsDeps) {}

  /**
   * `GET posts` and `GET posts/random`. `totalPosts` counts at most 10,000 matches of words, a tag or a user; without
   * a filter it is an estimate. A random order with a filter is one of the newest 1,000 matches.
   */
  async list(query: ListQuery, viewerId: string | null): Promise<PostPage> {
    const filter = filterOf(query);
    const found =
      filter === null
        ? NOTHING
        : isUnfiltered(filter)
          ? await this.all(query)
          : await this.matching(filter, query);
    const { posts, hasNext, totalPosts, ...rest } = found;
    return {
      data: await this.deps.assembler.posts(posts, viewerId),
      ...rest,
      pagination: { currentPage: query.page, hasNext, totalPosts },
    };
  }

  /**
   * A user's posts for the profile.
   * @param query `media: true` leaves only posts with pictures or clips
   */
  async ofUser(
    userId: string,
    query: Pick<ListQuery, 'page' | 'limit' | 'cursor'> & { media?: boolean | undefined },
    viewerId: string | null,
  ): Promise<PostPage> {
    const { media, page, limit, cursor } = query;
    const user = new Types.ObjectId(userId);
    const filter = media === true ? { user, hasMedia: true } : { user };
    const list = `user ${userId} ${String(media)}`;
    const [authors, totalPosts, { posts, hasNext, nextCursor }] = await Promise.all([
      this.deps.assembler.authors([user]),
      this.deps.posts.countDocuments(filter, { limit: COUNTED_MATCHES }),
      this.range({ list, filter, order: PROFILE_ORDER, offset: offsetOf(query), limit, cursor }),
    ]);
    // Of a suspended user not even the number is told.
    if (authors.size === 0) {
      return { data: [], pagination: { currentPage: page, hasNext: false, totalPosts: 0 } };
    }
    return {
      data: await this.deps.assembler.posts(posts, viewerId),
      nextCursor,
      pagination: { currentPage: page, hasNext, totalPosts },
    };
  }

  /** All posts by an index, in either direction. */
  sorted({ sortBy, sortOrder }: Sorting, offset: number, limit: number, cursor?: string) {
    const list = `all ${sortBy} ${sortOrder}`;
    const order = orderOf(sortBy, sortOrder);
    return this.range({ list, filter: { hidden: false }, order, offset, limit, cursor });
  }

  /** Ids of the newest posts of some users, 1,000 at most. */
  async newestOf(users: readonly Types.ObjectId[]): Promise<string[]> {
    const ofUsers: PostFilter = { user: { $in: users } };
    // with the few that are hidden, since the index alone tells how many these are
    const matches = await countMatches(this.deps.posts, ofUsers);
    return this.newest({ ...ofUsers, hidden: false }, matches);
  }

  /** Posts by their ids, in the order of the ids, whoever may see them; those that are gone are left out. */
  async stored(
    ids: readonly Types.ObjectId[],
    filter: PostFilter = { deletedAt: null },
  ): Promise<StoredPost[]> {
    if (ids.length === 0) return [];
    const those = { ...filter, _id: { $in: [...ids] } } as object;
    const options = { projection: POST_PROJECTION, batchSize: ids.length + 1 };
    return inOrder(ids, await native(this.deps.posts).find<StoredPost>(those, options).toArray());
  }

  private async all(query: ListQuery) {
    const { sortBy, sortOrder, page, limit, cursor } = query;
    const read = async () => {
      if (sortBy !== 'random') return this.sorted({ sortBy, sortOrder }, offsetOf(query), limit, cursor);
      const seed = seedOf(query);
      const { posts, hasNext } = await this.deps.random.run(seed, (page - 1) * limit, limit, { looks: 1 });
      return { seed, posts, hasNext };
    };
    const [stored, hidden, stretch] = await Promise.all([
      this.deps.posts.estimatedDocumentCount(),
      this.deps.posts.countDocuments({ hidden: true }, { limit: COUNTED_MATCHES }),
      read(),
    ]);
    return { totalPosts: Math.max(0, stored - hidden), ...stretch };
  }

  /** How many match, and a stretch of them; their number decides how they are read. */
  private async matching(filter: PostFilter, query: ListQuery) {
    const { sortBy, sortOrder, page, limit, cursor, userId, tag, q } = query;
    // Of a suspended user not even the number is told; posts are hidden a moment after their author.
    const user = userId === undefined ? [] : [new Types.ObjectId(userId)];
    if ((await this.deps.assembler.authors(user)).size < user.length) return NOTHING;
    const totalPosts = await countMatches(this.deps.posts, filter);
    if (sortBy === 'random') {
      return { totalPosts, ...(await this.shuffled(filter, totalPosts, query)) };
    }
    if (sortBy === 'createdAt' && tag !== undefined && userId === undefined && q === undefined) {
      const list = `tag ${tagKey(tag)} ${sortOrder}`;
      const order = orderOf(sortBy, sortOrder);
      return {
        totalPosts,
        ...(await this.range({ list, filter, order, offset: offsetOf(query), limit, cursor })),
      };
    }
    const found = await orderedMatches<StoredPost>(this.deps.posts, filter, POST_PROJECTION, {
      sorting: { sortBy, sortOrder },
      matches: totalPosts,
      offset: pageOffset({ page, limit }),
      limit: limit + 1,
    });
    return { totalPosts, posts: found.slice(0, limit), hasNext: found.length > limit };
  }

  /** A page of a list that an index keeps in order, and the cursor of the next one. */
  private async range({ filter, order, offset, limit, ...list }: Range) {
    const { shown, nextCursor } = await this.deps.readPage<StoredPost>({
      ...list,
      order,
      limit,
      nullable: ['pinnedAt'],
      find: (range) =>
        native(this.deps.posts).find<StoredPost>({ ...filter, ...range } as object, {
          projection: POST_PROJECTION,
          skip: offset,
        }),
    });
    return { posts: shown, hasNext: nextCursor !== null, nextCursor };
  }

  /** A page of the matches, shuffled. A cursor decides the seed, and goes on however the matches change meanwhile. */
  private async shuffled(filter: PostFilter, matches: number, query: ListQuery) {
    const { page, limit } = query;
    const given = decodeSeedCursor(query.cursor);
    const seed = given?.seed ?? seedOf(query);
    const list = shuffledList(seed, await this.newest(filter, matches));
    const from = given?.position ?? list[(page - 1) * limit]?.[0] ?? Infinity;
    const { ids, ...rest } = readShuffled(list, from, limit);
    const found = await this.stored(ids.map((id) => new Types.ObjectId(id)));
    const { shown: posts, hasNext, position } = endEarly(list, rest, found);
    return { seed, posts, hasNext, nextCursor: hasNext ? encodeSeedCursor({ seed, position }) : null };
  }

  private async newest(filter: PostFilter, matches: number): Promise<string[]> {
    const found = await orderedMatches<Pick<PostRecord, '_id'>>(
      this.deps.posts,
      filter,
      { _id: 1 },
      { sorting: { sortBy: 'createdAt', sortOrder: 'desc' }, matches, offset: 0, limit: PAGE.shuffledMax },
    );
    return found.map(({ _id }) => _id.toHexString());
  }
}

/** Where a page begins; of no use beside a cursor, which reaches deeper. */
const offsetOf = ({ cursor, ...page }: Pick<ListQuery, 'page' | 'limit' | 'cursor'>): number =>
  cursor === undefined || cursor === '' ? pageOffset(page) : 0;

const seedOf = ({ seed }: ListQuery): number => seed ?? issueSeed();

const NOTHING = { posts: [], hasNext: false, totalPosts: 0 };

const orderOf = (sortBy: Sorting['sortBy'], sortOrder: Sorting['sortOrder']): Order => {
  const direction = sortOrder === 'asc' ? 1 : -1;
  return { [sortBy]: direction, _id: direction };
};

const isUnfiltered = (filter: PostFilter): boolean => Object.keys(filter).length === 1;

/** `null` where nothing can match. */
function filterOf({ tag, userId, q }: ListQuery): PostFilter | null {
  const words = q === undefined ? {} : wordsFilter(q);
  if (words === null) return null;
  return {
    hidden: false,
    ...words,
    ...(tag === undefined ? {} : { tagKeys: tagKey(tag) }),
    ...(userId === undefined ? {} : { user: new Types.ObjectId(userId) }),
  };
}
