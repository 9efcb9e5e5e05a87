import { createApi } from './api.js';
import { loadDemo } from './demo.js';
import { createConfig } from './platform/config/config.js';
import { readEnv } from './platform/config/env.js';
import { startServer, type RunningServer } from './server.js';

/**
 * Creates the API for `npm run dev` (scripts/dev-api-server.mjs) without listening yet: the previous one still has the
 * port.
 * @returns starts it
 * @throws ConfigError if the environment is invalid
 */
export async function createDevApi(): Promise<() => Promise<RunningServer>> {
  const config = createConfig(readEnv());
  const api = createApi(config, { demo: await loadDemo(config) });
  return () => startServer(api);
}
