import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Connection, mongo } from 'mongoose';
import { readDocuments, readManifest, type Manifest, type StoredDocument } from './archive.js';
import { BackupRefusal } from './backup-refusal.js';
import { BEFORE_ALL, dueTags } from '../content/posts/tag-numbers.js';
import { EVENT_TYPES } from '../community/events.js';
import { isDatabaseAway } from '../platform/db/database-away.js';
import type { StoredEvent } from '../platform/events/stored-event.js';
import type { OpenBackup } from './backup-store.js';
import { ENCRYPTED, readKey, type Secrets } from './encryption.js';
import { isUploadKey, type UploadFiles } from './upload-files.js';
import { settleFoldedViews } from './folded-views.js';
import { recount } from './recount.js';
import { MIGRATIONS } from '../migrations/index.js';
import { unknownMigrations } from '../migrations/run-migrations.js';

const isShown = ({ feedKeys }: StoredDocument) => Array.isArray(feedKeys) && feedKeys.length > 0;

const isDeleting = ({ deletedAt }: StoredDocument) => deletedAt instanceof Date;
const isOfDeletion = ({ delta }: StoredEvent) => Object.values(delta).some((by) => by < 0);
const isMention = ({ delta }: StoredEvent) => EVENT_TYPES.mention.field in delta;

/**
 * Prepares a document for the restored database.
 * - A post of the feed gets the next slot of the first generation. So the order has no holes and no duplicate
 *   slots, even if posts were read at different times. On start the API derives the feed's state from the highest
 *   slot.
 * - Pending events are removed, because everything is recounted. A comment in deletion keeps its event: it stays
 *   counted until the deletion, which continues from that event, is counted. A post keeps its mentions, which nothing
 *   counts.
 * - Posts are added to the totals of their authors again, and their tags are counted again.
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
    const { inTotals: _inTotals, tagsDue: _tagsDue, ...post } = document;
    const mentions = Array.isArray(pending) ? pending.filter(isMention) : [];
    const feedKeys = isShown(post) ? [place++] : post['feedKeys'];
    return {
      ...post,
      totalsDue: true,
      uncounted: post['user'],
      ...dueTags((post['tagKeys'] ?? []) as string[], BEFORE_ALL),
      feedKeys,
      ...(mentions.length > 0 && { pending: mentions }),
    };
  };
}

/**
 * Restores a backup into an empty database with one batch of documents in memory: documents, then indexes, then
 * counters. The next start of the API migrates a backup of an older version.
 * @returns the backup's manifest, and the number of documents whose counters were wrong
 * @throws BackupRefusal if the database is not empty, or the backup is incomplete or from a newer version
 */
export async function restore(
  connection: Connection,
  folder: string,
  secrets: Secrets = {},
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
  const decrypt = manifest.encrypted ? await readKey(folder, secrets) : undefined;
  const mend = createMending();
  for (const { name, indexes } of manifest.collections) {
    const collection = database.collection(name);
    for await (const batch of readDocuments(folder, name, { decrypt })) {
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
  await settleFoldedViews(database);
  return { manifest, corrected: await recount(database) };
}

/**
 * Stores the uploads of a backup.
 * @returns their number
 */
export async function restoreUploads(
  backup: OpenBackup,
  manifest: Manifest,
  uploads: Pick<UploadFiles, 'put'>,
  secrets: Secrets = {},
): Promise<number> {
  const decrypt = manifest.encrypted ? await readKey(backup.folder, secrets) : undefined;
  const directory = await mkdtemp(join(tmpdir(), 'social-feed-uploads-'));
  let count = 0;
  try {
    for (const file of await backup.uploads()) {
      const key = decrypt === undefined ? file : file.slice(0, -ENCRYPTED.length);
      if (!isUploadKey(key)) continue;
      const [fetched, clear] = [join(directory, 'fetched'), join(directory, 'clear')];
      await backup.fetch(file, fetched);
      if (decrypt !== undefined)
        await pipeline(createReadStream(fetched), decrypt, createWriteStream(clear)).catch(
          (error: unknown) => {
            throw new BackupRefusal(`${file} is damaged: ${String(error)}.`);
          },
        );
      await uploads.put(key, decrypt === undefined ? fetched : clear);
      count += 1;
    }
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
  if (count === manifest.uploads) return count;
  throw new BackupRefusal(`The backup has ${count} of its ${manifest.uploads ?? 0} uploads.`);
}
