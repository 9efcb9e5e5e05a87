import { PAGE, type PostChance } from '@social-feed/contracts';
import { createPermutation } from '@social-feed/feed-order';
import { Types } from 'mongoose';
import { permissionDenied } from '../../platform/http/errors.js';
import { utcDay } from '../../platform/time.js';
import type { Viewer } from '../../platform/http/viewer.js';
import { generationOf, sequenceOf } from '../../order/feed-order/feed-key.js';
import type { FeedOrder } from '../../order/feed-order/feed-order.feature.js';
import { currentOf } from '../../order/feed-order/generations.js';
import type { Posts } from '../../content/posts/posts.feature.js';
import { postNotFound } from '../../content/posts/find-post.js';

/** Maximum number of recent shuffles that are looked at. */
const SHUFFLES_MAX = 200;

interface ChanceDeps {
  orders: FeedOrder;
  positions: Pick<Posts['positions'], 'find'>;
  now: () => Date;
}

const numberIn = (keys: readonly number[], generation: number): number | undefined => {
  const key = keys.find((each) => generationOf(each) === generation);
  return key === undefined ? undefined : sequenceOf(key);
};

/**
 * Computes an author's figures from the post's number and the seeds in use (docs/feed-order.md). Nothing is recorded
 * for it, and no reader is known.
 */
export function createChance({ orders, positions, now }: ChanceDeps) {
  /** The order of the day as readers get it. */
  async function inOrderOfDay(keys: readonly number[]): Promise<PostChance['day']> {
    const date = utcDay(now());
    const seed = await orders.days.seedOfDay(date);
    const { generation, order } = await orders.pins.peek(seed);
    const number = numberIn(keys, generation);
    const isIn = number !== undefined && number < order.size;
    return {
      date,
      seed,
      population: order.size,
      number: isIn ? number : null,
      place: isIn ? order.positionOf(number) + 1 : null,
    };
  }

  return {
    /** @throws AppError 404, or 403 for everyone but the author */
    async read(viewer: Viewer, postId: string): Promise<PostChance> {
      const post = await positions.find(new Types.ObjectId(postId));
      if (post === null) throw postNotFound();
      if (post.user.toHexString() !== viewer.id) throw permissionDenied();
      const day = await inOrderOfDay(post.feedKeys);
      const { g } = currentOf(await orders.generations.read());
      const number = numberIn(post.feedKeys, g);
      if (number === undefined) return { number: null, day, shuffles: [], among: 0, expected: 0 };
      // in the order of their numbers, which does not say when they were used
      const shuffles = (await orders.pins.recent(g, SHUFFLES_MAX))
        .filter(({ seed, population }) => number < population && seed !== day.seed)
        .sort((one, other) => one.seed - other.seed);
      const isAmong = ({ seed, population }: (typeof shuffles)[number]) =>
        createPermutation(seed, population).positionOf(number) < PAGE.feedFirst;
      const chances = shuffles.map(({ population }) => Math.min(1, PAGE.feedFirst / population));
      return {
        number,
        day,
        shuffles,
        among: shuffles.filter(isAmong).length,
        expected: chances.reduce((sum, chance) => sum + chance, 0),
      };
    },
  };
}
