import { shuffleKey } from '@social-feed/contracts/feed-order';
import { Types } from 'mongoose';
import { RecentMap } from '../../platform/recent-map.js';
import type { StoredPost } from '../posts/post.presenter.js';
import type { Posts } from '../posts/posts.feature.js';

/** An order is remembered so long, in milliseconds, by so many readers at most: a thousand ids each. */
const REMEMBERED_FOR = 60_000;
const REMEMBERED = 200;

/** A post and its place in a seed's order, below 2³². */
type Placed = readonly [place: number, id: string];

interface FollowingDeps {
  lists: Pick<Posts['lists'], 'newestOf' | 'shown'>;
  /** Those whom a user follows. */
  followsOf: (userId: Types.ObjectId) => Promise<Types.ObjectId[]>;
  now: () => Date;
}

/** The posts of those whom a reader follows: the newest of them, shuffled by a seed. */
export class FollowingFeed {
  private readonly orders = new RecentMap<string, { order: readonly Placed[]; readAt: number }>(REMEMBERED);

  constructor(private readonly deps: FollowingDeps) {}

  /**
   * The next posts from a place on. A place is one of a post for good, so that whatever is written or deleted meanwhile, no
   * post comes twice and none is passed over.
   */
  async run(
    viewerId: string,
    seed: number,
    from: number,
    limit: number,
  ): Promise<{ posts: StoredPost[]; hasNext: boolean; position: number }> {
    const order = await this.order(viewerId, seed, from === 0);
    const rest = order.filter(([place]) => place >= from);
    const taken = rest.slice(0, limit);
    const posts = await this.deps.lists.shown(taken.map(([, id]) => new Types.ObjectId(id)));
    return { posts, hasNext: rest.length > limit, position: (taken.at(-1)?.[0] ?? from) + 1 };
  }

  private async order(viewerId: string, seed: number, anew: boolean): Promise<readonly Placed[]> {
    const name = `${viewerId} ${seed}`;
    const now = this.deps.now().getTime();
    const known = this.orders.get(name);
    if (!anew && known !== undefined && Math.abs(now - known.readAt) < REMEMBERED_FOR) return known.order;
    const follows = await this.deps.followsOf(new Types.ObjectId(viewerId));
    const ids = follows.length === 0 ? [] : await this.deps.lists.newestOf(follows);
    const order = ids
      .map((_id): Placed => [shuffleKey(seed, _id.toHexString()), _id.toHexString()])
      .sort(([one], [other]) => one - other);
    this.orders.set(name, { order, readAt: now });
    return order;
  }
}
