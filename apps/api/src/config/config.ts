import { hkdfSync } from 'node:crypto';
import { isIP } from 'node:net';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ConfigError, readEnv, type Env } from './env.js';
import { mailConfig, type MailConfig } from './mail-config.js';
import { oauthConfig, type OAuthConfig } from './oauth-config.js';
import { s3Config, type S3Config } from './storage-config.js';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const DAY = 24 * 60 * MINUTE;

/** Known to everyone who reads this file, so good for development only: production refuses it. */
const DEVELOPMENT_SECRET = 'social-feed development secret, never for production';
const SECRET_MIN_LENGTH = 32;
/** Bytes of uploads that one user may have. */
const UPLOAD_QUOTA = 1024 ** 3;
const WELL_KNOWN_SECRET = /change.?(me|this|it)|your.?secret|example|placeholder|replace.?(me|this)|default/i;

export type LogLevel = Env['LOG_LEVEL'];

/** Everything that may differ between two runs of the API. Times are milliseconds, sizes bytes. */
export interface Config {
  production: boolean;
  logLevel: LogLevel;
  host: string;
  port: number;
  webOrigin: string;
  apiOrigin: string;
  /** Origins whose pages may call with cookies (security 16). */
  allowedOrigins: readonly string[];
  /** Express's `trust proxy`: hops or addresses whose `X-Forwarded-For` is believed; `false` believes none. */
  trustProxy: false | number | string[];
  mongo: MongoConfig;
  /** Keys derived from JWT_SECRET, one for each use. */
  secrets: Record<'access' | 'refresh' | 'device' | 'throttle' | 'otp' | 'mail' | 'oauth', Buffer>;
  sessions: SessionConfig;
  argon2: Argon2Config;
  limits: LimitsConfig;
  /** Multiplies budgets per address, never per account (design §2). */
  rateLimitFactor: number;
  demoMedia: { enabled: boolean; directory: string };
  /**
   * Uploads: the folder where they are received and, without a store, kept; the store; how many bytes a user may have.
   */
  media: { directory: string; s3: S3Config | null; quotaBytes: number };
  mail: MailConfig;
  oauth: OAuthConfig;
  /** Hosts that urls of media may name; empty allows all (design §3, Media urls). */
  mediaHosts: readonly string[];
  /** Compares every answer with its contract and fails where they differ: on in tests. */
  checkAnswers: boolean;
}

export interface MongoConfig {
  uri: string;
  /** Database to use instead of the one that the uri names. */
  dbName?: string;
  serverSelectionTimeout: number;
  connectTimeout: number;
  heartbeat: number;
  maxPoolSize: number;
  /** Whether the driver tells of every command, which tests count. */
  monitorCommands?: boolean;
}

export interface SessionConfig {
  accessTtl: number;
  /** Life since the last refresh of a session that dies with the browser. */
  browserTtl: number;
  /** Life since the last refresh of a remembered session. */
  rememberedTtl: number;
  /** A session ends after this however often it is refreshed. */
  absoluteTtl: number;
  /** How long a used refresh token still gets the successor that it already has (security 3). */
  refreshGrace: number;
  knownDeviceTtl: number;
}

export interface Argon2Config {
  /** KiB */
  memoryCost: number;
  timeCost: number;
  parallelism: number;
  /** Hashes computed at once; the others wait. */
  concurrency: number;
  /** Hashes waiting before further ones are refused with 503. */
  queueMax: number;
}

export interface LimitsConfig {
  jsonBytes: number;
  jsonDepth: number;
  /** Requests answered at once; more get 503 (security 27). */
  maxInFlight: number;
  /** A request without an answer by then gets 503 (security 26). */
  requestDeadline: number;
  /** Bodies must be there by then; those of uploads have a time of their own. */
  requestWithin: number;
  uploadWithin: number;
  /** An upload of which fewer bytes come within such a window is refused, so that no place is held for ever. */
  uploadPace: { window: number; bytes: number };
  /** What a stop leaves to the requests in flight before it is forced (security 28). */
  shutdownGrace: number;
}

/** Any part of a config, however deep. */
export type ConfigOverrides = {
  [K in keyof Config]?: Config[K] extends readonly unknown[] | Buffer | string | number | boolean
    ? Config[K]
    : Config[K] extends object
      ? Partial<Config[K]>
      : Config[K];
};

const deriveKey = (secret: string, use: string) =>
  Buffer.from(hkdfSync('sha256', secret, 'social-feed', use, 32));

/** One key for each use, so that a token made for one is worthless for another. */
export const deriveSecrets = (secret: string): Config['secrets'] => ({
  access: deriveKey(secret, 'access token'),
  refresh: deriveKey(secret, 'refresh token'),
  device: deriveKey(secret, 'known device'),
  throttle: deriveKey(secret, 'throttle key'),
  otp: deriveKey(secret, 'one-time code'),
  mail: deriveKey(secret, 'queued mail'),
  oauth: deriveKey(secret, 'social sign-in'),
});

const isAddressRange = (text: string) => {
  const [address = '', prefix, ...rest] = text.split('/');
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true;
  return isIP(address) !== 0 && rest.length === 0 && (prefix === undefined || /^\d{1,3}$/.test(prefix));
};

/**
 * `false`, a number of hops, or a list of addresses and the names that Express knows (`loopback`, …).
 * @throws ConfigError for what is none of these
 */
export function parseTrustProxy(value: string | undefined): Config['trustProxy'] {
  if (value === undefined || value === '' || /^(false|no|off|0)$/i.test(value)) return false;
  if (/^(true|yes|on)$/i.test(value)) return 1;
  if (/^\d{1,2}$/.test(value)) return Number(value);
  const ranges = value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const wrong = ranges.find((range) => !isAddressRange(range));
  if (wrong === undefined) return ranges;
  throw new ConfigError(`TRUST_PROXY must be a number of hops or a list of addresses, not "${wrong}".`);
}

