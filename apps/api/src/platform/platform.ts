import type { Connection } from 'mongoose';
import type { Logger } from 'pino';
import type { Config } from './config/config.js';
import { createConnection } from './db/connection.js';
import { createLogger } from './http/logging.js';
import { Background } from './jobs/background.js';

/** What every feature may be built on; it knows none of them. */
export interface Platform {
  readonly config: Config;
  readonly log: Logger;
  /** The clock of everything that decides by time. */
  readonly now: () => Date;
  readonly connection: Connection;
  readonly background: Background;
}

export interface PlatformOverrides {
  log?: Logger;
  now?: () => Date;
}

/** Makes the platform of one API; nothing is connected yet. */
export function createPlatform(config: Config, overrides: PlatformOverrides = {}): Platform {
  const log = overrides.log ?? createLogger(config.logLevel);
  return {
    config,
    log,
    now: overrides.now ?? (() => new Date()),
    connection: createConnection(),
    background: new Background(log),
  };
}
