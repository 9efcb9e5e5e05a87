import { fileURLToPath } from 'node:url';
import { featureOrigins } from './feature-services.js';

/**
 * Configuration of the web server. `apiOrigin` is set if the build calls the API directly; pages may then call it.
 */
export interface WebServerConfig {
  port: number;
  /** Address to listen on: this machine only outside production, all of them in production. */
  host: string;
  /** Folder of the built app. */
  folder: string;
  /** Target of the `/api` proxy. */
  apiTarget: string;
  apiOrigin: string | undefined;
  production: boolean;
  /**
   * Whether a proxy that compresses, and calls the API as well, passes requests on to this server (WEB_BEHIND_PROXY).
   * Its X-Forwarded-For then goes to the API unchanged, so that both ways count as many hops.
   */
  behindProxy: boolean;
  /** Whether visitors can read without an account (PUBLIC_BROWSING). */
  publicBrowsing: boolean;
  /** Origins of the feature panel's services; pages may call them (A §7.5). */
  featureOrigins: readonly string[];
  /** Whether the app calls the API at its own origin: then pages may arrive with answers to its first calls. */
  drawsPages: boolean;
  /** The language of visitors whose browser names none that the app has (INSTANCE_LANGUAGE). */
  language: string;
  /** Whether pages show media of other sites from there (MEDIA is `any`). */
  foreignMedia: boolean;
}

/** The VITE_… variables of the build, whose pages call what they name; none if this runs from its source. */
const BUILT = (import.meta as { env?: Record<string, string> }).env;

/**
 * Reads the configuration from the environment.
 * @throws Error with a readable message if a value is malformed
 */
export function readConfig(env: NodeJS.ProcessEnv): WebServerConfig {
  const port = Number(env['WEB_PORT'] ?? '3000');
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new Error('WEB_PORT must be a port number.');
  const production = env['NODE_ENV'] === 'production';
  return {
    port,
    host: env['WEB_HOST']?.trim() || (production ? '0.0.0.0' : '127.0.0.1'),
    folder: env['WEB_DIST'] ?? fileURLToPath(new URL('../dist', import.meta.url)),
    apiTarget: env['API_TARGET'] ?? `http://127.0.0.1:${env['API_PORT'] ?? '4000'}`,
    apiOrigin: env['PUBLIC_API_ORIGIN'],
    production,
    behindProxy: env['WEB_BEHIND_PROXY']?.trim().toLowerCase() === 'true',
    publicBrowsing: env['PUBLIC_BROWSING']?.trim().toLowerCase() === 'true',
    featureOrigins: featureOrigins({ ...env, ...BUILT }),
    drawsPages: !/^https?:/i.test(BUILT?.['VITE_API_URL'] ?? env['VITE_API_URL'] ?? ''),
    language: env['INSTANCE_LANGUAGE']?.trim() || 'en',
    foreignMedia: !['proxy', 'uploads'].includes(env['MEDIA']?.trim() ?? ''),
  };
}
