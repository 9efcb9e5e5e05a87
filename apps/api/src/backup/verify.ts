import mongoose, { type Connection, type mongo } from 'mongoose';
import { MIGRATIONS } from '../migrations/index.js';
import { findIndexChanges } from '../platform/db/indexes.js';
import { storedModels } from '../platform/db/record.js';
import type { Manifest } from './archive.js';
import { wrongCounters } from './recount.js';

const { EJSON } = mongoose.mongo.BSON;

/** Examples listed per kind of problem; the rest are only counted. */
const NAMED = 3;

/** The full definition of an index as text; numbers without their types. */
const definitionOf = ({ v: _version, ...index }: object & { v?: unknown }): string =>
  EJSON.stringify(
    Object.fromEntries(Object.entries(index).sort(([one], [other]) => (one < other ? -1 : 1))),
    { relaxed: true },
  );

/**
 * Compares a restored database with its backup before it is used: every document and index exists, every post of
 * the feed has its own slot, and every counter matches its documents. Indexes are compared with the backup and with
 * the models of the connection.
 * @returns one line for each kind of problem; empty if there are none
 */
export async function verify(connection: Connection, manifest: Manifest): Promise<string[]> {
  const database = connection.db!;
  const problems = new Map<string, { count: number; named: string[] }>();
  const add: AddProblem = (kind, example) => {
    const { count, named } = problems.get(kind) ?? { count: 0, named: [] };
    problems.set(kind, { count: count + 1, named: count < NAMED ? [...named, example] : named });
  };
  for (const { name, documents, indexes } of manifest.collections) {
    const collection = database.collection(name);
    const found = await collection.countDocuments({});
    // The database may delete expired documents during this check.
    const isExpiring = indexes.some((index) => 'expireAfterSeconds' in index);
    if (isExpiring ? found > documents : found !== documents)
      add('not all documents', `${name} has ${found} of ${documents}`);
    const isThere = await database.listCollections({ name }).hasNext();
    const present = new Map(
      (isThere ? await collection.indexes() : []).map((index) => [String(index.name), definitionOf(index)]),
    );
    for (const wanted of indexes) {
      const index = `${name}.${String(wanted['name'])}`;
      const found = present.get(String(wanted['name']));
      if (found === undefined) add('a missing index', index);
      else if (found !== definitionOf(wanted)) add('an index with other keys or options', index);
    }
  }
  // For an older backup the next start of the API migrates documents and replaces indexes.
  const isCurrent = MIGRATIONS.every(({ name }) => manifest.migrations.includes(name));
  // The next start creates the collections that are not in backups, with their indexes.
  const restored = storedModels(connection).filter(({ facts }) => facts.backup !== 'rebuilt');
  for (const { model, toDrop, toCreate } of isCurrent ? await findIndexChanges(restored) : []) {
    const names = [...toDrop, ...toCreate.map(([keys]) => Object.keys(keys).join('_'))];
    for (const name of new Set(names)) {
      add('an index that is not as this version declares it', `${model.collection.collectionName}.${name}`);
    }
  }
  await checkSlots(database, add);
  for await (const { of, wrong } of wrongCounters(database)) {
    for (const { document } of wrong) add(WRONG[of], String(document._id));
  }
  return [...problems].map(([kind, { count, named }]) => `${count} × ${kind}: ${named.join(', ')}`);
}

const WRONG = {
  posts: 'a post with wrong counters',
  comments: 'a comment with wrong likes or replies',
  boards: 'a board with wrong follows or bookmarks',
  collections: 'a collection with a wrong number of posts',
  reportcases: 'a report case with a wrong count',
};

type AddProblem = (kind: string, example: string) => void;

/** Checks that the slots are the numbers from 0 up without a hole, with one bit per slot. */
async function checkSlots(database: mongo.Db, add: AddProblem): Promise<void> {
  const posts = database.collection<{ feedKeys: number[] }>('posts');
  const total = await posts.countDocuments({ 'feedKeys.0': { $exists: true } });
  const seen = new Uint8Array(Math.ceil(total / 8));
  for await (const { _id, feedKeys } of posts.find({}, { projection: { feedKeys: 1 } })) {
    const [slot, ...more] = feedKeys;
    if (slot === undefined) continue;
    if (more.length > 0) add('a post in several slots of the feed', String(_id));
    const [byte, bit] = [slot >> 3, 1 << (slot & 7)];
    if (slot >= total) add('a post beyond the end of the feed', String(_id));
    else if (seen[byte]! & bit) add('a post in the slot of another', String(_id));
    else seen[byte]! |= bit;
  }
}
