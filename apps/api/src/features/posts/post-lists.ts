import { PAGE, type listPosts, type Post, type QueryOf } from '@social-feed/contracts';
import { tagKey } from '@social-feed/contracts/words';
import { Types, type Model } from 'mongoose';
import { inOrder } from '../../platform/db/by-id.js';
import { native } from '../../platform/db/native.js';
import { pageOffset, type CursorSealer } from '../../platform/http/paging.js';
import { readAfter, type Order } from './keyset.js';
import {
  COUNTED_MATCHES,
  countMatches,
  orderedMatches,
  type PostFilter,
  type Sorting,
} from './ordered-matches.js';
import type { PostRecord } from './post.model.js';
import { POST_PROJECTION, type PostAssembler, type StoredPost } from './post.presenter.js';
import type { RandomFeed } from './random-feed.js';
import { wordsFilter } from './search-words.js';
import { seedOf, shuffledMatches } from './shuffled-matches.js';

type ListQuery = QueryOf<typeof listPosts>;

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
  cursors: CursorSealer;
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
    {
      media,
      page,
      limit,
      cursor,
    }: Pick<ListQuery, 'page' | 'limit' | 'cursor'> & { media?: boolean | undefined },
    viewerId: string | null,
  ): Promise<PostPage> {
    const user = new Types.ObjectId(userId);
    const filter = media === true ? { user, hasMedia: true } : { user };
    const list = `user ${userId} ${String(media)}`;
    const [authors, totalPosts, { posts, hasNext, nextCursor }] = await Promise.all([
      this.deps.assembler.authors([user]),
      this.deps.posts.countDocuments(filter, { limit: COUNTED_MATCHES }),
      this.range({
        list,
        filter,
        order: PROFILE_ORDER,
        offset: offsetOf({ page, limit, cursor }),
        limit,
        cursor,
      }),
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
  async newestOf(users: readonly Types.ObjectId[]): Promise<Types.ObjectId[]> {
    const ofUsers: PostFilter = { user: { $in: users } };
    // with the few that are hidden, since the index alone tells how many these are
    const matches = await countMatches(this.deps.posts, ofUsers);
    return this.newest({ ...ofUsers, hidden: false }, matches);
  }

  /** Posts by their ids, in the order of the ids; without those that are hidden. */
  async shown(ids: readonly Types.ObjectId[]): Promise<StoredPost[]> {
    return this.read(ids, { hidden: false });
  }

  /** Posts by their ids, in the order of the ids. */
  async named(ids: readonly Types.ObjectId[], viewerId: string | null): Promise<Post[]> {
    return this.deps.assembler.posts(await this.read(ids), viewerId);
  }

  private async all(query: ListQuery) {
    const { sortBy, sortOrder, page, limit, cursor } = query;
    const read = async () => {
      if (sortBy !== 'random') return this.sorted({ sortBy, sortOrder }, offsetOf(query), limit, cursor);
      const seed = seedOf(query);
      const { posts, hasNext } = await this.deps.random.page(seed, (page - 1) * limit, limit);
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
    const { shown, nextCursor } = await readAfter<StoredPost>({
      ...list,
      cursors: this.deps.cursors,
      order,
      limit,
      nullable: ['pinnedAt'],
      read: (range, most) =>
        this.deps.posts
          .find({ ...filter, ...range }, POST_PROJECTION)
          .sort(order)
          .skip(offset)
          .limit(most)
          .lean(),
    });
    return { posts: shown, hasNext: nextCursor !== null, nextCursor };
  }

  private async shuffled(filter: PostFilter, matches: number, query: ListQuery) {
    const newest = await this.newest(filter, matches);
    const { ids, ...rest } = shuffledMatches(
      newest.map((_id) => _id.toHexString()),
      query,
    );
    return { posts: await this.read(ids.map((id) => new Types.ObjectId(id))), ...rest };
  }

  private async newest(filter: PostFilter, matches: number): Promise<Types.ObjectId[]> {
    const found = await orderedMatches<Pick<PostRecord, '_id'>>(
      this.deps.posts,
      filter,
      { _id: 1 },
      { sorting: { sortBy: 'createdAt', sortOrder: 'desc' }, matches, offset: 0, limit: PAGE.shuffledMax },
    );
    return found.map(({ _id }) => _id);
  }

  private async read(ids: readonly Types.ObjectId[], filter: PostFilter = {}): Promise<StoredPost[]> {
    const those = { ...filter, _id: { $in: ids } } as object;
    const found = native(this.deps.posts).find<StoredPost>(those, { projection: POST_PROJECTION });
    return inOrder(ids, await found.toArray());
  }
}

/** Where a page begins; of no use beside a cursor, which reaches deeper. */
const offsetOf = ({ cursor, ...page }: Pick<ListQuery, 'page' | 'limit' | 'cursor'>): number =>
  cursor === undefined || cursor === '' ? pageOffset(page) : 0;

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
