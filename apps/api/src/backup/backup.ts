import type { Connection, mongo } from 'mongoose';
import { appliedMigrations } from '../migrations/run-migrations.js';
import { createArchive, writeDocuments, writeManifest, type Manifest } from './archive.js';

/**
 * Data that a restored database rebuilds: seeds and generations of the feed (restore.ts assigns new slots to
 * posts), frozen comment listings, slots of deleted comments, and leases on work.
 */
export const NOT_KEPT: readonly string[] = [
  'feedstates',
  'feedseeds',
  'commentlistings',
  'commentgaps',
  'leases',
];

/**
 * Documents with references are read first, so that even without a snapshot the documents they refer to are
 * included.
 */
const FIRST: readonly string[] = [
  'reports',
  'reportcases',
  'commentlikes',
  'comments',
  'postinteractions',
  'relationships',
  'boards',
  'posts',
];

const rank = (name: string) => (FIRST.includes(name) ? FIRST.indexOf(name) : FIRST.length);

/**
 * Copies a database in use into an empty folder, with one batch of documents in memory. A replica set gives a copy
 * of one point in time. A single server gives one per collection; restoring repairs the differences.
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
    for (const name of await namesOf(database)) {
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

async function namesOf(database: mongo.Db): Promise<string[]> {
  const listed = await database.listCollections({ type: 'collection' }).toArray();
  return listed
    .map(({ name }) => name)
    .filter((name) => !name.startsWith('system.') && !NOT_KEPT.includes(name))
    .sort((one, other) => rank(one) - rank(other) || one.localeCompare(other));
}
