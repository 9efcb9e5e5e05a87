import { randomBytes } from 'node:crypto';
import { copyFile, mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Config } from '../platform/config/config.js';
import type { S3Config } from '../platform/config/storage-config.js';
import { s3Files } from '../platform/storage/s3-files.js';
import { HOUR } from '../platform/time.js';
import { MANIFEST, readManifest, type Manifest } from './archive.js';
import { BackupRefusal } from './backup-refusal.js';
import { UPLOADS } from './backup.js';

/** Name of a scheduled backup. Only its manifest says who made it; other files at the place are left alone. */
const NAME = /^backup-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ(?:-[\da-f]{8})?$/;
/** Prefix of backups that are not complete. */
const UNFINISHED = '.unfinished-';
/** Milliseconds after which nobody writes to such a backup any more. */
const UNFINISHED_OLD = 24 * HOUR;

/** Returns a new name: the time for people, and a random end, so that no two backups have the same. */
export const backupName = (at: Date): string =>
  `backup-${at.toISOString().slice(0, 19).replaceAll(':', '-')}Z-${randomBytes(4).toString('hex')}`;
export const isBackupName = (text: string): boolean => NAME.test(text);

/** A backup at the place; its manifest is `null` if it cannot be read. */
export interface ListedBackup {
  name: string;
  manifest: Manifest | null;
}

/** A folder for a new backup. */
export interface NewBackup {
  folder: string;
  /** Takes a complete file of the folder. The manifest is the last one. */
  done: (file: string) => Promise<void>;
}

/** A backup that is read. */
export interface OpenBackup {
  /** Has all files but the uploads. */
  folder: string;
  /** Names of the files of uploads. */
  uploads(): Promise<string[]>;
  /** Copies one of these files to a path. */
  fetch(file: string, path: string): Promise<void>;
}

/** Where scheduled backups are: a folder or a bucket. Several instances may share it. */
export interface BackupStore {
  /** Writes a backup by `write`, then makes it visible, completely or not at all. */
  save(name: string, ownerId: string, write: (to: NewBackup) => Promise<unknown>): Promise<void>;
  /** Returns the complete backups of all instances. */
  list(): Promise<ListedBackup[]>;
  /** Gives a backup to `read`. */
  open<T>(name: string, read: (backup: OpenBackup) => Promise<T>): Promise<T>;
  remove(name: string): Promise<void>;
  close(): void;
}

/** Returns the store of BACKUP_TO; `null` if it is not set. */
export function backupStore({ folder, s3 }: Pick<Config['backup'], 'folder' | 's3'>): BackupStore | null {
  if (folder !== null) return folderStore(folder);
  return s3 === null ? null : bucketStore(s3);
}

const manifestOf = (folder: string): Promise<Manifest | null> =>
  readManifest(folder).catch((error: unknown) => {
    if (error instanceof BackupRefusal) return null;
    throw error;
  });

const filesBelow = async (folder: string): Promise<string[]> =>
  (await readdir(folder, { recursive: true, withFileTypes: true }).catch(noneIfMissing))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));

function noneIfMissing(error: NodeJS.ErrnoException): [] {
  if (error.code === 'ENOENT') return [];
  throw error;
}

/** Returns a complete backup in a folder. */
export const openFolder = (folder: string): OpenBackup => ({
  folder,
  uploads: () => filesBelow(join(folder, UPLOADS)),
  fetch: (file, path) => copyFile(join(folder, UPLOADS, file), path),
});

function folderStore(directory: string): BackupStore {
  return {
    async save(name, ownerId, write) {
      await mkdir(directory, { recursive: true, mode: 0o700 });
      await inNewFolder(directory, UNFINISHED, { name, ownerId }, async (folder) => {
        await write({ folder, done: () => Promise.resolve() });
        await rename(folder, join(directory, name));
      });
    },
    async list() {
      const names = (await readdir(directory).catch(noneIfMissing)).filter(isBackupName);
      const listed = [];
      for (const name of names.sort())
        listed.push({ name, manifest: await manifestOf(join(directory, name)) });
      return listed;
    },
    open: (name, read) => read(openFolder(join(directory, name))),
    async remove(name) {
      // Its manifest goes first, so that no part of it looks like a complete backup.
      await rm(join(directory, name, MANIFEST), { force: true });
      await rm(join(directory, name), { recursive: true, force: true });
    },
    close: () => undefined,
  };
}

/**
 * Runs with a new folder, which is removed afterwards unless `run` renamed it. Removes what killed processes of the
 * same instance left in the directory.
 */
