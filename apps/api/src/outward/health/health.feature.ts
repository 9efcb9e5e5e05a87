import { health, live, ready } from '@social-feed/contracts';
import { createConcurrencyLimit } from '../../platform/http/concurrency.js';
import { AppError, serviceUnavailable } from '../../platform/http/errors.js';
import type { Mount } from '../../platform/http/route.js';

export interface HealthDeps {
  now: () => Date;
  /** Whether the database is connected and answers a ping within `timeout` milliseconds. */
  isDatabaseUp: (timeout: number) => Promise<boolean>;
  /** Whether the database was reached and prepared. */
  isReady: () => boolean;
  /** Whether the database is being migrated and indexed. */
  isPreparing: () => boolean;
  /** Why the database cannot be used although it responds; shown to all clients. */
  preparationFailure: () => string | undefined;
}

/** Milliseconds until an unanswered ping makes the service not ready. */
const PING_TIMEOUT = 2000;
/** `Retry-After` in seconds while the database cannot be prepared. */
const UNPREPARED_RETRY = 60;

const PREPARING = 'The database is being migrated and indexed';

export type Health = ReturnType<typeof createHealth>;

/**
 * Readiness and liveness; both respond in any state of the database. A process that cannot prepare its database is
 * unhealthy; one that has lost the connection is healthy.
 */
export function createHealth({ now, isDatabaseUp, isReady, isPreparing, preparationFailure }: HealthDeps) {
  const startedAt = now().getTime();
  let ping: Promise<boolean> | undefined;
  /** Concurrent requests share one ping, so that frequent checks do not load the database. */
  const isUp = () => (ping ??= isDatabaseUp(PING_TIMEOUT).finally(() => (ping = undefined)));
  const refuseUnprepared = () => {
    const reason = preparationFailure();
    if (reason !== undefined) {
      throw new AppError('SERVICE_UNAVAILABLE', reason, { retryAfterSeconds: UNPREPARED_RETRY });
    }
  };

  return {
    routes(mount: Mount): void {
      // Health checks are answered under any load.
      const slots = createConcurrencyLimit(Infinity);
      const refuseUnlessReady = async () => {
        refuseUnprepared();
        if (isPreparing()) throw new AppError('SERVICE_UNAVAILABLE', PREPARING, { retryAfterSeconds: 5 });
        // The start itself logs why it takes long; the checks that wait for it would repeat that.
        if (!isReady()) throw serviceUnavailable();
        if (!(await isUp())) throw serviceUnavailable(new Error('The database does not answer'));
      };
      mount(ready, { slots }, async () => {
        await refuseUnlessReady();
        return { data: { status: 'ready' as const } };
      });
      mount(health, { slots }, async () => {
        await refuseUnlessReady();
        const uptimeSeconds = Math.round((now().getTime() - startedAt) / 1000);
        return { data: { database: 'up' as const, uptimeSeconds } };
      });
      mount(live, { slots }, () => {
        refuseUnprepared();
        return { message: 'The process runs' };
      });
    },
  };
}
