import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { instanceSettings, settingDefaults, SETTINGS, type InstanceSettings } from '@social-feed/contracts';
import { bothOf, ConfigError, MB, readEnv, type Env } from './env.js';
import { deriveSecrets, masterSecret } from './secrets.js';
import { backupConfig, s3Config } from './storage-config.js';
import { DAY, HOUR, MINUTE, SECOND } from '../time.js';

/** All settings that may differ between two runs of the API. Times are in milliseconds, sizes in bytes. */
export type Config = ReturnType<typeof createConfig>;

/** Relative paths are relative to the repository root, not to the working directory. */
const dataDirectory = (directory: string | undefined) =>
  resolve(fileURLToPath(new URL('../../../../../', import.meta.url)), directory ?? '.data');

const localOrigins = (port: number) =>
  ['localhost', '127.0.0.1', '[::1]'].map((host) => `http://${host}:${port}`);

/**
 * Derives the configuration from the environment.
 * @throws ConfigError with one sentence if production lacks a setting or a setting is invalid
 */
export function createConfig(env: Env = readEnv()) {
  const production = env.NODE_ENV === 'production';
  const webOrigin = env.PUBLIC_WEB_ORIGIN ?? `http://localhost:${env.WEB_PORT}`;
  const apiOrigin = env.PUBLIC_API_ORIGIN ?? `http://localhost:${env.API_PORT}`;
  const local = production ? [] : [...localOrigins(env.WEB_PORT), ...localOrigins(env.API_PORT)];
  return {
    production,
    /** Of which commit the build is; `null` if it does not say. */
    source: { commit: env.SOURCE_COMMIT, versionDate: env.SOURCE_DATE },
    logLevel: env.LOG_LEVEL,
    host: env.API_HOST ?? (production ? '0.0.0.0' : '127.0.0.1'),
    port: env.API_PORT,
    /** Port on which Prometheus reads metrics; null disables it. */
    metricsPort: env.METRICS_PORT,
    webOrigin,
    apiOrigin,
    /** Address of the built web app's page, from which pages with metadata are rendered; null disables them. */
    webPage: env.WEB_PAGE_URL,
    /** Origins whose pages may send requests with cookies. */
    allowedOrigins: [...new Set([webOrigin, apiOrigin, ...local])],
    /** Express's `trust proxy`: hops or addresses whose `X-Forwarded-For` is trusted; `false` trusts none. */
    trustProxy: env.TRUST_PROXY,
    mongo: {
      uri: mongoUri(env),
      /** Database to use instead of the one in the URI. */
      dbName: undefined as string | undefined,
      serverSelectionTimeout: 3 * SECOND,
      connectTimeout: 3 * SECOND,
      heartbeat: 2 * SECOND,
      /**
       * Milliseconds after which a connection that has not answered a command is closed, so that none stays blocked.
       * Building an index takes long.
       */
      answerWithin: { request: 30 * SECOND, background: HOUR },
      maxPoolSize: 50,
      /** Whether the driver emits an event for each command, which tests count. */
      monitorCommands: false,
    },
    /** The server over which processes tell each other of changes; null if they only poll. */
    redisUrl: redisUrl(env),
    /** Most event streams of this process. */
    streamsMax: env.STREAMS_MAX,
    /** Keys derived from JWT_SECRET, one for each purpose. */
    secrets: deriveSecrets(masterSecret(env.JWT_SECRET, production)),
    sessions: {
      accessTtl: 15 * MINUTE,
      /** Lifetime of a browser session since its last refresh. */
      browserTtl: DAY,
      /** Lifetime of a remembered session since its last refresh. */
      rememberedTtl: env.SESSION_DAYS * DAY,
      /** Maximum lifetime of a session, regardless of refreshes. */
      absoluteTtl: 180 * DAY,
      /** How long a used refresh token still returns its existing successor. */
      refreshGrace: 10 * SECOND,
      knownDeviceTtl: 365 * DAY,
      /** How long a process caches the name and rights of a viewer. */
      personTtl: SECOND,
    },
    argon2: {
      /** KiB */
      memoryCost: 19_456,
      timeCost: 2,
      parallelism: 1,
      /** Concurrent hashes; the others wait. One core stays free for everything else. */
      concurrency: Math.min(4, Math.max(1, availableParallelism() - 1)),
      /** Maximum queued hashes; further ones get 503. */
      queueMax: 24,
    },
    proofOfWork: {
      /** Rounds of PBKDF2 for each try. */
      cost: 1000,
      /** A solver needs between half of these tries and all. */
      tries: 3000,
    },
    limits: {
      jsonBytes: 100_000,
      jsonDepth: 32,
      /** Maximum concurrent requests; more get 503. */
      maxInFlight: 200,
      /** Requests get 503 while the average event loop delay exceeds this. */
      loopDelayMax: 300,
      /** A request without a response by then gets 503. */
      requestDeadline: 4.5 * SECOND,
      /** Time limit for receiving a request with its body, including uploads. */
      uploadWithin: 5 * MINUTE,
      /** A connection is closed if it neither sends the rest of a body nor reads its response for this long. */
      standstill: 30 * SECOND,
      /** Bytes of responses buffered in memory for slow clients; above this the slowest connections are closed. */
      unsentBytes: 64 * 1024 ** 2,
      /** Time for requests in flight on shutdown before their connections are cut. */
      shutdownGrace: 8 * SECOND,
    },
    /** Multiplies only the rate limits by address. */
    rateLimitFactor: env.RATE_LIMIT_FACTOR,
    /** Multiplies the write limits of accounts, for tests and measurements. */
    accountLimitFactor: env.ACCOUNT_LIMIT_FACTOR,
    /** Posts of one account; fewer on its first day. */
    posts: { perTenMinutes: env.POSTS_PER_TEN_MINUTES, perDay: env.POSTS_PER_DAY },
    /** Whether to write the demo data on the first start and serve its pictures and clips. */
    demoData: env.DEMO_DATA ?? !production,
    media: {
      /** Where uploads are received and, without an S3 store, saved. */
      directory: join(dataDirectory(env.DATA_DIR), 'media'),
      s3: s3Config(env),
      /** Storage quota of one user. */
      quotaBytes: env.UPLOADS_PER_PERSON_MB * MB,
      /** The quota on an account's first day, and until its e-mail address is confirmed. */
      firstDayBytes: (env.UPLOADS_PER_PERSON_MB * MB) / 4,
      /** Largest picture and clip. */
      imageBytes: env.PICTURE_MAX_MB * MB,
      videoBytes: env.CLIP_MAX_MB * MB,
      /** Disk space that uploads leave free, because the database may use the same disk. */
      keepFreeBytes: 1024 ** 3 / 2,
      /** Files decoded and encoded concurrently: each takes a core, a thread and up to 200 MB. */
      encodersMax: encodersAtOnce(availableParallelism(), env.UV_THREADPOOL_SIZE),
    },
    backup: backupConfig(env, dataDirectory),
    mail: mailConfig(env, production, webOrigin),
    oauth: {
      /** Keys of the providers; `null` if unset. */
      google: oauthKeys(env, 'GOOGLE'),
      facebook: oauthKeys(env, 'FACEBOOK'),
      linkedin: oauthKeys(env, 'LINKEDIN'),
      /** The OpenID Connect provider of the host; `null` if there is none. */
      oidc: oidcConfig(env, production),
      /** Its name; without a provider the demo provider plays one of this name. */
      oidcName: env.OIDC_NAME ?? null,
      /** Whether the demo provider replaces providers without keys; never in production. */
      demo: !production,
      /** Time limit for a sign-in at the provider. */
      flowTtl: 10 * MINUTE,
      /** Timeout of requests from this server to a provider. */
      answerWithin: 10 * SECOND,
    },
    /** Whether readers get media of other sites from there, through this service, or not at all. */
    mediaMode: env.MEDIA,
    /** Whether the API fetches the pages that posts link to, to show their titles. */
    linkCards: env.LINK_CARDS ?? production,
    /** The settings of the instance where the host has set none. */
    instance: instanceDefaults(env),
    /** Hosts allowed in media URLs; an empty list allows all. */
    mediaHosts: mediaHosts(env, apiOrigin),
    /** Validates every response against its contract and fails on a mismatch; enabled in tests. */
    checkAnswers: false,
  };
}

