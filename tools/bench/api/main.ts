// npm run bench -- api: measures the API's calls against a floor with the fewest commands (docs/bench.md).
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensurePosts, openDatabase } from '../lib/database.js';
import { count, figure, median, say, table } from '../lib/figures.js';
import { load, type Call } from '../lib/load.js';
import { startApi, startService, type Service } from '../lib/service.js';
import { freePort } from '../../../scripts/lib/preflight.mjs';
import { waitForAnswer } from '../../../scripts/lib/wait-for.mjs';
import { callsOf } from './calls.js';

const { values } = parseArgs({
  options: {
    posts: { type: 'string', default: '10000' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '1.5' },
    connections: { type: 'string', default: '4' },
    /** Runs only calls whose names contain this. */
    only: { type: 'string', default: '' },
  },
  allowPositionals: true,
});
const posts = Number(values.posts);
const rounds = Math.max(3, Number(values.rounds));
const seconds = Number(values.seconds);
const connections = Number(values.connections);

const folder = join(process.env['DATA_DIR'] ?? '.data', 'bench');
const database = await openDatabase(folder);
const uri = database.uri(`feed_${posts}`);
await ensurePosts(uri, posts);
const [apiPort, floorPort] = [await freePort(), await freePort()];
const floorSecret = randomBytes(24).toString('hex');
const api = startApi('The API', uri, apiPort, join(folder, 'api.log'));
const floor = startService(
  'The floor',
  ['--import', 'tsx', 'tools/bench/api/floor-server.ts'],
  { NODE_ENV: 'production', MONGODB_URI: uri, PORT: String(floorPort), FLOOR_SECRET: floorSecret },
  join(folder, 'api-floor.log'),
);
const [apiUrl, floorUrl] = [`http://127.0.0.1:${apiPort}`, `http://127.0.0.1:${floorPort}`];
await waitForAnswer('The API', `${apiUrl}/health`);
await waitForAnswer('The floor', `${floorUrl}/feed`);
const all = await callsOf(uri, apiUrl, floorUrl, floorSecret);
const pairs = all.filter(({ name }) => name.includes(values.only));

interface Measured {
  /** CPU milliseconds per call of the serving process. */
  cpu: number;
  /** The same for the database, which both sides share. */
  databaseCpu: number | undefined;
}

async function measure(service: Service, next: () => Call): Promise<Measured> {
  const [before, databaseBefore] = [await service.cpu(), await database.cpu?.()];
  const { requests } = await load(next, { connections, seconds });
  const [after, databaseAfter] = [await service.cpu(), await database.cpu?.()];
  return {
    cpu: (after - before) / requests / 1000,
    databaseCpu:
      databaseBefore === undefined || databaseAfter === undefined
        ? undefined
        : (databaseAfter - databaseBefore) / requests / 1000,
  };
}

for (const pair of pairs) {
  await load(pair.api, { connections, seconds });
  await load(pair.floor, { connections, seconds });
}
const results = pairs.map(() => ({ api: [] as Measured[], floor: [] as Measured[] }));
for (let round = 0; round < rounds; round += 1) {
  say(`Round ${round + 1} of ${rounds} …`);
  for (const [index, pair] of pairs.entries()) {
    // both sides of a ratio run within the same seconds, and each round reverses their order
    const sides = round % 2 === 0 ? (['api', 'floor'] as const) : (['floor', 'api'] as const);
    for (const side of sides)
      results[index]?.[side].push(await measure(side === 'api' ? api : floor, pair[side]));
  }
}

const middle = (list: Measured[], of: keyof Measured) => median(list.map((one) => one[of] ?? Number.NaN));
const first = results[0]?.api ?? [];
const rows = pairs.map(({ name, aim }, index) => {
  const { api: ours, floor: least } = results[index] ?? { api: [], floor: [] };
  const against = (others: Measured[]) =>
    median(ours.map(({ cpu }, round) => cpu / (others[round]?.cpu ?? Number.NaN)));
  return [
    name,
    figure(middle(ours, 'cpu')),
    figure(middle(least, 'cpu')),
    figure(against(least)),
    `≤ ${aim}`,
    figure(against(first)),
    figure(middle(ours, 'databaseCpu')),
    figure(middle(least, 'databaseCpu')),
  ];
});
const report = [
  `Database: ${database.description}, one for both sides. Node ${process.versions.node}, ${cpus().length} cores`,
  `shared by database, server and load. ${count(posts)} posts, ${rounds} interleaved rounds of ${seconds} s, ${connections} connections; medians.`,
  '',
  table(
    [
      'call',
      'API, CPU ms',
      'floor, CPU ms',
      'ratio',
      'aim',
      "against a visitor's feed page",
      'database, CPU ms',
      "for the floor's",
    ],
    rows,
  ),
].join('\n');
say(`\n${report}`);
writeFileSync(join(folder, 'api.md'), `${report}\n`);

await api.stop();
await floor.stop();
await database.stop();
