import type { Connection } from 'mongoose';
import { appliedMigrations } from '../migrations/run-migrations.js';
import { LEASES } from '../platform/db/lease.js';
import { storedModels } from '../platform/db/record.js';
import { createArchive, writeDocuments, writeManifest, type Manifest } from './archive.js';

/**
 * Copies a database in use into an empty folder, with one batch of documents in memory. A replica set gives a copy
 * of one point in time. A single server gives one per collection; restoring repairs the differences.
 * @param connection has all models, which declare how their collections are backed up
 * @throws BackupRefusal if the folder is not empty
 */
export async function backUp(connection: Connection, folder: string, now: () => Date): Promise<Manifest> {
  await createArchive(folder);
  const database = connection.db!;
  const startedAt = now();
  const hello = await database.admin().command({ hello: 1 });
  const snapshot = hello['setName'] !== undefined || hello['msg'] === 'isdbgrid';
  const session = connection.getClient().startSession({ snapshot });
  const collections = [];
  try {
    for (const name of await namesOf(connection)) {
      const collection = database.collection(name);
      const indexes = await collection.indexes();
      const options = snapshot ? { session } : {};
      const documents = collection.find({}, { ...options, raw: true, batchSize: 500 });
      const count = await writeDocuments(folder, name, documents as unknown as AsyncIterable<Uint8Array>);
      collections.push({ name, documents: count, indexes });
    }
  } finally {
    await session.endSession();
  }
  const migrations = await appliedMigrations(database);
  const manifest: Manifest = { format: 1, startedAt, endedAt: now(), snapshot, migrations, collections };
  await writeManifest(folder, manifest);
  return manifest;
}

/**
 * Names of the collections to read, in this order: documents with references first, so that even without a snapshot
 * the documents they refer to are included.
 */
async function namesOf(connection: Connection): Promise<string[]> {
  const declared = new Map(
    storedModels(connection).map(({ collection, facts }) => [collection.name, facts.backup]),
  ).set(LEASES, 'rebuilt');
  const rank = (name: string) => {
    const backup = declared.get(name);
    return typeof backup === 'number' ? backup : Infinity;
  };
  const listed = await connection.db!.listCollections({ type: 'collection' }).toArray();
  return listed
    .map(({ name }) => name)
    .filter((name) => !name.startsWith('system.') && declared.get(name) !== 'rebuilt')
    .sort((one, other) => (rank(one) === rank(other) ? one.localeCompare(other) : rank(one) - rank(other)));
}
