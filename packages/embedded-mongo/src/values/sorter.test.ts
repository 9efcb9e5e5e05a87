import fc from 'fast-check';
import { MongoServerError } from 'mongodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Doc } from '../bson/document.js';
import { int } from '../bson/numbers.js';
import { compilePipeline } from '../language/pipeline/pipeline.js';
import { startTestServer, type TestServer } from '../testing/server.js';
import { PAUSE } from './pace.js';
import { Sorter } from './sorter.js';

interface Item {
  key: number;
  place: number;
}

function sorted(keys: number[], limit: number, memory: number): Item[] {
  const sorter = new Sorter<Item>({ compare: (a, b) => a.key - b.key, limit, memory });
  keys.forEach((key, place) => {
    if (sorter.add({ key, place }, 10)) for (const pause of sorter.mergeSoFar()) expect(pause).toBe(PAUSE);
  });
  return [...sorter.sorted()].filter((item) => item !== PAUSE);
}

describe('a sort', () => {
  it('is stable', () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat({ max: 50 }), { maxLength: 4000 }),
        fc.oneof(fc.constant(Infinity), fc.integer({ min: 1, max: 300 })),
        (keys, limit) => {
          const expected = keys
            .map((key, place) => ({ key, place }))
            .sort((a, b) => a.key - b.key || a.place - b.place)
            .slice(0, limit);
          expect(sorted(keys, limit, 1e9)).toEqual(expected);
        },
      ),
    );
  });

  it('fails beyond its memory limit, unless the limit on rows needs less', () => {
    const keys = Array.from({ length: 5000 }, (_, i) => (i * 7919) % 5000);
    expect(() => sorted(keys, Infinity, 20_000)).toThrow(expect.objectContaining({ code: 292 }));
    expect(sorted(keys, 3, 20_000).map(({ key }) => key)).toEqual([0, 1, 2]);
  });
});

describe('a pipeline beyond its memory limit', () => {
  const docs: Doc[] = Array.from({ length: 3000 }, (_, i) => ({
    _id: int(i),
    g: int(i % 700),
    text: 'x'.repeat(50),
  }));
  const run = async (stages: Doc[], memoryLimit: number) => {
    const pipeline = compilePipeline(stages, { now: new Date(0), memoryLimit });
    const results: Doc[] = [];
    for await (const doc of pipeline.run(docs)) results.push(doc);
    return results;
  };
  const project = { $project: { g: int(1), text: int(1) } };

  it.each<[string, Doc[], number]>([
    ['sorts', [project, { $sort: { g: int(-1) } }], 3000],
    ['groups', [{ $group: { _id: '$g', all: { $push: '$_id' } } }], 700],
    ['counts groups', [{ $group: { _id: '$_id', n: { $sum: int(1) } } }], 3000],
  ])('%s up to the limit and then fails', async (_, stages, length) => {
    expect(await run(stages, 1e9)).toHaveLength(length);
    await expect(run(stages, 20_000)).rejects.toMatchObject({ code: 292 });
  });

  it('samples what fits, without repeats', async () => {
    const chosen = await run([project, { $sample: { size: int(100) } }], 200_000);
    expect(new Set(chosen.map(({ _id }) => Number(_id))).size).toBe(100);
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

  it.each([true, false])(
    'rejects sorts and groups of more than 100 MB, disk allowed: %s',
    async (allowDiskUse) => {
      const large = server.db.collection('large');
      const refused = (error: unknown) => error instanceof MongoServerError && error.code === 292;
      const find = () => large.find({}, { projection: { n: 1 }, allowDiskUse }).sort({ text: 1, n: -1 });
      await expect(find().toArray()).rejects.toSatisfy(refused);
      expect((await find().limit(2).toArray()).map(({ n }) => n as number)).toEqual([109, 108]);
      const group = { $group: { _id: '$g', all: { $push: '$text' } } };
      await expect(large.aggregate([group], { allowDiskUse }).toArray()).rejects.toSatisfy(refused);
    },
  );
});
