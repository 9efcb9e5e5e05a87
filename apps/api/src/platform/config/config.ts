import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ConfigError, listOf, readEnv, type Env } from './env.js';
import { deriveSecrets, masterSecret } from './secrets.js';
import { DAY, MINUTE, SECOND } from '../time.js';

/** Everything that may differ between two runs of the API. Times are milliseconds, sizes bytes. */
export type Config = ReturnType<typeof createConfig>;

/** Relative ones are below the folder of the whole project, whatever folder the API was started in. */
const dataDirectory = (directory: string | undefined) =>
  resolve(fileURLToPath(new URL('../../../../../', import.meta.url)), directory ?? '.data');

const localOrigins = (port: number) =>
  ['localhost', '127.0.0.1', '[::1]'].map((host) => `http://${host}:${port}`);

/**
 * Derives the configuration from the environment.
 * @throws ConfigError in one sentence, where production lacks a setting or any setting cannot be used.
 */
export function createConfig(env: Env = readEnv()) {
  const production = env.NODE_ENV === 'production';
  const webOrigin = env.PUBLIC_WEB_ORIGIN ?? `http://localhost:${env.WEB_PORT}`;
  const apiOrigin = env.PUBLIC_API_ORIGIN ?? `http://localhost:${env.API_PORT}`;
  const local = production ? [] : [...localOrigins(env.WEB_PORT), ...localOrigins(env.API_PORT)];
  return {
    production,
    logLevel: env.LOG_LEVEL,
    host: env.API_HOST ?? (production ? '0.0.0.0' : '127.0.0.1'),
    port: env.API_PORT,
    /** Where Prometheus reads figures; null serves none. */
    metricsPort: env.METRICS_PORT,
    webOrigin,
    apiOrigin,
    /** Address of the built web app's page, from which pages with a head are made; null makes none. */
    webPage: env.WEB_PAGE_URL,
    /** Origins whose pages may call with cookies. */
    allowedOrigins: [...new Set([webOrigin, apiOrigin, ...local])],
    /** Express's `trust proxy`: hops or addresses whose `X-Forwarded-For` is believed; `false` believes none. */
    trustProxy: env.TRUST_PROXY,
    mongo: {
      uri: mongoUri(env),
      /** Database to use instead of the one that the uri names. */
      dbName: undefined as string | undefined,
      serverSelectionTimeout: 3 * SECOND,
      connectTimeout: 3 * SECOND,
      heartbeat: 2 * SECOND,
      maxPoolSize: 50,
      /** Whether the driver tells of every command, which tests count. */
      monitorCommands: false,
    },
    /** Keys derived from JWT_SECRET, one for each use. */
    secrets: deriveSecrets(masterSecret(env.JWT_SECRET, production)),
    sessions: {
      accessTtl: 15 * MINUTE,
      /** Life since the last refresh of a session that dies with the browser. */
      browserTtl: DAY,
      /** Life since the last refresh of a remembered session. */
      rememberedTtl: 30 * DAY,
      /** A session ends after this however often it is refreshed. */
      absoluteTtl: 180 * DAY,
      /** How long a used refresh token still gets the successor that it already has. */
      refreshGrace: 10 * SECOND,
      knownDeviceTtl: 365 * DAY,
      /** How long a process remembers name and rights of whoever asks. */
      personTtl: SECOND,
    },
    argon2: {
      /** KiB */
      memoryCost: 19_456,
      timeCost: 2,
      parallelism: 1,
      /** Hashes computed at once; the others wait. One core stays free for everything else. */
      concurrency: Math.min(4, Math.max(1, availableParallelism() - 1)),
      /** Hashes waiting before further ones are refused with 503. */
      queueMax: 24,
    },
    limits: {
      jsonBytes: 100_000,
      jsonDepth: 32,
      /** Requests answered at once; more get 503. */
      maxInFlight: 200,
      /** Requests get 503 while the event loop is late by more on average. */
      loopDelayMax: 300,
      /** A request without an answer by then gets 503. */
      requestDeadline: 4.5 * SECOND,
      /** A request and its body must be there by then, an upload's too. */
      uploadWithin: 5 * MINUTE,
      /** A connection ends that owes a body, or takes no answer, and stands still for so long. */
      standstill: 30 * SECOND,
      /** Bytes of answers that wait in memory for slow clients; above it the slowest connections are closed. */
      unsentBytes: 64 * 1024 ** 2,
      /** What a stop leaves to the requests in flight before it is forced. */
      shutdownGrace: 8 * SECOND,
    },
    /** Multiplies the limits by address and no others. */
    rateLimitFactor: env.RATE_LIMIT_FACTOR,
    /** Multiplies the limits of what an account writes: for tests and measurements. */
    accountLimitFactor: env.ACCOUNT_LIMIT_FACTOR,
    /** Whether the demo data are written at the first start and their pictures and clips served. */
    demoData: env.DEMO_DATA ?? !production,
    media: {
      /** Where uploads are received and, without a store, kept. */
      directory: join(dataDirectory(env.DATA_DIR), 'media'),
      s3: s3Config(env),
      /** What one user may have. */
      quotaBytes: 1024 ** 3,
      /** The same on an account's first day, and while nobody proved its e-mail address. */
      firstDayBytes: 1024 ** 3 / 4,
      /** What uploads leave free on the disk: the database may lie there too. */
      keepFreeBytes: 1024 ** 3 / 2,
      /** Files decoded and encoded at a time: each takes a core, a thread and up to 200 MB. */
      encodersMax: encodersAtOnce(availableParallelism(), env.UV_THREADPOOL_SIZE),
    },
    mail: mailConfig(env, production, webOrigin),
    oauth: {
      /** Keys of the providers; `null` where unset. */
      google: oauthKeys(env, 'GOOGLE'),
      facebook: oauthKeys(env, 'FACEBOOK'),
      linkedin: oauthKeys(env, 'LINKEDIN'),
      /** Whether a provider without keys is played by the demo provider; never in production. */
      demo: !production,
      /** How long a sign-in may take at the provider. */
      flowTtl: 10 * MINUTE,
      /** How long a provider may take to answer this server. */
      answerWithin: 10 * SECOND,
    },
    /** Hosts that urls of media may name; empty allows all. */
    mediaHosts: mediaHosts(env, apiOrigin),
    /** Compares every answer with its contract and fails where they differ: on in tests. */
    checkAnswers: false,
  };
}

