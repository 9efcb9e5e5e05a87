import { serviceUnavailable, tooManyRequests } from './errors.js';

const RETRY_AFTER_SECONDS = 5;

export type ConcurrencyLimit = ReturnType<typeof createConcurrencyLimit>;

/**
 * Limits the concurrency of some work in this process. There is no queue: work is rejected at once when all slots
 * are taken.
 */
export function createConcurrencyLimit(most: number, mostPerUser = most) {
  const ofUsers = new Map<string, number>();
  let underWay = 0;

  /**
   * Takes a slot.
   * @param userId the user who does the work, if there is a limit per user
   * @returns a function that releases the slot; calling it again has no effect
   * @throws AppError 429 if this user has reached the limit per user, 503 if no slot is free
   */
  const acquire = (userId?: string): (() => void) => {
    if (userId !== undefined) {
      const own = ofUsers.get(userId) ?? 0;
      if (own >= mostPerUser) throw tooManyRequests(RETRY_AFTER_SECONDS);
      if (underWay < most) ofUsers.set(userId, own + 1);
    }
    if (underWay >= most) throw serviceUnavailable(new Error('Too much is under way'));
    underWay += 1;
    let held = true;
    return () => {
      if (!held) return;
      held = false;
      underWay -= 1;
      if (userId === undefined) return;
      const left = (ofUsers.get(userId) ?? 1) - 1;
      if (left === 0) ofUsers.delete(userId);
      else ofUsers.set(userId, left);
    };
  };

  return {
    acquire,
    /** Runs work in its own slot. */
    run: async <T>(work: () => Promise<T>, userId?: string): Promise<T> => {
      const release = acquire(userId);
      try {
        return await work();
      } finally {
        release();
      }
    },
    isFull: () => underWay >= most,
    /** The number of taken slots. */
    underWay: () => underWay,
  };
}
