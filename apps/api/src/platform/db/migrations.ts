import type { Connection } from 'mongoose';
import type { Logger } from 'pino';

/**
 * A change of what is already stored. Several processes may run it at once and a crash may cut it off, so it must do no
 * harm when it runs again.
 */
export interface Migration {
  /** Never changes once released: `2026-12-01-what-it-does`. */
  name: string;
  run(connection: Connection): Promise<void>;
}

interface MigrationRecord {
  _id: string;
  finishedAt: Date;
}

/**
 * Runs the migrations that this database has not had yet, before anything is served.
 * @throws whatever a migration throws; those before it stay recorded
 */
export async function runMigrations(
  { connection, now, log }: { connection: Connection; now: () => Date; log: Logger },
  migrations: readonly Migration[],
): Promise<void> {
  const records = connection.collection<MigrationRecord>('migrations');
  const finished = new Set((await records.find().toArray()).map(({ _id }) => _id));
  for (const migration of migrations) {
    if (finished.has(migration.name)) continue;
    log.info({ migration: migration.name }, 'migrating');
    await migration.run(connection);
    await records.updateOne(
      { _id: migration.name },
      { $setOnInsert: { finishedAt: now() } },
      { upsert: true },
    );
  }
}
