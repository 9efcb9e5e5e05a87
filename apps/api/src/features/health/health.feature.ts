import { health, live } from '@social-feed/contracts';
import { createConcurrencyLimit } from '../../platform/http/concurrency.js';
import { AppError, serviceUnavailable } from '../../platform/http/errors.js';
import type { Mount } from '../../platform/http/route.js';

export interface HealthDeps {
  now: () => Date;
  /** Whether the database was reached and answers a ping within so many milliseconds. */
  isDatabaseUp: (timeout: number) => Promise<boolean>;
  /** Why the database, although it answers, cannot be used; shown to everybody. */
  preparationFailure: () => string | undefined;
}

/** Milliseconds that the database has for a ping before the service calls itself not ready. */
const PING_TIMEOUT = 2000;
/** Seconds after which asking again makes sense while the database cannot be prepared. */
const UNPREPARED_RETRY = 60;

export type Health = ReturnType<typeof createHealth>;

/**
 * Readiness and liveness; both answer whatever the database does. A process that cannot prepare its database is not
 * healthy, one whose database is away is.
 */
export function createHealth({ now, isDatabaseUp, preparationFailure }: HealthDeps) {
  const startedAt = now().getTime();
  let ping: Promise<boolean> | undefined;
  /** Whoever asks meanwhile gets the same answer, so that asking often costs the database no more. */
  const isUp = () => (ping ??= isDatabaseUp(PING_TIMEOUT).finally(() => (ping = undefined)));
  const refuseUnprepared = () => {
    const reason = preparationFailure();
    if (reason !== undefined) {
      throw new AppError('SERVICE_UNAVAILABLE', reason, { retryAfterSeconds: UNPREPARED_RETRY });
    }
  };

  return {
    routes(mount: Mount): void {
      // However much is under way, whoever watches over the process hears of it.
      const places = createConcurrencyLimit(Infinity);
      mount(health, { places }, async () => {
        refuseUnprepared();
        if (!(await isUp())) throw serviceUnavailable(new Error('The database does not answer'));
        const uptimeSeconds = Math.round((now().getTime() - startedAt) / 1000);
        return { data: { database: 'up' as const, uptimeSeconds } };
      });
      mount(live, { places }, () => {
        refuseUnprepared();
        return { message: 'The process runs' };
      });
    },
  };
}
