import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type * as S3 from '@aws-sdk/client-s3';
import type { NextFunction, Request, Response } from 'express';
import type { S3Config } from '../config/storage-config.js';
import { serviceUnavailable, storageFull } from '../http/errors.js';
import { withTimeout } from '../with-timeout.js';
import { MEDIA_HEADERS, mediaType, type MediaStorage } from './media-storage.js';
import { streamFromStore } from './stream-from-store.js';
import { anySignal } from '../timeout-signal.js';
import { SECOND } from '../time.js';

/** Timeouts of a store, in milliseconds. */
export interface StoreTimeouts {
  connect: number;
  /** Until a response, and between two chunks of one. */
  answer: number;
  /** Files may take longer, depending on their size. Bytes per second. */
  pace: number;
  /** How long a client may lag before the store's connection is released. */
  lag: number;
}

export const TIMEOUTS: StoreTimeouts = {
  connect: 2 * SECOND,
  answer: 15 * SECOND,
  pace: 200_000,
  lag: SECOND,
};
const TRIES = 2;
const RETRY_AFTER_SECONDS = 10;

/** One range of bytes. Any other is ignored (RFC 9110, 14.2): some stores answer it with an error. */
const ONE_RANGE = /^bytes=(?:\d+-\d*|-\d+)$/;

/** Maximum keys in one folder: an upload has five files. */
const KEYS_MAX = 100;

interface Bucket {
  config: S3Config;
  timeouts: StoreTimeouts;
  loaded?: ReturnType<typeof loadStore>;
}

const store = (bucket: Bucket) => (bucket.loaded ??= loadStore(bucket.config, bucket.timeouts));
const fileOf = ({ config }: Bucket, key: string) => ({
  Bucket: config.bucket,
  Key: `${config.prefix}${key}`,
});
const allowed = ({ timeouts }: Bucket, bytes: number) => timeouts.answer + (1000 * bytes) / timeouts.pace;

async function put(bucket: Bucket, key: string, source: Buffer | string, outer?: AbortSignal): Promise<void> {
  const size = typeof source === 'string' ? (await stat(source)).size : source.length;
  const body = typeof source === 'string' ? createReadStream(source) : source;
  // The SDK does not handle errors of a body; without a listener they would end the process.
  const unreadable = new AbortController();
  if (body instanceof Readable) body.on('error', (error) => unreadable.abort(error));
  const requestTimeout = allowed(bucket, size);
  const { signal, clear } = anySignal(unreadable.signal, outer);
  const send = async (abortSignal: AbortSignal) => {
    const { client, sdk } = await store(bucket);
    const input = {
      ...fileOf(bucket, key),
      Body: body,
      ContentLength: size,
      ContentType: mediaType(key),
      CacheControl: MEDIA_HEADERS['Cache-Control'],
    };
    await client.send(new sdk.PutObjectCommand(input), { abortSignal, requestTimeout });
  };
  try {
    await whileAway(signal, () => withTimeout(requestTimeout, signal, send));
  } finally {
    clear();
    if (body instanceof Readable) body.destroy();
  }
}

const remove = (bucket: Bucket, id: string) =>
  whileAway(undefined, () =>
    withTimeout(bucket.timeouts.answer, undefined, async (abortSignal) => {
      const { client, sdk } = await store(bucket);
      const { Bucket, Key: Prefix } = fileOf(bucket, `${id}/`);
      const list = new sdk.ListObjectsV2Command({ Bucket, Prefix, MaxKeys: KEYS_MAX });
      const { Contents = [] } = await client.send(list, { abortSignal });
      for (const { Key } of Contents) {
        await client.send(new sdk.DeleteObjectCommand({ Bucket, Key }), { abortSignal });
      }
    }),
  );

