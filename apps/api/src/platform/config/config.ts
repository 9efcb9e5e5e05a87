import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ConfigError, readEnv, type Env } from './env.js';
import { mailConfig, type MailConfig } from './mail-config.js';
import { oauthConfig, type OAuthConfig } from './oauth-config.js';
import { deriveSecrets, masterSecret, type Secrets } from './secrets.js';
import { s3Config, type S3Config } from './storage-config.js';
import { parseTrustProxy, type TrustProxy } from './trust-proxy.js';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const DAY = 24 * 60 * MINUTE;

/** Bytes of uploads that one user may have. */
const UPLOAD_QUOTA = 1024 ** 3;

export type LogLevel = Env['LOG_LEVEL'];

/** Everything that may differ between two runs of the API. Times are milliseconds, sizes bytes. */
export interface Config {
  production: boolean;
  logLevel: LogLevel;
  host: string;
  port: number;
  /** Where Prometheus reads figures; null serves none. */
  metricsPort: number | null;
  webOrigin: string;
  apiOrigin: string;
  /** Origins whose pages may call with cookies. */
  allowedOrigins: readonly string[];
  /** Express's `trust proxy`: hops or addresses whose `X-Forwarded-For` is believed; `false` believes none. */
  trustProxy: TrustProxy;
  mongo: MongoConfig;
  /** Keys derived from JWT_SECRET, one for each use. */
  secrets: Secrets;
  sessions: SessionConfig;
  argon2: Argon2Config;
  limits: LimitsConfig;
  /** Multiplies the limits by address and no others. */
  rateLimitFactor: number;
  /** Multiplies the limits of what an account writes: for tests and measurements. */
  accountLimitFactor: number;
  /** Whether the demo data are written at the first start and their pictures and clips served. */
  demoData: boolean;
  /**
   * Uploads: the folder where they are received and, without a store, kept; the store; how many bytes a user may have.
   */
  media: { directory: string; s3: S3Config | null; quotaBytes: number };
  mail: MailConfig;
  oauth: OAuthConfig;
  /** Hosts that urls of media may name; empty allows all. */
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
  /** How long a used refresh token still gets the successor that it already has. */
  refreshGrace: number;
  knownDeviceTtl: number;
  /** How long a process remembers name and rights of whoever asks. */
  personTtl: number;
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
  /** Requests answered at once; more get 503. */
  maxInFlight: number;
  /** Requests get 503 while the event loop is late by more on average. */
  loopDelayMax: number;
  /** A request without an answer by then gets 503. */
  requestDeadline: number;
  /** A request and its body must be there by then, an upload's too. */
  uploadWithin: number;
  /** A connection ends that owes a body, or takes no answer, and stands still for so long. */
  standstill: number;
  /** What a stop leaves to the requests in flight before it is forced. */
  shutdownGrace: number;
}

/** Relative ones are below the folder of the whole project, whatever folder the API was started in. */
const dataDirectory = (directory: string | undefined) =>
  resolve(fileURLToPath(new URL('../../../../../', import.meta.url)), directory ?? '.data');

const localOrigins = (port: number) =>
  ['localhost', '127.0.0.1', '[::1]'].map((host) => `http://${host}:${port}`);

/**
 * Derives the configuration from the environment.
 * @throws ConfigError in one sentence, where production lacks a setting or any setting cannot be used.
 */
export function createConfig(env: Env = readEnv()): Config {
  const production = env.NODE_ENV === 'production';
  if (env.MONGODB_URI === undefined) {
    throw new ConfigError('MONGODB_URI is missing: "npm start" and "npm run dev" set it by themselves.');
  }
  if (!/^mongodb(\+srv)?:\/\//.test(env.MONGODB_URI)) {
    throw new ConfigError('MONGODB_URI must begin with mongodb:// or mongodb+srv://.');
  }
  const webOrigin = env.PUBLIC_WEB_ORIGIN ?? `http://localhost:${env.WEB_PORT}`;
  const apiOrigin = env.PUBLIC_API_ORIGIN ?? `http://localhost:${env.API_PORT}`;
  const local = production ? [] : [...localOrigins(env.WEB_PORT), ...localOrigins(env.API_PORT)];
  return {
    production,
    logLevel: env.LOG_LEVEL,
    host: env.API_HOST ?? (production ? '0.0.0.0' : '127.0.0.1'),
    port: env.API_PORT,
    metricsPort: env.METRICS_PORT,
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
    secrets: deriveSecrets(masterSecret(env.JWT_SECRET, production)),
    sessions: {
      accessTtl: 15 * MINUTE,
      browserTtl: DAY,
      rememberedTtl: 30 * DAY,
      absoluteTtl: 180 * DAY,
      refreshGrace: 10 * SECOND,
      knownDeviceTtl: 365 * DAY,
      personTtl: SECOND,
    },
    argon2: {
      memoryCost: 19_456,
      timeCost: 2,
      parallelism: 1,
      // One core stays free for everything else.
      concurrency: Math.min(4, Math.max(1, availableParallelism() - 1)),
      queueMax: 24,
    },
    limits: {
      jsonBytes: 100_000,
      jsonDepth: 32,
      maxInFlight: 200,
      loopDelayMax: 300,
      requestDeadline: 4.5 * SECOND,
      uploadWithin: 5 * MINUTE,
      standstill: 30 * SECOND,
      shutdownGrace: 8 * SECOND,
    },
    rateLimitFactor: env.RATE_LIMIT_FACTOR,
    accountLimitFactor: env.ACCOUNT_LIMIT_FACTOR,
    demoData: env.DEMO_DATA ?? !production,
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
