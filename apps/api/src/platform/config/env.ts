import * as z from 'zod/mini';

const optionalText = z.optional(z.string().check(z.trim()));

const wholeNumber = (name: string, min: number, max: number, fallback: number) =>
  z.pipe(
    optionalText,
    z.transform((value: string | undefined, context) => {
      if (value === undefined || value === '') return fallback;
      const parsed = Number(value);
      if (Number.isInteger(parsed) && parsed >= min && parsed <= max) return parsed;
      context.issues.push({
        code: 'custom',
        message: `${name} must be a whole number from ${min} to ${max}, not "${value}"`,
        input: value,
      });
      return z.NEVER;
    }),
  );

const flag = (name: string) =>
  z.pipe(
    optionalText,
    z.transform((value: string | undefined, context) => {
      if (value === undefined || value === '') return undefined;
      if (/^(true|1|yes|on)$/i.test(value)) return true;
      if (/^(false|0|no|off)$/i.test(value)) return false;
      context.issues.push({
        code: 'custom',
        message: `${name} must be true or false, not "${value}"`,
        input: value,
      });
      return z.NEVER;
    }),
  );

const origin = (name: string) =>
  z.pipe(
    optionalText,
    z.transform((value: string | undefined, context) => {
      if (value === undefined || value === '') return undefined;
      if (/^https?:\/\//i.test(value) && URL.canParse(value)) return new URL(value).origin;
      context.issues.push({
        code: 'custom',
        message: `${name} must be an origin such as https://example.org, not "${value}"`,
        input: value,
      });
      return z.NEVER;
    }),
  );

/** A number above 0, 1 where none is given. */
const factor = (name: string) =>
  z.pipe(
    optionalText,
    z.transform((value: string | undefined, context) => {
      if (value === undefined || value === '') return 1;
      const parsed = Number(value);
      if (Number.isFinite(parsed) && parsed > 0) return parsed;
      context.issues.push({
        code: 'custom',
        message: `${name} must be a number above 0, not "${value}"`,
        input: value,
      });
      return z.NEVER;
    }),
  );

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

const envSchema = z.object({
  NODE_ENV: optionalText,
  API_HOST: optionalText,
  API_PORT: wholeNumber('API_PORT', 0, 65_535, 4000),
  METRICS_PORT: z.pipe(
    wholeNumber('METRICS_PORT', 1, 65_535, 0),
    z.transform((port: number) => (port === 0 ? null : port)),
  ),
  WEB_PORT: wholeNumber('WEB_PORT', 0, 65_535, 3000),
  MONGODB_URI: optionalText,
  PUBLIC_WEB_ORIGIN: origin('PUBLIC_WEB_ORIGIN'),
  PUBLIC_API_ORIGIN: origin('PUBLIC_API_ORIGIN'),
  JWT_SECRET: optionalText,
  TRUST_PROXY: optionalText,
  RATE_LIMIT_FACTOR: factor('RATE_LIMIT_FACTOR'),
  ACCOUNT_LIMIT_FACTOR: factor('ACCOUNT_LIMIT_FACTOR'),
  DATA_DIR: optionalText,
  S3_BUCKET: optionalText,
  S3_ENDPOINT: optionalText,
  S3_REGION: optionalText,
  S3_PREFIX: optionalText,
  S3_FORCE_PATH_STYLE: flag('S3_FORCE_PATH_STYLE'),
  S3_ACCESS_KEY_ID: optionalText,
  S3_SECRET_ACCESS_KEY: optionalText,
  DEMO_DATA: flag('DEMO_DATA'),
  MEDIA_HOSTS: optionalText,
  SMTP_URL: optionalText,
  MAIL_FROM: optionalText,
  GOOGLE_CLIENT_ID: optionalText,
  GOOGLE_CLIENT_SECRET: optionalText,
  FACEBOOK_CLIENT_ID: optionalText,
  FACEBOOK_CLIENT_SECRET: optionalText,
  LINKEDIN_CLIENT_ID: optionalText,
  LINKEDIN_CLIENT_SECRET: optionalText,
  LOG_LEVEL: z.pipe(
    optionalText,
    z.transform((value: string | undefined, context) => {
      if (value === undefined || value === '') return 'info' as const;
      const found = LOG_LEVELS.find((level) => level === value);
      if (found !== undefined) return found;
      context.issues.push({
        code: 'custom',
        message: `LOG_LEVEL must be one of ${LOG_LEVELS.join(', ')}, not "${value}"`,
        input: value,
      });
      return z.NEVER;
    }),
  ),
});
export type Env = z.infer<typeof envSchema>;

/** A setting that cannot be used; its message is one sentence for whoever starts the server. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

/**
 * Reads the environment: the only place that does.
 * @throws ConfigError naming the first variable that cannot be used.
 */
export function readEnv(source: NodeJS.ProcessEnv = process.env): Env {
  const result = envSchema.safeParse(source);
  if (result.success) return result.data;
  throw new ConfigError(`${result.error.issues[0]?.message ?? 'The environment cannot be read'}.`);
}
