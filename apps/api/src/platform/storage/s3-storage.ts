import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type * as S3 from '@aws-sdk/client-s3';
import type { S3Config } from '../config/storage-config.js';
import { AppError, serviceUnavailable } from '../http/errors.js';
import { MEDIA_HEADERS, mediaType, type MediaStorage } from './media-storage.js';

/** Milliseconds until a store that does not answer counts as away. */
const CONNECT_WITHIN = 2000;
const ANSWER_WITHIN = 15_000;
const TRIES = 2;
const RETRY_AFTER_SECONDS = 10;

/** Keys of one folder at most: an upload has five files. */
const KEYS_MAX = 100;

/** Files in a bucket of any S3-compatible store. They are read through the API, so the bucket stays private. */
export function s3Storage(config: S3Config): MediaStorage {
  const { bucket } = config;
  const load = createLoader(config);
  const keyOf = (key: string) => `${config.prefix}${key}`;

  return {
    put: (key, source) =>
      whileAway(async () => {
        const { client, sdk } = await load();
        const size = typeof source === 'string' ? (await stat(source)).size : source.length;
        const body = typeof source === 'string' ? createReadStream(source) : source;
        try {
          await client.send(
            new sdk.PutObjectCommand({
              Bucket: bucket,
              Key: keyOf(key),
              Body: body,
              ContentLength: size,
              ContentType: mediaType(key),
              CacheControl: MEDIA_HEADERS['Cache-Control'],
            }),
          );
        } finally {
          if (body instanceof Readable) body.destroy();
        }
      }),

    remove: (id) =>
      whileAway(async () => {
        const { client, sdk } = await load();
        const { Contents = [] } = await client.send(
          new sdk.ListObjectsV2Command({ Bucket: bucket, Prefix: keyOf(`${id}/`), MaxKeys: KEYS_MAX }),
        );
        for (const { Key } of Contents) {
          await client.send(new sdk.DeleteObjectCommand({ Bucket: bucket, Key }));
        }
      }),

    async serve(key, req, res, next) {
      const range = req.headers.range;
      const known = req.headers['if-none-match'];
      const input = {
        Bucket: bucket,
        Key: keyOf(key),
        ...(range === undefined ? {} : { Range: range }),
        ...(known === undefined ? {} : { IfNoneMatch: known }),
      };
      const gone = new AbortController();
      res.once('close', () => gone.abort());
      try {
        const { client, sdk } = await load();
        const isHead = req.method === 'HEAD';
        const options = { abortSignal: gone.signal };
        const found: S3.GetObjectCommandOutput = isHead
          ? await client.send(new sdk.HeadObjectCommand(input), options)
          : await client.send(new sdk.GetObjectCommand(input), options);
        res
          .status(found.ContentRange === undefined ? 200 : 206)
          .set({
            ...MEDIA_HEADERS,
            'Content-Type': mediaType(key),
            'Accept-Ranges': 'bytes',
            ...(found.ContentLength === undefined ? {} : { 'Content-Length': String(found.ContentLength) }),
            ...(found.ContentRange === undefined ? {} : { 'Content-Range': found.ContentRange }),
            ...(found.ETag === undefined ? {} : { ETag: found.ETag }),
          });
        if (isHead || !(found.Body instanceof Readable)) res.end();
        else await pipeline(found.Body, res);
      } catch (error) {
        // The reader left, or the store did in the middle: the answer is cut off, which the reader notices.
        if (gone.signal.aborted || res.headersSent) {
          res.destroy();
          return;
        }
        const status = statusOf(error);
        if (status === 304) res.status(304).set(MEDIA_HEADERS).end();
        else if (status === 416) res.status(416).end();
        else next(status === 404 ? undefined : asRefusal(error));
      }
    },

    close: () => void load.close(),
  };
}

const ignore = () => undefined;
const SILENT = { trace: ignore, debug: ignore, info: ignore, warn: ignore, error: ignore };

interface Loaded {
  client: S3.S3Client;
  sdk: typeof S3;
}

/** The SDK takes a while to load, so it is loaded at the first use. */
function createLoader(config: S3Config): (() => Promise<Loaded>) & { close(): Promise<void> } {
  let loaded: Promise<Loaded> | undefined;
  const load = async (): Promise<Loaded> => {
    const sdk = await import('@aws-sdk/client-s3');
    const client = new sdk.S3Client({
      region: config.region,
      forcePathStyle: config.forcePathStyle,
      maxAttempts: TRIES,
      // Not every compatible store knows the newer checksums.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      // What fails is told by the request that it failed.
      logger: SILENT,
      requestHandler: { connectionTimeout: CONNECT_WITHIN, requestTimeout: ANSWER_WITHIN },
      ...(config.endpoint === undefined ? {} : { endpoint: config.endpoint }),
      ...(config.credentials === undefined ? {} : { credentials: config.credentials }),
    });
    return { client, sdk };
  };
  return Object.assign(() => (loaded ??= load()), { close: async () => (await loaded)?.client.destroy() });
}

const statusOf = (error: unknown): number | undefined => {
  if (!(error instanceof Error && '$metadata' in error)) return undefined;
  return (error.$metadata as { httpStatusCode?: number }).httpStatusCode;
};

/** What the store did not do is told as 503, or 507 where it has no room. */
function asRefusal(error: unknown): Error {
  if (statusOf(error) === 507) {
    return new AppError('STORAGE_FULL', 'There is no room for uploads at the moment', { cause: error });
  }
  return serviceUnavailable(error, RETRY_AFTER_SECONDS);
}

async function whileAway<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    // A local file that cannot be read is not the store's fault.
    throw error instanceof Error && 'syscall' in error && 'path' in error ? error : asRefusal(error);
  }
}
