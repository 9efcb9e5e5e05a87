import { createApi, type Api } from './api.js';
import { loadDemo, wantsDemo } from './demo.js';
import { createConfig } from './platform/config/config.js';
import { originsWithoutHttps, requireSafeOrigins } from './platform/config/safe-origins.js';
import { ConfigError, readEnv } from './platform/config/env.js';
import { NewerDatabaseError } from './platform/db/preparation-error.js';
import { requireWritable } from './platform/storage/writable-folder.js';
import { currentVersion } from './platform/version.js';
import { startServer } from './server.js';

/** Milliseconds after a signal until the process exits in any case. */
const FORCED_END = 9_500;

/** Prints one sentence for the operator and exits. */
function giveUp(sentence: string): never {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}

async function makeApi(): Promise<Api> {
  try {
    const env = readEnv();
    requireSafeOrigins(env);
    const config = createConfig(env);
    await requireWritable(config.media.directory);
    const demo = await loadDemo(config);
    const api = createApi(config, { demo });
    for (const setting of originsWithoutHttps(env)) {
      api.log.warn({ setting }, 'nobody can sign in with a browser: the address must be https');
    }
    if (demo === undefined && wantsDemo(config)) {
      api.log.warn('packages/demo is not here: there are no demo media, demo sign-in or mailbox page');
    }
    return api;
  } catch (error) {
    if (error instanceof ConfigError) giveUp(error.message);
    throw error;
  }
}

function listenFailure(error: unknown, { host, ...ports }: Api['config']): string {
  const { code, port = ports.port } = error as NodeJS.ErrnoException & { port?: number };
  const setting = port === ports.metricsPort ? 'METRICS_PORT' : 'API_PORT';
  if (code === 'EADDRINUSE') {
    return `Port ${port} is taken: stop what uses it or set ${setting} to another.`;
  }
  if (code === 'EACCES')
    return `Port ${port} needs rights that this process lacks: set ${setting} to another.`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return `API_HOST ${host} is not an address of this machine.`;
  }
  return `The API cannot listen on ${host}:${port}: ${error instanceof Error ? error.message : String(error)}.`;
}

async function main(): Promise<void> {
  const api = await makeApi();
  const { config, log } = api;
  const server = await startServer(api).catch((error: unknown) => giveUp(listenFailure(error, config)));

  const stop = (code: number) => {
    setTimeout(() => {
      log.error('stopping took too long and is forced');
      process.exit(1);
    }, FORCED_END).unref();
    void server.stop().then(
      (clean) => {
        log.info({ clean }, 'stopped');
        process.exit(code);
      },
      (error: unknown) => {
        log.error({ err: error }, 'stopping failed');
        process.exit(1);
      },
    );
  };
  process.once('exit', () => log.flush());
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => {
      log.info({ signal }, 'stopping');
      stop(0);
    });
  }
  // The state after an uncaught error is unknown, so requests in flight finish and then the process exits.
  for (const event of ['unhandledRejection', 'uncaughtException'] as const) {
    process.once(event, (error: unknown) => {
      log.fatal({ err: error }, 'stopping after an error that nothing caught');
      stop(1);
    });
  }

  log.info({ url: server.url, ...currentVersion(config.source) }, 'api listening');
  await server.ready.catch((error: unknown) => {
    log.flush();
    if (error instanceof NewerDatabaseError) giveUp(error.message);
    giveUp(`MONGODB_URI cannot be used: ${error instanceof Error ? error.message : String(error)}.`);
  });
  if (api.isReady()) {
    log.info('api ready');
    process.send?.('ready');
  }
}

await main();
