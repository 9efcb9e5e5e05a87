import { parseSeed, type listPostsQuery, type Post } from '@social-feed/contracts';
import { Types, type Model } from 'mongoose';
import type * as z from 'zod/mini';
import { pageOffset, type CursorSealer } from '../../platform/http/paging.js';
import { positionOf, rangesAfter, type Order } from './keyset.js';
import {
  COUNTED_MATCHES,
  countMatches,
  orderedMatches,
  type PostFilter,
  type Sorting,
} from './ordered-matches.js';
import type { PostAssembler } from './post-assembler.js';
import type { PostRecord } from './post.model.js';
import { POST_PROJECTION, type StoredPost } from './post.presenter.js';
import { tagKey, wordsFilter } from './search-words.js';

type ListQuery = z.infer<typeof listPostsQuery>;

export interface PostPage {
  data: Post[];
  /** with random orders only */
  seed?: number;
  pagination: { currentPage: number; hasNext: boolean; totalPosts: number };
  /** with lists that an index keeps in order only */
  nextCursor?: string | null;
}

interface Stretch {
  posts: StoredPost[];
  hasNext: boolean;
}

/** Random orders; the feed gives them. */
export interface RandomOrders {
  issueSeed(): number;
  page(seed: number, offset: number, limit: number): Promise<Stretch>;
  /** A number that puts an id into a seed's order among few others. */
  shuffleKey(seed: number, id: string): number;
}

/** Of the posts that a filter finds, this many of the newest take part in a random order. */
const RANDOM_MATCHES = 1000;
/** A user's posts on the profile: pinned ones first, then the newest. */
const PROFILE_ORDER: Order = { pinnedAt: -1, createdAt: -1, _id: -1 };

interface Range {
  /** names the list and its order */
  list: string;
  filter: PostFilter;
  order: Order;
  page: number;
  limit: number;
  /** begins after the entry that it names, instead of at the page */
  cursor?: string | undefined;
}

interface PostListsDeps {
  posts: Model<PostRecord>;
  random: RandomOrders;
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
          ? await this.all(filter, query)
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
    { media, ...query }: Pick<Range, 'page' | 'limit' | 'cursor'> & { media?: boolean | undefined },
    viewerId: string | null,
  ): Promise<PostPage> {
    const user = new Types.ObjectId(userId);
    const filter = media === true ? { user, hasMedia: true } : { user };
    const list = `user ${userId} ${String(media)}`;
    const [authors, totalPosts, { posts, hasNext, nextCursor }] = await Promise.all([
      this.deps.assembler.authors([user]),
      this.deps.posts.countDocuments(filter, { limit: COUNTED_MATCHES }),
      this.range({ list, filter, order: PROFILE_ORDER, ...query }),
    ]);
    // Of a suspended user not even the number is told.
    if (authors.size === 0) {
      return { data: [], pagination: { currentPage: query.page, hasNext: false, totalPosts: 0 } };
    }
    return {
      data: await this.deps.assembler.posts(posts, viewerId),
      nextCursor,
      pagination: { currentPage: query.page, hasNext, totalPosts },
    };
  }

  /** All posts by an index, in either direction. */
  async sorted({ sortBy, sortOrder }: Sorting, offset: number, limit: number): Promise<Stretch> {
    const found = await this.deps.posts
      .find({ hidden: false }, POST_PROJECTION)
      .sort(orderOf(sortBy, sortOrder))
      .skip(offset)
      .limit(limit + 1)
      .lean();
    return { posts: found.slice(0, limit), hasNext: found.length > limit };
  }

  private async all(filter: PostFilter, query: ListQuery) {
    const { sortBy, sortOrder, page, limit, cursor } = query;
    const read = async () => {
      if (sortBy !== 'random') {
        const list = `all ${sortBy} ${sortOrder}`;
        return this.range({ list, filter, order: orderOf(sortBy, sortOrder), page, limit, cursor });
      }
      const seed = this.seedOf(query);
      return { seed, ...(await this.deps.random.page(seed, (page - 1) * limit, limit)) };
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
      const seed = this.seedOf(query);
      return { seed, totalPosts, ...(await this.shuffled(filter, totalPosts, { seed, page, limit })) };
    }
    if (sortBy === 'createdAt' && tag !== undefined && userId === undefined && q === undefined) {
      const list = `tag ${tagKey(tag)} ${sortOrder}`;
      const order = orderOf(sortBy, sortOrder);
      return { totalPosts, ...(await this.range({ list, filter, order, page, limit, cursor })) };
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
  private async range({ list, filter, order, page, limit, cursor }: Range) {
    const found: StoredPost[] = [];
    const read = async (range: object, skip: number) => {
      const missing = limit + 1 - found.length;
      if (missing === 0) return;
      found.push(
        ...(await this.deps.posts
          .find({ ...filter, ...range }, POST_PROJECTION)
          .sort(order)
          .skip(skip)
          .limit(missing)
          .lean()),
      );
    };
    if (cursor === undefined || cursor === '') await read({}, pageOffset({ page, limit }));
    else {
      const position = this.deps.cursors.unseal(list, cursor) as unknown[];
      for (const range of rangesAfter(order, position, ['pinnedAt'])) await read(range, 0);
    }
    const posts = found.slice(0, limit);
    const last = posts.at(-1);
    const hasNext = found.length > limit && last !== undefined;
    return {
      posts,
      hasNext,
      nextCursor: hasNext ? this.deps.cursors.seal(list, positionOf(order, last)) : null,
    };
  }

  private async shuffled(
    filter: PostFilter,
    matches: number,
    { seed, page, limit }: { seed: number; page: number; limit: number },
  ): Promise<Stretch> {
    const newest = await orderedMatches<Pick<PostRecord, '_id'>>(
      this.deps.posts,
      filter,
      { _id: 1 },
      { sorting: { sortBy: 'createdAt', sortOrder: 'desc' }, matches, offset: 0, limit: RANDOM_MATCHES },
    );
    const offset = (page - 1) * limit;
    const ids = newest
      .map(({ _id }) => ({ _id, place: this.deps.random.shuffleKey(seed, _id.toHexString()) }))
      .sort((a, b) => a.place - b.place)
      .slice(offset, offset + limit)
      .map(({ _id }) => _id);
    const found = await this.deps.posts.find({ _id: { $in: ids } }, POST_PROJECTION).lean();
    const byId = new Map(found.map((post) => [post._id.toHexString(), post]));
    const posts = ids.flatMap((id) => byId.get(id.toHexString()) ?? []);
    return { posts, hasNext: offset + limit < newest.length };
  }

  private seedOf({ seed }: ListQuery): number {
    return parseSeed(seed) ?? this.deps.random.issueSeed();
  }
}

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
