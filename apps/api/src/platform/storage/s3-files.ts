import { createReadStream, createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { S3Config } from '../config/storage-config.js';
import { loadStore, TIMEOUTS } from './s3-storage.js';

/** Files below the prefix of a bucket, for programs that move whole files. */
export function s3Files(config: S3Config, timeouts = TIMEOUTS) {
  const { bucket: Bucket, prefix } = config;
  let loaded: ReturnType<typeof loadStore> | undefined;
  const store = () => (loaded ??= loadStore(config, timeouts));

  /** Returns the files whose keys begin with a text, and when they changed by the clock of the store. */
  async function listFiles(start: string): Promise<{ key: string; changedAt: number }[]> {
    const { client, sdk } = await store();
    const found: { key: string; changedAt: number }[] = [];
    let ContinuationToken: string | undefined;
    do {
      const list = new sdk.ListObjectsV2Command({
        Bucket,
        Prefix: prefix + start,
        ...(ContinuationToken === undefined ? {} : { ContinuationToken }),
      });
      const { Contents = [], NextContinuationToken } = await client.send(list);
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
      const { client, sdk } = await store();
      const { size } = await stat(path);
      const Body = createReadStream(path);
      const unreadable = new AbortController();
      // The SDK does not handle errors of a body.
      Body.on('error', (error) => unreadable.abort(error));
      try {
        await client.send(
          new sdk.PutObjectCommand({ Bucket, Key: prefix + key, Body, ContentLength: size }),
          { abortSignal: unreadable.signal, requestTimeout: timeouts.answer + (1000 * size) / timeouts.pace },
        );
      } finally {
        Body.destroy();
      }
    },

    async putEmpty(key: string): Promise<void> {
      const { client, sdk } = await store();
      await client.send(new sdk.PutObjectCommand({ Bucket, Key: prefix + key, Body: '' }));
    },

    /** Downloads a file. */
    async get(key: string, path: string): Promise<void> {
      const { client, sdk } = await store();
      const { Body } = await client.send(new sdk.GetObjectCommand({ Bucket, Key: prefix + key }));
      if (!(Body instanceof Readable)) throw new Error(`The store gave no content of ${key}`);
      await pipeline(Body, createWriteStream(path, { mode: 0o600 }));
    },

    /** Returns the keys that begin with a text, without the prefix. */
    list: async (start: string): Promise<string[]> => (await listFiles(start)).map(({ key }) => key),
    listFiles,

    async remove(key: string): Promise<void> {
      const { client, sdk } = await store();
      await client.send(new sdk.DeleteObjectCommand({ Bucket, Key: prefix + key }));
    },

    close: () => loaded?.then(({ client }) => client.destroy()),
  };
}
