import { serviceUnavailable } from '../../platform/http/errors.js';

/**
 * Runs at most `concurrency` jobs at once, in the order in which they came, and lets `queueMax` wait.
 * @returns runs a job and answers as it does; rejects with AppError 503 where the queue is full
 */
export function createHashQueue(concurrency: number, queueMax: number) {
  const waiting: (() => void)[] = [];
  let running = 0;

  return async <T>(job: () => Promise<T>): Promise<T> => {
    if (running >= concurrency) {
      if (waiting.length >= queueMax) throw serviceUnavailable(new Error('The password queue is full'));
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else {
      running += 1;
    }
    try {
      return await job();
    } finally {
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}
