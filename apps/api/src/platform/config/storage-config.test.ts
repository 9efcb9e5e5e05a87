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
});

it('allows five minutes for uploads, and thirty seconds for stalled connections', () => {
  expect(configOf({}).limits).toMatchObject({ standstill: 30_000, uploadWithin: 300_000 });
});
