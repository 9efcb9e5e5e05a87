import { randomInt } from 'node:crypto';
import { SEED_LIMIT } from '@social-feed/contracts';
import type { Lookup } from '../../platform/db/batched-lookup.js';
import type { PostRecord } from '../posts/post.model.js';
import { SHOWN_POST, type ShownPost } from '../posts/post.presenter.js';
import { feedKey } from './feed-key.js';
import type { Pin, SeedPins } from './seed-pins.js';

/** What of a post a page reads. */
export const FEED_POST = { ...SHOWN_POST, feedKeys: 1 } as const;
export type FeedPost = ShownPost & Pick<PostRecord, 'feedKeys'>;

/** Posts at some keys. */
export const atKeys = (keys: readonly number[]) => ({ feedKeys: { $in: keys } });

/** How often one call by cursor looks further where it met holes, at twice as many positions as posts are missing. */
const LOOKS = 6;

export interface RandomPage {
  posts: ShownPost[];
  /** Whether positions follow. */
  hasNextPage: boolean;
}

export interface RandomRun extends RandomPage {
  /** the position to go on at */
  position: number;
}

/** A seed that the server issues where the client sent none that is valid (F §4). */
export const issueSeed = (): number => randomInt(SEED_LIMIT);

/** Reads the random order of a seed (docs/feed.md): one indexed query per page, at any depth and size. */
export class RandomFeed {
  constructor(
    private readonly postsAt: Lookup<number, FeedPost>,
    private readonly pins: SeedPins,
  ) {}

  /**
   * The posts at a part of a seed's order. Deleted posts leave gaps, so that a page may be shorter than its limit.
   * @param offset first position, from 0
   * @param limit number of positions
   */
  async page(seed: number, offset: number, limit: number): Promise<RandomPage> {
    const pin = await this.pins.resolve(seed);
    const to = Math.min(pin.order.size, offset + limit);
    return { posts: await this.read(pin, offset, to), hasNextPage: to < pin.order.size };
  }

  /** The next posts from a position on, past gaps; shorter than `limit` only at the end or after a very long gap. */
  async run(seed: number, from: number, limit: number): Promise<RandomRun> {
    const pin = await this.pins.resolve(seed);
    const { size } = pin.order;
    const posts: ShownPost[] = [];
    let position = Math.min(from, size);
    for (let look = 0; look < LOOKS && posts.length < limit && position < size; look += 1) {
      const missing = limit - posts.length;
      const to = Math.min(size, position + (look === 0 ? missing : 2 * missing));
      for (const post of await this.readPlaces(pin, position, to)) {
        if (posts.length === limit) break;
        if (post !== undefined) posts.push(post);
        position += 1;
      }
    }
    return { posts, position, hasNextPage: position < size };
  }

  /** The keys at positions `from` to `to`, exclusive, of a pinned order. */
  static keysOf(pin: Pin, from: number, to: number): number[] {
    const keys: number[] = [];
    for (let position = from; position < to; position += 1) {
      keys.push(feedKey(pin.generation, pin.order.at(position)));
    }
    return keys;
  }

  private async read(pin: Pin, from: number, to: number): Promise<ShownPost[]> {
    return (await this.readPlaces(pin, from, to)).filter((post) => post !== undefined);
  }

  /** What stands at each position: `undefined` where a post was deleted. */
  private async readPlaces(pin: Pin, from: number, to: number): Promise<(ShownPost | undefined)[]> {
    if (from >= to) return [];
    const keys = RandomFeed.keysOf(pin, from, to);
    const found = await this.postsAt(keys);
    return keys.map((key) => found.get(key));
  }
}
