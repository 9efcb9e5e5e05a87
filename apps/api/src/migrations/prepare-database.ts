import type { Connection, Model } from 'mongoose';
import { findIndexChanges, syncIndexes } from '../platform/db/indexes.js';
import { withLease } from '../platform/db/lease.js';
import { SECOND } from '../platform/time.js';
import { MIGRATIONS } from './index.js';
import type { Migration } from './migration.js';
import { pendingMigrations, runMigrations } from './run-migrations.js';

interface PrepareOptions {
  log?: { info: (line: string) => void } | undefined;
  signal?: AbortSignal | undefined;
  migrations?: readonly Migration[];
  /** Milliseconds after which another process takes over from one that died. */
  leaseTtl?: number;
}

/**
 * Brings a database to this version: migrations, then indexes. One process does the work and the others wait for
 * it. Only reads if the database is up to date.
 * @throws PreparationError if the data cannot be migrated or indexed, LeaseTakenError if another process still
 *   works on it
 */
export async function prepareDatabase(
  connection: Connection,
  models: readonly Model<never>[],
  {
    log,
    signal = new AbortController().signal,
    migrations = MIGRATIONS,
    leaseTtl = 30 * SECOND,
  }: PrepareOptions = {},
): Promise<void> {
  const database = connection.db!;
  const tell = (line: string) => log?.info(line);
  const isPrepared = async () =>
    (await pendingMigrations(database, migrations)).length === 0 &&
    (await findIndexChanges(models)).length === 0;
  if (await isPrepared()) return;
  const lease = { name: 'database', ttl: leaseTtl, waitFor: 2 * leaseTtl, signal };
  await withLease(database, lease, async (held) => {
    await runMigrations(database, migrations, { signal: held, log: tell });
    held.throwIfAborted();
    await syncIndexes(models, tell);
    held.throwIfAborted();
  });
}