function checkSecret(secret: string | undefined): string {
  const hint = 'set it to at least 32 random characters, such as the output of "openssl rand -hex 32".';
  if (secret === undefined || secret === '') {
    throw new ConfigError(`JWT_SECRET is missing: ${hint}`);
  }
  if (secret.length < SECRET_MIN_LENGTH) {
    throw new ConfigError(`JWT_SECRET is too short: ${hint}`);
  }
  if (secret === DEVELOPMENT_SECRET || WELL_KNOWN_SECRET.test(secret) || new Set(secret).size < 8) {
    throw new ConfigError(`JWT_SECRET is a default or guessable value: ${hint}`);
  }
  return secret;
}

/** Relative ones are below the folder of the whole project, whatever folder the API was started in. */
const dataDirectory = (directory: string | undefined) =>
  resolve(fileURLToPath(new URL('../../../../', import.meta.url)), directory ?? '.data');

const localOrigins = (port: number) =>
  ['localhost', '127.0.0.1', '[::1]'].map((host) => `http://${host}:${port}`);

/**
 * Derives the configuration from the environment.
 * @throws ConfigError in one sentence, where production lacks a setting or any setting cannot be used.
 */
export function createConfig(env: Env = readEnv()): Config {
  const production = env.NODE_ENV === 'production';
  if (env.MONGODB_URI === undefined || env.MONGODB_URI === '') {
    throw new ConfigError('MONGODB_URI is missing: "npm start" and "npm run dev" set it by themselves.');
  }
  if (!/^mongodb(\+srv)?:\/\//.test(env.MONGODB_URI)) {
    throw new ConfigError('MONGODB_URI must begin with mongodb:// or mongodb+srv://.');
  }
  const secret = production
    ? checkSecret(env.JWT_SECRET)
    : env.JWT_SECRET === undefined || env.JWT_SECRET === ''
      ? DEVELOPMENT_SECRET
      : env.JWT_SECRET;
  const webOrigin = env.PUBLIC_WEB_ORIGIN ?? `http://localhost:${env.WEB_PORT}`;
  const apiOrigin = env.PUBLIC_API_ORIGIN ?? `http://localhost:${env.API_PORT}`;
  const local = production ? [] : [...localOrigins(env.WEB_PORT), ...localOrigins(env.API_PORT)];
  return {
    production,
    logLevel: env.LOG_LEVEL,
    host:
      env.API_HOST === undefined || env.API_HOST === ''
        ? production
          ? '0.0.0.0'
          : '127.0.0.1'
        : env.API_HOST,
    port: env.API_PORT,
    webOrigin,
    apiOrigin,
    allowedOrigins: [...new Set([webOrigin, apiOrigin, ...local])],
    trustProxy: parseTrustProxy(env.TRUST_PROXY),
    mongo: {
      uri: env.MONGODB_URI,
      serverSelectionTimeout: 3 * SECOND,
      connectTimeout: 3 * SECOND,
      heartbeat: 2 * SECOND,
      maxPoolSize: 50,
    },
    secrets: deriveSecrets(secret),
    sessions: {
      accessTtl: 15 * MINUTE,
      browserTtl: DAY,
      rememberedTtl: 30 * DAY,
      absoluteTtl: 180 * DAY,
      refreshGrace: 10 * SECOND,
      knownDeviceTtl: 365 * DAY,
    },
    argon2: {
      memoryCost: 19_456,
      timeCost: 2,
      parallelism: 1,
      // One core stays free for everything else (security 27).
      concurrency: Math.min(4, Math.max(1, availableParallelism() - 1)),
      queueMax: 24,
    },
    limits: {
      jsonBytes: 100_000,
      jsonDepth: 32,
      maxInFlight: 200,
      requestDeadline: 4.5 * SECOND,
      requestWithin: 30 * SECOND,
      uploadWithin: 5 * MINUTE,
      uploadPace: { window: 15 * SECOND, bytes: 60_000 },
      shutdownGrace: 8 * SECOND,
    },
    rateLimitFactor: env.RATE_LIMIT_FACTOR,
    demoMedia: {
      enabled: env.DEMO_DATA ?? !production,
      directory: fileURLToPath(new URL('../../demo-media/', import.meta.url)),
    },
    media: {
      directory: join(dataDirectory(env.DATA_DIR), 'media'),
      s3: s3Config(env),
      quotaBytes: UPLOAD_QUOTA,
    },
    mail: mailConfig(env, production, webOrigin),
    oauth: oauthConfig(env, production),
    mediaHosts: mediaHosts(env, apiOrigin),
    checkAnswers: false,
  };
}

/** Uploads are allowed wherever anything is restricted. */
function mediaHosts(env: Env, apiOrigin: string): string[] {
  const hosts = (env.MEDIA_HOSTS ?? '')
    .split(',')
    .map((host) => host.trim().toLowerCase())
    .filter((host) => host !== '');
  return hosts.length === 0 ? [] : [...new Set([...hosts, new URL(apiOrigin).host])];
}

/** A config with parts replaced; objects are merged one level deep. */
export function overrideConfig(config: Config, overrides: ConfigOverrides = {}): Config {
  const merged: Record<string, unknown> = { ...config };
  for (const [key, value] of Object.entries(overrides)) {
    if (value === undefined) continue;
    const current = merged[key];
    merged[key] = isPlainObject(current) && isPlainObject(value) ? { ...current, ...value } : value;
  }
  return merged as unknown as Config;
}

const isPlainObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
