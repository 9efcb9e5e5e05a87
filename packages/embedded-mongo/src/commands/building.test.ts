import type { Collection } from 'mongodb';
import { describe, expect, it } from 'vitest';
import { createIndex } from '../testing/server.js';
import { ownServer } from '../testing/setup.js';

const { server } = ownServer();

interface Item {
  _id: number;
  n: number;
  tags?: unknown;
}

const filled = async (doc: (i: number) => Omit<Item, '_id'>): Promise<Collection<Item>> => {
  const c = server().db.collection<Item>('items');
  await c.insertMany(Array.from({ length: 20_000 }, (_, _id) => ({ _id, ...doc(_id) })));
  return c;
};

const listed = async () => {
  const names = (await server().db.collection('items').indexes()).map(({ name }) => name);
  return names.filter((name) => name !== '_id_');
};

/** Resolves when the server has started the index build. */
const begun = () => expect.poll(listed, { interval: 1 }).not.toEqual([]);

/** Makes a findAndModify fail, which rolls back its transaction. */
const failFindAndModify = async (c: Collection<Item>) => {
  const failing = c.findOneAndUpdate(
    { n: -1 },
    { $set: { n: 0 }, $setOnInsert: { _id: 1 } },
    { upsert: true },
  );
  await expect(failing).rejects.toMatchObject({ code: 11000 });
};

describe('an index build', () => {
  it('ends when its collection is dropped, and ignores a new collection of the same name', async () => {
    const c = await filled((n) => ({ n }));
    const building = createIndex(c, { n: 1 }).catch((error: unknown) => error);
    await begun();
    await c.drop();
    await c.insertOne({ _id: 1, n: 1 });
    expect(await building).toMatchObject({ code: 276, codeName: 'IndexBuildAborted' });
    await failFindAndModify(c);
    expect(await c.find().toArray()).toEqual([{ _id: 1, n: 1 }]);
    await server().restart();
    expect(await server().db.collection('items').find().toArray()).toEqual([{ _id: 1, n: 1 }]);
    expect(await listed()).toEqual([]);
  });

  it('ends when its index is dropped', async () => {
    const c = await filled((n) => ({ n }));
    const building = createIndex(c, { n: 1 }).catch((error: unknown) => error);
    await begun();
    await c.dropIndex('n_1');
    expect(await building).toMatchObject({ code: 276 });
    expect(await listed()).toEqual([]);
    expect(await c.countDocuments({ n: { $gte: 0 } })).toBe(20_000);
  });

  it('records arrays in its first documents even if another command fails during the build', async () => {
    const c = await filled((n) => ({ n, tags: n < 500 ? ['a', 'b'] : 'x' }));
    const building = createIndex(c, { tags: 1 });
    await begun();
    for (let i = 0; i < 20; i++) await failFindAndModify(c);
    await building;
    expect(await c.countDocuments({ $and: [{ tags: 'a' }, { tags: 'b' }] })).toBe(500);
    expect(await c.find({ tags: { $in: ['a', 'b'] } }).toArray()).toHaveLength(500);
  });

  it('makes a second createIndexes for the same index wait', async () => {
    const c = await filled((n) => ({ n: n === 19_999 ? 0 : n }));
    const first = createIndex(c, { n: 1 }, { unique: true }).catch((error: unknown) => error);
    await begun();
    const second = createIndex(c, { n: 1 }, { unique: true }).catch((error: unknown) => error);
    expect(await first).toMatchObject({ code: 11000 });
    expect(await second).toMatchObject({ code: 11000 });
    expect(await listed()).toEqual([]);
  });

  it('cannot be hinted yet, and does not block the removal of documents that it cannot index', async () => {
    const c = await filled((n) => ({ n, tags: n === 19_999 ? [1, 2] : 1 }));
    await c.updateOne({ _id: 19_999 }, { $set: { n: [1, 2] as never } });
    const building = createIndex(c, { n: 1, tags: 1 }).catch((error: unknown) => error);
    await begun();
    await expect(c.find({}).hint({ n: 1, tags: 1 }).toArray()).rejects.toMatchObject({ code: 2 });
    expect(await c.deleteOne({ _id: 19_999 })).toMatchObject({ deletedCount: 1 });
    expect(await building).toBe('n_1_tags_1');
  });
});

describe('a cursor', () => {
  it('fails when its index is dropped', async () => {
    const c = await filled((n) => ({ n }));
    await createIndex(c, { n: 1 });
    const cursor = c.find({ n: { $gte: 0 } }).batchSize(100);
    await cursor.next();
    await c.dropIndex('n_1');
    await expect(cursor.toArray()).rejects.toMatchObject({ code: 175, codeName: 'QueryPlanKilled' });
  });

  it('of a scan continues when an index is dropped', async () => {
    const c = await filled((n) => ({ n }));
    await createIndex(c, { n: 1 });
    const cursor = c.find({}).batchSize(100);
    await c.dropIndex('n_1');
    expect(await cursor.toArray()).toHaveLength(20_000);
  });
});

it('allows at most 64 indexes, and 32 fields per index', async () => {
  const c = server().db.collection<Item>('items');
  const fields = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, i) => [`f${i}`, 1 as const]));
  await expect(createIndex(c, fields(33))).rejects.toMatchObject({ code: 13103 });
  await c.createIndexes(Object.keys(fields(63)).map((name) => ({ key: { [name]: 1 } })));
  await expect(createIndex(c, { more: 1 })).rejects.toMatchObject({ code: 67 });
});
