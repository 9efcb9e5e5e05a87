import { STALE_AFTER } from '../../platform/db/counters.js';

interface Repairable {
  pending: { oldest: () => Promise<Date | undefined> };
  repair: () => Promise<boolean>;
}

interface Parts {
  sources: readonly Repairable[];
  counters: readonly { allSettledUntil: (time: Date) => void }[];
  now: () => Date;
}

/**
 * Adds what processes that died did not add to counters. Any number of processes may do so at once, since each change is
 * added once.
 */
export const createCounterRepair = ({ sources, counters, now }: Parts) => ({
  async run(): Promise<void> {
    const until = new Date(now().getTime() - STALE_AFTER);
    const done: boolean[] = [];
    for (const source of sources) done.push(await source.repair());
    if (done.includes(false)) return;
    for (const each of counters) each.allSettledUntil(until);
  },
  /** Seconds for which the oldest change has been waiting to be added; 0 where none waits. */
  async oldestPending(): Promise<number> {
    const times = await Promise.all(sources.map(({ pending }) => pending.oldest()));
    return Math.max(0, ...times.map((time) => (time ? (now().getTime() - time.getTime()) / 1000 : 0)));
  },
});
