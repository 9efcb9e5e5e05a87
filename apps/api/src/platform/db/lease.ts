import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { mongo } from 'mongoose';
import { withTimeout } from '../with-timeout.js';
import { isDuplicateKey } from './duplicate-key.js';

/** The collection of leases. It has no model, because leases are needed before the database is prepared. */
export const LEASES = 'leases';

interface LeaseRecord {
  _id: string;
  holder: string | null;
  until: Date;
}

export interface LeaseOptions {
  name: string;
  /** Milliseconds after which another process takes over from one that died. */
  ttl: number;
  /** Maximum milliseconds to wait for another process. */
  waitFor: number;
  signal: AbortSignal;
}

/** Another process holds the lease and still works. */
export class LeaseTakenError extends Error {
  override name = 'LeaseTakenError';
}

const FREE = new Date(0);

/**
 * Does work that only one process may do at a time. The lease is renewed while the work runs and expires after the
 * process dies. Its times come from the database, so process clocks need not agree.
 * @param work must end soon after its signal aborts, which happens when the lease is lost or the caller stops
 * @throws LeaseTakenError if another process holds the lease for the whole waiting time
 */
export async function withLease<T>(
  database: mongo.Db,
  { name, ttl, waitFor, signal }: LeaseOptions,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const leases = database.collection<LeaseRecord>(LEASES);
  const holder = randomUUID();
  const until = { $add: ['$$NOW', ttl] };
  const isFree = { $lte: ['$until', '$$NOW'] };

  const acquire = async () => {
    const { matchedCount } = await leases.updateOne({ _id: name, $expr: isFree }, [
      { $set: { holder, until } },
    ]);
    return matchedCount === 1;
  };
  const renew = async () =>
    (await leases.updateOne({ _id: name, holder }, [{ $set: { until } }])).matchedCount === 1;

  await leases
    .updateOne({ _id: name }, { $setOnInsert: { holder: null, until: FREE } }, { upsert: true })
    .catch((error: unknown) => {
      // Another process inserted it concurrently.
      if (!isDuplicateKey(error)) throw error;
    });
  const giveUpAt = performance.now() + waitFor;
  while (!(await acquire())) {
    if (performance.now() >= giveUpAt)
      throw new LeaseTakenError(`Another process holds the lease "${name}".`);
    await wait(Math.min(1000, ttl / 3), undefined, { signal });
  }

  const ended = new AbortController();
  const working = new AbortController();
  const stop = () => working.abort(signal.reason);
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  const renewing = keepRenewed(renew, { ttl, lost: working, ended: ended.signal });
  try {
    return await work(working.signal);
  } finally {
    signal.removeEventListener('abort', stop);
    ended.abort();
    await renewing;
    // If this fails, the lease expires.
    await leases
      .updateOne({ _id: name, holder }, { $set: { holder: null, until: FREE } })
      .catch(() => undefined);
  }
}

/** Renews a lease until `ended` aborts. Aborts `lost` before the lease can expire unrenewed. */
async function keepRenewed(
  renew: () => Promise<boolean>,
  { ttl, lost, ended }: { ttl: number; lost: AbortController; ended: AbortSignal },
): Promise<void> {
  const step = ttl / 4;
  let renewedAt = performance.now();
  while (!ended.aborted) {
    await wait(step, undefined, { signal: ended }).catch(() => undefined);
    if (ended.aborted) return;
    const askedAt = performance.now();
    const isMine = await withTimeout(step, ended, renew).catch(() => undefined);
    if (isMine === true) renewedAt = askedAt;
    else if (isMine === false || performance.now() - renewedAt > ttl / 2)
      lost.abort(new LeaseTakenError('The lease was lost.'));
  }
}
