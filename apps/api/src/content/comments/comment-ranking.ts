import type { Types } from 'mongoose';
import type { Collection } from '../../platform/db/collection-of.js';
import { LruCache } from '../../platform/lru-cache.js';
import { SECOND } from '../../platform/time.js';
import { NO_REPLIES, type CommentRecord } from './comment.model.js';

/** Number of comments that are ranked in the smart order; the rest follow by date. */
export const RANKED = 300;
/** Milliseconds for which all readers of a post share a ranking. */
const LASTS = SECOND;
/** Posts whose ranking this process keeps. */
const KEPT = 500;

export type CommentRanking = ReturnType<typeof createCommentRanking>;

/**
 * Reads the first comments of posts in the smart order. Cached for a second, since a busy post has many readers; a
 * change shows at once in the process that made it.
 */
export function createCommentRanking(comments: Collection<CommentRecord>, now: () => Date) {
  const kept = new LruCache<string, { ids: Promise<Types.ObjectId[]>; until: number }>(KEPT);

  async function read(post: Types.ObjectId): Promise<Types.ObjectId[]> {
    const found = await comments
      .find({ post, ...NO_REPLIES }, { projection: { _id: 1 }, batchSize: RANKED })
      .sort({ rank: -1, _id: -1 })
      .limit(RANKED)
      .toArray();
    return found.map(({ _id }) => _id);
  }

  return {
    of(post: Types.ObjectId): Promise<Types.ObjectId[]> {
      const key = post.toHexString();
      const held = kept.get(key);
      if (held !== undefined && now().getTime() < held.until) return held.ids;
      const ids = read(post);
      ids.catch(() => kept.delete(key));
      kept.set(key, { ids, until: now().getTime() + LASTS });
      return ids;
    },
    /** Call this after a change of the post's comments or their likes. */
    forget: (post: Types.ObjectId) => void kept.delete(post.toHexString()),
  };
}
