import { setTimeout as wait } from 'node:timers/promises';
import { createPermutation } from '@social-feed/feed-order';
import type { Types } from 'mongoose';
import { MINUTE } from '../../platform/time.js';
import { feedKey, keysBelow, keysIn } from '../../order/feed-order/feed-key.js';
import type { FeedPositions } from '../../order/feed-order/feed-positions.js';
import type { FeedStateRecord } from '../../order/feed-order/order.model.js';
import { builtOf, currentOf, type Generations } from '../../order/feed-order/generations.js';
import { issueSeed, PIN_ENDS_AFTER } from '../../order/feed-order/seed-pins.js';

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
const KEPT_FOR = PIN_ENDS_AFTER + 5 * MINUTE;

interface CompactionDeps {
  generations: Generations;
  positions: Pick<FeedPositions, 'count' | 'fillNext' | 'eraseSome'>;
  now: () => Date;
}

/** The compaction of this process. */
interface Compacting extends CompactionDeps {
  settings: CompactionOptions;
  /** The position of this process's walk that gives posts keys of a generation. */
  walk?: { g: number; after: Types.ObjectId } | undefined;
  stepsLeft: number;
  stopSignal?: AbortSignal | undefined;
  /** Whether this process has checked that every post has a key of the current generation. */
  filled: boolean;
}

export type Compaction = ReturnType<typeof createCompaction>;

/**
 * Runs the next steps. Meant for one process at a time; two at once cause only additional holes.
 * @returns whether more work is left
 */
async function run(compaction: Compacting, signal?: AbortSignal): Promise<boolean> {
  compaction.stopSignal = signal;
  compaction.stepsLeft = compaction.settings.steps;
  return !((await build(compaction)) && (await erase(compaction)));
}

/** Estimates the share of the current generation's numbers that belong to no post, from a sample. */
async function holes(compaction: Compacting): Promise<number> {
  const { g, next } = currentOf(await compaction.generations.read());
  const sample = createPermutation(issueSeed(), next);
  const size = Math.min(SAMPLE, next);
  const keys = Array.from({ length: size }, (_, index) => feedKey(g, sample.at(index)));
  return size === 0 ? 0 : 1 - (await compaction.positions.count(keys)) / size;
}

/** @returns whether the build is complete */
async function build(compaction: Compacting): Promise<boolean> {
  const { generations } = compaction;
  let state = await generations.read();
  if (builtOf(state) === undefined && (await isDue(compaction, state))) {
    await generations.begin(state);
    state = await generations.read();
  }
  const built = builtOf(state);
  if (built !== undefined) {
    if (!(await fill(compaction, built.g))) return false;
    await generations.finish(state, compaction.now());
  } else if (!compaction.filled && state.old.length > 0) {
    // A backup may contain posts copied before a compaction and the record copied after it.
    if (!(await fill(compaction, state.current))) return false;
  }
  compaction.filled = true;
  return true;
}

async function isDue(compaction: Compacting, state: FeedStateRecord): Promise<boolean> {
  if (state.old.length >= OLD_MAX || currentOf(state).next < compaction.settings.smallest) return false;
  return (await holes(compaction)) > HOLES_MAX;
}

/** Gives a key of a generation to every post that lacks one. @returns whether it reached the last post */
async function fill(compaction: Compacting, g: number): Promise<boolean> {
  let after = compaction.walk?.g === g ? compaction.walk.after : undefined;
  while (await mayGoOn(compaction)) {
    after = await compaction.positions.fillNext(g, after, compaction.settings.batch);
    compaction.walk = after && { g, after };
    if (after === undefined) return true;
  }
  return false;
}

/**
 * Erases the keys of old generations that no pin can use any more.
 * @returns whether none are left
 */
async function erase(compaction: Compacting): Promise<boolean> {
  const { generations, now } = compaction;
  const cutoff = now().getTime() - KEPT_FOR;
  for (const { g, leftAt } of (await generations.read()).old) {
    if (leftAt.getTime() > cutoff) continue;
    if (!(await eraseKeys(compaction, keysIn(g)))) return false;
    await generations.forget(g);
  }
  // Also erases keys of generations erased earlier, from inserts that took very long.
  const { current, old } = await generations.read();
  const oldest = Math.min(current, ...old.map(({ g }) => g));
  return oldest === 0 || eraseKeys(compaction, keysBelow(oldest));
}

async function eraseKeys(compaction: Compacting, range: ReturnType<typeof keysIn>): Promise<boolean> {
  while (await mayGoOn(compaction)) {
    const { current } = await compaction.generations.read();
    if (!(await compaction.positions.eraseSome(range, current, compaction.settings.batch))) return true;
  }
  return false;
}

/** Pauses before a step; returns false if the run should end. */
async function mayGoOn(compaction: Compacting): Promise<boolean> {
  const { pause, steps } = compaction.settings;
  if (compaction.stepsLeft < steps && pause > 0) await wait(pause, undefined, { ref: false });
  compaction.stopSignal?.throwIfAborted();
  compaction.stepsLeft -= 1;
  return compaction.stepsLeft >= 0;
}

/**
 * Keeps the feed dense. If too many numbers of the current generation belong to no post, it builds the next one:
 * new posts get keys of both, a walk gives keys to all others, and new seeds are then pinned to the new generation.
 * Existing pins keep reading the old keys, which are erased after the last of those pins has expired.
 *
 * After every step any process can continue, and each step is idempotent. See docs/feed.md.
 */
export function createCompaction(deps: CompactionDeps, options: Partial<CompactionOptions> = {}) {
  const compaction: Compacting = {
    ...deps,
    settings: { ...DEFAULTS, ...options },
    stepsLeft: 0,
    filled: false,
  };
  return { run: (signal?: AbortSignal) => run(compaction, signal), holes: () => holes(compaction) };
}
