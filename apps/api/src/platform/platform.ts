import type { Connection } from 'mongoose';
import type { Logger } from 'pino';
import type { Bus } from './bus/bus.js';
import type { Config } from './config/config.js';
import type { InTurn } from './http/turns.js';
import type { PageReader } from './http/paging.js';
import type { RateLimiter } from './http/rate-limit.js';
import type { Jobs } from './jobs/jobs.js';
import type { Mailer } from './mail/mailer.js';
import type { Outbound } from './outbound/outbound.js';
import type { Languages } from './writing.js';

/** Dependencies that `api.ts` passes to every feature. Each feature uses `Pick` to name those it needs. */
export interface Platform {
  config: Config;
  /** Tells other processes what has changed. */
  bus: Bus;
  connection: Connection;
  inTurn: InTurn;
  /** The languages in which the API writes to people. */
  languages: Languages;
  jobs: Pick<Jobs, 'define' | 'add'>;
  mail: Mailer;
  /** Fetches addresses that users wrote. */
  outbound: Pick<Outbound, 'fetch'>;
  rateLimits: RateLimiter;
  readPage: PageReader;
  /** The clock for everything that depends on time. */
  now: () => Date;
  log: Logger;
}
