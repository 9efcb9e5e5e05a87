import { randomBytes } from 'node:crypto';
import { pino } from 'pino';
import { inject, vi } from 'vitest';
import { createApi, type Api } from '../api.js';
import { startServer, type RunningServer } from '../server.js';
import { openDatabaseProxy, type DatabaseProxy } from './database-proxy.js';
import { modelsOf, type Models } from './models.js';
import { overrideConfig, type ConfigOverrides } from './override-config.js';
import { testConfig } from './test-app.js';

export const WAIT = { timeout: 25_000, interval: 100 };

export interface Running {
  ctx: Api & { models: Models };
  server: RunningServer;
  proxy: DatabaseProxy;
}

const opened: Running[] = [];
/** Stops started servers and drops their databases; for `afterEach`. */
export async function stopServers(): Promise<void> {
  for (const { ctx, server, proxy } of opened.splice(0)) {
    await proxy.restore();
    // with the driver: Mongoose waits for its own connection state, which frequent heartbeats on a busy machine
    // confuse
    if (ctx.isReady()) await vi.waitFor(() => ctx.connection.db?.dropDatabase(), WAIT);
    await server.stop();
    await proxy.close();
  }
}

/** Limits by which an outage is noticed soon. A busy machine exceeds them without one. */
const SOON = { serverSelectionTimeout: 300, connectTimeout: 500, heartbeat: 500 };

/**
 * Starts a server as `main` does, with a new database behind a proxy that can be cut.
 * @param options.down the database is away at first
 * @param options.outages the database will be away
 */
export async function start({
  down = false,
  outages = down,
  config = {},
  log,
}: {
  down?: boolean;
  outages?: boolean;
  config?: ConfigOverrides;
  log?: (line: string) => void;
} = {}): Promise<Running> {
  const proxy = await openDatabaseProxy(inject('mongoUri'), { down });
  const settings = overrideConfig(testConfig(config, proxy.uri), { port: 0 });
  const api = createApi(
    overrideConfig(settings, {
      mongo: { dbName: `test_${randomBytes(8).toString('hex')}`, ...(outages ? SOON : {}), ...config.mongo },
    }),
    { log: log === undefined ? pino({ level: 'silent' }) : pino({ level: 'error' }, { write: log }) },
  );
  const ctx = Object.assign(api, { models: modelsOf(api.connection) });
  const server = await startServer(ctx);
  const running = { ctx, server, proxy };
  opened.push(running);
  return running;
}
