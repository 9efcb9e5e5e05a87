import { setTimeout as wait } from 'node:timers/promises';
import type { Lease } from '../../platform/jobs/lease.js';
import type { Native } from '../../platform/db/native.js';
import type { PostRecord } from '../posts/post.model.js';
import type { FeedKeys } from './feed-keys.js';
import { feedKey, generationOf, keysBetween } from './feed-key.js';
import type { BuildingGeneration, FeedStateRecord } from './feed.model.js';
import type { SeedPins } from './seed-pins.js';

export interface CompactionOptions {
  /** Numbers walked in one step. */
  batch: number;
  /** Pause between two steps, in milliseconds, so that requests come first. */
  pause: number;
  /** Below this many numbers no compaction begins. */
  smallest: number;
  /** Left generations that pinned seeds may keep at once; while there are more, no compaction begins. */
  oldMax: number;
}

const DEFAULTS: CompactionOptions = { batch: 500, pause: 5, smallest: 32, oldMax: 16 };

/** Of the numbers given in the current generation, the part that may be holes before a new one is built. */
const HOLES_MAX = 1 / 4;

interface KeyFilter {
  feedKeys: { $elemMatch: { $gte?: number; $lt: number } };
}

interface Parts {
  states: Native<FeedStateRecord>;
  posts: Native<PostRecord>;
  keys: FeedKeys;
  pins: SeedPins;
  lease: Lease;
}

/**
 * Keeps the feed dense. When too many numbers of the current generation belong to deleted posts it builds the next one:
 * new posts get a key of both, a walk gives one to all others, then new seeds are pinned to the new one. Seeds pinned
 * before keep reading the old keys, which are erased when nobody is pinned to them any more.
 *
 * Every step leaves a state from which any process can go on, and is harmless when done twice. See docs/feed.md.
 */
export class Compaction {
  private readonly options: CompactionOptions;
  private ended = false;

  constructor(
    private readonly parts: Parts,
    options: Partial<CompactionOptions> = {},
  ) {
    this.options = { ...DEFAULTS, ...options };
  }

  /** Does all that there is to do now; nothing where another process holds the lease. */
  async run(): Promise<void> {
    if (!(await this.parts.lease.hold())) return;
    try {
      if (await this.isDue()) await this.begin();
      while (await this.advance());
      await this.eraseLeft();
    } finally {
      await this.parts.lease.release();
    }
  }

  /** Makes a run under way end after its present step. */
  end(): void {
    this.ended = true;
  }

  private async isDue(): Promise<boolean> {
    const state = await this.parts.keys.readState();
    const given = state.live.find(({ g }) => g === state.current)?.next ?? 0;
    if (state.building !== undefined || state.old.length >= this.options.oldMax) return false;
    if (given < this.options.smallest) return false;
    const posts = await this.parts.posts.estimatedDocumentCount();
    return given - posts > given * HOLES_MAX;
  }

  /** Lets the next generation live: from here on, new posts get a key of it. */
  private async begin(): Promise<void> {
    const state = await this.parts.keys.readState();
    const g = state.current + 1;
    const end = state.live.find((generation) => generation.g === state.current)?.next ?? 0;
    await this.parts.states.updateOne(
      { _id: 'feed', current: state.current, building: { $exists: false } },
      { $set: { building: { g, position: 0, end } }, $push: { live: { g, next: 0 } } },
    );
  }

  /** Walks one step of the building, or finishes it. @returns whether there is more to do */
  async advance(): Promise<boolean> {
    const state = await this.parts.keys.readState();
    const { building } = state;
    if (building === undefined || this.ended || !(await this.parts.lease.hold())) return false;
    if (building.position < building.end) await this.walk(state, building);
    else await this.finish(state, building);
    await this.pause();
    return true;
  }

  private async walk(state: FeedStateRecord, building: BuildingGeneration): Promise<void> {
    const to = Math.min(building.end, building.position + this.options.batch);
    const posts = await this.parts.posts
      .find(keysBetween(state.current, building.position, to), { projection: { feedKeys: 1 } })
      .toArray();
    const lacking = posts.filter((post) => !post.feedKeys.some((key) => generationOf(key) === building.g));
    await this.parts.keys.giveKeys(
      building.g,
      lacking.map((post) => post._id),
    );
    await this.parts.states.updateOne(
      { _id: 'feed', 'building.g': building.g },
      { $max: { 'building.position': to } },
    );
  }

  private async finish(state: FeedStateRecord, building: BuildingGeneration): Promise<void> {
    await this.parts.states.updateOne(
      { _id: 'feed', current: state.current, 'building.g': building.g },
      {
        $set: { current: building.g },
        $unset: { building: '' },
        $pull: { live: { g: state.current } },
        $push: { old: state.current },
      },
    );
  }

  /** Erases the keys of left generations that no seed is pinned to. */
  private async eraseLeft(): Promise<void> {
    for (const g of (await this.parts.keys.readState()).old) {
      if (await this.parts.pins.isGenerationInUse(g)) continue;
      await this.parts.states.updateOne(
        { _id: 'feed', old: g },
        { $pull: { old: g }, $push: { dropping: g } },
      );
    }
    for (const g of (await this.parts.keys.readState()).dropping) {
      // A seed that was pinned just before the generation was forbidden is waited for.
      if (await this.parts.pins.isGenerationInUse(g)) continue;
      if (!(await this.eraseKeys(keysBetween(g)))) return;
      await this.parts.states.updateOne({ _id: 'feed' }, { $pull: { dropping: g } });
    }
    // Keys of generations erased before, of posts whose insertion was under way for long.
    const state = await this.parts.keys.readState();
    const oldest = Math.min(state.current, ...state.old, ...state.dropping);
    if (oldest > 0) await this.eraseKeys({ feedKeys: { $elemMatch: { $lt: feedKey(oldest, 0) } } });
  }

  /**
   * Takes the keys that match away, giving posts one of the current generation that lack it: a process that died
   * between inserting a post and completing its keys leaves such posts.
   * @returns whether none is left
   */
  private async eraseKeys(filter: KeyFilter): Promise<boolean> {
    for (;;) {
      if (this.ended || !(await this.parts.lease.hold())) return false;
      const { current } = await this.parts.keys.readState();
      const posts = await this.parts.posts
        .find(filter, { projection: { feedKeys: 1 }, limit: this.options.batch })
        .toArray();
      if (posts.length === 0) return true;
      const lacking = posts.filter((post) => !post.feedKeys.some((key) => generationOf(key) === current));
      if (
        !(await this.parts.keys.giveKeys(
          current,
          lacking.map((post) => post._id),
        ))
      )
        continue;
      await this.parts.posts.updateMany(
        { _id: { $in: posts.map((post) => post._id) } },
        { $pull: { feedKeys: filter.feedKeys.$elemMatch } },
      );
      await this.pause();
    }
  }

  private pause(): Promise<void> {
    return this.options.pause > 0 ? wait(this.options.pause, undefined, { ref: false }) : Promise.resolve();
  }
}
