import type { Connection } from 'mongoose';
import type { Logger } from 'pino';
import type { Config } from './config/config.js';
import type { PageReader } from './http/paging.js';
import type { RateLimiter } from './http/rate-limit.js';
import type { Jobs } from './jobs/jobs.js';
import type { Mailer } from './mail/mailer.js';

/** What `api.ts` hands to every feature, of which each names with `Pick` what it takes. */
export interface Platform {
  config: Config;
  connection: Connection;
  jobs: Pick<Jobs, 'define' | 'add'>;
  mail: Mailer;
  rateLimits: RateLimiter;
  readPage: PageReader;
  /** The clock of everything that decides by time. */
  now: () => Date;
  log: Logger;
}