function mongoUri({ MONGODB_URI: uri }: Env): string {
  if (uri === undefined) {
    throw new ConfigError(
      'MONGODB_URI is missing. Set it, or use "npm start" or "npm run dev", which set it.',
    );
  }
  if (/^mongodb(\+srv)?:\/\//.test(uri)) return uri;
  throw new ConfigError('MONGODB_URI must begin with mongodb:// or mongodb+srv://.');
}

/** @throws ConfigError without the address, which may have a password */
function redisUrl({ REDIS_URL: url }: Env): string | null {
  if (url === undefined || (/^rediss?:\/\/./i.test(url) && URL.canParse(url))) return url ?? null;
  throw new ConfigError('REDIS_URL must be an address such as redis://localhost:6379.');
}

function mailConfig(env: Env, production: boolean, webOrigin: string) {
  const smtpUrl = env.SMTP_URL ?? null;
  if (smtpUrl !== null && !(/^smtps?:\/\/./i.test(smtpUrl) && URL.canParse(smtpUrl))) {
    throw new ConfigError('SMTP_URL must be an address such as smtp://user:password@mail.example.org:587.');
  }
  return {
    /** `null` without a mail server. */
    smtpUrl,
    /** Sender of every mail; the name may be empty. */
    from: env.MAIL_FROM ?? { name: '', address: `no-reply@${new URL(webOrigin).hostname}` },
    /** Whether `from` is the host's; otherwise the sender has the name of the instance. */
    isFromGiven: env.MAIL_FROM !== undefined,
    /** Whether mail is stored and shown at /dev/mailbox instead of sent; never in production. */
    mailbox: smtpUrl === null && !production,
    /** Timeout of one attempt to deliver a mail to the server. */
    sendWithin: MINUTE,
  };
}

/** @throws ConfigError if a setting is invalid */
function instanceDefaults(env: Env): InstanceSettings {
  const { success, data, error } = instanceSettings.safeParse(settingDefaults(env));
  if (success) return data;
  const [issue] = error.issues;
  const { env: variable } = SETTINGS[issue?.path[0] as keyof InstanceSettings];
  throw new ConfigError(`${variable}: ${issue?.message}.`);
}

function oauthKeys(env: Env, provider: 'GOOGLE' | 'FACEBOOK' | 'LINKEDIN') {
  const [clientId, clientSecret] = bothOf(env, `${provider}_CLIENT_ID`, `${provider}_CLIENT_SECRET`);
  return clientId === undefined || clientSecret === undefined ? null : { clientId, clientSecret };
}

function oidcConfig(env: Env, production: boolean) {
  const { OIDC_ISSUER: issuer } = env;
  const [clientId, clientSecret] = bothOf(env, 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET');
  if (issuer === undefined && clientId === undefined) return null;
  if (issuer === undefined || clientId === undefined || clientSecret === undefined) {
    throw new ConfigError('OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET are set together.');
  }
  if (production && !issuer.startsWith('https:'))
    throw new ConfigError('OIDC_ISSUER must be an https address.');
  return { issuer, clientId, clientSecret };
}

/**
 * Returns how many encoders to run: they leave one core free, and two of the threads shared with password hashes,
 * files and DNS lookups.
 */
export const encodersAtOnce = (cores: number, threads: number): number =>
  Math.max(1, Math.min(cores - 1, threads - 2));

/** Returns the allowed media hosts. If there is a list, it always includes uploads. */
function mediaHosts(env: Env, apiOrigin: string): string[] {
  const { MEDIA_HOSTS: hosts } = env;
  return hosts.length === 0 ? [] : [...new Set([...hosts, new URL(apiOrigin).host])];
}
