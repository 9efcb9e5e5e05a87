import type { mongo } from 'mongoose';
import { commentRank } from '../features/comments/comment.model.js';
import { POST_FLAGS } from '../features/interactions/interaction.model.js';
import { NO_COUNTS } from '../features/posts/post.model.js';

const AT_ONCE = 500;

type Counts = Record<string, number>;
interface Counted extends mongo.Document {
  _id: mongo.ObjectId;
  createdAt: Date;
}
export interface Recounted {
  document: Counted;
  counts: Counts;
}

async function sums(collection: mongo.Collection, match: object, key: string, fields: object) {
  const rows = await collection
    .aggregate<Counts & { _id: mongo.ObjectId }>([
      { $match: match },
      { $group: { _id: `$${key}`, ...fields } },
    ])
    .toArray();
  return new Map(rows.map(({ _id, ...counts }) => [String(_id), counts]));
}

const sumOf = (flag: string) => ({ $sum: { $cond: [{ $eq: [`$${flag}`, true] }, 1, 0] } });

/** The posts in batches, each with the numbers of the documents that its counters count. */
export async function* countedPosts(database: mongo.Db): AsyncGenerator<Recounted[]> {
  const projection = { ...Object.fromEntries(Object.keys(NO_COUNTS).map((name) => [name, 1])), createdAt: 1 };
  const fields = Object.fromEntries(
    Object.entries(POST_FLAGS).map(([flag, { counter }]) => [counter, sumOf(flag)]),
  );
  for await (const posts of batchesOf(database.collection<Counted>('posts'), projection)) {
    const match = { post: { $in: posts.map(({ _id }) => _id) } };
    const flags = await sums(database.collection('postinteractions'), match, 'post', fields);
    const comments = await sums(database.collection('comments'), { ...match, deletedAt: null }, 'post', {
      commentsCount: { $sum: 1 },
    });
    yield posts.map((document) => {
      const id = String(document._id);
      return { document, counts: { ...NO_COUNTS, ...flags.get(id), ...comments.get(id) } };
    });
  }
}

/** The comments in batches, each with the number of its likes. */
export async function* countedComments(database: mongo.Db): AsyncGenerator<Recounted[]> {
  const projection = { likes: 1, createdAt: 1 };
  for await (const comments of batchesOf(database.collection<Counted>('comments'), projection)) {
    const match = { comment: { $in: comments.map(({ _id }) => _id) }, liked: true };
    const likes = await sums(database.collection('commentlikes'), match, 'comment', { likes: { $sum: 1 } });
    yield comments.map((document) => ({
      document,
      counts: { likes: 0, ...likes.get(String(document._id)) },
    }));
  }
}

export const isExact = ({ document, counts }: Recounted): boolean =>
  Object.entries(counts).every(([name, count]) => Number(document[name] ?? 0) === count);

/** Sets every counter of posts and comments to the number of its documents. @returns how many documents were off */
export async function recount(database: mongo.Db): Promise<number> {
  let off = 0;
  for (const [name, batches] of [
    ['posts', countedPosts(database)],
    ['comments', countedComments(database)],
  ] as const) {
    for await (const batch of batches) {
      const wrong = batch.filter((each) => !isExact(each));
      if (wrong.length === 0) continue;
      off += wrong.length;
      await database.collection(name).bulkWrite(
        wrong.map(({ document, counts }) => {
          const rank = name === 'comments' ? { rank: commentRank(counts['likes']!, document.createdAt) } : {};
          return { updateOne: { filter: { _id: document._id }, update: { $set: { ...counts, ...rank } } } };
        }),
        { ordered: false },
      );
    }
  }
  return off;
}

async function* batchesOf(
  collection: mongo.Collection<Counted>,
  projection: object,
): AsyncGenerator<Counted[]> {
  let batch: Counted[] = [];
  for await (const document of collection.find({}, { projection, batchSize: AT_ONCE })) {
    batch.push(document);
    if (batch.length < AT_ONCE) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
