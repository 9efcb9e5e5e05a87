import { describe, expect, it } from 'vitest';
import { createIndex } from '../testing/server.js';
import { insertLong, ownServer, slow } from '../testing/setup.js';

const { server, items } = ownServer();

describe('cursors', () => {
  it('read many batches while documents are inserted and deleted', async () => {
    await items().insertMany(Array.from({ length: 1000 }, (_, i) => ({ _id: i, n: i })));
    const cursor = items().find().batchSize(50);
    const seen = new Set<number>();
    for await (const { _id } of cursor) {
      expect(seen.has(_id)).toBe(false);
      seen.add(_id);
      if (_id % 10 === 0 && _id < 1000) {
        await items().deleteOne({ _id: _id + 500 });
        await items().insertOne({ _id: 2000 + _id });
      }
    }
    // documents that existed throughout appear exactly once
    for (let i = 0; i < 1000; i++) if (i < 500 || i % 10 !== 0) expect(seen.has(i)).toBe(true);
  });

  it('skip a document that stops matching before it is read', async () => {
    await createIndex(items(), { n: 1 });
    await items().insertMany(Array.from({ length: 300 }, (_, i) => ({ _id: i, n: 1 })));
    const cursor = items().find({ n: 1 }).batchSize(2);
    await cursor.next();
    await items().updateMany({ _id: { $gt: 100 } }, { $set: { n: 2 } });
    const rest = await cursor.toArray();
    expect(rest.every(({ n }) => n === 1)).toBe(true);
    expect(rest).toHaveLength(100);
  });

  it('see a write made before the next batch', async () => {
    await items().insertMany(Array.from({ length: 40 }, (_, i) => ({ _id: i, n: 0 })));
    const cursor = items().find().batchSize(2);
    await cursor.next();
    await items().deleteOne({ _id: 5 });
    await items().updateOne({ _id: 6 }, { $set: { n: 1 } });
    const rest = await cursor.toArray();
    expect(rest.slice(0, 6).map(({ _id }) => _id)).toEqual([1, 2, 3, 4, 6, 7]);
    expect(rest[4]).toEqual({ _id: 6, n: 1 });
  });

  it.each([1, -1] as const)(
    'return a document that moves along their index once and in order, direction %i',
    async (n) => {
      await createIndex(items(), { n: 1 });
      await items().insertMany(Array.from({ length: 40 }, (_, i) => ({ _id: i, n: i * n })));
      const cursor = items()
        .find({ n: { $gte: -100 } })
        .sort({ n })
        .batchSize(2);
      await cursor.next();
      await items().updateOne({ _id: 5 }, { $set: { n: 100 * n } });
      await items().updateOne({ _id: 39 }, { $set: { n: 6.5 * n } });
      const rest = (await cursor.toArray()).map(({ _id }) => _id);
      const between = Array.from({ length: 32 }, (_, i) => i + 7);
      expect(rest).toEqual([1, 2, 3, 4, 6, 39, ...between, 5]);
    },
  );

  it.each([1, -1] as const)(
    'merge ranges of an index without the documents that left them, direction %i',
    async (direction) => {
      await createIndex(items(), { name: 1, n: 1 });
      const name = (i: number) => (i % 2 ? 'x' : 'y');
      await items().insertMany(Array.from({ length: 40 }, (_, i) => ({ _id: i, n: i, name: name(i) })));
      const find = () =>
        items()
          .find({ name: { $in: ['x', 'y'] } })
          .sort({ n: direction })
          .batchSize(2);
      const ids = Array.from({ length: 40 }, (_, i) => (direction === 1 ? i : 39 - i));
      const some = find();
      await some.next();
      await items().updateMany({ _id: { $in: ids.slice(2, 5) } }, { $set: { name: 'z' } });
      expect((await some.toArray()).map(({ _id }) => _id)).toEqual([ids[1], ...ids.slice(5)]);
      const none = find();
      await none.next();
      await items().updateMany({}, { $set: { name: 'z' } });
      // the first batch already held the second one
      expect(await none.toArray()).toHaveLength(1);
    },
  );

  it('end when killed, when their collection is dropped, and after the limit', async () => {
    await items().insertMany(Array.from({ length: 10 }, (_, i) => ({ _id: i })));
    const first = await server().db.command({ find: 'items', batchSize: 2 }, { promoteLongs: false });
    expect(String(first.cursor.id)).not.toBe('0');
    const killed = await server().db.command({ killCursors: 'items', cursors: [first.cursor.id] });
    expect(killed.cursorsKilled).toHaveLength(1);
    await expect(
      server().db.command({ getMore: first.cursor.id, collection: 'items' }),
    ).rejects.toMatchObject({ code: 43 });
    const second = await server().db.command({ find: 'items', batchSize: 2 }, { promoteLongs: false });
    await items().drop();
    await expect(
      server().db.command({ getMore: second.cursor.id, collection: 'items' }),
    ).rejects.toMatchObject({ code: 43 });
    await items().insertMany(Array.from({ length: 10 }, (_, i) => ({ _id: i })));
    const limited = await server().db.command({ find: 'items', limit: 3, batchSize: 3 });
    expect(String(limited.cursor.id)).toBe('0');
    expect(await items().find().limit(5).batchSize(2).toArray()).toHaveLength(5);
  });

  it('end when their maxTimeMS is over, even if they find nothing', async () => {
    await insertLong(items());
    const maxTimeMS = 1;
    await expect(items().find(slow, { maxTimeMS }).toArray()).rejects.toMatchObject({ code: 50 });
    await expect(
      items()
        .aggregate([{ $match: slow }], { maxTimeMS })
        .toArray(),
    ).rejects.toMatchObject({ code: 50 });
    await expect(items().distinct('n', slow, { maxTimeMS })).rejects.toMatchObject({ code: 50 });
  });

  it('let a ping through during a scan', async () => {
    await items().insertMany(Array.from({ length: 20_000 }, (_, i) => ({ _id: i, name: 'x'.repeat(50) })));
    let scanning = true;
    // evaluating an expression per document takes several slices
    const scan = items()
      .find({ $expr: { $eq: [{ $concatArrays: [['$name']] }, ['Y']] } })
      .sort({ n: 1 })
      .toArray()
      .finally(() => (scanning = false));
    let pings = 0;
    while (scanning) {
      await server().db.command({ ping: 1 });
      pings++;
    }
    expect(await scan).toEqual([]);
    expect(pings).toBeGreaterThan(2);
  });
});
