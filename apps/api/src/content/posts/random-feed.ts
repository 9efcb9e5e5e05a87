import type { Lookup } from '../../platform/db/batch-loader.js';
import { answerBytes, PAGE_BYTES_MAX } from '../../platform/http/paging.js';
import { feedKey, sequenceOf } from '../../order/feed-order/feed-key.js';
import type { StoredPost } from './post.presenter.js';
import type { Pin, SeedPins } from '../../order/feed-order/seed-pins.js';

/**
 * Maximum number of reads of one cursor call. Reads after the first cover twice as many positions as posts are
 * missing.
 */
const LOOKS = 6;

export interface RandomRun {
  posts: StoredPost[];
  /** How the order was made, and the number of each post by its id (docs/feed-order.md). */
  order: { generation: number; population: number; numberOf: Map<string, number> };
  /** Whether more positions follow. */
  hasNext: boolean;
  /** the position of the next page */
  position: number;
}

export type RandomFeed = ReturnType<typeof createRandomFeed>;

/** Reads the random order of a seed (docs/feed.md): one indexed query per page, at any depth and size. */
export function createRandomFeed(postsAt: Lookup<number, StoredPost>, pins: SeedPins) {
  /**
   * Returns the next posts from a position, past the gaps of deleted posts; fewer than `limit` only at the end or
   * after a very long gap. A page by cursor ends early if it would exceed the byte limit; a page by number cannot,
   * since the start of the next page is fixed.
   * @param from first position, from 0
   * @param looks number of reads; 1 returns the posts at the next `limit` positions, as for pages by number, where
   *   gaps make a page shorter
   * @param pin the order, if the caller has it
   * @param drop returns the ids of posts to leave out too; then at most six times `limit` positions are read
   */
  async function run(
    seed: number,
    from: number,
    limit: number,
    {
      looks = LOOKS,
      pin: given,
      drop,
    }: {
      looks?: number;
      pin?: Pin;
      drop?: ((posts: StoredPost[]) => Promise<ReadonlySet<string>>) | undefined;
    } = {},
  ): Promise<RandomRun> {
    const pin = given ?? (await pins.resolve(seed, from));
    const { size } = pin.order;
    const posts: StoredPost[] = [];
    const numberOf = new Map<string, number>();
    let position = Math.min(from, size);
    let isFull = false;
    let bytes = 0;
    for (let look = 0; look < looks && posts.length < limit && position < size && !isFull; look += 1) {
      const missing = limit - posts.length;
      const width = drop ? limit : look === 0 ? missing : 2 * missing;
      const to = Math.min(size, position + width);
      const keys = keysOf(pin, position, to);
      const found = await postsAt(keys);
      const dropped = drop && (await drop(found.filter((post) => post !== undefined)));
      for (const [index, key] of keys.entries()) {
        if (posts.length === limit) break;
        const post = found[index];
        if (post !== undefined && !dropped?.has(post._id.toHexString())) {
          if (looks > 1) bytes += answerBytes(post);
          isFull = posts.length > 0 && bytes > PAGE_BYTES_MAX;
          if (isFull) break;
          posts.push(post);
          numberOf.set(post._id.toHexString(), sequenceOf(key));
        }
        position += 1;
      }
    }
    if (posts.length > 0) await pins.touch(pin);
    const order = { generation: pin.generation, population: size, numberOf };
    return { posts, order, position, hasNext: position < size };
  }

  return { run };
}

/** The keys at positions `from` to `to`, exclusive, of a pinned order. */
export function keysOf({ generation, order }: Pin, from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, index) => feedKey(generation, order.at(from + index)));
}
