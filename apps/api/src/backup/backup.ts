import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Connection } from 'mongoose';
import { appliedMigrations } from '../migrations/run-migrations.js';
import { LEASES } from '../platform/db/lease.js';
import { storedModels } from '../platform/db/record.js';
import { createArchive, MANIFEST, writeDocuments, writeManifest, type Manifest } from './archive.js';
import { createKey, ENCRYPTED, type Encryption, type Transform } from './encryption.js';
import { nextNumber, ownerOf } from './owner.js';
import type { UploadFiles } from './upload-files.js';

export interface BackupOptions {
  /** Host of the web app of this instance. */
  name?: string;
  encryption?: Encryption;
  /** The uploaded files, if they belong to the backup. */
  uploads?: UploadFiles | undefined;
  /** Highest number of this instance's backups at the place of the new one. */
  highest?: number;
  /** Takes a complete file of the folder; the manifest is the last one. */
  done?: ((file: string) => Promise<void>) | undefined;
  signal?: AbortSignal | undefined;
}

/**
 * Copies a database in use into an empty folder, with one batch of documents in memory. A replica set gives a copy
 * of one point in time. A single server gives one per collection; restoring repairs the differences. The uploads
 * follow the database: files are written before the posts that show them.
 * @param connection has all models, which declare how their collections are backed up
 * @throws BackupRefusal if the folder is not empty
 */
export async function backUp(
  connection: Connection,
  folder: string,
  now: () => Date,
  { name = '', encryption = null, uploads, highest = 0, done, signal }: BackupOptions = {},
): Promise<Manifest> {
  await createArchive(folder);
  const database = connection.db!;
  const owner = await ownerOf(connection, name);
  const number = await nextNumber(connection, highest);
  const startedAt = now();
  const encrypt = encryption === null ? undefined : await createKey(folder, encryption);
  const hello = await database.admin().command({ hello: 1 });
  const snapshot = hello['setName'] !== undefined || hello['msg'] === 'isdbgrid';
  const session = connection.getClient().startSession({ snapshot });
  const collections = [];
  try {
    for (const name of await namesOf(connection)) {
      signal?.throwIfAborted();
      const collection = database.collection(name);
      const indexes = await collection.indexes();
      const options = { raw: true, batchSize: 500, ...(signal && { signal }), ...(snapshot && { session }) };
      const documents = collection.find({}, options) as unknown as AsyncIterable<Uint8Array>;
      const count = await writeDocuments(folder, name, documents, encrypt);
      collections.push({ name, documents: count, indexes });
    }
  } finally {
    await session.endSession();
  }
  const migrations = await appliedMigrations(database);
  for (const file of await readdir(folder)) await done?.(file);
  const saved =
    uploads === undefined ? undefined : await saveUploads(folder, uploads, { encrypt, done, signal });
  const manifest: Manifest = {
    format: 2,
    owner,
    number,
    uploads: saved,
    encrypted: encrypt !== undefined,
    startedAt,
    endedAt: now(),
    snapshot,
    migrations,
    collections,
  };
  await writeManifest(folder, manifest);
  await done?.(MANIFEST);
  return manifest;
}

/** Folder of the uploads in a backup. */
export const UPLOADS = 'uploads';

/** @returns the number of files */
async function saveUploads(
  folder: string,
  uploads: UploadFiles,
  { encrypt, done, signal }: Pick<BackupOptions, 'done' | 'signal'> & { encrypt: Transform | undefined },
): Promise<number> {
  let count = 0;
  for await (const key of uploads.keys()) {
    signal?.throwIfAborted();
    const file = join(UPLOADS, key);
    const path = join(folder, file);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    if (!(await uploads.copy(key, path))) continue;
    if (encrypt === undefined) await done?.(file);
    else {
      const encrypted = createWriteStream(path + ENCRYPTED, { mode: 0o600, flush: true });
      await pipeline(createReadStream(path), encrypt, encrypted);
      await rm(path);
      await done?.(file + ENCRYPTED);
    }
    count += 1;
  }
  return count;
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
