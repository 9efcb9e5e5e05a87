import { Schema, type Connection, type InferSchemaType } from 'mongoose';
import { modelOf } from '../platform/db/record.js';
import type { Platform } from '../platform/platform.js';
import { HOUR, SECOND } from '../platform/time.js';
import { backUp } from './backup.js';
import { backupName, backupStore, type BackupStore } from './backup-store.js';

/** Milliseconds that a backup may take, with its way to the bucket. */
const TIME_LIMIT = 2 * HOUR;

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
  const { every, keep } = config.backup;
  const last = lastBackupModel(connection);

  if (every !== null) {
    jobs.define('backup', { every, timeLimit: TIME_LIMIT }, async () => {
      const store = backupStore(config.backup)!;
      try {
        const name = await saveBackup({ store, connection, keep, now });
        await last.updateOne({ _id: LAST }, { $set: { name, endedAt: now() } }, { upsert: true });
        log.info({ backup: name }, 'a backup was made');
      } finally {
        store.close();
      }
    });
  }

  return {
    /** Seconds between two backups; `null` without a schedule. */
    everySeconds: every === null ? null : every / SECOND,
    /** Seconds since the last backup ended; infinite if there is none. */
    async secondsSinceLast(): Promise<number> {
      const found = await last.findById(LAST).lean();
      return found === null ? Infinity : (now().getTime() - found.endedAt.getTime()) / SECOND;
    },
  };
}

interface Saving extends Pick<Platform, 'now'> {
  store: BackupStore;
  connection: Connection;
  /** How many backups to keep; the oldest go only after the new one is complete. */
  keep: number;
}

/** Makes a backup and removes the oldest ones. @returns its name */
export async function saveBackup({ store, connection, keep, now }: Saving): Promise<string> {
  const name = backupName(now());
  await store.save(name, (folder) => backUp(connection, folder, now), now());
  for (const old of (await store.list()).slice(0, -keep)) await store.remove(old);
  return name;
}
