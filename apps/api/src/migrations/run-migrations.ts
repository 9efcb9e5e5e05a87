import type { mongo } from 'mongoose';
import { isDatabaseAway } from '../platform/db/database-away.js';
import { isDuplicateKey } from '../platform/db/duplicate-key.js';
import { NewerDatabaseError, PreparationError } from '../platform/db/preparation-error.js';
import type { Migration } from './migration.js';

interface MigrationRecord {
  /** The name of an applied migration. */
  _id: string;
  at: Date;
}

const recordsOf = (database: mongo.Db) => database.collection<MigrationRecord>('migrations');

/** Names of the migrations applied to a database. */
export const appliedMigrations = async (database: mongo.Db): Promise<string[]> =>
  (await recordsOf(database).find().sort({ _id: 1 }).toArray()).map(({ _id }) => _id);

/** Applied migrations that this version does not know: a newer version applied them. */
export const unknownMigrations = (applied: readonly string[], known: readonly Migration[]): string[] =>
  applied.filter((name) => !known.some((migration) => migration.name === name));

/**
 * Names of the migrations that a database still needs.
 * @throws NewerDatabaseError if a newer version migrated it
 */
export async function pendingMigrations(database: mongo.Db, known: readonly Migration[]): Promise<string[]> {
  const applied = await appliedMigrations(database);
  const newer = unknownMigrations(applied, known);
  if (newer.length > 0) {
    throw new NewerDatabaseError(
      `A newer version of Social Feed migrated this database (${newer.join(', ')}): start that version or a later one, or restore a backup made before the update.`,
    );
  }
  return known.map(({ name }) => name).filter((name) => !applied.includes(name));
}

/**
 * Runs the pending migrations of a database in order. The caller holds the lease.
 * @throws PreparationError if one fails, NewerDatabaseError if a newer version migrated the database
 */
export async function runMigrations(
  database: mongo.Db,
  known: readonly Migration[],
  { signal, log }: { signal: AbortSignal; log: (line: string) => void },
): Promise<void> {
  if ((await pendingMigrations(database, known)).length === 0) return;
  // it loads a parser of command lines, which few starts need
  const { MigrationError, Umzug } = await import('umzug');
  const records = recordsOf(database);
  const umzug = new Umzug({
    migrations: known.map((migration) => ({
      name: migration.name,
      up: async () => {
        const { name } = migration;
        log(`Migration ${name} begins.`);
        await migration.up(database, signal, log).catch((error: unknown) => {
          signal.throwIfAborted();
          if (isDatabaseAway(error)) throw error;
          throw new PreparationError(`The migration ${name} failed.`, undefined, error);
        });
        // A migration that was stopped early must not be recorded.
        signal.throwIfAborted();
      },
    })),
    storage: {
      executed: () => appliedMigrations(database),
      logMigration: async ({ name }) => {
        await records.insertOne({ _id: name, at: new Date() }).catch((error: unknown) => {
          if (!isDuplicateKey(error)) throw error;
        });
        log(`Migration ${name} is done.`);
      },
      unlogMigration: () => Promise.reject(new Error('Migrations go forward only.')),
    },
    logger: undefined,
  });
  await umzug.up().catch((error: unknown) => {
    throw error instanceof MigrationError ? error.cause : error;
  });
}
