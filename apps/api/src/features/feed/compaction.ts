import { setTimeout as wait } from 'node:timers/promises';
import { createPermutation } from '@social-feed/feed-order';
import type { Types } from 'mongoose';
import { feedKey, keysBelow, keysIn } from '../feed-order/feed-key.js';
import type { FeedPositions } from '../posts/feed-positions.js';
import type { FeedStateRecord } from '../feed-order/order.model.js';
import { builtOf, currentOf, type Generations } from '../feed-order/generations.js';
import { issueSeed, PIN_ENDS_AFTER } from '../feed-order/seed-pins.js';

export interface CompactionOptions {
  /** Posts read in one step. */
  batch: number;
  /** Pause between two steps in milliseconds, so that requests take priority. */
  pause: number;
  /** Maximum steps of one run. The next run resumes there. */
  steps: number;
  /** No compaction starts below this many numbers. */
  smallest: number;
}

const DEFAULTS: CompactionOptions = { batch: 500, pause: 5, steps: 100, smallest: 32 };

/** Share of the current generation's numbers that may be holes before a new generation is built. */
const HOLES_MAX = 1 / 4;
/** Sample size for that estimate: the error is at most 0.03 with 95 % confidence. */
const SAMPLE = 1000;
/** Maximum number of old generations; with more, no compaction starts. */
const OLD_MAX = 16;
/** After this time no process uses a pin of an old generation, even with clock differences and slow processes. */
const KEPT_FOR = PIN_ENDS_AFTER + 5 * 60_000;

interface CompactionDeps {
  generations: Generations;
  positions: FeedPositions;
  now: () => Date;
}

/**
 * Keeps the feed dense. If too many numbers of the current generation belong to no post, it builds the next one:
 * new posts get keys of both, a walk gives keys to all others, and new seeds are then pinned to the new generation.
 * Existing pins keep reading the old keys, which are erased after the last of those pins has expired.
 *
 * After every step any process can continue, and each step is idempotent. See docs/feed.md.
 */
export class Compaction {
  private readonly options: CompactionOptions;
  /** The position of this process's walk that gives posts keys of a generation. */
  private walk: { g: number; after: Types.ObjectId } | undefined;
  private stepsLeft = 0;
  private signal: AbortSignal | undefined;
  /** Whether this process has checked that every post has a key of the current generation. */
  private filled = false;

  constructor(
    private readonly deps: CompactionDeps,
    options: Partial<CompactionOptions> = {},
  ) {
    this.options = { ...DEFAULTS, ...options };
  }

  /**
   * Runs the next steps. Meant for one process at a time; two at once cause only additional holes.
   * @returns whether more work is left
   */
  async run(signal?: AbortSignal): Promise<boolean> {
    this.signal = signal;
    this.stepsLeft = this.options.steps;
    return !((await this.build()) && (await this.erase()));
  }

  /** Estimates the share of the current generation's numbers that belong to no post, from a sample. */
  async holes(): Promise<number> {
    const { g, next } = currentOf(await this.deps.generations.read());
    const sample = createPermutation(issueSeed(), next);
    const size = Math.min(SAMPLE, next);
    const keys = Array.from({ length: size }, (_, index) => feedKey(g, sample.at(index)));
    return size === 0 ? 0 : 1 - (await this.deps.positions.count(keys)) / size;
  }

  /** @returns whether the build is complete */
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
      // A backup may contain posts copied before a compaction and the record copied after it.
      if (!(await this.fill(state.current))) return false;
    }
    this.filled = true;
    return true;
  }

  private async isDue(state: FeedStateRecord): Promise<boolean> {
    if (state.old.length >= OLD_MAX || currentOf(state).next < this.options.smallest) return false;
    return (await this.holes()) > HOLES_MAX;
  }

  /** Gives a key of a generation to every post that lacks one. @returns whether it reached the last post */
  private async fill(g: number): Promise<boolean> {
    let after = this.walk?.g === g ? this.walk.after : undefined;
    while (await this.mayGoOn()) {
      after = await this.deps.positions.fillNext(g, after, this.options.batch);
      this.walk = after && { g, after };
      if (after === undefined) return true;
    }
    return false;
  }

  /**
   * Erases the keys of old generations that no pin can use any more.
   * @returns whether none are left
   */
  private async erase(): Promise<boolean> {
    const { generations, now } = this.deps;
    const cutoff = now().getTime() - KEPT_FOR;
    for (const { g, leftAt } of (await generations.read()).old) {
      if (leftAt.getTime() > cutoff) continue;
      if (!(await this.eraseKeys(keysIn(g)))) return false;
      await generations.forget(g);
    }
    // Also erases keys of generations erased earlier, from inserts that took very long.
    const { current, old } = await generations.read();
    const oldest = Math.min(current, ...old.map(({ g }) => g));
    return oldest === 0 || this.eraseKeys(keysBelow(oldest));
  }

  private async eraseKeys(range: ReturnType<typeof keysIn>): Promise<boolean> {
    while (await this.mayGoOn()) {
      const { current } = await this.deps.generations.read();
      if (!(await this.deps.positions.eraseSome(range, current, this.options.batch))) return true;
    }
    return false;
  }

  /** Pauses before a step; returns false if the run should end. */
  private async mayGoOn(): Promise<boolean> {
    const { pause, steps } = this.options;
    if (this.stepsLeft < steps && pause > 0) await wait(pause, undefined, { ref: false });
    this.signal?.throwIfAborted();
    this.stepsLeft -= 1;
    return this.stepsLeft >= 0;
  }
}
