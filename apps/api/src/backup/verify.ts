import type { Connection, mongo } from 'mongoose';
import type { Manifest } from './archive.js';
import { countedComments, countedPosts, isExact } from './recount.js';

/** Examples of one problem that are named; the rest are counted. */
const NAMED = 3;

/** Collects problems without keeping more than a few of them. */
class Problems {
  private readonly byKind = new Map<string, { count: number; named: string[] }>();

  add(kind: string, example: string): void {
    const known = this.byKind.get(kind) ?? { count: 0, named: [] };
    known.count += 1;
    if (known.named.length < NAMED) known.named.push(example);
    this.byKind.set(kind, known);
  }

  lines(): string[] {
    return [...this.byKind].map(([kind, { count, named }]) => `${count} × ${kind}: ${named.join(', ')}`);
  }
}

/**
 * Compares a restored database with its backup before anybody uses it: every document and index is there, every post of
 * the feed has one place of its own, every counter equals its documents.
 * @returns one line for each kind of problem; none when all is well
 */
export async function verify(connection: Connection, manifest: Manifest): Promise<string[]> {
  const database = connection.db!;
  const problems = new Problems();
  for (const { name, documents, indexes } of manifest.collections) {
    const found = await database.collection(name).countDocuments({});
    if (found !== documents) problems.add('not all documents', `${name} has ${found} of ${documents}`);
    const present = new Set((await indexesOf(database, name)).map((index) => index.name));
    for (const { name: wanted } of indexes) {
      if (!present.has(String(wanted))) problems.add('a missing index', `${name}.${String(wanted)}`);
    }
  }
  await checkPlaces(database, problems);
  for (const [kind, batches] of [
    ['a post with wrong counters', countedPosts(database)],
    ['a comment with wrong likes', countedComments(database)],
  ] as const) {
    for await (const batch of batches) {
      for (const each of batch) if (!isExact(each)) problems.add(kind, String(each.document._id));
    }
  }
  return problems.lines();
}

const indexesOf = async (database: mongo.Db, name: string) =>
  (await database.listCollections({ name }).hasNext()) ? database.collection(name).indexes() : [];

/** The places are the numbers from 0 up, without a hole: one bit for each tells which were seen. */
async function checkPlaces(database: mongo.Db, problems: Problems): Promise<void> {
  const posts = database.collection<{ feedKeys: number[] }>('posts');
  const total = await posts.countDocuments({ 'feedKeys.0': { $exists: true } });
  const seen = new Uint8Array(Math.ceil(total / 8));
  for await (const { _id, feedKeys } of posts.find({}, { projection: { feedKeys: 1 } })) {
    const [place, ...more] = feedKeys;
    if (place === undefined) continue;
    if (more.length > 0) problems.add('a post in several places of the feed', String(_id));
    const [byte, bit] = [place >> 3, 1 << (place & 7)];
    if (place >= total) problems.add('a post beyond the end of the feed', String(_id));
    else if (seen[byte]! & bit) problems.add('a post in the place of another', String(_id));
    else seen[byte]! |= bit;
  }
}
