import pLimit from 'p-limit';
import { createKeyedQueue } from '../../platform/keyed-queue.js';

export type Encoders = ReturnType<typeof createEncoders>;

/**
 * Runs one task per user at a time, and at most this many in total. Each user has only one task in the shared
 * queue, so it waits for at most one task of each other user.
 */
export function createEncoders(most: number) {
  const all = pLimit(most);
  const ofUsers = createKeyedQueue();

  return {
    run: <T>(userId: string, work: () => Promise<T>): Promise<T> => ofUsers.run(userId, () => all(work)),
    /** Number of users with running or queued tasks. */
    users: ofUsers.keys,
  };
}
