import { HAND } from '@social-feed/contracts';
import { addDays } from '@social-feed/feed-order/day-seed';
import type { Connection } from 'mongoose';
import { collectionOf } from '../../platform/db/collection-of.js';
import { retryDuplicate } from '../../platform/db/duplicate-key.js';
import { utcDay } from '../../platform/time.js';
import type { FeedOrder } from '../../order/feed-order/feed-order.feature.js';
import type { Posts } from '../../content/posts/posts.feature.js';
import { handModel, type HandRecord } from './hand.model.js';

export interface HandsDeps {
  connection: Connection;
  orders: Pick<FeedOrder, 'pins' | 'days'>;
  posts: Pick<Posts, 'random'>;
  now: () => Date;
}

/** The hand of each day: drawn once, by whichever process comes first, and kept for a month. */
export function createHands({ connection, orders, posts, now }: HandsDeps) {
  const records = collectionOf(handModel(connection));

  /**
   * Returns the hand of a day; draws it if the day is today.
   * @returns `before` is the day before, or `null` if its hand is not kept; `undefined` for a day without a hand
   */
  async function of(day: string): Promise<{ hand: HandRecord; before: string | null } | undefined> {
    const yesterday = addDays(day, -1);
    const found = await records.find<HandRecord>({ _id: { $in: [day, yesterday] } }).toArray();
    const stored = found.find(({ _id }) => _id === day);
    const hand = stored ?? (day === utcDay(now()) ? await draw(day) : undefined);
    return hand && { hand, before: found.some(({ _id }) => _id === yesterday) ? yesterday : null };
  }

  /** Stores the first posts in the order of the day's seed, unless another process has. An empty hand is not stored. */
  async function draw(day: string): Promise<HandRecord> {
    const hand = await first(day, await orders.days.seedOfDay(day));
    if (hand.posts.length === 0) return hand;
    const { _id, ...rest } = hand;
    const options = { upsert: true, returnDocument: 'after' } as const;
    const stored = await retryDuplicate(() =>
      records.findOneAndUpdate({ _id }, { $setOnInsert: rest }, options),
    );
    return stored ?? hand;
  }

  async function first(day: string, seed: number): Promise<HandRecord> {
    const pin = await orders.pins.unpinned(seed);
    const { generation, order } = pin;
    const hand: HandRecord = {
      _id: day,
      seed,
      generation,
      population: order.size,
      posts: [],
      numbers: [],
      drawnAt: now(),
    };
    // A run ends early at a long gap, or after large posts.
    for (let position = 0, more = true; more && hand.posts.length < HAND.posts;) {
      const run = await posts.random.run(seed, position, HAND.posts - hand.posts.length, { pin });
      for (const { _id } of run.posts) {
        hand.posts.push(_id);
        hand.numbers.push(run.order.numberOf.get(_id.toHexString())!);
      }
      ({ position, hasNext: more } = run);
    }
    return hand;
  }

  return { of };
}
