import type { Document as Doc } from 'mongodb';
import { describe, expect, it } from 'vitest';
import { createIndex } from '../testing/server.js';
import { ownServer } from '../testing/setup.js';

const { server } = ownServer();

describe('index management', () => {
  it('creates, repeats, lists and drops indexes as MongoDB does', async () => {
    const c = server().db.collection('c');
    expect(await createIndex(c, { a: 1, b: -1 })).toBe('a_1_b_-1');
    expect(
      await server().db.command({
        createIndexes: 'c',
        indexes: [{ key: { a: 1, b: -1 }, name: 'a_1_b_-1' }],
      }),
    ).toMatchObject({ numIndexesBefore: 2, numIndexesAfter: 2, note: 'all indexes already exist' });
    await expect(createIndex(c, { a: 1, b: -1 }, { name: 'other' })).rejects.toMatchObject({ code: 85 });
    await expect(createIndex(c, { z: 1 }, { name: 'a_1_b_-1' })).rejects.toMatchObject({ code: 86 });
    await expect(createIndex(c, { a: 1, b: -1 }, { unique: true })).rejects.toMatchObject({ code: 86 });
    await expect(createIndex(c, { place: '2d' }, { unique: true })).rejects.toMatchObject({
      code: 238,
      codeName: 'NotImplemented',
    });
    await expect(createIndex(c, { a: 0 })).rejects.toMatchObject({ code: 67 });
    expect(await c.indexes()).toEqual([
      { v: 2, key: { _id: 1 }, name: '_id_' },
      { v: 2, key: { a: 1, b: -1 }, name: 'a_1_b_-1' },
    ]);
    await c.dropIndex('a_1_b_-1');
    await expect(c.dropIndex('a_1_b_-1')).rejects.toMatchObject({ code: 27 });
    await expect(c.dropIndex('_id_')).rejects.toMatchObject({ code: 72 });
    await expect(server().db.collection('none').indexes()).rejects.toMatchObject({ code: 26 });
  });

  it('rejects a command with two indexes of one name, or one index twice', async () => {
    const indexes = (...list: Doc[]) => server().db.command({ createIndexes: 'c', indexes: list });
    const first = { key: { a: 1 }, name: 'q' };
    await expect(indexes(first, { key: { b: 1 }, name: 'q' })).rejects.toMatchObject({ code: 86 });
    await expect(indexes(first, { key: { a: 1 }, name: 'r' })).rejects.toMatchObject({ code: 85 });
    await expect(indexes(first, first)).rejects.toMatchObject({ code: 68, codeName: 'IndexAlreadyExists' });
    await expect(indexes({ key: { a: 1 }, name: '*' })).rejects.toMatchObject({ code: 2 });
    for (const option of ['unique', 'sparse'])
      await expect(indexes({ ...first, [option]: 'yes' })).rejects.toMatchObject({ code: 14 });
    for (const v of [0, 3, 'x']) await expect(indexes({ ...first, v })).rejects.toMatchObject({ code: 67 });
    await expect(server().db.collection('c').indexes()).rejects.toMatchObject({ code: 26 });
    expect(await indexes(first, { key: { b: 1 }, name: 'r' })).toMatchObject({ numIndexesAfter: 3 });
  });

  it('rejects invalid expiry times', async () => {
    for (const expireAfterSeconds of [-1, 2147483648, NaN, 'x' as never])
      await expect(
        createIndex(server().db.collection('timed'), { at: 1 }, { expireAfterSeconds }),
      ).rejects.toMatchObject({ code: 67 });
  });

  it('builds an index while documents change', async () => {
    const c = server().db.collection<{ _id: number; n: number }>('busy');
    await c.insertMany(Array.from({ length: 5000 }, (_, i) => ({ _id: i, n: i })));
    const building = createIndex(c, { n: 1 });
    for (let i = 0; i < 50; i++) {
      await c.updateOne({ _id: i * 100 }, { $set: { n: -i } });
      await c.deleteOne({ _id: i * 100 + 1 });
      await c.insertOne({ _id: 10_000 + i, n: -1000 });
    }
    await building;
    expect(await c.countDocuments({ n: { $lte: 0 } })).toBe(100);
    const viaIndex = await c
      .find({ n: { $gte: -1e9 } })
      .hint('n_1')
      .toArray();
    expect(viaIndex).toHaveLength(5000);
  });
});
