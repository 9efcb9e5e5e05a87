import pLimit, { type LimitFunction } from 'p-limit';

/**
 * Lets users take turns: one piece of work of each at a time, so many altogether. A user waits in the common queue with
 * one piece only, so that nobody waits longer than one piece of each other user takes.
 */
export function createTurns(most: number) {
  const all = pLimit(most);
  const ofUsers = new Map<string, LimitFunction>();

  return {
    async run<T>(userId: string, work: () => Promise<T>): Promise<T> {
      const own = ofUsers.get(userId) ?? pLimit(1);
      ofUsers.set(userId, own);
      try {
        return await own(() => all(work));
      } finally {
        if (own.activeCount + own.pendingCount === 0) ofUsers.delete(userId);
      }
    },
    /** Users with work that runs or waits. */
    users: () => ofUsers.size,
  };
}