async function inNewFolder<T>(
  directory: string,
  prefix: string,
  { name, ownerId }: { name: string; ownerId: string },
  run: (folder: string) => Promise<T>,
): Promise<T> {
  const own = `${prefix}${ownerId}-`;
  const folder = join(directory, own + name);
  try {
    await mkdir(folder, { mode: 0o700 });
    // The clock of the file system: other clocks may differ from it.
    const { mtimeMs: now } = await stat(folder);
    for (const former of await readdir(directory)) {
      const path = join(directory, former);
      if (!former.startsWith(own) || path === folder) continue;
      if (now - (await lastChange(path)) > UNFINISHED_OLD) await rm(path, { recursive: true, force: true });
    }
    return await run(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function lastChange(folder: string): Promise<number> {
  const paths = [folder, ...(await readdir(folder)).map((name) => join(folder, name))];
  const times = await Promise.all(paths.map((path) => stat(path).then(({ mtimeMs }) => mtimeMs)));
  return Math.max(...times);
}

/** Another process may remove a backup that is being listed. */
const unlessRemoved = (reading: Promise<void>): Promise<boolean> =>
  reading.then(
    () => true,
    (error: unknown) => {
      if (error instanceof Error && error.name === 'NoSuchKey') return false;
      throw error;
    },
  );

/** Needs as much room in the temporary folder as the database has in a backup. */
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
  const inTemporaryFolder = <T>(ownerId: string, run: (folder: string) => Promise<T>) =>
    inNewFolder(tmpdir(), 'social-feed-backup-', { name: randomBytes(8).toString('hex'), ownerId }, run);

  /** An empty object that says which instance began to write a backup and has not ended. */
  const markOf = (name: string, ownerId: string) => `${name}/${UNFINISHED}${ownerId}`;

  /** Removes what killed processes of the same instance left, by the clock of the store. */
  async function removeUnfinished(ownMark: string, ownerId: string): Promise<void> {
    const found = await ofBucket(files.listFiles('backup-'));
    const now = found.find(({ key }) => key === ownMark)?.changedAt ?? 0;
    for (const { key, changedAt } of found) {
      const name = dirname(key);
      if (key !== markOf(name, ownerId) || now - changedAt <= UNFINISHED_OLD) continue;
      if (found.some((other) => other.key === `${name}/${MANIFEST}`)) await ofBucket(files.remove(key));
      else await removeAll(name);
    }
  }

  /** The manifest goes first, so that no part of it looks like a complete backup. */
  async function removeAll(name: string): Promise<void> {
    const isManifest = (key: string) => Number(key === `${name}/${MANIFEST}`);
    const keys = await ofBucket(files.list(`${name}/`));
    for (const key of keys.toSorted((one, other) => isManifest(other) - isManifest(one)))
      await ofBucket(files.remove(key));
  }

  return {
    save: (name, ownerId, write) =>
      inTemporaryFolder(ownerId, async (folder) => {
        const mark = markOf(name, ownerId);
        await ofBucket(files.putEmpty(mark));
        try {
          await removeUnfinished(mark, ownerId);
          await write({
            folder,
            done: async (file) => {
              await ofBucket(files.put(`${name}/${file}`, join(folder, file)));
              await rm(join(folder, file));
            },
          });
        } catch (error) {
          // If this fails too, a later backup does it.
          await removeAll(name).catch(() => undefined);
          throw error;
        }
        await ofBucket(files.remove(mark));
      }),
    async list() {
      const end = `/${MANIFEST}`;
      const names = (await ofBucket(files.list('backup-')))
        .filter((key) => key.endsWith(end))
        .map((key) => key.slice(0, -end.length))
        .filter(isBackupName);
      return inTemporaryFolder('list', async (folder) => {
        const listed = [];
        for (const name of names.sort()) {
          const found = await ofBucket(unlessRemoved(files.get(`${name}${end}`, join(folder, MANIFEST))));
          if (found) listed.push({ name, manifest: await manifestOf(folder) });
        }
        return listed;
      });
    },
    open: (name, read) =>
      inTemporaryFolder('restore', async (folder) => {
        const keys = await ofBucket(files.list(`${name}/`));
        if (keys.length === 0) throw new BackupRefusal(`There is no backup ${name} in the bucket.`);
        const own = keys.map((key) => key.slice(name.length + 1));
        const ofUploads = (file: string) => file.startsWith(`${UPLOADS}/`);
        for (const file of own.filter((each) => !ofUploads(each)))
          await ofBucket(files.get(`${name}/${file}`, join(folder, file)));
        return read({
          folder,
          uploads: () => Promise.resolve(own.filter(ofUploads).map((file) => file.slice(UPLOADS.length + 1))),
          fetch: (file, path) => ofBucket(files.get(`${name}/${UPLOADS}/${file}`, path)),
        });
      }),
    remove: removeAll,
    close: () => void files.close(),
  };
}
