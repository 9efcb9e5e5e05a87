import pLimit, { type LimitFunction } from 'p-limit';

export type Turns = ReturnType<typeof createTurns>;

/**
 * Runs one task per user at a time, and at most this many in total. Each user has only one task in the shared
 * queue, so it waits for at most one task of each other user.
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
    /** Number of users with running or queued tasks. */
    users: () => ofUsers.size,
  };
}
