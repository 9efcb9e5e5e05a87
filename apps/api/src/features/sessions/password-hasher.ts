import { hash, verify } from '@node-rs/argon2';
import pLimit from 'p-limit';
import type { Config } from '../../platform/config/config.js';
import { serviceUnavailable } from '../../platform/http/errors.js';

export type PasswordHasher = ReturnType<typeof createPasswordHasher>;

/**
 * Makes and checks password hashes in a queue of its own, so that sign-ins cannot starve other requests. They are of
 * argon2id, whose input has no length limit such as bcrypt's 72 bytes.
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
  // Made at once: made on first use, it would tell the first unknown name by its time.
  const decoy = hash('no password of anybody', options);
  decoy.catch(() => undefined);

  return {
    /** @throws AppError 503 where the queue is full */
    hash: (password: string): Promise<string> => run(() => hash(normal(password), options)),
    /**
     * Whether a password fits. Without a stored hash the same work is done and the answer is no.
     * @throws AppError 503 where the queue is full
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
