import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Config } from '../platform/config/config.js';
import type { S3Config } from '../platform/config/storage-config.js';
import { s3Files } from '../platform/storage/s3-files.js';
import { HOUR, later } from '../platform/time.js';
import { BackupRefusal, MANIFEST } from './archive.js';

/** Name of a scheduled backup: the time at which it began. Other files at the place are left alone. */
const NAME = /^backup-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ$/;
/** Prefix of folders of backups that are not complete. */
const UNFINISHED = '.unfinished-';
/** Milliseconds after which nobody writes to such a folder any more. */
const UNFINISHED_OLD = 24 * HOUR;

export const backupName = (at: Date): string =>
  `backup-${at.toISOString().slice(0, 19).replaceAll(':', '-')}Z`;
export const isBackupName = (text: string): boolean => NAME.test(text);

/** Where scheduled backups are: a folder or a bucket. */
export interface BackupStore {
  /** Writes a backup into a folder by `write`, then makes it visible, completely or not at all. */
  save(name: string, write: (folder: string) => Promise<unknown>, now: Date): Promise<void>;
  /** Names of the complete backups, oldest first. */
  list(): Promise<string[]>;
  /** Gives the folder of a backup to `read`. */
  open<T>(name: string, read: (folder: string) => Promise<T>): Promise<T>;
  remove(name: string): Promise<void>;
  close(): void;
}

/** Returns the store of BACKUP_TO; `null` if it is not set. */
export function backupStore({ folder, s3 }: Config['backup']): BackupStore | null {
  if (folder !== null) return folderStore(folder);
  return s3 === null ? null : bucketStore(s3);
}

function folderStore(directory: string): BackupStore {
  return {
    async save(name, write, now) {
      await mkdir(directory, { recursive: true, mode: 0o700 });
      await removeUnfinished(now);
      const unfinished = join(directory, UNFINISHED + name);
      await rm(unfinished, { recursive: true, force: true });
      try {
        await write(unfinished);
        await rename(unfinished, join(directory, name));
      } catch (error) {
        await rm(unfinished, { recursive: true, force: true });
        throw error;
      }
    },
    list: async () => (await readdir(directory).catch(noneIfMissing)).filter(isBackupName).sort(),
    open: (name, read) => read(join(directory, name)),
    remove: (name) => rm(join(directory, name), { recursive: true, force: true }),
    close: () => undefined,
  };

  /** Removes what killed processes left. */
  async function removeUnfinished(now: Date): Promise<void> {
    const oldest = UNFINISHED + backupName(later(now, -UNFINISHED_OLD));
    for (const name of await readdir(directory)) {
      if (!name.startsWith(UNFINISHED) || name >= oldest) continue;
      await rm(join(directory, name), { recursive: true, force: true });
    }
  }
}

function noneIfMissing(error: NodeJS.ErrnoException): string[] {
  if (error.code === 'ENOENT') return [];
  throw error;
}

/** Needs as much room in the temporary folder as one backup has. */
function bucketStore(config: S3Config): BackupStore {
  const files = s3Files(config);
  /** Names the bucket in errors, which are otherwise those of a connection to anything. */
  async function ofBucket<T>(work: Promise<T>): Promise<T> {
    try {
      return await work;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new BackupRefusal(`The bucket ${config.bucket} cannot be used: ${reason}`, { cause: error });
    }
  }
  /** Runs with a temporary folder, which is removed afterwards. */
  async function inFolder<T>(run: (folder: string) => Promise<T>): Promise<T> {
    const folder = await mkdtemp(join(tmpdir(), 'social-feed-backup-'));
    try {
      return await run(folder);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }
  /** The manifest last: without it a backup does not count. */
  const manifestLast = (names: string[]) =>
    names.toSorted((one, other) => Number(one.endsWith(MANIFEST)) - Number(other.endsWith(MANIFEST)));

  return {
    save: (name, write) =>
      inFolder(async (folder) => {
        await write(folder);
        for (const file of manifestLast(await readdir(folder))) {
          await ofBucket(files.put(`${name}/${file}`, join(folder, file)));
        }
      }),
    list: async () => {
      const keys = await ofBucket(files.list('backup-'));
      const end = `/${MANIFEST}`;
      return keys
        .filter((key) => key.endsWith(end))
        .map((key) => key.slice(0, -end.length))
        .filter(isBackupName)
        .sort();
    },
    open: (name, read) =>
      inFolder(async (folder) => {
        const keys = await ofBucket(files.list(`${name}/`));
        if (keys.length === 0) throw new BackupRefusal(`There is no backup ${name} in the bucket.`);
        for (const key of keys) await ofBucket(files.get(key, join(folder, key.slice(name.length + 1))));
        return read(folder);
      }),
    remove: async (name) => {
      const keys = await ofBucket(files.list(`${name}/`));
      for (const key of manifestLast(keys).reverse()) await ofBucket(files.remove(key));
    },
    close: () => void files.close(),
  };
}
