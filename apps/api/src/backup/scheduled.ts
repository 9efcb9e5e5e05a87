import { Schema, type InferSchemaType } from 'mongoose';
import type { Config } from '../platform/config/config.js';
import { modelOf } from '../platform/db/record.js';
import type { Platform } from '../platform/platform.js';
import { HOUR, SECOND } from '../platform/time.js';
import type { Manifest } from './archive.js';
import { BackupRefusal } from './backup-refusal.js';
import { backUp } from './backup.js';
import { backupName, backupStore, type BackupStore } from './backup-store.js';
import { backupsOf } from './choose-backup.js';
import { ownerOf } from './owner.js';
import { uploadFiles } from './upload-files.js';

/** Milliseconds that a backup may take, with its way to the bucket, and with uploads. */
const TIME_LIMIT = { database: 2 * HOUR, all: 12 * HOUR };

/** The last scheduled backup that succeeded: one document. */
const schema = new Schema({
  _id: { type: String, required: true },
  name: { type: String, required: true },
  endedAt: { type: Date, required: true },
});
const lastBackupModel = modelOf<InferSchemaType<typeof schema>>('LastBackup', 'lastbackup', schema, {
  backup: 'rebuilt',
  ofUser: null,
  expires: null,
});
const LAST = 'last';

export type ScheduledBackups = ReturnType<typeof createScheduledBackups>;

/** Backups of BACKUP_EVERY: a job, so that one of all processes makes them and a failed one is retried. */
export function createScheduledBackups({
  config,
  connection,
  jobs,
  now,
  log,
}: Pick<Platform, 'config' | 'connection' | 'jobs' | 'now' | 'log'>) {
  const { every } = config.backup;
  const timeLimit = config.backup.uploads ? TIME_LIMIT.all : TIME_LIMIT.database;
  const last = lastBackupModel(connection);

  if (every !== null) {
    jobs.define('backup', { every, timeLimit }, async (_nothing, { signal }) => {
      const store = backupStore(config.backup)!;
      try {
        const { name } = await saveBackup({ store, connection, config, now, signal });
        await last.updateOne({ _id: LAST }, { $set: { name, endedAt: now() } }, { upsert: true });
        log.info({ backup: name }, 'a backup was made');
      } finally {
        store.close();
      }
    });
  }

  /** When the last scheduled backup ended that succeeded. */
  const lastEndedAt = async (): Promise<Date | null> => (await last.findById(LAST).lean())?.endedAt ?? null;

  return {
    /** Seconds between two backups; `null` without a schedule. */
    everySeconds: every === null ? null : every / SECOND,
    lastEndedAt,
    /** Seconds since the last backup ended; infinite if there is none. */
    async secondsSinceLast(): Promise<number> {
      const endedAt = await lastEndedAt();
      return endedAt === null ? Infinity : (now().getTime() - endedAt.getTime()) / SECOND;
    },
  };
}

interface Saving extends Pick<Platform, 'connection' | 'now'> {
  config: Pick<Config, 'backup' | 'media' | 'webOrigin'>;
  store: BackupStore;
  signal?: AbortSignal;
}

/** Returns the name of an instance for people: the host of its web app. */
export const instanceName = ({ webOrigin }: Pick<Config, 'webOrigin'>): string => new URL(webOrigin).host;

/** Makes a backup, then removes the oldest of this instance beyond `keep`. @returns its name, and how many uploads it has */
export async function saveBackup({ store, connection, config, now, signal }: Saving) {
  const { keep, encryption } = config.backup;
  const owner = await ownerOf(connection, instanceName(config));
  const [last] = backupsOf(await store.list(), owner);
  const name = backupName(now());
  const uploads = config.backup.uploads ? uploadFiles(config.media) : undefined;
  let made: Manifest | undefined;
  try {
    await store.save(name, owner.id, async ({ folder, done }) => {
      made = await backUp(connection, folder, now, {
        name: owner.name,
        encryption,
        uploads,
        highest: last?.manifest.number ?? 0,
        done,
        signal,
      });
    });
  } finally {
    uploads?.close();
  }
  const own = backupsOf(await store.list(), owner);
  // Another process may have made a later one and removed this one.
  if (!own.some(({ manifest }) => manifest.number >= made!.number!))
    throw new BackupRefusal(`The new backup ${name} is not where it was written.`);
  for (const old of own.slice(keep)) await store.remove(old.name);
  return { name, uploads: made!.uploads };
}