const isLocal = (origin: string) =>
  /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(origin).hostname);

/**
 * Outside production a demo provider signs anybody in as anybody, and the secret is known to everybody.
 * @throws ConfigError where other machines are served so, unless DEMO_DATA asks for it
 */
export function refuseOpenDoors(env: Env): void {
  if (env.NODE_ENV === 'production' || env.DEMO_DATA === true) return;
  for (const name of ['PUBLIC_WEB_ORIGIN', 'PUBLIC_API_ORIGIN'] as const) {
    if (env[name] === undefined || isLocal(env[name])) continue;
    throw new ConfigError(
      `${name} is ${env[name]}, where others come, which needs NODE_ENV=production (or DEMO_DATA=true: a demo in which anybody can sign in as anybody).`,
    );
  }
}

function mongoUri({ MONGODB_URI: uri }: Env): string {
  if (uri === undefined) {
    throw new ConfigError('MONGODB_URI is missing: "npm start" and "npm run dev" set it by themselves.');
  }
  if (/^mongodb(\+srv)?:\/\//.test(uri)) return uri;
  throw new ConfigError('MONGODB_URI must begin with mongodb:// or mongodb+srv://.');
}

function mailConfig(env: Env, production: boolean, webOrigin: string) {
  const smtpUrl = env.SMTP_URL ?? null;
  if (smtpUrl !== null && !(/^smtps?:\/\/./i.test(smtpUrl) && URL.canParse(smtpUrl))) {
    throw new ConfigError('SMTP_URL must be an address such as smtp://user:password@mail.example.org:587.');
  }
  return {
    /** `null` where no mail server is set. */
    smtpUrl,
    /** Sender of every mail. */
    from: env.MAIL_FROM ?? `Social Feed <no-reply@${new URL(webOrigin).hostname}>`,
    /** Whether mail is kept and shown at /dev/mailbox instead of being sent; never in production. */
    mailbox: smtpUrl === null && !production,
    /** For one try to hand a mail to the server. */
    sendWithin: MINUTE,
  };
}

type TextSetting = { [Name in keyof Env]: Env[Name] extends string | undefined ? Name : never }[keyof Env];

/** Two settings of which neither is any good alone. @throws ConfigError where one is missing */
function bothOf(env: Env, one: TextSetting, other: TextSetting): [string, string] | [] {
  const [first, second] = [env[one], env[other]];
  if (first !== undefined && second !== undefined) return [first, second];
  if (first === undefined && second === undefined) return [];
  const [missing, given] = first === undefined ? [one, other] : [other, one];
  throw new ConfigError(`${missing} is missing beside ${given}.`);
}

function oauthKeys(env: Env, provider: 'GOOGLE' | 'FACEBOOK' | 'LINKEDIN') {
  const [clientId, clientSecret] = bothOf(env, `${provider}_CLIENT_ID`, `${provider}_CLIENT_SECRET`);
  return clientId === undefined || clientSecret === undefined ? null : { clientId, clientSecret };
}

/**
 * How many encoders leave a core for everything else, and of the threads that they share with password hashes, files and
 * look-ups of names two.
 */
export const encodersAtOnce = (cores: number, threads: number): number =>
  Math.max(1, Math.min(cores - 1, threads - 2));

/** An S3-compatible store (`S3_*`). */
export type S3Config = NonNullable<ReturnType<typeof s3Config>>;

/** The store that S3_BUCKET names, `null` where uploads go to the disk. */
function s3Config(env: Env) {
  const { S3_BUCKET: bucket, S3_ENDPOINT: endpoint } = env;
  if (bucket === undefined) {
    for (const name of ['S3_ENDPOINT', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const) {
      bothOf(env, 'S3_BUCKET', name);
    }
    return null;
  }
  if (endpoint !== undefined && !/^https?:\/\/[^/]+\/?$/.test(endpoint)) {
    throw new ConfigError('S3_ENDPOINT must be an address such as https://s3.example.org.');
  }
  const [accessKeyId, secretAccessKey] = bothOf(env, 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY');
  const folder = (env.S3_PREFIX ?? '').replace(/^\/+|\/+$/g, '');
  return {
    bucket,
    region: env.S3_REGION ?? 'us-east-1',
    /** Absent for AWS itself. */
    endpoint,
    /** Whether the bucket stands in the path instead of the host name, as most other stores want it. */
    forcePathStyle: env.S3_FORCE_PATH_STYLE ?? endpoint !== undefined,
    /** Before every key; empty or ending in `/`. */
    prefix: folder === '' ? '' : `${folder}/`,
    /** Absent where the machine's role decides. */
    credentials:
      accessKeyId === undefined || secretAccessKey === undefined
        ? undefined
        : { accessKeyId, secretAccessKey },
  };
}

/** Uploads are allowed wherever anything is restricted. */
function mediaHosts(env: Env, apiOrigin: string): string[] {
  const hosts = listOf(env.MEDIA_HOSTS?.toLowerCase() ?? '');
  return hosts.length === 0 ? [] : [...new Set([...hosts, new URL(apiOrigin).host])];
}
