import { copyFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../platform/config/config.js';
import { diskStorage } from '../platform/storage/media-storage.js';
import { s3Files } from '../platform/storage/s3-files.js';
import { s3Storage } from '../platform/storage/s3-storage.js';

/** Keys of uploaded files. Stored pictures of other sites, and what else is in a bucket, are not among them. */
export const isUploadKey = (key: string): boolean =>
  /^[\da-f]{32}\/[\w-]+\.\w+$/.test(key) && !key.endsWith('.part');

/** The uploaded files of this instance, on disk or in its bucket. */
export interface UploadFiles {
  keys(): AsyncIterable<string>;
  /** Copies a file. @returns whether it is still there */
  copy(key: string, path: string): Promise<boolean>;
  /** Stores a file, which may be moved. */
  put(key: string, path: string): Promise<void>;
  close(): void;
}

export function uploadFiles({ directory, s3 }: Pick<Config['media'], 'directory' | 's3'>): UploadFiles {
  return s3 === null ? filesOfFolder(join(directory, 'files')) : filesOfBucket(s3);
}

/**
 * Returns what a host reads of the uploads after a backup.
 * @param saved how many are in it; undefined if they are left out
 */
export function describeUploads(
  saved: number | undefined,
  { directory, s3 }: Pick<Config['media'], 'directory' | 's3'>,
): string {
  if (saved !== undefined) return `${saved} uploaded files are in it.`;
  const place = s3 === null ? join(directory, 'files') : `the bucket ${s3.bucket}`;
  return `Uploaded files are NOT in it: copy ${place} as well, after this backup, or set BACKUP_UPLOADS=true.`;
}

const noneIfMissing = (error: NodeJS.ErrnoException): string[] => {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return [];
  throw error;
};

function filesOfFolder(folder: string): UploadFiles {
  const storage = diskStorage(folder);
  return {
    async *keys() {
      for (const id of await readdir(folder).catch(noneIfMissing)) {
        const names = await readdir(join(folder, id)).catch(noneIfMissing);
        yield* names.map((name) => `${id}/${name}`).filter(isUploadKey);
      }
    },
    copy: (key, path) => unlessMissing(copyFile(join(folder, key), path)),
    put: (key, path) => storage.put(key, path),
    close: () => undefined,
  };
}

function filesOfBucket(config: NonNullable<Config['media']['s3']>): UploadFiles {
  const files = s3Files(config);
  const storage = s3Storage(config);
  return {
    async *keys() {
      yield* (await files.list('')).filter(isUploadKey);
    },
    copy: (key, path) => unlessMissing(files.get(key, path)),
    put: (key, path) => storage.put(key, path),
    close: () => {
      storage.close?.();
      void files.close();
    },
  };
}

/** Files may be deleted during a backup. */
async function unlessMissing(copying: Promise<void>): Promise<boolean> {
  try {
    await copying;
    return true;
  } catch (error) {
    const { code, name } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || name === 'NoSuchKey') return false;
    throw error;
  }
}
