import { serviceUnavailable, tooManyRequests } from './errors.js';

const RETRY_AFTER_SECONDS = 5;

export type ConcurrencyLimit = ReturnType<typeof createConcurrencyLimit>;

/** Bounds how much of some work is under way in this process. Nothing waits: what finds no place is refused at once. */
export function createConcurrencyLimit(most: number, mostPerUser = most) {
  const ofUsers = new Map<string, number>();
  let underWay = 0;

  /**
   * Takes a place.
   * @param userId whose work it is, where each user has a bound too
   * @returns gives the place back, once however often it is called
   * @throws AppError 429 where enough of this user's is under way, 503 where there is no place
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
    /** Does the work in a place of its own. */
    run: async <T>(work: () => Promise<T>, userId?: string): Promise<T> => {
      const release = acquire(userId);
      try {
        return await work();
      } finally {
        release();
      }
    },
    isFull: () => underWay >= most,
  };
}
