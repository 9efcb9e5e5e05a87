// npm run bench -- feed: the feed's pages compared with the floor and the usual implementation (docs/bench.md).
import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { count, figure, median, say, table } from '../lib/figures.js';
import { load } from '../lib/load.js';
import { ensurePosts, openDatabase } from '../lib/database.js';
import { startSides, type Variant } from './sides.js';

const { values } = parseArgs({
  options: {
    sizes: { type: 'string', default: '10000,1000000' },
    rounds: { type: 'string', default: '7' },
    seconds: { type: 'string', default: '2' },
    connections: { type: 'string', default: '4' },
  },
  allowPositionals: true,
});
const sizes = values.sizes.split(',').map(Number);
const rounds = Math.max(5, Number(values.rounds));
const seconds = Number(values.seconds);
const connections = Number(values.connections);

interface Measured {
  rate: number[];
  /** CPU microseconds of the serving process. */
  cpu: number[];
}

type Page = Pick<Variant, 'side' | 'page' | 'posts'>;
const key = ({ side, page, posts }: Page) => `${side}/${page}/${posts}`;

const folder = join(process.env['DATA_DIR'] ?? '.data', 'bench');
const database = await openDatabase(folder);
const named = sizes.map((posts) => ({ posts, uri: database.uri(`feed_${posts}`) }));
for (const { posts, uri } of named) await ensurePosts(uri, posts);

const started = [];
for (const { posts, uri } of named) started.push(await startSides(uri, posts, folder));
const variants = started.flatMap((one) => one.variants);
const measured = new Map<string, Measured>(variants.map((variant) => [key(variant), { rate: [], cpu: [] }]));

// every side is warm before the first counted round; a side that needs seconds per page gets one connection
const connectionsOf = new Map<Variant, number>();
for (const variant of variants) {
  const { requests, seconds: took } = await load(() => ({ url: variant.nextUrl() }), {
    connections: 1,
    seconds: seconds / 2,
  });
  connectionsOf.set(variant, took / requests > 1 ? 1 : connections);
}
for (let round = 0; round < rounds; round += 1) {
  say(`Round ${round + 1} of ${rounds} …`);
  // the order rotates each round, so that no side always follows the same one
  const order = [...variants.slice(round % variants.length), ...variants.slice(0, round % variants.length)];
  for (const variant of order) {
    const before = await variant.service.cpu();
    const { requests, seconds: took } = await load(() => ({ url: variant.nextUrl() }), {
      connections: connectionsOf.get(variant) ?? connections,
      seconds,
    });
    const used = (await variant.service.cpu()) - before;
    measured.get(key(variant))?.rate.push(requests / took);
    measured.get(key(variant))?.cpu.push(used / requests);
  }
}

const of = (variant: Page) => {
  const found = measured.get(key(variant));
  if (!found) throw new Error(`${key(variant)} was not measured`);
  return { rate: median(found.rate), cpu: median(found.cpu) };
};
/** The median of each round's ratio: both sides of a ratio ran within the same few seconds. */
const ratio = (what: keyof Measured, above: Page, below: Page) => {
  const [upper, lower] = [measured.get(key(above))?.[what] ?? [], measured.get(key(below))?.[what] ?? []];
  return median(upper.map((value, round) => value / (lower[round] ?? Number.NaN)));
};

const LABELS = { api: 'API', floor: 'floor', skip: 'usual, skip/limit', sample: 'usual, $sample' } as const;
const absolute = table(
  ['side', 'posts', 'page', 'requests/s', 'CPU ms/request'],
  variants.map((variant) => {
    const { rate, cpu } = of(variant);
    return [LABELS[variant.side], count(variant.posts), variant.page, figure(rate), figure(cpu / 1000)];
  }),
);

const pages = ['first', 'near end'] as const;
const ratios = table(
  ['API against', 'posts', 'page', 'CPU', 'rate', 'aim'],
  sizes.flatMap((posts) =>
    pages.flatMap((page) => {
      const api = { side: 'api', page, posts } as const;
      const row = (side: 'floor' | 'skip' | 'sample', aim: string) => {
        const other = { side, page: side === 'sample' ? 'first' : page, posts } as const;
        const rate = ratio('rate', api, other);
        return [LABELS[side], count(posts), page, figure(ratio('cpu', api, other)), figure(rate), aim];
      };
      return [row('floor', 'CPU ≤ 1.5'), row('skip', 'rate ≥ 3'), row('sample', 'rate ≥ 3')];
    }),
  ),
);

const first = (posts: number) => ({ side: 'api', page: 'first', posts }) as const;
const last = (posts: number) => ({ side: 'api', page: 'near end', posts }) as const;
const flat = (label: string, above: Page, below: Page) => [
  label,
  figure(ratio('cpu', above, below)),
  figure(1 / ratio('rate', above, below)),
  '≤ 1.3',
];
const [small, large] = [Math.min(...sizes), Math.max(...sizes)];
const flatness = table(
  ['the API itself', 'CPU', 'time', 'aim'],
  [
    ...sizes.map((posts) =>
      flat(`page near the end / first page, ${count(posts)} posts`, last(posts), first(posts)),
    ),
    flat(`${count(large)} / ${count(small)} posts, first page`, first(large), first(small)),
    flat(`${count(large)} / ${count(small)} posts, near the end`, last(large), last(small)),
  ],
);

const report = [
  `Database: ${database.description}, one for all sides. Node ${process.versions.node}, ${cpus().length} cores`,
  `shared by database, server and load. ${rounds} interleaved rounds of ${seconds} s, ${connections} connections (1 where a page takes`,
  'over a second); medians.',
  'Every answer has 20 posts.',
  '',
  '- API: `GET /posts/infinite?page=N&limit=20&seed=S` of apps/api as built, a visitor, 50 seeds in turn.',
  '- floor: node:http, `find({createdAt: {$lt}}).sort({createdAt: -1, _id: -1}).limit(20)`, `JSON.stringify` (tools/bench/feed/floor-server.ts).',
  '- usual: Express, Mongoose documents, `populate`; `sort().skip().limit(20)` or `$sample` (tools/bench/feed/usual-server.ts).',
  `- Indexes of posts, the same for all: ${started[0]?.facts.indexes.join(' ') ?? ''}`,
  '',
  absolute,
  '',
  ratios,
  '',
  flatness,
].join('\n');
say(`\n${report}`);
writeFileSync(join(folder, 'feed.md'), `${report}\n`);

await Promise.all(started.map((one) => one.stop()));
await database.stop();
