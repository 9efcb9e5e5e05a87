import { setTimeout as wait } from 'node:timers/promises';
import { createPermutation } from '@social-feed/feed-order';
import type { Types } from 'mongoose';
import { feedKey, keysBelow, keysIn } from '../orders/feed-key.js';
import type { FeedPlaces } from '../posts/feed-places.js';
import type { FeedStateRecord } from '../orders/order.model.js';
import { builtOf, currentOf, type Generations } from '../orders/generations.js';
import { issueSeed, PIN_ENDS_AFTER } from '../orders/seed-pins.js';

export interface CompactionOptions {
  /** Posts looked at in one step. */
  batch: number;
  /** Pause between two steps, in milliseconds, so that requests come first. */
  pause: number;
  /** Steps of one run; the next goes on where it ended. */
  steps: number;
  /** Below this many numbers no compaction begins. */
  smallest: number;
}

const DEFAULTS: CompactionOptions = { batch: 500, pause: 5, steps: 100, smallest: 32 };

/** Of the numbers given in the current generation, the part that may be holes before a new one is built. */
const HOLES_MAX = 1 / 4;
/** Numbers that are looked up to estimate that part: 95 times of 100 it is right within 0.03. */
const SAMPLE = 1000;
/** Left generations that may stand beside each other; while there are more, no compaction begins. */
const OLD_MAX = 16;
/** After this no pin of a generation is read any more, by any process, whatever its clock and however slow it is. */
const KEPT_FOR = PIN_ENDS_AFTER + 5 * 60_000;

interface CompactionDeps {
  generations: Generations;
  places: FeedPlaces;
  now: () => Date;
}

/**
 * Keeps the feed dense. When too many numbers of the current generation belong to no post it builds the next one: new
 * posts get a key of both, a walk gives one to all others, then new seeds are pinned to the new one. Seeds pinned before
 * keep reading the old keys, which are erased when the last of those pins has ended.
 *
 * Every step leaves a state from which any process can go on, and is harmless when done twice. See docs/feed.md.
 */
export class Compaction {
  private readonly options: CompactionOptions;
  /** How far this process came in giving posts keys of a generation. */
  private walk: { g: number; after: Types.ObjectId } | undefined;
  private stepsLeft = 0;
  private signal: AbortSignal | undefined;
  /** Whether this process made sure once that every post has a key of the current generation. */
  private filled = false;

  constructor(
    private readonly deps: CompactionDeps,
    options: Partial<CompactionOptions> = {},
  ) {
    this.options = { ...DEFAULTS, ...options };
  }

  /**
   * Does what there is to do now. Meant to run in one process at a time; two harm nothing but leave holes.
   * @returns whether there is more to do
   */
  async run(signal?: AbortSignal): Promise<boolean> {
    this.signal = signal;
    this.stepsLeft = this.options.steps;
    return !((await this.build()) && (await this.erase()));
  }

  /** Of the current generation's numbers, the part that belongs to no post, by a sample. */
  async holes(): Promise<number> {
    const { g, next } = currentOf(await this.deps.generations.read());
    const sample = createPermutation(issueSeed(), next);
    const size = Math.min(SAMPLE, next);
    const keys = Array.from({ length: size }, (_, index) => feedKey(g, sample.at(index)));
    return size === 0 ? 0 : 1 - (await this.deps.places.count(keys)) / size;
  }

  /** @returns whether nothing is left to build */
  private async build(): Promise<boolean> {
    const { generations } = this.deps;
    let state = await generations.read();
    if (builtOf(state) === undefined && (await this.isDue(state))) {
      await generations.begin(state);
      state = await generations.read();
    }
    const built = builtOf(state);
    if (built !== undefined) {
      if (!(await this.fill(built.g))) return false;
      await generations.finish(state, this.deps.now());
    } else if (!this.filled && state.old.length > 0) {
      // A backup may hold posts that were copied before a compaction and the record that was copied after it.
      if (!(await this.fill(state.current))) return false;
    }
    this.filled = true;
    return true;
  }

  private async isDue(state: FeedStateRecord): Promise<boolean> {
    if (state.old.length >= OLD_MAX || currentOf(state).next < this.options.smallest) return false;
    return (await this.holes()) > HOLES_MAX;
  }

  /** Gives every post a key of a generation that lacks one. @returns whether it came to the end */
  private async fill(g: number): Promise<boolean> {
    let after = this.walk?.g === g ? this.walk.after : undefined;
    while (await this.mayGoOn()) {
      after = await this.deps.places.fillNext(g, after, this.options.batch);
      this.walk = after && { g, after };
      if (after === undefined) return true;
    }
    return false;
  }

  /**
   * Erases the keys of generations that were left so long ago that no pin to them lasts.
   * @returns whether none is left
   */
  private async erase(): Promise<boolean> {
    const { generations, now } = this.deps;
    const cutoff = now().getTime() - KEPT_FOR;
    for (const { g, leftAt } of (await generations.read()).old) {
      if (leftAt.getTime() > cutoff) continue;
      if (!(await this.eraseKeys(keysIn(g)))) return false;
      await generations.forget(g);
    }
    // Keys of generations erased before, of posts whose insertion was under way for long.
    const { current, old } = await generations.read();
    const oldest = Math.min(current, ...old.map(({ g }) => g));
    return oldest === 0 || this.eraseKeys(keysBelow(oldest));
  }

  private async eraseKeys(range: ReturnType<typeof keysIn>): Promise<boolean> {
    while (await this.mayGoOn()) {
      const { current } = await this.deps.generations.read();
      if (!(await this.deps.places.eraseSome(range, current, this.options.batch))) return true;
    }
    return false;
  }

  /** Makes way for others before a step; false where the run is to end. */
  private async mayGoOn(): Promise<boolean> {
    const { pause, steps } = this.options;
    if (this.stepsLeft < steps && pause > 0) await wait(pause, undefined, { ref: false });
    this.signal?.throwIfAborted();
    this.stepsLeft -= 1;
    return this.stepsLeft >= 0;
  }
}