async function serve(
  bucket: Bucket,
  key: string,
  { req, res, next }: { req: Request; res: Response; next: NextFunction },
  outer?: AbortSignal,
): Promise<void> {
  const range = ONE_RANGE.exec(req.headers.range ?? '')?.[0];
  const known = req.headers['if-none-match'];
  const { timeouts } = bucket;
  const file = fileOf(bucket, key);
  const gone = new AbortController();
  res.once('close', () => gone.abort());
  const read = (input: S3.GetObjectCommandInput, signal: AbortSignal) =>
    withTimeout(timeouts.answer, signal, async (abortSignal): Promise<S3.GetObjectCommandOutput> => {
      const { client, sdk } = await store(bucket);
      return req.method === 'HEAD'
        ? client.send(new sdk.HeadObjectCommand(input), { abortSignal })
        : client.send(new sdk.GetObjectCommand(input), { abortSignal });
    });
  const reopen = async (start: number, end: number, tag: string | undefined) => {
    const rest = { ...file, Range: `bytes=${start}-${end}`, IfMatch: tag };
    return (await read(rest, gone.signal)).Body as Readable;
  };
  const opening = anySignal(gone.signal, outer);
  try {
    const found = await read({ ...file, Range: range, IfNoneMatch: known }, opening.signal);
    opening.clear();
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
    if (!(found.Body instanceof Readable)) {
      res.end();
      return;
    }
    const start = Number(/^bytes (\d+)-/.exec(found.ContentRange ?? '')?.[1] ?? 0);
    const end = start + (found.ContentLength ?? 0) - 1;
    await streamFromStore(
      {
        body: found.Body,
        start,
        end,
        patience: (bytes) => allowed(bucket, bytes),
        lag: timeouts.lag,
        reopen: (at) => reopen(at, end, found.ETag),
      },
      res,
    );
  } catch (error) {
    // The client disconnected, or the store did midway: the response is cut off, so the client notices.
    if (gone.signal.aborted || res.headersSent) {
      res.destroy();
      return;
    }
    const status = statusOf(error);
    if (status === 304) res.status(304).set(MEDIA_HEADERS).end();
    else if (status === 416) await refuseRange(bucket, key, res, outer);
    else next(status === 404 ? undefined : asRefusal(error));
  } finally {
    opening.clear();
  }
}

/** Answers 416 with the length of the file, if the store tells it. */
async function refuseRange(
  bucket: Bucket,
  key: string,
  res: Response,
  outer: AbortSignal | undefined,
): Promise<void> {
  const found = await withTimeout(bucket.timeouts.answer, outer, async (abortSignal) => {
    const { client, sdk } = await store(bucket);
    return client.send(new sdk.HeadObjectCommand(fileOf(bucket, key)), { abortSignal });
  }).catch(() => undefined);
  if (found?.ContentLength !== undefined) res.set('Content-Range', `bytes */${found.ContentLength}`);
  res.status(416).end();
}

const ignore = () => undefined;
const SILENT = { trace: ignore, debug: ignore, info: ignore, warn: ignore, error: ignore };

/** The SDK is slow to load, so it is loaded on first use. */
export async function loadStore(
  config: S3Config,
  { connect, answer }: StoreTimeouts,
): Promise<{ client: S3.S3Client; sdk: typeof S3 }> {
  const sdk = await import('@aws-sdk/client-s3');
  const client = new sdk.S3Client({
    region: config.region,
    forcePathStyle: config.forcePathStyle,
    maxAttempts: TRIES,
    // Not all compatible stores support the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // Failures are logged with the request that they affect.
    logger: SILENT,
    requestHandler: {
      connectionTimeout: connect,
      socketTimeout: answer,
      requestTimeout: answer,
      // By default the handler only warns.
      throwOnRequestTimeout: true,
    },
    ...(config.endpoint === undefined ? {} : { endpoint: config.endpoint }),
    ...(config.credentials === undefined ? {} : { credentials: config.credentials }),
  });
  return { client, sdk };
}

const statusOf = (error: unknown): number | undefined => {
  if (!(error instanceof Error && '$metadata' in error)) return undefined;
  return (error.$metadata as { httpStatusCode?: number }).httpStatusCode;
};

/** Maps store failures to 503, or to 507 if the store is full. */
const asRefusal = (error: unknown): Error =>
  statusOf(error) === 507 ? storageFull(error) : serviceUnavailable(error, RETRY_AFTER_SECONDS);

async function whileAway<T>(outer: AbortSignal | undefined, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    outer?.throwIfAborted();
    throw asRefusal(error);
  }
}

/**
 * Stores files in a bucket of any S3-compatible store. They are served through the API, so the bucket stays
 * private. A store that hangs counts as down: every call ends within the timeouts.
 */
export function s3Storage(config: S3Config, timeouts = TIMEOUTS): MediaStorage {
  const bucket: Bucket = { config, timeouts };
  return {
    put: (key, source, signal) => put(bucket, key, source, signal),
    remove: (id) => remove(bucket, id),
    serve: (key, req, res, next, signal) => serve(bucket, key, { req, res, next }, signal),
    close: () => void bucket.loaded?.then(({ client }) => client.destroy()),
  };
}
