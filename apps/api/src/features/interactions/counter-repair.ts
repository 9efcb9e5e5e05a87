import { STALE_AFTER } from '../../platform/db/counters.js';
import type { Debts } from '../../platform/db/debts.js';
import type { Platform } from '../../platform/platform.js';

const SECOND = 1000;

interface Parts extends Pick<Platform, 'jobs' | 'now'> {
  debts: readonly Pick<Debts<never, never>, 'repair' | 'oldest' | 'allSettledUntil'>[];
  /** Goes on with deletions that were cut off. */
  finishRemovals: () => Promise<void>;
}

/**
 * Adds what processes that died did not add to counters. Any number of processes may do so at once, since each change is
 * added once.
 */
export function createCounterRepair({ jobs, debts, finishRemovals, now }: Parts) {
  /** @param signal ends it in between; the next run goes on */
  async function run(signal?: AbortSignal): Promise<void> {
    const until = new Date(now().getTime() - STALE_AFTER);
    const done: boolean[] = [];
    for (const each of debts) done.push(await each.repair(signal));
    if (!done.includes(false)) for (const each of debts) each.allSettledUntil(until);
  }
  // Its lock is short, so that another process repairs soon where one died while it repaired.
  jobs.define(
    'counter-repair',
    { timeLimit: 10 * SECOND, every: 5 * SECOND },
    async (_nothing, { signal }) => {
      await run(signal);
      await finishRemovals();
    },
  );

  return {
    run,
    /** Seconds for which the oldest change has been waiting to be added; 0 where none waits. */
    async oldestPending(): Promise<number> {
      const times = await Promise.all(debts.map((each) => each.oldest()));
      return Math.max(0, ...times.map((time) => (time ? (now().getTime() - time.getTime()) / 1000 : 0)));
    },
  };
}
