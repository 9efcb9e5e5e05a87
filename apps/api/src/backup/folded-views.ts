import type { mongo } from 'mongoose';
import { bitsOf, blockOf, numbersIn } from '../content/posts/seen-bits.js';
import { FOLDED_AFTER } from '../reading/interactions/folding.js';

const AT_ONCE = 500;

interface Block extends mongo.Document {
  user: mongo.ObjectId;
  block: number;
  bits: mongo.Binary;
}
interface Record extends mongo.Document {
  _id: mongo.ObjectId;
  post: mongo.ObjectId;
  user: mongo.ObjectId;
  createdAt: Date;
}
type Numbered = { _id: mongo.ObjectId; seenNumber: number };

const blocksIn = (database: mongo.Db) => database.collection<Block>('seen');
const setOf = ({ block, bits }: Block) => numbersIn(block, bits.buffer);

/** Reads how many folded views each post has, by its number. */
export async function foldedViews(database: mongo.Db): Promise<(number: unknown) => number> {
  const [highest] = await database
    .collection<Numbered>('posts')
    .find({ seenNumber: { $exists: true } })
    .project<Numbered>({ seenNumber: 1 })
    .sort({ seenNumber: -1 })
    .limit(1)
    .toArray();
  const views = new Uint32Array((highest?.seenNumber ?? -1) + 1);
  if (views.length > 0)
    for await (const block of blocksIn(database).find())
      for (const number of setOf(block)) if (number < views.length) views[number]! += 1;
  return (number) => (typeof number === 'number' ? (views[number] ?? 0) : 0);
}

/** Removes views from the sets that records of some users and posts have too. */
async function removeFrom(database: mongo.Db, records: readonly Record[]): Promise<void> {
  const posts = await database
    .collection<Numbered>('posts')
    .find({ _id: { $in: records.map(({ post }) => post) }, seenNumber: { $exists: true } })
    .project<Numbered>({ seenNumber: 1 })
    .toArray();
  const numberOf = new Map(posts.map(({ _id, seenNumber }) => [String(_id), seenNumber]));
  const doubled = new Map<string, Set<number>>();
  for (const { post, user } of records) {
    const number = numberOf.get(String(post));
    if (number === undefined) continue;
    const key = `${String(user)} ${blockOf(number)}`;
    doubled.set(key, (doubled.get(key) ?? new Set()).add(number));
  }
  const users = { user: { $in: records.map(({ user }) => user) } };
  if (doubled.size === 0) return;
  for await (const found of blocksIn(database).find(users)) {
    const removed = doubled.get(`${String(found.user)} ${found.block}`);
    const numbers = setOf(found);
    const left = numbers.filter((number) => removed?.has(number) !== true);
    if (left.length === numbers.length) continue;
    const bits = Buffer.from(bitsOf(found.block, left));
    await database.collection('seen').updateOne({ _id: found._id }, { $set: { bits } });
  }
}

/**
 * Repairs what was folded while the backup was made: such views are in a set and have a record, and posts may have
 * higher numbers than the record of numbers says.
 */
export async function settleFoldedViews(database: mongo.Db): Promise<void> {
  const foldings = database.collection<{ _id: string; next: number; after?: mongo.ObjectId }>('foldings');
  let highest = -1;
  for await (const block of blocksIn(database).find()) highest = Math.max(highest, ...setOf(block).slice(-1));
  if (highest < 0) return;
  await foldings.updateOne({ _id: 'views' }, { $max: { next: highest + 1 } }, { upsert: true });
  const { after } = (await foldings.findOne({ _id: 'views' }))!;
  const records = database
    .collection<Record>('postinteractions')
    .find({ ...(after && { _id: { $gt: after } }) }, { batchSize: AT_ONCE })
    .project<Record & { viewed?: boolean }>({ post: 1, user: 1, viewed: 1, createdAt: 1 })
    .sort({ _id: 1 });
  const cutoff = new Date(Date.now() - FOLDED_AFTER);
  let batch: Record[] = [];
  for await (const record of records) {
    // the folding stops here too, and stopped earlier at the time of the backup
    if (record.createdAt >= cutoff) break;
    if (record.viewed !== true || batch.push(record) < AT_ONCE) continue;
    await removeFrom(database, batch);
    batch = [];
  }
  await removeFrom(database, batch);
}
