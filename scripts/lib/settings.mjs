import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Refusal } from './say.mjs';

/** The repository's root folder. */
export const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');

function port(name, fallback) {
  const value = process.env[name]?.trim();
  if (!value) return fallback;
  if (!/^\d{1,5}$/.test(value) || Number(value) < 1 || Number(value) > 65_535) {
    throw new Refusal(`${name} must be a port number from 1 to 65535, and "${value}" is not.`);
  }
  return Number(value);
}

/** Local origin of a server that listens on `host`; loopback without a host. */
function localOrigin(host, port) {
  const everywhere = !host || host === '0.0.0.0' || host === '::';
  return `http://${everywhere ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host}:${port}`;
}

/**
 * Settings of the scripts from the environment; `.env` in the root supplies unset ones. `origins` are the public
 * addresses, `local` those used on this machine; `childEnv` is the environment for API, web server and seed.
 */
export function readSettings() {
  const envFile = join(root, '.env');
  if (existsSync(envFile)) process.loadEnvFile(envFile);
  process.env.TURBO_TELEMETRY_DISABLED = '1';
  process.env.DO_NOT_TRACK ??= '1';

  const apiPort = port('API_PORT', 4000);
  const webPort = port('WEB_PORT', 3000);
  if (apiPort === webPort) throw new Refusal(`API_PORT and WEB_PORT are both ${apiPort}; they must differ.`);
  const dataDir = resolve(root, process.env.DATA_DIR?.trim() || '.data');
  const mongoUri = process.env.MONGODB_URI?.trim() || undefined;
  const origins = {
    web: process.env.PUBLIC_WEB_ORIGIN?.trim() || `http://localhost:${webPort}`,
    api: process.env.PUBLIC_API_ORIGIN?.trim() || `http://localhost:${apiPort}`,
  };
  const local = {
    web: localOrigin(process.env.WEB_HOST?.trim(), webPort),
    api: localOrigin(process.env.API_HOST?.trim(), apiPort),
  };
  const childEnv = (uri) => ({
    ...process.env,
    API_PORT: String(apiPort),
    WEB_PORT: String(webPort),
    DATA_DIR: dataDir,
    MONGODB_URI: uri,
    PUBLIC_WEB_ORIGIN: origins.web,
    PUBLIC_API_ORIGIN: origins.api,
    WEB_PAGE_URL: process.env.WEB_PAGE_URL?.trim() || `${local.web}/index.html`,
    // the local web server forwards client addresses; otherwise all users would share one sign-in rate limit
    TRUST_PROXY: process.env.TRUST_PROXY?.trim() || 'loopback',
  });
  return { apiPort, webPort, dataDir, mongoUri, origins, local, childEnv };
}
