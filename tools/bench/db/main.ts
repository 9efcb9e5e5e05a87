// npm run bench -- db: the embedded database compared with its floor, as ratios; the table is in its README.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { MongoClient, type Collection } from 'mongodb';
import { DATABASE_PROGRAM } from '../../../scripts/lib/database.mjs';
import { freePort } from '../../../scripts/lib/preflight.mjs';
import { count, figure, median, say, table } from '../lib/figures.js';
import { startService } from '../lib/service.js';
import { idOf, indexes, postOf, userOf, type Post } from './posts.js';

const { values } = parseArgs({
  options: {
    documents: { type: 'string', default: '100000' },
    rounds: { type: 'string', default: '7' },
    seconds: { type: 'string', default: '1' },
    connections: { type: 'string', default: '1,16' },
  },
  allowPositionals: true,
});
const documents = Number(values.documents);
const rounds = Math.max(3, Number(values.rounds));
const seconds = Number(values.seconds);
const connections = values.connections.split(',').map(Number);

type Operation = (posts: Collection<Post>, n: number) => Promise<unknown>;
let inserted = 1e9;
const twenty = { sort: { createdAt: -1 }, limit: 20 } as const;
const operations: { name: string; aim: string; run: Operation }[] = [
  { name: 'findOne by _id', aim: '≥ 0.50', run: (posts, n) => posts.findOne({ _id: idOf(1, n) }) },
  {
    name: '20 by an index, sorted',
    aim: '≥ 0.35',
    run: async (posts, n) => {
      const found = await posts
        .find({ user: userOf(n) })
        .sort(twenty.sort)
        .limit(twenty.limit)
        .toArray();
      if (found.length !== twenty.limit) throw new Error(`${found.length} documents and not 20`);
    },
  },
  { name: 'insertOne', aim: '≥ 0.40', run: (posts) => posts.insertOne(postOf(inserted++)) },
  {
    name: 'updateOne $inc',
    aim: '≥ 0.40',
    run: (posts, n) => posts.updateOne({ _id: idOf(1, n) }, { $inc: { likes: 1 } }),
  },
];

/** Keeps this many connections busy for a time; returns operations per second. */
async function load(posts: Collection<Post>, run: Operation, workers: number, time: number): Promise<number> {
  const start = performance.now();
  const until = start + time * 1000;
  let done = 0;
  await Promise.all(
    Array.from({ length: workers }, async () => {
      do {
        await run(posts, Math.floor(Math.random() * documents));
        done++;
      } while (performance.now() < until);
    }),
  );
  return (done / (performance.now() - start)) * 1000;
}

const folder = join(process.env['DATA_DIR'] ?? '.data', 'bench');
const dbPath = join(folder, 'embedded-mongo');
rmSync(dbPath, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const start = async (name: string, args: (port: number) => string[]) => {
  const port = await freePort();
  const service = startService(name, args(port), { PORT: String(port) }, join(folder, 'db.log'));
  const clients = new Map<number, Collection<Post>>();
  const opened: MongoClient[] = [];
  for (const size of connections) {
    const client = await MongoClient.connect(`mongodb://127.0.0.1:${port}`, { maxPoolSize: size });
    opened.push(client);
    clients.set(size, client.db('bench').collection<Post>('posts'));
  }
  const stop = async () => {
    for (const client of opened) await client.close();
    await service.stop();
  };
  return { service, clients, stop };
};
const server = await start('The embedded database', (port) => [
  DATABASE_PROGRAM,
  ...['--port', String(port), '--dbpath', dbPath],
]);
const floor = await start('The floor', () => ['--import', 'tsx', 'tools/bench/db/floor-server.ts']);

const filled = server.clients.values().next().value;
await filled?.createIndexes(indexes.map(({ key }) => ({ key: { ...key } })));
for (let n = 0; n < documents; n += 1000)
  await filled?.insertMany(
    Array.from({ length: 1000 }, (_, i) => postOf(n + i)),
    { ordered: false },
  );

const cases = operations.flatMap((operation) =>
  connections.map((workers) => ({
    ...operation,
    workers,
    rate: [] as number[],
    floorRate: [] as number[],
    cpu: [] as number[],
  })),
);
const measure = async (side: typeof server, run: Operation, workers: number, time: number) => {
  const posts = side.clients.get(workers);
  if (!posts) throw new Error('No client');
  const before = await side.service.cpu();
  const rate = await load(posts, run, workers, time);
  return { rate, cpu: ((await side.service.cpu()) - before) / (rate * time) };
};

for (const { run, workers } of cases)
  for (const side of [server, floor]) await measure(side, run, workers, seconds / 2);
for (let round = 0; round < rounds; round++) {
  say(`Round ${round + 1} of ${rounds} …`);
  for (const one of cases) {
    // the order alternates, so that neither side always runs second
    for (const side of round % 2 ? [server, floor] : [floor, server]) {
      const { rate, cpu } = await measure(side, one.run, one.workers, seconds);
      if (side === server) one.cpu.push(cpu);
      (side === server ? one.rate : one.floorRate).push(rate);
    }
  }
}

const report = [
  `${count(documents)} documents of 960 bytes, three secondary indexes; Node ${process.versions.node}, ${cpus().length} cores shared by`,
  `server and load. ${rounds} interleaved rounds of ${seconds} s; medians. Floor: a server in Node with fixed replies.`,
  '',
  table(
    ['operation', 'connections', 'per second', 'floor', 'ratio', 'aim', 'CPU µs each'],
    cases.map(({ name, aim, workers, rate, floorRate, cpu }) => [
      name,
      String(workers),
      figure(median(rate)),
      figure(median(floorRate)),
      median(rate.map((value, i) => value / (floorRate[i] ?? Number.NaN))).toFixed(2),
      aim,
      figure(median(cpu)),
    ]),
  ),
].join('\n');
say(`\n${report}`);
writeFileSync(join(folder, 'db.md'), `${report}\n`);
await server.stop();
await floor.stop();
rmSync(dbPath, { recursive: true, force: true });
