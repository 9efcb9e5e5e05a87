import pLimit from 'p-limit';
import { serviceUnavailable } from '../../platform/http/errors.js';

/**
 * Runs at most `concurrency` jobs at once, in the order in which they came, and lets `queueMax` wait.
 * @returns runs a job and answers as it does; rejects with AppError 503 where the queue is full
 */
export function createHashQueue(concurrency: number, queueMax: number) {
  const limit = pLimit(concurrency);
  return <T>(job: () => Promise<T>): Promise<T> => {
    if (limit.activeCount + limit.pendingCount < concurrency + queueMax) return limit(job);
    return Promise.reject(serviceUnavailable(new Error('The password queue is full')));
  };
}
