import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { MongoClient } from 'mongodb';
import { DATABASE_PROGRAM } from '../../../scripts/lib/database.mjs';
import { freePort } from '../../../scripts/lib/preflight.mjs';
import { root } from '../../../scripts/lib/settings.mjs';
import { startService, type Service } from './service.js';

export interface BenchDatabase {
  /** Description for the report. */
  description: string;
  uri(name: string): string;
  /** CPU time of its process so far, in microseconds; only for a process started here. */
  cpu?(): Promise<number>;
  stop(): Promise<void>;
}

/** Opens the database of BENCH_MONGODB_URI, or the embedded one in DATA_DIR/bench. */
export async function openDatabase(folder: string): Promise<BenchDatabase> {
  mkdirSync(folder, { recursive: true });
  const given = process.env['BENCH_MONGODB_URI'];
  if (given !== undefined && given !== '') {
    const client = await new MongoClient(given).connect();
    const { version } = (await client.db('admin').command({ buildInfo: 1 })) as { version: string };
    await client.close();
    return {
      description: `MongoDB ${version} of BENCH_MONGODB_URI`,
      uri: (name) => withName(given, name),
      stop: () => Promise.resolve(),
    };
  }
  const port = await freePort();
  const service: Service = startService(
    'The database',
    [DATABASE_PROGRAM, '--port', String(port), '--dbpath', join(folder, 'db')],
    {},
    join(folder, 'database.log'),
  );
  const base = `mongodb://127.0.0.1:${port}/`;
  const client = await new MongoClient(base, { serverSelectionTimeoutMS: 60_000 }).connect();
  await client.close();
  return {
    description: 'the embedded MongoDB (packages/embedded-mongo), a process of its own',
    uri: (name) => withName(base, name),
    cpu: () => service.cpu(),
    stop: () => service.stop(),
  };
}

const withName = (base: string, name: string): string => {
  const uri = new URL(base);
  uri.pathname = `/${name}`;
  return uri.href;
};

/** Fills a database with this many generated posts, unless an earlier run did. */
export async function ensurePosts(uri: string, posts: number): Promise<void> {
  const client = await new MongoClient(uri).connect();
  try {
    const done = await client.db().collection('demosets').findOne({ posts, done: true });
    if (done) return;
  } finally {
    await client.close();
  }
  const seeded = spawnSync(
    process.execPath,
    ['packages/demo/dist/seed/main.js', '--posts', String(posts), '--no-reactions'],
    { cwd: root, env: { ...process.env, MONGODB_URI: uri }, stdio: ['ignore', 'inherit', 'inherit'] },
  );
  if (seeded.status !== 0) throw new Error(`Seeding ${posts} posts failed`);
}

/**
 * Returns the creation times (epoch milliseconds) of the newest post and of one shortly before the oldest, and the
 * indexes.
 */
export async function describePosts(
  uri: string,
): Promise<{ count: number; nearEnd: number; indexes: string[] }> {
  const client = await new MongoClient(uri).connect();
  try {
    const posts = client.db().collection('posts');
    const oldest = await posts
      .find({ hidden: false })
      .sort({ createdAt: 1, _id: 1 })
      .skip(40)
      .limit(1)
      .toArray();
    const indexes = await posts.indexes();
    return {
      count: await posts.estimatedDocumentCount(),
      nearEnd: (oldest[0]?.['createdAt'] as Date).getTime(),
      indexes: indexes.map((index) => JSON.stringify(index.key)),
    };
  } finally {
    await client.close();
  }
}
