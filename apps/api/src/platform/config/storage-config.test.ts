import { describe, expect, it } from 'vitest';
import { createConfig } from './config.js';
import { ConfigError, readEnv } from './env.js';

const configOf = (env: NodeJS.ProcessEnv) =>
  createConfig(readEnv({ MONGODB_URI: 'mongodb://127.0.0.1:27017/social-feed', ...env }));
const KEYS = { S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret' };

describe('S3_*', () => {
  it('unset or empty saves uploads on disk', () => {
    expect(configOf({}).media.s3).toBeNull();
    expect(configOf({ S3_BUCKET: '', S3_ENDPOINT: '', S3_ACCESS_KEY_ID: '' }).media.s3).toBeNull();
  });

  it('names an AWS bucket, with the machine’s permissions', () => {
    expect(configOf({ S3_BUCKET: 'uploads', S3_REGION: 'eu-west-1' }).media.s3).toEqual({
      bucket: 'uploads',
      region: 'eu-west-1',
      forcePathStyle: false,
      prefix: '',
    });
  });

  it('names a bucket of another store', () => {
    const s3 = configOf({
      S3_BUCKET: 'uploads',
      S3_ENDPOINT: 'http://minio:9000',
      S3_PREFIX: '/feed/media/',
      ...KEYS,
    }).media.s3;
    expect(s3).toEqual({
      bucket: 'uploads',
      region: 'us-east-1',
      endpoint: 'http://minio:9000',
      forcePathStyle: true,
      prefix: 'feed/media/',
      credentials: { accessKeyId: 'id', secretAccessKey: 'secret' },
    });
    const byHost = configOf({ S3_BUCKET: 'b', S3_ENDPOINT: 'https://s3.example', S3_FORCE_PATH_STYLE: 'no' });
    expect(byHost.media.s3?.forcePathStyle).toBe(false);
  });

  it.each([
    [{ S3_ENDPOINT: 'http://minio:9000' }, /S3_BUCKET is missing beside S3_ENDPOINT/],
    [KEYS, /S3_BUCKET is missing beside S3_ACCESS_KEY_ID/],
    [{ S3_BUCKET: 'b', S3_ACCESS_KEY_ID: 'id' }, /S3_SECRET_ACCESS_KEY is missing beside S3_ACCESS_KEY_ID/],
    [
      { S3_BUCKET: 'b', S3_SECRET_ACCESS_KEY: 's' },
      /S3_ACCESS_KEY_ID is missing beside S3_SECRET_ACCESS_KEY/,
    ],
    [{ S3_BUCKET: 'b', S3_ENDPOINT: 'minio:9000' }, /S3_ENDPOINT must be an address/],
    [{ S3_BUCKET: 'b', S3_ENDPOINT: 'http://minio:99999' }, /S3_ENDPOINT must be an address/],
    [{ S3_BUCKET: 'b', S3_FORCE_PATH_STYLE: 'maybe' }, /S3_FORCE_PATH_STYLE must be true or false/],
  ])('are rejected with one sentence: %j', (env, message) => {
    expect(() => configOf(env)).toThrow(ConfigError);
    expect(() => configOf(env)).toThrow(message);
  });
});

describe('MEDIA_HOSTS', () => {
  it('allows uploads whenever it restricts other hosts', () => {
    const { mediaHosts } = configOf({
      MEDIA_HOSTS: 'pictures.example',
      PUBLIC_API_ORIGIN: 'https://feed.example',
    });
    expect(mediaHosts).toEqual(['pictures.example', 'feed.example']);
    expect(configOf({}).mediaHosts).toEqual([]);
  });

  it('names hosts as addresses do', () => {
    const { mediaHosts } = configOf({ MEDIA_HOSTS: 'Bücher.example, I.example:443, j.example:8443,' });
    expect(mediaHosts.slice(0, 3)).toEqual(['xn--bcher-kva.example', 'i.example', 'j.example:8443']);
  });
});

it('allows five minutes for uploads, and thirty seconds for stalled connections', () => {
  expect(configOf({}).limits).toMatchObject({ standstill: 30_000, uploadWithin: 300_000 });
});

describe('BACKUP_*', () => {
  it('unset makes no backups', () => {
    expect(configOf({}).backup).toEqual({
      every: null,
      folder: null,
      s3: null,
      keep: 7,
      uploads: false,
      encryption: null,
    });
  });

  it('names a folder and how often', () => {
    const { backup } = configOf({ BACKUP_EVERY: '12h', BACKUP_TO: '/var/backups/feed', BACKUP_KEEP: '30' });
    expect(backup).toMatchObject({ every: 43_200_000, folder: '/var/backups/feed', s3: null, keep: 30 });
  });

  it('names a bucket of the store, also where uploads are on disk', () => {
    const env = {
      BACKUP_EVERY: '1d',
      BACKUP_TO: 's3://safe/feed/',
      S3_ENDPOINT: 'http://minio:9000',
      ...KEYS,
    };
    const { backup, media } = configOf(env);
    expect(media.s3).toBeNull();
    expect(backup).toMatchObject({
      every: 86_400_000,
      folder: null,
      s3: { bucket: 'safe', prefix: 'feed/', endpoint: 'http://minio:9000', forcePathStyle: true },
    });
    expect(configOf({ BACKUP_TO: 's3://safe' }).backup.s3).toMatchObject({ bucket: 'safe', prefix: '' });
  });

  it('include uploads and are encrypted if asked', () => {
    const passphrase = 'correct horse battery staple';
    const { backup } = configOf({ BACKUP_UPLOADS: 'true', BACKUP_PASSPHRASE: passphrase });
    expect(backup).toMatchObject({ uploads: true, encryption: { passphrase } });
    const publicKey = `age1${'q'.repeat(58)}`;
    expect(configOf({ BACKUP_PUBLIC_KEY: publicKey }).backup.encryption).toEqual({ publicKey });
  });

  it.each([
    [{ BACKUP_EVERY: '24h' }, 'BACKUP_TO is missing beside BACKUP_EVERY.'],
    [
      { BACKUP_EVERY: 'daily', BACKUP_TO: 'b' },
      'BACKUP_EVERY must be a time such as 24h or 7d, not "daily".',
    ],
    [{ BACKUP_EVERY: '31d', BACKUP_TO: 'b' }, 'BACKUP_EVERY must be a time such as 24h or 7d, not "31d".'],
    [{ BACKUP_TO: 's3:safe' }, 'BACKUP_TO must be a folder or an address such as s3://bucket/folder.'],
    [
      { BACKUP_PASSPHRASE: 'too short' },
      'BACKUP_PASSPHRASE must have at least 20 characters, such as the output of "openssl rand -hex 32".',
    ],
    [
      { BACKUP_PASSPHRASE: 'x'.repeat(20), BACKUP_PUBLIC_KEY: `age1${'q'.repeat(58)}` },
      'BACKUP_PASSPHRASE and BACKUP_PUBLIC_KEY exclude each other.',
    ],
    [
      { BACKUP_PUBLIC_KEY: 'ssh-ed25519 AAAA' },
      'BACKUP_PUBLIC_KEY must be a public key of age (age1…), not "ssh-ed25519 AAAA".',
    ],
    [{ BACKUP_KEEP: '0' }, 'BACKUP_KEEP must be a whole number from 1 to 1000, not "0".'],
  ])('%j is an error', (env, message) => {
    expect(() => configOf(env)).toThrow(new ConfigError(message));
  });
});
