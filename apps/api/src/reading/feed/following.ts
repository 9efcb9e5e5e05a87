import { createHash } from 'node:crypto';
import { Types } from 'mongoose';
import { LruCache } from '../../platform/lru-cache.js';
import { MINUTE } from '../../platform/time.js';
import { endEarly, readShuffled, shuffledList } from '../../order/feed-order/shuffled-list.js';
import type { StoredPost } from '../../content/posts/post.presenter.js';
import type { Posts } from '../../content/posts/posts.feature.js';

/** Number of readers whose newest posts are cached, up to 1,000 ids each. */
const REMEMBERED = 200;
/**
 * Cache time in milliseconds, for later and for first pages. A first page should include posts written just now.
 */
const REMEMBERED_FOR = { later: MINUTE, first: 10_000 };

interface FollowingDeps {
  lists: Pick<Posts['lists'], 'newestOf' | 'stored'>;
  /** Ids of the users that a user follows. */
  followsOf: (userId: Types.ObjectId) => Promise<Types.ObjectId[]>;
  /** The revision of a user's follows; `undefined` while they may be changing. */
  revisionOf: (userId: Types.ObjectId) => Promise<string | undefined>;
  now: () => Date;
}

interface Newest {
  revision: string | undefined;
  /** A hash of the followed users. */
  follows: string;
  ids: readonly string[];
  readAt: number;
}

/** The newest posts of the users a reader follows, shuffled by a seed. */
export function createFollowingFeed(deps: FollowingDeps) {
  const newest = new LruCache<string, Newest>(REMEMBERED);

  /**
   * Returns the next posts from a position. The position of a post never changes, so no post repeats or is skipped
   * under concurrent writes and deletions. A page is shorter by the posts left out.
   */
  async function run(
    viewerId: string,
    seed: number,
    from: number,
    limit: number,
    isLeftOut: (post: StoredPost) => boolean,
  ): Promise<{ posts: StoredPost[]; hasNext: boolean; position: number }> {
    const ids = await newestFor(viewerId, REMEMBERED_FOR[from === 0 ? 'first' : 'later']);
    const list = shuffledList(seed, ids);
    const { ids: taken, ...page } = readShuffled(list, from, limit);
    const those = taken.map((id) => new Types.ObjectId(id));
    const found = await deps.lists.stored(those, { hidden: false });
    const { shown, ...rest } = endEarly(list, page, found);
    return { posts: shown.filter((post) => !isLeftOut(post)), ...rest };
  }

  /**
   * Ids of the newest posts of followed users. Read again after the follows changed or the cache time has passed.
   */
  async function newestFor(viewerId: string, rememberedFor: number): Promise<readonly string[]> {
    const viewer = new Types.ObjectId(viewerId);
    // first, so that it is not newer than the follows
    const revision = await deps.revisionOf(viewer);
    const now = deps.now().getTime();
    const stored = newest.get(viewerId);
    const known = stored && Math.abs(now - stored.readAt) < rememberedFor ? stored : undefined;
    if (known !== undefined && revision !== undefined && known.revision === revision) return known.ids;
    const users = await deps.followsOf(viewer);
    const follows = createHash('sha256').update(users.join()).digest('base64');
    const current =
      known?.follows === follows
        ? { ...known, revision }
        : { revision, follows, ids: users.length === 0 ? [] : await deps.lists.newestOf(users), readAt: now };
    newest.set(viewerId, current);
    return current.ids;
  }

  return { run };
}
