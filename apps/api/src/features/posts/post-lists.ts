import { parseSeed, type listPostsQuery, type Post } from '@social-feed/contracts';
import { Types } from 'mongoose';
import type * as z from 'zod/mini';
import type { Native } from '../../platform/db/native.js';
import type { Hydration } from './hydrate.js';
import { scramble } from '../feed/permutation.js';
import { issueSeed, type RandomFeed } from '../feed/random-feed.js';
import { COUNTED_MATCHES, orderedMatches, type PostFilter, type Sorting } from './ordered-matches.js';
import type { PostRecord } from './post.model.js';
import { SHOWN_POST, type ShownPost } from './post.presenter.js';
import { tagKey, wordsFilter } from './search-words.js';

type ListQuery = z.infer<typeof listPostsQuery>;

export interface PostPage {
  data: Post[];
  /** with random orders only */
  seed?: number;
  pagination: { currentPage: number; hasNext: boolean; totalPosts: number };
}

interface Stretch {
  posts: ShownPost[];
  hasNext: boolean;
}

/** A page as asked for; `seed` with random orders. */
type Wanted = Pick<ListQuery, 'sortBy' | 'sortOrder' | 'limit'> & {
  offset: number;
  seed: number | undefined;
};

/** Of the posts that a filter finds, this many of the newest take part in a random order. */
const RANDOM_MATCHES = 1000;

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
    const filter = filterOf(query);
    const offset = (query.page - 1) * query.limit;
    const seed = query.sortBy === 'random' ? (parseSeed(query.seed) ?? issueSeed()) : undefined;
    const wanted = { ...query, offset, seed };
    const [totalPosts, { posts, hasNext }] =
      filter !== null && Object.keys(filter).length === 0
        ? await Promise.all([this.parts.posts.estimatedDocumentCount(), this.all(wanted)])
        : await this.matching(filter, wanted);
    return {
      data: await this.parts.hydration.posts(posts, viewerId),
      ...(seed === undefined ? {} : { seed }),
      pagination: { currentPage: query.page, hasNext, totalPosts },
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

  /** All posts by an index, in either direction. */
  async sorted({ sortBy, sortOrder }: Sorting, offset: number, limit: number): Promise<Stretch> {
    const direction = sortOrder === 'asc' ? 1 : -1;
    const found = await this.parts.posts
      .find({}, { projection: SHOWN_POST })
      .sort({ [sortBy]: direction, _id: direction })
      .skip(offset)
      .limit(limit + 1)
      .toArray();
    return { posts: found.slice(0, limit), hasNext: found.length > limit };
  }

  private async all({ seed, sortBy, sortOrder, offset, limit }: Wanted): Promise<Stretch> {
    if (sortBy !== 'random') return this.sorted({ sortBy, sortOrder }, offset, limit);
    const { posts, hasNextPage } = await this.parts.feed.page(seed!, offset, limit);
    return { posts, hasNext: hasNextPage };
  }

  /** How many match, and a stretch of them; their number decides how they are read. */
  private async matching(filter: PostFilter | null, wanted: Wanted): Promise<[number, Stretch]> {
    const nothing = { posts: [], hasNext: false };
    if (filter === null) return [0, nothing];
    const { user } = filter;
    const byUser = user instanceof Types.ObjectId;
    // Of a suspended user not even the number is told.
    if (byUser && (await this.parts.hydration.authors([user])).size === 0) return [0, nothing];
    const matches = await this.parts.posts.countDocuments(filter, byUser ? {} : { limit: COUNTED_MATCHES });
    if (matches === 0) return [0, nothing];
    const { sortBy, sortOrder, offset, limit } = wanted;
    const read = async () => {
      if (sortBy === 'random') return this.shuffled(filter, matches, wanted);
      const found = await orderedMatches<ShownPost>(this.parts.posts, filter, SHOWN_POST, {
        sorting: { sortBy, sortOrder },
        matches,
        offset,
        limit: limit + 1,
      });
      return { posts: found.slice(0, limit), hasNext: found.length > limit };
    };
    return Promise.all([this.shownOf(filter, matches), read()]);
  }

  private async shuffled(
    filter: PostFilter,
    matches: number,
    { seed, offset, limit }: Wanted,
  ): Promise<Stretch> {
    const newest = await orderedMatches<Pick<PostRecord, '_id'>>(
      this.parts.posts,
      filter,
      { _id: 1 },
      { sorting: { sortBy: 'createdAt', sortOrder: 'desc' }, matches, offset: 0, limit: RANDOM_MATCHES },
    );
    const ids = newest
      .map(({ _id }) => ({ _id, place: scramble(seed!, _id.toHexString()) }))
      .sort((a, b) => a.place - b.place)
      .slice(offset, offset + limit)
      .map(({ _id }) => _id);
    const found = await this.parts.posts.find({ _id: { $in: ids } }, { projection: SHOWN_POST }).toArray();
    const byId = new Map(found.map((post) => [post._id.toHexString(), post]));
    const posts = ids.flatMap((id) => byId.get(id.toHexString()) ?? []);
    return { posts, hasNext: offset + limit < newest.length };
  }

  /** How many of the matches are told: none of a suspended user. */
  private async shownOf(filter: PostFilter, matches: number): Promise<number> {
    if (filter.user instanceof Types.ObjectId) return matches;
    const hidden = await this.parts.hidden();
    if (hidden.length === 0) return matches;
    return Math.max(
      0,
      matches - (await this.parts.posts.countDocuments({ ...filter, user: { $in: hidden } })),
    );
  }
}

/** `null` where nothing can match. */
function filterOf({ tag, userId, q }: ListQuery): PostFilter | null {
  const words = q === undefined ? {} : wordsFilter(q);
  if (words === null) return null;
  return {
    ...words,
    ...(tag === undefined ? {} : { tagKeys: tagKey(tag) }),
    ...(userId === undefined ? {} : { user: new Types.ObjectId(userId) }),
  };
}
