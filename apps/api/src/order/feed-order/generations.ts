import type { Model } from 'mongoose';
import { isDuplicateKey } from '../../platform/db/duplicate-key.js';
import { generationOf, sequenceOf } from './feed-key.js';
import type { FeedStateRecord, LiveGeneration } from './order.model.js';

const FEED = { _id: 'feed' } as const;

/** The generation that seeds are pinned to, with its next number. */
export const currentOf = (state: FeedStateRecord): LiveGeneration =>
  state.live.find(({ g }) => g === state.current) ?? { g: state.current, next: 0 };

/** The generation being built, if any. */
export const builtOf = (state: FeedStateRecord): LiveGeneration | undefined =>
  state.live.find(({ g }) => g > state.current);

export type Generations = ReturnType<typeof createGenerations>;

/** The record of the feed's generations: their next numbers, the current one and the old ones (docs/feed.md). */
export function createGenerations(states: Model<FeedStateRecord>) {
  /** Creates the record if it is missing, continuing after the highest key in use. */
  async function ensure(highestKey: () => Promise<number>, now: Date): Promise<void> {
    if ((await states.findOne(FEED).lean()) !== null) return;
    const highest = await highestKey();
    const g = highest < 0 ? 0 : generationOf(highest);
    const next = highest < 0 ? 0 : sequenceOf(highest) + 1;
    // The generation before counts as just left, so that the compaction looks for posts without a key of this one.
    const old = g > 0 ? [{ g: g - 1, leftAt: now }] : [];
    try {
      await states.create({ ...FEED, current: g, live: [{ g, next }], old });
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
  }

  /** @throws Error if `ensure` was never called */
  async function read(): Promise<FeedStateRecord> {
    const state = await states.findOne(FEED).readConcern('majority').lean();
    if (state === null) throw new Error('The feed has no state yet');
    return state;
  }

  /** Reserves a block of numbers in every live generation. */
  async function reserve(count: number): Promise<{ g: number; first: number }[]> {
    const before = await states.findOneAndUpdate(
      FEED,
      { $inc: { 'live.$[].next': count } },
      { returnDocument: 'before', projection: { live: 1 }, lean: true },
    );
    if (before === null) throw new Error('The feed has no state yet');
    return before.live.map(({ g, next }) => ({ g, first: next }));
  }

  /**
   * Reserves a block in one generation. @returns its first number, or `undefined` if that generation is no longer
   * live
   */
  async function reserveIn(g: number, count: number): Promise<number | undefined> {
    const before = await states.findOneAndUpdate(
      { ...FEED, 'live.g': g },
      { $inc: { 'live.$.next': count } },
      { returnDocument: 'before', projection: { live: 1 }, lean: true },
    );
    return before?.live.find((generation) => generation.g === g)?.next;
  }

  /** Raises the next number of a generation. */
  async function lift(g: number, next: number): Promise<void> {
    await states.updateOne({ ...FEED, 'live.g': g }, { $max: { 'live.$.next': next } });
  }

  /** Makes the next generation live: new posts get a key of it from now on. */
  async function begin({ current }: FeedStateRecord): Promise<void> {
    await states.updateOne(
      { ...FEED, current, 'live.1': { $exists: false } },
      { $push: { live: { g: current + 1, next: 0 } } },
    );
  }

  /** Makes the built generation the current one. */
  async function finish({ current }: FeedStateRecord, leftAt: Date): Promise<void> {
    await states.updateOne(
      { ...FEED, current, 'live.g': current + 1 },
      {
        $set: { current: current + 1 },
        $pull: { live: { g: current } },
        $push: { old: { g: current, leftAt } },
      },
    );
  }

  /** Removes a generation whose keys are erased. */
  async function forget(g: number): Promise<void> {
    await states.updateOne(FEED, { $pull: { old: { g } } });
  }

  return { ensure, read, reserve, reserveIn, lift, begin, finish, forget };
}
