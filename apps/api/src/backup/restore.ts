import type { Connection, mongo } from 'mongoose';
import { BackupRefusal, readDocuments, readManifest, type Manifest, type StoredDocument } from './archive.js';
import { isDatabaseAway } from '../platform/db/database-away.js';
import type { PendingChange } from '../platform/db/counters.js';
import { recount } from './recount.js';
import { MIGRATIONS } from '../migrations/index.js';
import { unknownMigrations } from '../migrations/run-migrations.js';

const isShown = ({ feedKeys }: StoredDocument) => Array.isArray(feedKeys) && feedKeys.length > 0;

const isDeleting = ({ deletedAt }: StoredDocument) => deletedAt instanceof Date;
const isOfDeletion = ({ delta }: PendingChange) => Object.values(delta).some((by) => by < 0);

/**
 * Changes a document on its way back. A post of the feed gets the next place of the first generation, so that the order
 * has neither holes nor two posts in one place, whatever moment each was read at: the API makes the feed's state from
 * the highest place when it starts. What a document owes to counters is taken off, since all are counted anew, but for a
 * comment that is being deleted: it is counted until it pays for its deletion, which goes on by that. Posts are handed
 * over to the totals of their authors from the beginning.
 */
function createMending(): (collection: string, document: StoredDocument) => StoredDocument {
  let place = 0;
  return (collection, { pending, applied: _applied, ...document }) => {
    if (collection === 'comments' && isDeleting(document) && Array.isArray(pending))
      return { ...document, pending: pending.filter(isOfDeletion) };
    if (collection === 'boards') {
      const { totals: _totals, days: _days, ...board } = document;
      return board;
    }
    if (collection !== 'posts') return document;
    const { inTotals: _inTotals, ...post } = document;
    const feedKeys = isShown(post) ? [place++] : post['feedKeys'];
    return { ...post, totalsDue: true, feedKeys };
  };
}

/**
 * Fills an empty database from a backup, holding a batch of documents in memory: documents, then indexes, then counters.
 * @returns the backup's manifest, and how many documents had other counters than documents
 * A backup of an older version is migrated by the next start of the API.
 * @throws BackupRefusal where the database is not empty, or the backup is not whole or of a newer version
 */
export async function restore(
  connection: Connection,
  folder: string,
): Promise<{ manifest: Manifest; corrected: number }> {
  const manifest = await readManifest(folder);
  const newer = unknownMigrations(manifest.migrations, MIGRATIONS);
  if (newer.length > 0) {
    throw new BackupRefusal(
      `The backup in ${folder} is of a newer version of Social Feed (${newer.join(', ')}): restore it with that version or a later one.`,
    );
  }
  const database = connection.db!;
  for (const { name } of await database.listCollections().toArray()) {
    if ((await database.collection(name).findOne({}, { projection: { _id: 1 } })) === null) continue;
    throw new BackupRefusal(`The database ${database.databaseName} is not empty: it has ${name}.`);
  }
  const mend = createMending();
  for (const { name, indexes } of manifest.collections) {
    const collection = database.collection(name);
    for await (const batch of readDocuments(folder, name)) {
      await collection.insertMany(
        batch.map((document) => mend(name, document) as mongo.OptionalId<mongo.Document>),
      );
    }
    const wanted = indexes
      .filter((index) => index['name'] !== '_id_')
      .map(({ v: _version, ...index }) => index);
    if (wanted.length === 0) continue;
    await database.command({ createIndexes: name, indexes: wanted }).catch((error: unknown) => {
      if (isDatabaseAway(error)) throw error;
      throw new BackupRefusal(`The indexes of ${name} cannot be built as the backup says: ${String(error)}.`);
    });
  }
  return { manifest, corrected: await recount(database) };
}
