import { createReadStream, createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { S3Config } from '../config/storage-config.js';
import { withTimeout } from '../with-timeout.js';
import { loadStore, TIMEOUTS } from './s3-storage.js';

/** A store takes no longer file at once. */
const FILE_MAX = 5e9;

/** Files below the prefix of a bucket, for programs that move whole files. Every call ends within the timeouts. */
export function s3Files(config: S3Config, timeouts = TIMEOUTS) {
  const { bucket: Bucket, prefix } = config;
  let loaded: ReturnType<typeof loadStore> | undefined;
  const store = () => (loaded ??= loadStore(config, timeouts));
  const allowed = (bytes: number) => timeouts.answer + (1000 * bytes) / timeouts.pace;
  /** One call without a long body. */
  const call = <T>(
    work: (opened: Awaited<ReturnType<typeof store>>, abortSignal: AbortSignal) => Promise<T>,
  ) => withTimeout(timeouts.answer, undefined, async (signal) => work(await store(), signal));

  /** Returns the files whose keys begin with a text, and when they changed by the clock of the store. */
  async function listFiles(start: string): Promise<{ key: string; changedAt: number }[]> {
    const found: { key: string; changedAt: number }[] = [];
    let ContinuationToken: string | undefined;
    do {
      const input = {
        Bucket,
        Prefix: prefix + start,
        ...(ContinuationToken === undefined ? {} : { ContinuationToken }),
      };
      const { Contents = [], NextContinuationToken } = await call(({ client, sdk }, abortSignal) =>
        client.send(new sdk.ListObjectsV2Command(input), { abortSignal }),
      );
      for (const { Key, LastModified } of Contents) {
        if (Key === undefined) continue;
        found.push({ key: Key.slice(prefix.length), changedAt: LastModified?.getTime() ?? 0 });
      }
      ContinuationToken = NextContinuationToken;
    } while (ContinuationToken !== undefined);
    return found;
  }

  return {
    /** Uploads a file of at most 5 GB. */
    async put(key: string, path: string): Promise<void> {
      const { size } = await stat(path);
      const Body = createReadStream(path);
      const unreadable = new AbortController();
      // The SDK does not handle errors of a body.
      Body.on('error', (error) => unreadable.abort(error));
      try {
        const requestTimeout = allowed(size);
        await withTimeout(requestTimeout, unreadable.signal, async (abortSignal) => {
          const { client, sdk } = await store();
          const put = new sdk.PutObjectCommand({ Bucket, Key: prefix + key, Body, ContentLength: size });
          await client.send(put, { abortSignal, requestTimeout });
        });
      } finally {
        Body.destroy();
      }
    },

    async putEmpty(key: string): Promise<void> {
      await call(({ client, sdk }, abortSignal) =>
        client.send(new sdk.PutObjectCommand({ Bucket, Key: prefix + key, Body: '' }), { abortSignal }),
      );
    },

    /** Downloads a file. */
    async get(key: string, path: string): Promise<void> {
      const { Body, ContentLength = FILE_MAX } = await call(({ client, sdk }, abortSignal) =>
        client.send(new sdk.GetObjectCommand({ Bucket, Key: prefix + key }), { abortSignal }),
      );
      if (!(Body instanceof Readable)) throw new Error(`The store gave no content of ${key}`);
      await withTimeout(allowed(ContentLength), undefined, (signal) =>
        pipeline(Body, createWriteStream(path, { mode: 0o600 }), { signal }),
      );
    },

    /** Returns the keys that begin with a text, without the prefix. */
    list: async (start: string): Promise<string[]> => (await listFiles(start)).map(({ key }) => key),
    listFiles,

    async remove(key: string): Promise<void> {
      await call(({ client, sdk }, abortSignal) =>
        client.send(new sdk.DeleteObjectCommand({ Bucket, Key: prefix + key }), { abortSignal }),
      );
    },

    close: () => loaded?.then(({ client }) => client.destroy()),
  };
}
