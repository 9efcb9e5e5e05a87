import { ConfigError, type Env } from './env.js';

/** An S3-compatible store (`S3_*`). */
export interface S3Config {
  bucket: string;
  region: string;
  /** Absent for AWS itself. */
  endpoint?: string;
  /** Whether the bucket stands in the path instead of the host name, as most other stores want it. */
  forcePathStyle: boolean;
  /** Before every key; empty or ending in `/`. */
  prefix: string;
  /** Absent where the machine's role decides. */
  credentials?: { accessKeyId: string; secretAccessKey: string };
}

const DEFAULT_REGION = 'us-east-1';

const isEmpty = (value: string | undefined): value is '' | undefined => value === undefined || value === '';

/**
 * The store that S3_BUCKET names, `null` where uploads go to the disk.
 * @throws ConfigError for settings that cannot be used together
 */
export function s3Config(env: Env): S3Config | null {
  if (isEmpty(env.S3_BUCKET)) {
    const alone = (['S3_ENDPOINT', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const).find(
      (name) => !isEmpty(env[name]),
    );
    if (alone === undefined) return null;
    throw new ConfigError(`S3_BUCKET is missing beside ${alone}.`);
  }
  const id = env.S3_ACCESS_KEY_ID;
  const secret = env.S3_SECRET_ACCESS_KEY;
  if (isEmpty(id) !== isEmpty(secret)) {
    throw new ConfigError(
      `S3_${isEmpty(id) ? 'ACCESS_KEY_ID' : 'SECRET_ACCESS_KEY'} is missing beside S3_${isEmpty(id) ? 'SECRET_ACCESS_KEY' : 'ACCESS_KEY_ID'}.`,
    );
  }
  const endpoint = isEmpty(env.S3_ENDPOINT) ? undefined : env.S3_ENDPOINT;
  if (endpoint !== undefined && !/^https?:\/\/[^/]+\/?$/.test(endpoint)) {
    throw new ConfigError('S3_ENDPOINT must be an address such as https://s3.example.org.');
  }
  const prefix = (env.S3_PREFIX ?? '').replace(/^\/+|\/+$/g, '');
  return {
    bucket: env.S3_BUCKET,
    region: isEmpty(env.S3_REGION) ? DEFAULT_REGION : env.S3_REGION,
    forcePathStyle: env.S3_FORCE_PATH_STYLE ?? endpoint !== undefined,
    prefix: prefix === '' ? '' : `${prefix}/`,
    ...(endpoint === undefined ? {} : { endpoint }),
    ...(isEmpty(id) || isEmpty(secret) ? {} : { credentials: { accessKeyId: id, secretAccessKey: secret } }),
  };
}
