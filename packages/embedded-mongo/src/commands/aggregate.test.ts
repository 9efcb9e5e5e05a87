import type { Document as Doc } from 'mongodb';
import { describe, expect, it } from 'vitest';
import { ownServer } from '../testing/setup.js';

const { server, items } = ownServer();

describe('aggregate', () => {
  it('groups, sorts and samples', async () => {
    await items().insertMany([
      { _id: 1, n: 1, name: 'a' },
      { _id: 2, n: 2, name: 'a' },
      { _id: 3, n: 5, name: 'b' },
    ]);
    const rows = await items()
      .aggregate([
        { $match: { n: { $gt: 0 } } },
        { $group: { _id: '$name', sum: { $sum: '$n' } } },
        { $sort: { _id: 1 } },
        { $project: { sum: 1, of: '$_id' } },
      ])
      .toArray();
    expect(rows).toEqual([
      { _id: 'a', sum: 3, of: 'a' },
      { _id: 'b', sum: 5, of: 'b' },
    ]);
    expect(
      await items()
        .aggregate([{ $sample: { size: 2 } }])
        .toArray(),
    ).toHaveLength(2);
    await expect(
      items()
        .aggregate([{ $geoNear: {} }])
        .toArray(),
    ).rejects.toMatchObject({ ok: 0 });
  });
});

describe('$sample', () => {
  const drawn = async (size: number): Promise<number[]> => {
    const rows = await items()
      .aggregate([{ $sample: { size } }])
      .toArray();
    return rows.map(({ _id }) => _id);
  };

  it('draws a few of many without repeats, skips deleted documents and eventually draws each one', async () => {
    await items().insertMany(Array.from({ length: 200 }, (_, _id) => ({ _id })));
    await items().deleteMany({ _id: { $gte: 100 } });
    const seen = new Set<number>();
    for (let round = 0; round < 400; round++) {
      const ids = await drawn(5);
      expect(new Set(ids).size).toBe(5);
      for (const id of ids) seen.add(id);
    }
    // in 2,000 draws of 100, the chance of missing one is 10⁻⁶
    expect([...seen].sort((a, b) => a - b)).toEqual(Array.from({ length: 100 }, (_, i) => i));
  });

  it('finds the few that remain of many', async () => {
    await items().insertMany(Array.from({ length: 2000 }, (_, _id) => ({ _id })));
    await items().deleteMany({ _id: { $gte: 40 } });
    const ids = await drawn(2);
    expect(new Set(ids).size).toBe(2);
    expect(ids.every((id) => id < 40)).toBe(true);
  });
});

describe('a result above 16 MB', () => {
  const megabytes = (n: number) => 'x'.repeat(n * 1024 * 1024);
  const tooLarge = {
    code: 10334,
    codeName: 'BSONObjectTooLarge',
    message: expect.stringMatching(
      /BSONObj size: \d+ \(0x[\dA-F]+\) is invalid\. Size must be between 0 and 16793600\(16MB\)/,
    ) as string,
  };
  const large = async () => {
    await items().insertMany([6, 5, 6].map((size, i) => ({ _id: i, n: 1, name: megabytes(size) })));
  };

  it('is rejected if it is one document: grouped or computed', async () => {
    await large();
    for (const stage of [
      { $group: { _id: null, all: { $push: '$$ROOT' } } },
      { $project: { a: '$name', b: '$name', c: '$name' } },
    ])
      await expect(items().aggregate([stage]).toArray()).rejects.toMatchObject(tooLarge);
  });

  it('is rejected for a find that computes it, and for distinct', async () => {
    await large();
    const projection = { a: '$name', b: '$name', c: '$name' };
    await expect(items().find({}, { projection }).toArray()).rejects.toMatchObject(tooLarge);
    await expect(items().findOne({ _id: 0 }, { projection })).rejects.toMatchObject(tooLarge);
    await items().updateOne({ _id: 0 }, { $set: { name: megabytes(7) } });
    await expect(items().distinct('name')).rejects.toMatchObject({ code: 17217 });
  });

  it('is returned in batches if it has several documents, and may be larger between stages', async () => {
    await large();
    const stages = [{ $group: { _id: null, all: { $push: '$$ROOT' } } }, { $unwind: '$all' }];
    const reply = await server().db.command({ aggregate: 'items', pipeline: stages, cursor: {} });
    expect(reply.cursor.firstBatch).toHaveLength(2);
    expect(await items().aggregate(stages).toArray()).toHaveLength(3);
  });
});

describe('explain', () => {
  const explained = async (command: Doc) => {
    const { executionStats } = await server().db.command({ explain: command, verbosity: 'executionStats' });
    return (executionStats as Doc).nReturned as number;
  };

  it('parses a command as the command itself does', async () => {
    await items().insertMany(Array.from({ length: 9 }, (_, i) => ({ _id: i, n: i })));
    const pipeline = [{ $match: { $expr: { $lt: ['$_id', '$$v'] } } }];
    expect(await explained({ aggregate: 'items', pipeline, cursor: {}, let: { v: 4 } })).toBe(4);
    expect(await explained({ count: 'items', query: { n: { $gte: 2 } }, skip: 1, limit: -3 })).toBe(3);
    expect(await explained({ distinct: 'items', key: 'n', query: { n: { $gte: 2 } } })).toBe(7);
  });
});
