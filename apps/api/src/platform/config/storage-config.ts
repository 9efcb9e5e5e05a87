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

/**
 * The store that S3_BUCKET names, `null` where uploads go to the disk.
 * @throws ConfigError for settings that cannot be used together
 */
export function s3Config(env: Env): S3Config | null {
  if (env.S3_BUCKET === undefined) {
    const alone = (['S3_ENDPOINT', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const).find(
      (name) => env[name] !== undefined,
    );
    if (alone === undefined) return null;
    throw new ConfigError(`S3_BUCKET is missing beside ${alone}.`);
  }
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey, S3_ENDPOINT: endpoint } = env;
  if ((accessKeyId === undefined) !== (secretAccessKey === undefined)) {
    const [missing, given] =
      accessKeyId === undefined
        ? ['ACCESS_KEY_ID', 'SECRET_ACCESS_KEY']
        : ['SECRET_ACCESS_KEY', 'ACCESS_KEY_ID'];
    throw new ConfigError(`S3_${missing} is missing beside S3_${given}.`);
  }
  if (endpoint !== undefined && !/^https?:\/\/[^/]+\/?$/.test(endpoint)) {
    throw new ConfigError('S3_ENDPOINT must be an address such as https://s3.example.org.');
  }
  const prefix = (env.S3_PREFIX ?? '').replace(/^\/+|\/+$/g, '');
  return {
    bucket: env.S3_BUCKET,
    region: env.S3_REGION ?? DEFAULT_REGION,
    forcePathStyle: env.S3_FORCE_PATH_STYLE ?? endpoint !== undefined,
    prefix: prefix === '' ? '' : `${prefix}/`,
    ...(endpoint === undefined ? {} : { endpoint }),
    ...(accessKeyId === undefined || secretAccessKey === undefined
      ? {}
      : { credentials: { accessKeyId, secretAccessKey } }),
  };
}
