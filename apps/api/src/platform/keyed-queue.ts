import pLimit, { type LimitFunction } from 'p-limit';

/** Runs one task per key at a time, in this process. */
export function createKeyedQueue() {
  const queues = new Map<string, LimitFunction>();

  return {
    async run<T>(key: string, task: () => Promise<T>): Promise<T> {
      const own = queues.get(key) ?? pLimit(1);
      queues.set(key, own);
      try {
        return await own(task);
      } finally {
        if (own.activeCount + own.pendingCount === 0) queues.delete(key);
      }
    },
    /** Number of keys with running or queued tasks. */
    keys: () => queues.size,
  };
}
