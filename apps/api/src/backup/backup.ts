import type { Connection, mongo } from 'mongoose';
import { appliedMigrations } from '../migrations/run-migrations.js';
import { createArchive, writeDocuments, writeManifest, type Manifest } from './archive.js';

/**
 * What a restored database makes anew: seeds and generations of the feed (restore.ts gives the posts new places), frozen
 * comment listings, places of deleted comments, and who does which work at the moment.
 */
export const NOT_KEPT: readonly string[] = [
  'feedstates',
  'feedseeds',
  'commentlistings',
  'commentgaps',
  'leases',
];

/** What refers to other documents is read before them, so that without a snapshot what it refers to is there as well. */
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
 * Copies a database into an empty folder while people use it, holding a batch of documents in memory. From a replica set
 * it is of one moment; from a single server each collection is of its own, which restoring sets right.
 * @throws BackupRefusal where the folder is not empty
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
