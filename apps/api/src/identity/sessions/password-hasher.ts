import { hash, verify } from '@node-rs/argon2';
import pLimit from 'p-limit';
import type { Config } from '../../platform/config/config.js';
import { serviceUnavailable } from '../../platform/http/errors.js';

export type PasswordHasher = ReturnType<typeof createPasswordHasher>;

/**
 * Creates and checks password hashes in a separate queue, so that sign-ins do not block other requests. Uses
 * argon2id, which has no input limit like the 72 bytes of bcrypt.
 */
export function createPasswordHasher({
  memoryCost,
  timeCost,
  parallelism,
  concurrency,
  queueMax,
}: Config['argon2']) {
  const options = { memoryCost, timeCost, parallelism };
  const run = createHashQueue(concurrency, queueMax);
  // Created at startup: on first use, its time would reveal the first unknown name.
  const decoy = hash('no password of anybody', options);
  decoy.catch(() => undefined);

  return {
    /** @throws AppError 503 if the queue is full */
    hash: (password: string): Promise<string> => run(() => hash(normal(password), options)),
    /**
     * Returns whether a password is correct. Without a stored hash it does the same work and returns false.
     * @throws AppError 503 if the queue is full
     */
    verify: (stored: string | null | undefined, password: string): Promise<boolean> =>
      run(async () => {
        const fits = await verify(stored ?? (await decoy), normal(password));
        return typeof stored === 'string' && fits;
      }),
  };
}

/** Keyboards compose the same letters in different ways. */
const normal = (password: string) => password.normalize('NFKC');

/**
 * Runs at most `concurrency` jobs at once, in order of arrival, and queues up to `queueMax`.
 * @returns runs a job and returns its result; rejects with AppError 503 if the queue is full
 */
export function createHashQueue(concurrency: number, queueMax: number) {
  const limit = pLimit(concurrency);
  return <T>(job: () => Promise<T>): Promise<T> => {
    if (limit.activeCount + limit.pendingCount < concurrency + queueMax) return limit(job);
    return Promise.reject(serviceUnavailable(new Error('The password queue is full')));
  };
}
