import type { Connection } from 'mongoose';
import type { Logger } from 'pino';
import type { Config } from './config/config.js';
import type { PageReader } from './http/paging.js';
import type { RateLimiter } from './http/rate-limit.js';
import type { Jobs } from './jobs/jobs.js';
import type { Mailer } from './mail/mailer.js';

/** Dependencies that `api.ts` passes to every feature. Each feature uses `Pick` to name those it needs. */
export interface Platform {
  config: Config;
  connection: Connection;
  jobs: Pick<Jobs, 'define' | 'add'>;
  mail: Mailer;
  rateLimits: RateLimiter;
  readPage: PageReader;
  /** The clock for everything that depends on time. */
  now: () => Date;
  log: Logger;
}
