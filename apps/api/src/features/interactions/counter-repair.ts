import { STALE_AFTER } from '../../platform/db/counters.js';
import type { Jobs } from '../../platform/jobs/jobs.js';

const SECOND = 1000;

interface Repairable {
  pending: { oldest: () => Promise<Date | undefined> };
  repair: () => Promise<boolean>;
}

interface Parts {
  jobs: Pick<Jobs, 'define' | 'every'>;
  sources: readonly Repairable[];
  counters: readonly { allSettledUntil: (time: Date) => void }[];
  /** Goes on with deletions that were cut off. */
  finishRemovals: () => Promise<void>;
  now: () => Date;
}

/**
 * Adds what processes that died did not add to counters. Any number of processes may do so at once, since each change is
 * added once.
 */
export function createCounterRepair({ jobs, sources, counters, finishRemovals, now }: Parts) {
  async function run(): Promise<void> {
    const until = new Date(now().getTime() - STALE_AFTER);
    const done: boolean[] = [];
    for (const source of sources) done.push(await source.repair());
    if (done.includes(false)) return;
    for (const each of counters) each.allSettledUntil(until);
  }
  // Its lock is short, so that another process repairs soon where one died while it repaired.
  jobs.define('counter-repair', { timeLimit: 10 * SECOND }, async () => {
    await run();
    await finishRemovals();
  });
  jobs.every('counter-repair', 5 * SECOND);

  return {
    run,
    /** Seconds for which the oldest change has been waiting to be added; 0 where none waits. */
    async oldestPending(): Promise<number> {
      const times = await Promise.all(sources.map(({ pending }) => pending.oldest()));
      return Math.max(0, ...times.map((time) => (time ? (now().getTime() - time.getTime()) / 1000 : 0)));
    },
  };
}
