import type { Collection, Db, Document } from 'mongodb';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { spawnRunning } from '../server.js';
import { ask } from './disk.js';

export interface PingTimes {
  operation: string;
  pings: number;
  /** Milliseconds. */
  p99: number;
  most: number;
}

const text = 'lorem ipsum '.repeat(40);
const post = (n: number): Document => ({
  n,
  group: n % 1000,
  other: (n * 7919) % 100_003,
  createdAt: new Date(1.7e12 + n * 1000),
  tags: [`t${n % 50}`, `u${n % 70}`],
  text: `${(n * 31) % 1009} ${text}`,
});
const batchOf = (from: number, count: number) => Array.from({ length: count }, (_, i) => post(from + i));

type Long = (posts: Collection, db: Db) => Promise<unknown>;
const all = (stages: Document[]): Long => {
  return (posts) => posts.aggregate(stages, { batchSize: 1_000_000 }).toArray();
};
const operations: Record<string, Long> = {
  'scan of everything': (posts) => posts.find({ text: /never/ }).toArray(),
  'replies of 16 MB': (posts) => posts.find({}, { batchSize: 1_000_000 }).toArray(),
  'projection in replies of 16 MB': (posts) =>
    posts.find({}, { projection: { text: 1, tags: 1 }, batchSize: 1_000_000 }).toArray(),
  // as much as fits into the 100 MB of a sort
  'sort of half of everything': (posts) =>
    posts
      .find({ group: { $lt: 500 } }, { projection: { n: 1 } })
      .sort({ text: 1, n: -1 })
      .toArray(),
  'sort with a limit': (posts) => posts.find().sort({ other: 1 }).limit(20).toArray(),
  'distinct values': (posts) => posts.distinct('other'),
  'count by scan': (posts) => posts.countDocuments({ text: /^1/ }),
  '$group of few groups': all([{ $group: { _id: '$group', tags: { $push: '$tags' }, sum: { $sum: '$n' } } }]),
  '$group of many groups': all([{ $group: { _id: '$other', n: { $sum: 1 } } }]),
  '$project and $sort': all([
    { $project: { other: 1, less: { $subtract: ['$n', 2] } } },
    { $sort: { less: -1 } },
  ]),
  '$unwind and $group': all([
    { $unwind: '$tags' },
    { $group: { _id: '$tags', n: { $sum: 1 } } },
    { $sort: { n: -1 } },
  ]),
  $sample: all([{ $sample: { size: 1000 } }]),
  createIndexes: (posts) =>
    posts.createIndexes([{ key: { group: 1, createdAt: -1 } }, { key: { tags: 1 } }, { key: { text: 1 } }]),
  'find by 20,000 values': (posts) =>
    posts.find({ group: { $in: Array.from({ length: 20_000 }, (_, i) => i * 50) } }).toArray(),
  'insertMany of 48 MB, small documents': (_, db) => db.collection('more').insertMany(batchOf(0, 80_000)),
  'insertMany of 48 MB, large documents': (_, db) =>
    db.collection('large').insertMany(Array.from({ length: 4 }, () => ({ text: 'x'.repeat(11_500_000) }))),
  'large documents, read': (_, db) => db.collection('large').find().sort({ text: 1 }).toArray(),
  'updateMany of everything': (posts) =>
    posts.updateMany({}, [{ $set: { n: { $add: ['$n', 1] }, other: 1 } }]),
  'bulkWrite of 20,000 updates': (posts) =>
    posts.bulkWrite(
      Array.from({ length: 20_000 }, (_, n) => ({
        updateOne: { filter: { n }, update: { $inc: { other: 1 } } },
      })),
      { ordered: false },
    ),
  'deleteMany of everything': (_, db) => db.collection('more').deleteMany({}),
  'drop of a collection': (posts) => posts.drop(),
};

/** Measures pings while another connection keeps a server with many documents busy. */
export async function pingTimes(
  dbPath: string,
  documents: number,
  {
    program,
    report,
    only,
  }: { program?: string | undefined; report?: (one: PingTimes) => void; only?: RegExp },
): Promise<PingTimes[]> {
  const server = await spawnRunning(['--port', '0', '--dbpath', dbPath], { program });
  const pinger = new Worker(new URL('pinger.mjs', import.meta.url), { workerData: server.port });
  const since = async () => {
    pinger.postMessage('');
    return ((await once(pinger, 'message')) as [number[]])[0].sort((a, b) => a - b);
  };
  const results: PingTimes[] = [];
  try {
    await ask(server.port, async (client) => {
      const db = client.db('pings');
      const posts = db.collection('posts');
      await posts.createIndexes([{ key: { n: 1 } }]);
      for (let n = 0; n < documents; n += 2000)
        await posts.insertMany(batchOf(n, Math.min(2000, documents - n)));
      for (const [operation, run] of Object.entries(operations)) {
        if (only && !only.test(operation)) continue;
        await since();
        await run(posts, db);
        const took = await since();
        const one = {
          operation,
          pings: took.length,
          p99: took[Math.floor(took.length * 0.99)]!,
          most: took.at(-1)!,
        };
        report?.(one);
        results.push(one);
      }
    });
  } finally {
    await pinger.terminate();
    await server.kill();
  }
  return results;
}
