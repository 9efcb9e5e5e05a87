import { parseSeed, type listPostsQuery, type Post } from '@social-feed/contracts';
import { Types } from 'mongoose';
import type * as z from 'zod/mini';
import type { Native } from '../db/native.js';
import type { Hydration } from '../feed/hydrate.js';
import { scramble } from '../feed/permutation.js';
import { issueSeed, type RandomFeed } from '../feed/random-feed.js';
import type { PostRecord } from './post.model.js';
import { SHOWN_POST, type ShownPost } from './post.presenter.js';
import { tagKey, wordsFilter } from './search-words.js';

type ListQuery = z.infer<typeof listPostsQuery>;
type Filter = Parameters<Native<PostRecord>['find']>[0] & object;

/** A sorting that an index serves. */
export interface Sorting {
  sortBy: 'createdAt' | 'views' | 'likes';
  sortOrder: 'asc' | 'desc';
}

export interface PostPage {
  data: Post[];
  /** with random orders only */
  seed?: number;
  pagination: { currentPage: number; hasNext: boolean; totalPosts: number };
}

/** Of the posts that a filter finds, this many of the newest take part in a random order. */
const RANDOM_MATCHES = 1000;
/** Matches of words and tags are counted up to this. */
const COUNTED_MATCHES = 10_000;

interface Parts {
  posts: Native<PostRecord>;
  feed: RandomFeed;
  hydration: Hydration;
  /** Suspended users, whose posts no count includes. */
  hidden: () => Promise<Types.ObjectId[]>;
}

/** Lists of posts by page: sorted, filtered, random, or of one user (design §3). */
export class PostLists {
  constructor(private readonly parts: Parts) {}

  /**
   * `GET posts` and `GET posts/random`. `totalPosts` is exact for a user, an estimate for all, and at most 10,000 where
   * words or a tag are looked for; posts of suspended users count in the estimate alone. A random order with a filter is
   * one of the newest 1,000 matches.
   */
  async list(query: ListQuery, viewerId: string | null): Promise<PostPage> {
    const { page, limit, sortBy, sortOrder } = query;
    const offset = (page - 1) * limit;
    const filter = filterOf(query);
    const filtered = filter === null || Object.keys(filter).length > 0;
    const seed = sortBy === 'random' ? (parseSeed(query.seed) ?? issueSeed()) : undefined;
    const read = async () => {
      if (sortBy !== 'random') return this.sorted(filter, { sortBy, sortOrder }, offset, limit);
      const { posts, hasNextPage } = filtered
        ? await this.shuffled(filter, seed!, offset, limit)
        : await this.parts.feed.page(seed!, offset, limit);
      return { posts, hasNext: hasNextPage };
    };
    const [totalPosts, { posts, hasNext }] = await Promise.all([this.count(filter), read()]);
    return {
      data: await this.parts.hydration.posts(posts, viewerId),
      ...(seed === undefined ? {} : { seed }),
      pagination: { currentPage: page, hasNext, totalPosts },
    };
  }

  /**
   * A user's posts for the profile: pinned ones first, then the newest (A §7.3, design §4).
   * @param query `media: true` leaves only posts with pictures or clips
   */
  async ofUser(
    userId: string,
    { page, limit, media }: { page: number; limit: number; media?: boolean | undefined },
    viewerId: string | null,
  ): Promise<PostPage> {
    const user = new Types.ObjectId(userId);
    const filter = media === true ? { user, 'media.0': { $exists: true } } : { user };
    const [authors, totalPosts, found] = await Promise.all([
      this.parts.hydration.authors([user]),
      this.parts.posts.countDocuments(filter),
      this.parts.posts
        .find(filter, { projection: SHOWN_POST })
        .sort({ pinnedAt: -1, createdAt: -1, _id: -1 })
        .skip((page - 1) * limit)
        .limit(limit + 1)
        .toArray(),
    ]);
    // Of a suspended user not even the number is told.
    if (authors.size === 0) {
      return { data: [], pagination: { currentPage: page, hasNext: false, totalPosts: 0 } };
    }
    return {
      data: await this.parts.hydration.posts(found.slice(0, limit), viewerId),
      pagination: { currentPage: page, hasNext: found.length > limit, totalPosts },
    };
  }

  /** Posts by an index in either direction; `null` as filter finds nothing. */
  async sorted(
    filter: Filter | null,
    { sortBy, sortOrder }: Sorting,
    offset: number,
    limit: number,
  ): Promise<{ posts: ShownPost[]; hasNext: boolean }> {
    if (filter === null) return { posts: [], hasNext: false };
    const direction = sortOrder === 'asc' ? 1 : -1;
    const found = await this.parts.posts
      .find(filter, { projection: SHOWN_POST })
      .sort({ [sortBy]: direction, _id: direction })
      .skip(offset)
      .limit(limit + 1)
      .toArray();
    return { posts: found.slice(0, limit), hasNext: found.length > limit };
  }

  private async shuffled(filter: Filter | null, seed: number, offset: number, limit: number) {
    if (filter === null) return { posts: [], hasNextPage: false };
    const matches = await this.parts.posts
      .find(filter, { projection: { _id: 1 } })
      .sort({ createdAt: -1, _id: -1 })
      .limit(RANDOM_MATCHES)
      .toArray();
    const ids = matches
      .map(({ _id }) => ({ _id, place: scramble(seed, _id.toHexString()) }))
      .sort((a, b) => a.place - b.place)
      .slice(offset, offset + limit)
      .map(({ _id }) => _id);
    const found = await this.parts.posts.find({ _id: { $in: ids } }, { projection: SHOWN_POST }).toArray();
    const byId = new Map(found.map((post) => [post._id.toHexString(), post]));
    const posts = ids.flatMap((id) => byId.get(id.toHexString()) ?? []);
    return { posts, hasNextPage: offset + limit < matches.length };
  }

  private async count(filter: Filter | null): Promise<number> {
    if (filter === null) return 0;
    const { posts } = this.parts;
    if (Object.keys(filter).length === 0) return posts.estimatedDocumentCount();
    const { user } = filter;
    if (user instanceof Types.ObjectId) {
      const [authors, total] = await Promise.all([
        this.parts.hydration.authors([user]),
        posts.countDocuments(filter),
      ]);
      return authors.size === 0 ? 0 : total;
    }
    const [hidden, matches] = await Promise.all([
      this.parts.hidden(),
      posts.countDocuments(filter, { limit: COUNTED_MATCHES }),
    ]);
    if (hidden.length === 0 || matches === 0) return matches;
    return Math.max(0, matches - (await posts.countDocuments({ ...filter, user: { $in: hidden } })));
  }
}

/** `null` where nothing can match. */
function filterOf({ tag, userId, q }: ListQuery): Filter | null {
  const words = q === undefined ? {} : wordsFilter(q);
  if (words === null) return null;
  return {
    ...words,
    ...(tag === undefined ? {} : { tagKeys: tagKey(tag) }),
    ...(userId === undefined ? {} : { user: new Types.ObjectId(userId) }),
  };
}
