import { hash, verify } from '@node-rs/argon2';
import type { Argon2Config } from '../../platform/config/config.js';
import { createHashQueue } from './hash-queue.js';

/** Makes and checks password hashes in a queue of its own, so that sign-ins cannot starve other requests. */
export interface PasswordHasher {
  /** @throws AppError 503 where the queue is full */
  hash(password: string): Promise<string>;
  /**
   * Whether a password fits. Without a stored hash the same work is done and the answer is no.
   * @throws AppError 503 where the queue is full
   */
  verify(stored: string | undefined, password: string): Promise<boolean>;
}

/** argon2id, whose input has no length limit such as bcrypt's 72 bytes (security 8). */
export function createPasswordHasher(config: Argon2Config): PasswordHasher {
  const options = {
    memoryCost: config.memoryCost,
    timeCost: config.timeCost,
    parallelism: config.parallelism,
  };
  const run = createHashQueue(config.concurrency, config.queueMax);
  // Made at once: made on first use, it would tell the first unknown name by its time.
  const decoy = hash('no password of anybody', options);
  decoy.catch(() => undefined);

  return {
    hash: (password) => run(() => hash(normal(password), options)),
    verify: (stored, password) =>
      run(async () => {
        const fits = await verify(stored ?? (await decoy), normal(password));
        return stored !== undefined && fits;
      }),
  };
}

/** Keyboards compose the same letters in different ways. */
const normal = (password: string) => password.normalize('NFKC');
