import type { Types } from 'mongoose';
import type { Native } from '../../platform/db/native.js';
import { isDuplicateKey } from '../../platform/db/duplicate-key.js';
import type { PostRecord } from '../posts/post.model.js';
import { feedKey, generationOf, lacksKeyOf, sequenceOf } from './feed-key.js';
import type { FeedStateRecord } from './feed.model.js';

export type NewPost = Omit<PostRecord, 'feedKeys'>;

/** Numbers reserved in every living generation. */
interface Block {
  count: number;
  starts: { g: number; first: number }[];
}

/** Gives posts their places in the feed (docs/feed.md). Any number of processes may do so at once. */
export class FeedKeys {
  constructor(
    private readonly states: Native<FeedStateRecord>,
    private readonly posts: Native<PostRecord>,
  ) {}

  /** Makes the record of the generations where there is none, continuing after the highest key in use. */
  async ensureState(): Promise<void> {
    if ((await this.states.findOne({ _id: 'feed' }, { projection: { _id: 1 } })) !== null) return;
    const last = await this.posts.findOne({}, { sort: { feedKeys: -1 }, projection: { feedKeys: 1 } });
    const highest = last === null ? -1 : Math.max(...last.feedKeys);
    const g = highest < 0 ? 0 : generationOf(highest);
    const next = highest < 0 ? 0 : sequenceOf(highest) + 1;
    try {
      await this.states.insertOne({ _id: 'feed', current: g, live: [{ g, next }], old: [], dropping: [] });
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
  }

  /** @throws Error where `ensureState` was never called. */
  async readState(): Promise<FeedStateRecord> {
    const state = await this.states.findOne({ _id: 'feed' });
    if (state === null) throw new Error('The feed has no state yet');
    return state;
  }

  /**
   * Inserts posts with a key for every living generation. Afterwards it looks whether a generation was born between:
   * either the post was there when that generation began to be built, and the walk found it, or it is seen here. So no
   * acknowledged post is ever without a key of the current generation, however slow its process is.
   * @param posts at most a thousand or so at once, since numbers that are reserved and unused are holes
   */
  async insertPosts(posts: readonly NewPost[]): Promise<PostRecord[]> {
    if (posts.length === 0) return [];
    const block = await this.reserve(posts.length);
    const records = posts.map((post, index) => ({
      ...post,
      totalsDue: true,
      feedKeys: block.starts.map(({ g, first }) => feedKey(g, first + index)),
    }));
    await this.posts.insertMany(records);
    await this.completeKeys(
      records.map((record) => record._id),
      block.starts.map(({ g }) => g),
    );
    return records;
  }

  /** Gives a key of one living generation to those posts that lack it. @returns false where it lives no more. */
  async giveKeys(g: number, ids: readonly Types.ObjectId[]): Promise<boolean> {
    if (ids.length === 0) return true;
    const before = await this.states.findOneAndUpdate(
      { _id: 'feed', 'live.g': g },
      { $inc: { 'live.$.next': ids.length } },
      { returnDocument: 'before', projection: { live: 1 } },
    );
    const first = before?.live.find((generation) => generation.g === g)?.next;
    if (first === undefined) return false;
    await this.posts.bulkWrite(
      ids.map((_id, index) => ({
        updateOne: {
          filter: { _id, ...lacksKeyOf(g) },
          update: { $push: { feedKeys: feedKey(g, first + index) } },
        },
      })),
      { ordered: false },
    );
    return true;
  }

  private async reserve(count: number): Promise<Block> {
    const before = await this.states.findOneAndUpdate(
      { _id: 'feed' },
      { $inc: { 'live.$[].next': count } },
      { returnDocument: 'before', projection: { live: 1 } },
    );
    if (before === null) throw new Error('The feed has no state yet');
    return { count, starts: before.live.map(({ g, next }) => ({ g, first: next })) };
  }

  private async completeKeys(ids: Types.ObjectId[], given: readonly number[]): Promise<void> {
    const done = new Set(given);
    for (;;) {
      const { live } = await this.readState();
      const missing = live.find(({ g }) => !done.has(g));
      if (missing === undefined) return;
      if (await this.giveKeys(missing.g, ids)) done.add(missing.g);
    }
  }
}
