import type { Model } from 'mongoose';
import { isDuplicateKey } from '../../platform/db/duplicate-key.js';
import { generationOf, sequenceOf } from '../posts/feed-key.js';
import type { FeedNumbers, FeedPlaces } from '../posts/feed-places.js';
import type { FeedStateRecord, LiveGeneration } from './feed.model.js';

const FEED = { _id: 'feed' } as const;

/** The generation that seeds are pinned to, with the number that it gives next. */
export const currentOf = (state: FeedStateRecord): LiveGeneration =>
  state.live.find(({ g }) => g === state.current) ?? { g: state.current, next: 0 };

/** The generation being built, if there is one. */
export const builtOf = (state: FeedStateRecord): LiveGeneration | undefined =>
  state.live.find(({ g }) => g > state.current);

/** The record of the feed's generations: what numbers they gave, which is current and which were left (docs/feed.md). */
export class Generations implements FeedNumbers {
  constructor(private readonly states: Model<FeedStateRecord>) {}

  /**
   * Makes the record where there is none, continuing after the highest key in use, and lifts what each generation gives
   * next above every key in use: a backup taken while people write may hold posts that are younger than its record.
   */
  async ensure(places: FeedPlaces, now: Date): Promise<void> {
    if ((await this.states.findOne(FEED).lean()) === null) await this.make(await places.highestKey(), now);
    for (const live of (await this.read()).live) {
      let { next } = live;
      for (;;) {
        const keys = await places.keysFrom(live.g, next);
        if (keys.length === 0) break;
        next = Math.max(...keys.map(sequenceOf)) + 1;
        await this.states.updateOne({ ...FEED, 'live.g': live.g }, { $max: { 'live.$.next': next } });
      }
    }
  }

  /** @throws Error where `ensure` was never called. */
  async read(): Promise<FeedStateRecord> {
    const state = await this.states.findOne(FEED).readConcern('majority').lean();
    if (state === null) throw new Error('The feed has no state yet');
    return state;
  }

  async living(): Promise<number[]> {
    return (await this.read()).live.map(({ g }) => g);
  }

  async reserve(count: number): Promise<{ g: number; first: number }[]> {
    const before = await this.states.findOneAndUpdate(
      FEED,
      { $inc: { 'live.$[].next': count } },
      { returnDocument: 'before', projection: { live: 1 }, lean: true },
    );
    if (before === null) throw new Error('The feed has no state yet');
    return before.live.map(({ g, next }) => ({ g, first: next }));
  }

  async reserveIn(g: number, count: number): Promise<number | undefined> {
    const before = await this.states.findOneAndUpdate(
      { ...FEED, 'live.g': g },
      { $inc: { 'live.$.next': count } },
      { returnDocument: 'before', projection: { live: 1 }, lean: true },
    );
    return before?.live.find((generation) => generation.g === g)?.next;
  }

  /** Lets the next generation live: from here on, new posts get a key of it. */
  async begin({ current }: FeedStateRecord): Promise<void> {
    await this.states.updateOne(
      { ...FEED, current, 'live.1': { $exists: false } },
      { $push: { live: { g: current + 1, next: 0 } } },
    );
  }

  /** Makes the generation that was built the current one. */
  async finish({ current }: FeedStateRecord, leftAt: Date): Promise<void> {
    await this.states.updateOne(
      { ...FEED, current, 'live.g': current + 1 },
      {
        $set: { current: current + 1 },
        $pull: { live: { g: current } },
        $push: { old: { g: current, leftAt } },
      },
    );
  }

  /** Forgets a generation whose keys are erased. */
  async forget(g: number): Promise<void> {
    await this.states.updateOne(FEED, { $pull: { old: { g } } });
  }

  private async make(highest: number, now: Date): Promise<void> {
    const g = highest < 0 ? 0 : generationOf(highest);
    const next = highest < 0 ? 0 : sequenceOf(highest) + 1;
    // The one before counts as left just now, so that the compaction looks for posts without a key of this one.
    const old = g > 0 ? [{ g: g - 1, leftAt: now }] : [];
    try {
      await this.states.create({ ...FEED, current: g, live: [{ g, next }], old });
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
  }
}
