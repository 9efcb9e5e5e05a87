import type { Connection } from 'mongoose';
import type { Logger } from 'pino';
import type { Config } from './config/config.js';
import { createConnection } from './db/connection.js';
import { createLogger } from './http/logging.js';
import { Background } from './jobs/background.js';
import { jobModel } from './jobs/job.model.js';
import { createJobs, type Jobs } from './jobs/jobs.js';

/** What every feature may be built on; it knows none of them. */
export interface Platform {
  readonly config: Config;
  readonly log: Logger;
  /** The clock of everything that decides by time. */
  readonly now: () => Date;
  readonly connection: Connection;
  readonly background: Background;
  /** Work beside the requests. */
  readonly jobs: Jobs;
}

export interface PlatformOverrides {
  log?: Logger;
  now?: () => Date;
}

/** Makes the platform of one API; nothing is connected yet. */
export function createPlatform(config: Config, overrides: PlatformOverrides = {}): Platform {
  const log = overrides.log ?? createLogger(config.logLevel);
  const now = overrides.now ?? (() => new Date());
  const connection = createConnection();
  const background = new Background(log);
  const jobs = createJobs({ jobs: jobModel(connection), now, log });
  background.register({ name: 'jobs', dispose: () => jobs.stop() });
  return { config, log, now, connection, background, jobs };
}
