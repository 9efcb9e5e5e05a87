import { isIP } from 'node:net';
import { SETTING_VARIABLES, UPLOAD_LIMITS, type SettingVariable } from '@social-feed/contracts';
import * as z from 'zod/mini';
import { DAY, HOUR } from '../time.js';

/** Trimmed text; empty text counts as unset. */
const optionalText = z.pipe(
  z.optional(z.string().check(z.trim())),
  z.transform((value: string | undefined) => (value === '' ? undefined : value)),
);

/**
 * Schema of a setting that is not text.
 * @param expected the expected value, for the error message
 * @param parse returns `undefined` for invalid input
 * @param fallback the default value
 */
const setting = <T, F>(expected: string, parse: (value: string) => T | undefined, fallback: F) =>
  z.pipe(
    optionalText,
    z.transform((value: string | undefined, context): T | F => {
      if (value === undefined) return fallback;
      const parsed = parse(value);
      if (parsed !== undefined) return parsed;
      context.issues.push({ code: 'custom', message: `${expected}, not "${value}"`, input: value });
      return z.NEVER;
    }),
  );

const wholeNumber = <F>(min: number, max: number, fallback: F) => {
  const parse = (value: string) => {
    const parsed = Number(value);
    return Number.isInteger(parsed) && parsed >= min && parsed <= max ? parsed : undefined;
  };
  return setting(`a whole number from ${min} to ${max}`, parse, fallback);
};

const flag = setting(
  'true or false',
  (value) => /^(true|1|yes|on)$/i.test(value) || (/^(false|0|no|off)$/i.test(value) ? false : undefined),
  undefined,
);

const httpAddress = (value: string) =>
  /^https?:\/\//i.test(value) && URL.canParse(value) ? value : undefined;

const origin = setting(
  'an origin such as https://example.org',
  (value) => httpAddress(value) && new URL(value).origin,
  undefined,
);

const factor = setting(
  'a number above 0',
  (value) => (Number.isFinite(Number(value)) && Number(value) > 0 ? Number(value) : undefined),
  1,
);

/** Express throws on a prefix of 0 bits, which would trust everybody, or of more bits than an address has. */
const isAddressRange = (text: string) => {
  const [address = '', prefix, ...rest] = text.split('/');
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true;
  const bits = isIP(address) === 6 ? 128 : 32;
  const isPrefix = prefix === undefined || (/^[1-9]\d{0,2}$/.test(prefix) && Number(prefix) <= bits);
  return isIP(address) !== 0 && rest.length === 0 && isPrefix;
};

/** Splits a comma-separated list. */
export const listOf = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

/** `false`, a number of hops, or a list of addresses and the names that Express knows (`loopback`, …). */
function trustProxy(value: string): false | number | string[] | undefined {
  if (/^(false|no|off|0)$/i.test(value)) return false;
  if (/^(true|yes|on)$/i.test(value)) return 1;
  if (/^\d{1,2}$/.test(value)) return Number(value);
  const ranges = listOf(value);
  return ranges.every(isAddressRange) ? ranges : undefined;
}

