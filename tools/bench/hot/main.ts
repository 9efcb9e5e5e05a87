// npm run bench -- hot: likes of one post by many users at once, against likes of many posts (docs/bench.md).
import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { MongoClient, ObjectId } from 'mongodb';
import { ensurePosts, openDatabase } from '../lib/database.js';
import { figure, median, say, table } from '../lib/figures.js';
import { load, type Call } from '../lib/load.js';
import { signUp } from '../lib/member.js';
import { startApi, type Service } from '../lib/service.js';
import { freePort } from '../../../scripts/lib/preflight.mjs';
import { waitForAnswer } from '../../../scripts/lib/wait-for.mjs';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '5' },
    members: { type: 'string', default: '64' },
    connections: { type: 'string', default: '32' },
    processes: { type: 'string', default: '1' },
  },
  allowPositionals: true,
});
const [rounds, seconds, members] = [values.rounds, values.seconds, values.members].map(Number) as [
  number,
  number,
  number,
];
const connections = Number(values.connections);
const AIM = 2000;
const POSTS = 10_000;
const MANY = 500;

const folder = join(process.env['DATA_DIR'] ?? '.data', 'bench');
mkdirSync(folder, { recursive: true });
const database = await openDatabase(folder);
const uri = database.uri(`feed_${POSTS}`);
await ensurePosts(uri, POSTS);
const env = { JWT_SECRET: randomBytes(24).toString('hex') };
const services: { url: string; service: Service }[] = [];
for (let number = 1; number <= Number(values.processes); number += 1) {
  const port = await freePort();
  const service = startApi(`API ${number}`, uri, port, join(folder, `hot-${number}.log`), { env });
  const url = `http://127.0.0.1:${port}`;
  await waitForAnswer('The API', `${url}/health`);
  services.push({ url, service });
}
const cookies: string[] = [];
for (let made = 0; made < members; made += 1) cookies.push((await signUp(services[0]!.url)).cookie);

const client = await new MongoClient(uri).connect();
const posts = client.db().collection('posts');
const interactions = client.db().collection('postinteractions');
const ids = (await posts.find({ hidden: false }).sort({ _id: 1 }).limit(MANY).toArray()).map(({ _id }) =>
  _id.toHexString(),
);
const [hot] = ids as [string];

let calls = 0;
/** Likes a post, or takes the like back, as the next member. */
const likeOf = (postOf: (call: number) => string) => (): Call => {
  calls += 1;
  const { url } = services[calls % services.length]!;
  const headers = { cookie: cookies[calls % members]! };
  return { url: `${url}/post-interactions/${postOf(calls)}/like`, method: 'POST', headers };
};
const sides = { 'one post': likeOf(() => hot), 'many posts': likeOf((call) => ids[call % MANY]!) };
type Side = keyof typeof sides;
const names = Object.keys(sides) as Side[];

const cpuOf = async () =>
  (await Promise.all(services.map(({ service }) => service.cpu()))).reduce((sum, cpu) => sum + cpu, 0);
const results = new Map(names.map((name) => [name, { rates: [] as number[], cpu: [] as number[] }]));
for (const name of names) await load(sides[name], { connections, seconds: 2 });
for (let round = 0; round < rounds; round += 1) {
  for (const name of round % 2 === 0 ? names : names.toReversed()) {
    const before = await cpuOf();
    const { requests, seconds: took } = await load(sides[name], { connections, seconds });
    const { rates, cpu } = results.get(name)!;
    rates.push(requests / took);
    cpu.push(((await cpuOf()) - before) / requests / 1000);
  }
}
say(
  table(
    ['likes of', 'per second', 'CPU ms of the API', 'aim'],
    names.map((name) => {
      const { rates, cpu } = results.get(name)!;
      return [name, figure(median(rates)), figure(median(cpu)), name === 'one post' ? `≥ ${AIM}` : ''];
    }),
  ),
);
// acknowledgements follow within a moment
await pause(1000);
const post = new ObjectId(hot);
const [stored, counted] = await Promise.all([
  posts.findOne({ _id: post }),
  interactions.countDocuments({ post, liked: true }),
]);
say(`The post has ${counted} likes and counts ${String(stored?.['likes'])}.`);
if (stored?.['likes'] !== counted) process.exitCode = 1;

await client.close();
for (const { service } of services) await service.stop();
await database.stop();
