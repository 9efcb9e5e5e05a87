import { bothOf, ConfigError, type Env } from './env.js';

/** Settings of an S3-compatible store (`S3_*`). */
export type S3Config = ReturnType<typeof storeConfig>;

const BUCKET_ADDRESS = /^s3:\/\/([^/]+)(?:\/(.*))?$/;

/** Returns the store named by S3_BUCKET, or `null` if uploads are saved on disk. */
export function s3Config(env: Env): S3Config | null {
  const { S3_BUCKET: bucket, S3_PREFIX: prefix } = env;
  if (bucket !== undefined) return storeConfig(env, { bucket, prefix });
  // The settings of the store may be there for the backups alone.
  if (BUCKET_ADDRESS.test(env.BACKUP_TO ?? '')) return null;
  for (const name of ['S3_ENDPOINT', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const) {
    bothOf(env, 'S3_BUCKET', name);
  }
  return null;
}

/** Returns a bucket of the store of `S3_*`. */
function storeConfig(env: Env, { bucket, prefix }: { bucket: string; prefix: string | undefined }) {
  const { S3_ENDPOINT: endpoint } = env;
  if (endpoint !== undefined && !(/^https?:\/\/[^/]+\/?$/.test(endpoint) && URL.canParse(endpoint))) {
    throw new ConfigError('S3_ENDPOINT must be an address such as https://s3.example.org.');
  }
  const [accessKeyId, secretAccessKey] = bothOf(env, 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY');
  const folder = (prefix ?? '').replace(/^\/+|(?<!\/)\/+$/g, '');
  return {
    bucket,
    region: env.S3_REGION ?? 'us-east-1',
    /** Absent for AWS itself. */
    endpoint,
    /** Whether the bucket is in the path instead of the host name, as most stores other than AWS require. */
    forcePathStyle: env.S3_FORCE_PATH_STYLE ?? endpoint !== undefined,
    /** Prefix of every key; empty or ends with `/`. */
    prefix: folder === '' ? '' : `${folder}/`,
    /** Absent if the machine's IAM role provides them. */
    credentials:
      accessKeyId === undefined || secretAccessKey === undefined
        ? undefined
        : { accessKeyId, secretAccessKey },
  };
}

/** Where scheduled backups go, and how often; `to` is `null` if none are configured. */
export function backupConfig(env: Env, resolveFolder: (folder: string) => string) {
  const { BACKUP_EVERY: every, BACKUP_TO: target, BACKUP_KEEP: keep } = env;
  if (target === undefined && every !== null)
    throw new ConfigError('BACKUP_TO is missing beside BACKUP_EVERY.');
  const [, bucket, prefix] = BUCKET_ADDRESS.exec(target ?? '') ?? [];
  if (target?.startsWith('s3:') === true && bucket === undefined) {
    throw new ConfigError('BACKUP_TO must be a folder or an address such as s3://bucket/folder.');
  }
  const folder = target === undefined || bucket !== undefined ? null : resolveFolder(target);
  const s3 = bucket === undefined ? null : storeConfig(env, { bucket, prefix });
  return {
    /** Milliseconds between two backups; `null` for none. */
    every,
    folder,
    s3,
    /** How many backups to keep. */
    keep,
  };
}
