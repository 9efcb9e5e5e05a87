import fc from 'fast-check';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { MongoServerError } from 'mongodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PAUSE } from './pace.js';
import { int } from './semantics/numbers.js';
import { compilePipeline } from './semantics/pipeline.js';
import type { Doc } from './semantics/types.js';
import { Sorter } from './sorting.js';
import { SpillFile } from './spill.js';
import { startTestServer, temporaryDirectory, type TestServer } from './testing/server.js';

const directory = temporaryDirectory();
afterAll(() => rmSync(directory, { recursive: true, force: true }));
const spill = () => new SpillFile(directory);
const filesLeft = () => (existsSync(directory) ? readdirSync(directory) : []);

interface Item {
  key: number;
  place: number;
}

function sorted(keys: number[], limit: number, memory: number, withFile = true): Item[] {
  const sorter = new Sorter<Item>({
    compare: (a, b) => a.key - b.key,
    limit,
    memory,
    spill: withFile ? spill : undefined,
    write: ({ key, place }) => ({ key: int(key), place: int(place) }),
    read: ({ key, place }) => ({ key: Number(key), place: Number(place) }),
  });
  try {
    keys.forEach((key, place) => {
      if (sorter.add({ key, place }, 10)) for (const pause of sorter.settle()) expect(pause).toBe(PAUSE);
    });
    return [...sorter.sorted()].filter((item) => item !== PAUSE);
  } finally {
    sorter.close();
  }
}

describe('a sort', () => {
  const property = (memory: number) =>
    fc.property(
      fc.array(fc.nat({ max: 50 }), { maxLength: 400 }),
      fc.oneof(fc.constant(Infinity), fc.integer({ min: 1, max: 300 })),
      (keys, limit) => {
        const expected = keys
          .map((key, place) => ({ key, place }))
          .sort((a, b) => a.key - b.key || a.place - b.place)
          .slice(0, limit);
        expect(sorted(keys, limit, memory)).toEqual(expected);
      },
    );

  it('keeps equal items in their order, in memory and with a file', () => {
    fc.assert(property(1e9));
    fc.assert(property(200));
    fc.assert(property(10));
    expect(filesLeft()).toEqual([]);
  });

  it('is refused beyond its memory without a file, unless the limit needs less', () => {
    const keys = Array.from({ length: 5000 }, (_, i) => (i * 7919) % 5000);
    expect(() => sorted(keys, Infinity, 20_000, false)).toThrow(expect.objectContaining({ code: 292 }));
    expect(sorted(keys, 3, 20_000, false).map(({ key }) => key)).toEqual([0, 1, 2]);
  });
});

describe('a pipeline beyond its memory', () => {
  const docs: Doc[] = Array.from({ length: 3000 }, (_, i) => ({
    _id: int(i),
    g: int(i % 700),
    text: 'x'.repeat(50),
  }));
  const run = async (stages: Doc[], env: { spill?: () => SpillFile }, memoryLimit: number) => {
    const pipeline = compilePipeline(stages, { now: new Date(0), find: () => [], memoryLimit, ...env });
    const results: Doc[] = [];
    for await (const doc of pipeline.run(docs)) results.push(doc);
    return results;
  };
  const group = { _id: '$g', all: { $push: '$_id' }, first: { $first: '$_id' }, n: { $sum: int(1) } };
  const project = { $project: { g: int(1), text: int(1) } };

  it.each([
    ['sorts', [project, { $sort: { g: int(-1) } }]],
    ['groups', [{ $group: group }, { $sort: { _id: int(1) } }]],
    ['counts groups', [{ $group: { _id: '$_id', n: { $sum: int(1) } } }, { $sort: { _id: int(1) } }]],
    [
      'puts into buckets',
      [
        {
          $bucket: { groupBy: '$g', boundaries: [0, 100, 700].map(int), output: { all: { $push: '$_id' } } },
        },
      ],
    ],
  ])('%s with files as it does in memory', async (_, stages) => {
    const expected = await run(stages, {}, 1e9);
    expect(await run(stages as Doc[], { spill }, 20_000)).toEqual(expected);
    await expect(run(stages as Doc[], {}, 20_000)).rejects.toMatchObject({ code: 292 });
    expect(filesLeft()).toEqual([]);
  });

  it('samples without repeats', async () => {
    const chosen = await run([project, { $sample: { size: int(2000) } }], { spill }, 20_000);
    expect(new Set(chosen.map(({ _id }) => Number(_id))).size).toBe(2000);
  });

  it('gives up on one group that outgrows it', async () => {
    const stages = [{ $group: { _id: null, all: { $push: '$text' } } }];
    await expect(run(stages, { spill }, 2000)).rejects.toMatchObject({ code: 146 });
    expect(filesLeft()).toEqual([]);
  });

  it('leaves no file behind when nobody reads on', async () => {
    const env = { now: new Date(0), find: () => [], memoryLimit: 20_000, spill };
    for await (const doc of compilePipeline([project, { $sort: { text: int(1) } }], env).run(docs)) {
      expect(doc).toHaveProperty('text');
      break;
    }
    expect(filesLeft()).toEqual([]);
  });
});

describe('the server', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
    for (let n = 0; n < 110; n += 10)
      await server.db
        .collection('large')
        .insertMany(Array.from({ length: 10 }, (_, i) => ({ n: n + i, g: i, text: 'x'.repeat(1_000_000) })));
  });
  afterAll(() => server.stop());

  it('sorts and groups more than 100 MB, unless the client forbids to use the disk', async () => {
    const large = server.db.collection('large');
    const find = (allowDiskUse: boolean) =>
      large
        .find({}, { projection: { n: 1 }, allowDiskUse })
        .sort({ text: 1, n: -1 })
        .toArray();
    expect((await find(true)).map(({ n }) => n as number)).toEqual(
      Array.from({ length: 110 }, (_, i) => 109 - i),
    );
    const refused = (error: unknown) => error instanceof MongoServerError && error.code === 292;
    await expect(find(false)).rejects.toSatisfy(refused);
    const grouped = (allowDiskUse: boolean) =>
      large
        .aggregate(
          [{ $group: { _id: '$g', all: { $push: '$text' } } }, { $project: { n: { $size: '$all' } } }],
          { allowDiskUse },
        )
        .toArray();
    const groups = await grouped(true);
    expect(groups.map(({ n }) => n as number)).toEqual(Array.from({ length: 10 }, () => 11));
    await expect(grouped(false)).rejects.toSatisfy(refused);
    expect(readdirSync(join(server.directory, '_tmp'))).toEqual([]);
  });
});