/** Hosts as `URL` spells them, without the port of https. */
function hosts(value: string): string[] | undefined {
  const list = listOf(value).map((part) => [part, URL.canParse(`https://${part}`)] as const);
  if (!list.every(([part, isHost]) => isHost && !/[/@*?#\\]/.test(part))) return undefined;
  return list.map(([part]) => new URL(`https://${part}`).host);
}

/**
 * An address, alone or after a name, which may be quoted. It is parsed only here: a parser of mail headers would read a
 * colon, a bracket or a comma of the name as syntax.
 */
function sender(value: string): { name: string; address: string } | undefined {
  const [, given = '', enclosed, alone] =
    /^(?:([^<>\r\n]*)<([^\s@<>"',;]+@[^\s@<>"',;]+)>|([^\s@<>"',;]+@[^\s@<>"',;]+))$/.exec(value) ?? [];
  const address = enclosed ?? alone;
  if (address === undefined) return undefined;
  const [, quoted] = /^"((?:[^"\\]|\\.)*)"$/.exec(given.trim()) ?? [];
  return { name: quoted?.replace(/\\(.)/g, '$1') ?? given.trim(), address };
}

/** Hours or days, up to 30 days; in milliseconds. */
function interval(value: string): number | undefined {
  const [, number, unit] = /^(\d{1,3})(h|d)$/.exec(value) ?? [];
  const time = Number(number) * (unit === 'd' ? DAY : HOUR);
  return time >= HOUR && time <= 30 * DAY ? time : undefined;
}

/** Bytes of a megabyte. */
export const MB = 1024 ** 2;

const MODES = ['production', 'development', 'test'] as const;
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** Which media of other sites readers see: from there, through this service, or none. */
const MEDIA_MODES = ['any', 'proxy', 'uploads'] as const;

/** Defaults of the host's settings, which check them. */
const hostVariables = Object.fromEntries(
  SETTING_VARIABLES.map((variable) => [variable, optionalText]),
) as Record<SettingVariable, typeof optionalText>;

const envSchema = z.object({
  // A misspelt mode would mean development, where anyone can sign in as any user.
  NODE_ENV: setting(`one of ${MODES.join(', ')}`, (value) => MODES.find((mode) => mode === value), undefined),
  API_HOST: optionalText,
  API_PORT: wholeNumber(0, 65_535, 4000),
  METRICS_PORT: wholeNumber(1, 65_535, null),
  WEB_PORT: wholeNumber(0, 65_535, 3000),
  MONGODB_URI: optionalText,
  PUBLIC_WEB_ORIGIN: origin,
  PUBLIC_API_ORIGIN: origin,
  WEB_PAGE_URL: setting('an address such as http://localhost:3000/index.html', httpAddress, null),
  REDIS_URL: optionalText,
  STREAMS_MAX: wholeNumber(1, 1_000_000, 4000),
  JWT_SECRET: optionalText,
  TRUST_PROXY: setting('a number of hops or a list of addresses', trustProxy, false as const),
  RATE_LIMIT_FACTOR: factor,
  ACCOUNT_LIMIT_FACTOR: factor,
  POSTS_PER_TEN_MINUTES: wholeNumber(1, 1000, 10),
  POSTS_PER_DAY: wholeNumber(1, 10_000, 200),
  UPLOADS_PER_PERSON_MB: wholeNumber(1, 1_000_000, UPLOAD_LIMITS.personBytes / MB),
  // A picture is decoded in memory, and a clip is read by a thread with its own limits.
  PICTURE_MAX_MB: wholeNumber(1, 50, UPLOAD_LIMITS.imageBytes / MB),
  CLIP_MAX_MB: wholeNumber(1, 100, UPLOAD_LIMITS.videoBytes / MB),
  SESSION_DAYS: wholeNumber(1, 180, 30),
  DATA_DIR: optionalText,
  // Node reads it before our code runs; its default is 4.
  UV_THREADPOOL_SIZE: wholeNumber(1, 1024, 4),
  S3_BUCKET: optionalText,
  S3_ENDPOINT: optionalText,
  S3_REGION: optionalText,
  S3_PREFIX: optionalText,
  S3_FORCE_PATH_STYLE: flag,
  S3_ACCESS_KEY_ID: optionalText,
  S3_SECRET_ACCESS_KEY: optionalText,
  BACKUP_EVERY: setting('a time such as 24h or 7d', interval, null),
  BACKUP_TO: optionalText,
  BACKUP_KEEP: wholeNumber(1, 1000, 7),
  BACKUP_UPLOADS: flag,
  BACKUP_PASSPHRASE: optionalText,
  BACKUP_PUBLIC_KEY: setting(
    'a public key of age (age1…)',
    (value) => (/^age1[a-z\d]{50,}$/.test(value) ? value : undefined),
    undefined,
  ),
  DEMO_DATA: flag,
  MEDIA: setting(
    `one of ${MEDIA_MODES.join(', ')}`,
    (value) => MEDIA_MODES.find((mode) => mode === value),
    'any' as const,
  ),
  MEDIA_HOSTS: setting('a list of hosts such as i.example.org', hosts, []),
  LINK_CARDS: flag,
  ...hostVariables,
  SMTP_URL: optionalText,
  MAIL_FROM: setting('an address such as Feed <feed@example.org>', sender, undefined),
  GOOGLE_CLIENT_ID: optionalText,
  GOOGLE_CLIENT_SECRET: optionalText,
  FACEBOOK_CLIENT_ID: optionalText,
  FACEBOOK_CLIENT_SECRET: optionalText,
  LINKEDIN_CLIENT_ID: optionalText,
  LINKEDIN_CLIENT_SECRET: optionalText,
  OIDC_ISSUER: setting('an address such as https://id.example.org', httpAddress, undefined),
  OIDC_CLIENT_ID: optionalText,
  OIDC_CLIENT_SECRET: optionalText,
  OIDC_NAME: optionalText,
  SOURCE_COMMIT: setting(
    'the ID of a commit',
    (value) => (/^[\da-f]{7,64}$/.test(value) ? value : undefined),
    null,
  ),
  SOURCE_DATE: setting(
    'a time such as 2026-11-28T02:00:00Z',
    (value) => (Number.isNaN(Date.parse(value)) ? undefined : new Date(value).toISOString()),
    null,
  ),
  LOG_LEVEL: setting(
    `one of ${LOG_LEVELS.join(', ')}`,
    (value) => LOG_LEVELS.find((level) => level === value),
    'info' as const,
  ),
});
export type Env = z.infer<typeof envSchema>;
/** Names of all variables that are read. */
export const VARIABLES = Object.keys(envSchema.shape) as (keyof Env)[];

/** An invalid setting. Its message is one sentence for the operator. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

/**
 * Reads the environment; no other code does.
 * @throws ConfigError naming the first invalid variable
 */
export function readEnv(source: NodeJS.ProcessEnv = process.env): Env {
  const result = envSchema.safeParse(source);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw new ConfigError(`${String(issue?.path[0])} must be ${issue?.message}.`);
}

type TextSetting = { [Name in keyof Env]: Env[Name] extends string | undefined ? Name : never }[keyof Env];

/**
 * Returns two settings that are useless alone.
 * @throws ConfigError if one is missing
 */
export function bothOf(env: Env, one: TextSetting, other: TextSetting): [string, string] | [] {
  const [first, second] = [env[one], env[other]];
  if (first !== undefined && second !== undefined) return [first, second];
  if (first === undefined && second === undefined) return [];
  const [missing, given] = first === undefined ? [one, other] : [other, one];
  throw new ConfigError(`${missing} is missing beside ${given}.`);
}
