import { STALE_AFTER } from '../../platform/db/counters.js';
import type { Debts } from '../../platform/db/debts.js';
import type { Platform } from '../../platform/platform.js';
import { SECOND } from '../../platform/time.js';

interface Parts extends Pick<Platform, 'jobs' | 'now'> {
  debts: readonly Pick<Debts<never, never>, 'repair' | 'oldest' | 'allSettledUntil'>[];
  /** Continues interrupted deletions. */
  finishRemovals: () => Promise<void>;
}

/**
 * Applies changes that crashed processes did not apply to counters. Any number of processes may run it at once,
 * since each change is applied once.
 */
export function createCounterRepair({ jobs, debts, finishRemovals, now }: Parts) {
  /** @param signal stops the run between two steps; the next run continues */
  async function run(signal?: AbortSignal): Promise<void> {
    const until = new Date(now().getTime() - STALE_AFTER);
    const done: boolean[] = [];
    for (const each of debts) done.push(await each.repair(signal));
    if (!done.includes(false)) for (const each of debts) each.allSettledUntil(until);
  }
  // The lock is short, so that another process takes over soon after a crash during a repair.
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
    /** Age of the oldest pending change in seconds; 0 if there is none. */
    async oldestPending(): Promise<number> {
      const times = await Promise.all(debts.map((each) => each.oldest()));
      return Math.max(0, ...times.map((time) => (time ? (now().getTime() - time.getTime()) / 1000 : 0)));
    },
  };
}
