import type { Types } from 'mongoose';
import { byId } from '../../platform/db/by-id.js';
import { createCounters } from '../../platform/events/counters.js';
import type { EventCounters } from '../../platform/events/event-source.js';
import type { Collection } from '../../platform/db/collection-of.js';
import { LruCache } from '../../platform/lru-cache.js';
import { COMMENTING_PROJECTION, type CommentedPost } from './commenting.js';
import { COUNTERS, type PostCounters, type PostRecord } from './post.model.js';
import { postNotFound } from './find-post.js';

/** Fields of a post that a reaction reads and returns. */
const COUNTED_POST_PROJECTION = {
  pinnedAt: 1,
  seenNumber: 1,
  ...COMMENTING_PROJECTION,
  ...COUNTERS,
} as const;
export type CountedPost = Pick<PostRecord, 'pinnedAt' | 'seenNumber'> & CommentedPost & PostCounters;

/** Number of posts whose authors are cached. */
const AUTHORS_KNOWN = 10_000;

interface Parts {
  posts: Collection<PostRecord>;
  /** Returns those users whose content is visible. */
  authors: (ids: readonly Types.ObjectId[]) => Promise<ReadonlyMap<string, unknown>>;
  now: () => Date;
}

export type CountedPosts = ReturnType<typeof createCountedPosts>;

/** Reads posts and their counters for reactions, comments and views. A post being deleted is not found. */
export function createCountedPosts(parts: Parts) {
  const counters: EventCounters<PostRecord> = createCounters({
    collection: parts.posts,
    find: (_id) => ({ _id, deletedAt: null }),
    projection: COUNTED_POST_PROJECTION,
    set: { totalsDue: true },
    now: parts.now,
  });
  const authorOf = new LruCache<string, Types.ObjectId>(AUTHORS_KNOWN);

  /**
   * Returns the author of a visible post. Authors are cached, since they never change. If a cached post was
   * deleted, the write to its counters fails.
   * @throws AppError 404 also if the author is suspended
   */
  async function shownAuthor(id: Types.ObjectId): Promise<Types.ObjectId> {
    const known = authorOf.get(id.toHexString());
    if (known === undefined) return (await getVisible(id)).user;
    if ((await parts.authors([known])).size === 0) throw postNotFound();
    return known;
  }

  /** @throws AppError 404 also if the author is suspended */
  async function getVisible(id: Types.ObjectId): Promise<CountedPost> {
    const post = await get(id);
    if ((await parts.authors([post.user])).size === 0) throw postNotFound();
    authorOf.set(id.toHexString(), post.user);
    return post;
  }

  /** @throws AppError 404 */
  async function get(id: Types.ObjectId): Promise<CountedPost> {
    const post = await parts.posts.findOne(
      { _id: id, deletedAt: null },
      { projection: COUNTED_POST_PROJECTION },
    );
    if (post === null) throw postNotFound();
    return post;
  }

  /** Posts visible to everyone, by id. */
  async function findVisible(ids: readonly Types.ObjectId[]): Promise<Map<string, CountedPost>> {
    const found = await parts.posts
      .find({ _id: { $in: [...ids] }, deletedAt: null }, { projection: COUNTED_POST_PROJECTION })
      .toArray();
    const authors = await parts.authors(found.map((post) => post.user));
    return byId(found.filter((post) => authors.has(post.user.toHexString())));
  }

  /** Pins a post to its author's profile or unpins it. A pinned post keeps its time. @throws AppError 404 */
  async function pin(id: Types.ObjectId, action: 'toggle' | 'add' | 'remove'): Promise<CountedPost> {
    const isPinned = { $eq: [{ $type: '$pinnedAt' }, 'date'] };
    const ifPinned = action === 'add' ? '$pinnedAt' : null;
    const ifNot = action === 'remove' ? null : parts.now();
    const post = await parts.posts.findOneAndUpdate(
      { _id: id, deletedAt: null },
      [{ $set: { pinnedAt: { $cond: [isPinned, ifPinned, ifNot] } } }],
      { returnDocument: 'after', projection: COUNTED_POST_PROJECTION },
    );
    if (post === null) throw postNotFound();
    return post;
  }

  return { counters, shownAuthor, getVisible, get, findVisible, pin };
}
