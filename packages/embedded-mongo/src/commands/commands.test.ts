import { Decimal128, Double, Int32, Long, ObjectId } from 'bson';
import { MongoBulkWriteError } from 'mongodb';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createIndex, startTestServer, type TestServer } from '../testing/server.js';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(() => server.db.dropDatabase());

interface Item {
  _id: number;
  n?: number;
  list?: unknown[];
  name?: string;
}
const items = () => server.db.collection<Item>('items');

describe('insert and find', () => {
  it('keep documents to the byte: types of numbers, order of fields', async () => {
    const raw = server.db.collection('raw');
    const doc = {
      z: new Int32(5),
      a: Long.fromNumber(5),
      m: new Double(5),
      d: Decimal128.fromString('5.00'),
      nested: { b: 1, '0': [null, undefined] },
    };
    await raw.insertOne(doc);
    const found = await raw.findOne({}, { promoteValues: false });
    expect(found!.a).toEqual(Long.fromNumber(5));
    expect(found!.m).toEqual(new Double(5));
    expect(String(found!.d)).toBe('5.00');
    await raw.updateOne({}, { $set: { extra: 1 } });
    const changed = await raw.findOne({}, { promoteValues: false });
    expect(Object.keys(changed!)).toEqual(['_id', 'z', 'a', 'm', 'd', 'nested', 'extra']);
    expect(changed!.m).toEqual(new Double(5));
  });

  it('stop an ordered bulk at the first error, and go on in an unordered one', async () => {
    const docs = [{ _id: 1 }, { _id: 1 }, { _id: 2 }, { _id: 2 }, { _id: 3 }];
    const ordered = await items()
      .insertMany(docs)
      .catch((error: unknown) => error as MongoBulkWriteError);
    expect(ordered).toBeInstanceOf(MongoBulkWriteError);
    expect(await items().countDocuments()).toBe(1);
    await items().deleteMany({});
    const unordered = (await items()
      .insertMany(docs, { ordered: false })
      .catch((error: unknown) => error)) as MongoBulkWriteError;
    expect(unordered.writeErrors).toMatchObject([{ index: 1 }, { index: 3 }]);
    expect(unordered.insertedCount).toBe(3);
    expect(await items().countDocuments()).toBe(3);
  });

  it('run a mixed bulk in order and report what each part did', async () => {
    const result = await items().bulkWrite([
      { insertOne: { document: { _id: 1, n: 1 } } },
      { insertOne: { document: { _id: 2, n: 2 } } },
      { updateMany: { filter: {}, update: { $inc: { n: 10 } } } },
      { updateOne: { filter: { _id: 9 }, update: { $set: { n: 9 } }, upsert: true } },
      { replaceOne: { filter: { _id: 1 }, replacement: { name: 'one' } } },
      { deleteOne: { filter: { _id: 2 } } },
    ]);
    expect(result).toMatchObject({
      insertedCount: 2,
      matchedCount: 3,
      modifiedCount: 3,
      upsertedCount: 1,
      deletedCount: 1,
    });
    expect(await items().find().toArray()).toEqual([
      { _id: 1, name: 'one' },
      { _id: 9, n: 9 },
    ]);
  });

  it('write to several collections by client.bulkWrite', async () => {
    const result = await server.client.bulkWrite<Record<string, { _id: number }>>(
      [
        { name: 'insertOne', namespace: 'test.a', document: { _id: 1 } },
        {
          name: 'updateOne',
          namespace: 'test.b',
          filter: { _id: 2 },
          update: { $set: { n: 1 } },
          upsert: true,
        },
        { name: 'deleteOne', namespace: 'test.a', filter: { _id: 1 } },
      ],
      { verboseResults: true },
    );
    expect(result).toMatchObject({ insertedCount: 1, upsertedCount: 1, deletedCount: 1 });
    expect(await server.db.collection('b').countDocuments()).toBe(1);
  });

  it('take a document of just under 16 MB and refuse a larger one', async () => {
    const blob = server.db.collection<{ _id: number; text: string }>('blob');
    const text = 'x'.repeat(16 * 1024 * 1024 - 100);
    await blob.insertOne({ _id: 1, text });
    expect((await blob.findOne({ _id: 1 }))?.text).toHaveLength(text.length);
    await expect(blob.updateOne({ _id: 1 }, { $set: { more: 'y'.repeat(200) } })).rejects.toMatchObject({
      code: 17419,
    });
    const command = { insert: 'blob', documents: [{ _id: 2, text: `${text}${'y'.repeat(200)}` }] };
    expect((await server.db.command(command)).writeErrors).toMatchObject([{ index: 0, code: 10334 }]);
    expect(await blob.countDocuments()).toBe(1);
  });

  it('sort, skip, limit, project and name unknown fields', async () => {
    await items().insertMany(
      Array.from({ length: 50 }, (_, i) => ({ _id: i, n: i % 7, list: [i, { x: i }] })),
    );
    const page = await items()
      .find({ n: { $gt: 1 } }, { projection: { n: 1 } })
      .sort({ n: -1, _id: 1 })
      .skip(2)
      .limit(3)
      .toArray();
    expect(page).toEqual([
      { _id: 20, n: 6 },
      { _id: 27, n: 6 },
      { _id: 34, n: 6 },
    ]);
    await expect(server.db.command({ find: 'items', filtre: {} })).rejects.toMatchObject({
      code: 40415,
      message: "BSON field 'find.filtre' is an unknown field.",
    });
    await expect(server.db.command({ noSuch: 1 })).rejects.toMatchObject({
      code: 59,
      codeName: 'CommandNotFound',
    });
    await expect(
      items()
        .find({ n: { $near: 1 } as never })
        .toArray(),
    ).rejects.toMatchObject({ ok: 0 });
    await expect(items().find({}, { tailable: true }).toArray()).rejects.toMatchObject({ code: 2 });
  });

  it('count, estimate and list distinct values', async () => {
    await items().insertMany([{ _id: 1, list: ['b', 'a'] }, { _id: 2, list: ['b'] }, { _id: 3 }]);
    expect(await items().countDocuments({ list: 'b' }, { limit: 1 })).toBe(1);
    expect(await items().estimatedDocumentCount()).toBe(3);
    expect(await items().distinct('list')).toEqual(['a', 'b']);
    expect(await server.db.collection('none').countDocuments()).toBe(0);
  });
});

describe('update', () => {
  it('changes one or many, tells matched from modified', async () => {
    await items().insertMany([
      { _id: 1, n: 1 },
      { _id: 2, n: 1 },
    ]);
    expect(await items().updateOne({ n: 1 }, { $set: { n: 1 } })).toMatchObject({
      matchedCount: 1,
      modifiedCount: 0,
    });
    expect(await items().updateMany({}, { $inc: { n: 1 } })).toMatchObject({
      matchedCount: 2,
      modifiedCount: 2,
    });
    await expect(items().updateOne({ _id: 1 }, { $set: { _id: 5 } })).rejects.toMatchObject({ code: 66 });
    await expect(items().updateOne({ _id: 1 }, { $inc: { name: 'x' as never } })).rejects.toMatchObject({
      code: 14,
    });
    expect(await items().findOne({ _id: 1 })).toEqual({ _id: 1, n: 2 });
  });

  it('counts exactly when 20 clients increment one document', async () => {
    await items().insertOne({ _id: 1, n: 0 });
    await Promise.all(
      Array.from({ length: 200 }, () => items().updateOne({ _id: 1, n: { $gte: 0 } }, { $inc: { n: 1 } })),
    );
    expect(await items().findOne({ _id: 1 })).toEqual({ _id: 1, n: 200 });
  });

  it('lets one of many take what only one may have, also without an index', async () => {
    await items().insertMany(Array.from({ length: 3000 }, (_, i) => ({ _id: i, n: i === 2999 ? 1 : 0 })));
    const taken = await Promise.all(
      Array.from({ length: 10 }, () =>
        items()
          .updateOne({ n: 1 }, { $set: { n: 2 } })
          .then((r) => r.modifiedCount),
      ),
    );
    expect(taken.reduce((a, b) => a + b)).toBe(1);
  });

  it('changes every document of a large collection once', async () => {
    await createIndex(items(), { n: 1 });
    await items().insertMany(Array.from({ length: 5000 }, (_, i) => ({ _id: i, n: i })));
    expect(await items().updateMany({ n: { $gte: 0 } }, { $inc: { n: 1 } })).toMatchObject({
      modifiedCount: 5000,
    });
    expect(await items().countDocuments({ n: { $gte: 1, $lte: 5000 } })).toBe(5000);
    expect(await items().deleteMany({ n: { $gt: 10 } })).toMatchObject({ deletedCount: 4990 });
    expect(
      await items()
        .find()
        .sort({ n: 1 })
        .map(({ n }) => n)
        .toArray(),
    ).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });

  it('changes and removes one document that a long scan finds', async () => {
    const last = 39_999;
    await items().insertMany(Array.from({ length: last + 1 }, (_, i) => ({ _id: i, n: i })));
    expect(await items().updateOne({ n: last }, { $inc: { n: 1 } })).toMatchObject({ modifiedCount: 1 });
    expect(await items().findOneAndDelete({ n: last + 1 })).toEqual({ _id: last, n: last + 1 });
    expect(await items().updateOne({ n: last }, { $inc: { n: 1 } })).toMatchObject({ matchedCount: 0 });
  });

  it('upserts from the equalities of the filter, with positional and filtered updates elsewhere', async () => {
    const result = await items().updateOne(
      { _id: 4, name: 'x', n: { $gt: 3 } },
      { $setOnInsert: { n: 9 } },
      { upsert: true },
    );
    expect(result).toMatchObject({ upsertedCount: 1, upsertedId: 4 });
    expect(await items().findOne({ _id: 4 })).toEqual({ _id: 4, name: 'x', n: 9 });
    await items().insertOne({ _id: 5, list: [1, 5, 9] });
    await items().updateOne({ _id: 5, list: { $gt: 3 } }, { $set: { 'list.$': 50 } });
    await items().updateOne(
      { _id: 5 },
      { $inc: { 'list.$[big]': 1 } },
      { arrayFilters: [{ big: { $gte: 9 } }] },
    );
    expect(await items().findOne({ _id: 5 })).toEqual({ _id: 5, list: [1, 51, 10] });
  });

  it('finds and modifies: before, after, removed, upserted, none', async () => {
    await items().insertMany([
      { _id: 1, n: 1 },
      { _id: 2, n: 2 },
    ]);
    expect(await items().findOneAndUpdate({}, { $inc: { n: 5 } }, { sort: { n: -1 } })).toEqual({
      _id: 2,
      n: 2,
    });
    expect(
      await items().findOneAndUpdate(
        { _id: 2 },
        { $inc: { n: 1 } },
        { returnDocument: 'after', projection: { _id: 0 } },
      ),
    ).toEqual({ n: 8 });
    expect(await items().findOneAndReplace({ _id: 2 }, { name: 'two' }, { returnDocument: 'after' })).toEqual(
      { _id: 2, name: 'two' },
    );
    expect(await items().findOneAndDelete({ _id: 2 })).toEqual({ _id: 2, name: 'two' });
    expect(
      await items().findOneAndUpdate(
        { _id: 7 },
        { $set: { n: 7 } },
        { upsert: true, includeResultMetadata: true },
      ),
    ).toMatchObject({ value: null, lastErrorObject: { n: 1, updatedExisting: false, upserted: 7 } });
    expect(await items().findOneAndDelete({ _id: 99 })).toBeNull();
  });
});

describe('aggregate', () => {
  it('groups, joins and counts', async () => {
    await items().insertMany([
      { _id: 1, n: 1, name: 'a' },
      { _id: 2, n: 2, name: 'a' },
      { _id: 3, n: 5, name: 'b' },
    ]);
    await server.db.collection('names').insertMany([{ name: 'a', full: 'Ann' }]);
    const rows = await items()
      .aggregate([
        { $match: { n: { $gt: 0 } } },
        { $group: { _id: '$name', sum: { $sum: '$n' } } },
        { $sort: { _id: 1 } },
        { $lookup: { from: 'names', localField: '_id', foreignField: 'name', as: 'who' } },
        { $project: { sum: 1, who: '$who.full' } },
      ])
      .toArray();
    expect(rows).toEqual([
      { _id: 'a', sum: 3, who: ['Ann'] },
      { _id: 'b', sum: 5, who: [] },
    ]);
    expect(
      await items()
        .aggregate([{ $sample: { size: 2 } }])
        .toArray(),
    ).toHaveLength(2);
    expect(
      await items()
        .aggregate([{ $match: { n: 99 } }, { $count: 'n' }])
        .toArray(),
    ).toEqual([]);
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

  it('draws few of many without repeats, none that was deleted, and each sooner or later', async () => {
    await items().insertMany(Array.from({ length: 200 }, (_, _id) => ({ _id })));
    await items().deleteMany({ _id: { $gte: 100 } });
    const seen = new Set<number>();
    for (let round = 0; round < 400; round++) {
      const ids = await drawn(5);
      expect(new Set(ids).size).toBe(5);
      for (const id of ids) seen.add(id);
    }
    // 2,000 draws of 100: one that never comes happens once in 10⁶ runs
    expect([...seen].sort((a, b) => a - b)).toEqual(Array.from({ length: 100 }, (_, i) => i));
  });

  it('finds the few that are left of many', async () => {
    await items().insertMany(Array.from({ length: 2000 }, (_, _id) => ({ _id })));
    await items().deleteMany({ _id: { $gte: 40 } });
    const ids = await drawn(2);
    expect(new Set(ids).size).toBe(2);
    expect(ids.every((id) => id < 40)).toBe(true);
  });
});

describe('cursors', () => {
  it('read on over many batches while documents come and go', async () => {
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
    // what stood there throughout came exactly once
    for (let i = 0; i < 1000; i++) if (i < 500 || i % 10 !== 0) expect(seen.has(i)).toBe(true);
  });

  it('do not show a document that no longer matches when its turn comes', async () => {
    await createIndex(items(), { n: 1 });
    await items().insertMany(Array.from({ length: 300 }, (_, i) => ({ _id: i, n: 1 })));
    const cursor = items().find({ n: 1 }).batchSize(2);
    await cursor.next();
    await items().updateMany({ _id: { $gt: 100 } }, { $set: { n: 2 } });
    const rest = await cursor.toArray();
    expect(rest.every(({ n }) => n === 1)).toBe(true);
    expect(rest).toHaveLength(100);
  });

  it('end when killed, when their collection goes, and after the limit', async () => {
    await items().insertMany(Array.from({ length: 10 }, (_, i) => ({ _id: i })));
    const first = await server.db.command({ find: 'items', batchSize: 2 }, { promoteLongs: false });
    expect(String(first.cursor.id)).not.toBe('0');
    const killed = await server.db.command({ killCursors: 'items', cursors: [first.cursor.id] });
    expect(killed.cursorsKilled).toHaveLength(1);
    await expect(server.db.command({ getMore: first.cursor.id, collection: 'items' })).rejects.toMatchObject({
      code: 43,
    });
    const second = await server.db.command({ find: 'items', batchSize: 2 }, { promoteLongs: false });
    await items().drop();
    await expect(server.db.command({ getMore: second.cursor.id, collection: 'items' })).rejects.toMatchObject(
      { code: 43 },
    );
    await items().insertMany(Array.from({ length: 10 }, (_, i) => ({ _id: i })));
    const limited = await server.db.command({ find: 'items', limit: 3, batchSize: 3 });
    expect(String(limited.cursor.id)).toBe('0');
    expect(await items().find().limit(5).batchSize(2).toArray()).toHaveLength(5);
  });

  it('end when their maxTimeMS is over, also where they find nothing', async () => {
    await items().insertMany(Array.from({ length: 30 }, (_, i) => ({ _id: i, n: 50_000 })));
    const slow = { $expr: { $lt: [{ $sum: { $range: [0, '$n'] } }, 0] } };
    const maxTimeMS = 1;
    await expect(items().find(slow, { maxTimeMS }).toArray()).rejects.toMatchObject({ code: 50 });
    await expect(
      items()
        .aggregate([{ $match: slow }], { maxTimeMS })
        .toArray(),
    ).rejects.toMatchObject({ code: 50 });
    await expect(items().distinct('n', slow, { maxTimeMS })).rejects.toMatchObject({ code: 50 });
  });

  it('let a ping through while they scan', async () => {
    await items().insertMany(Array.from({ length: 20_000 }, (_, i) => ({ _id: i, name: 'x'.repeat(50) })));
    let scanning = true;
    const scan = items()
      .find({ name: 'y' })
      .sort({ n: 1 })
      .toArray()
      .finally(() => (scanning = false));
    let pings = 0;
    while (scanning) {
      await server.db.command({ ping: 1 });
      pings++;
    }
    expect(await scan).toEqual([]);
    expect(pings).toBeGreaterThan(2);
  });
});

describe('collections and databases', () => {
  it('are listed, created, renamed and dropped', async () => {
    await server.db.createCollection('a');
    await server.db.createCollection('a');
    await items().insertOne({ _id: 1 });
    expect((await server.db.listCollections().toArray()).map(({ name }) => name)).toEqual(['a', 'items']);
    expect(await server.db.listCollections({ name: 'a' }, { nameOnly: true }).toArray()).toEqual([
      { name: 'a', type: 'collection' },
    ]);
    await server.db.renameCollection('items', 'things');
    expect(await server.db.collection('things').countDocuments()).toBe(1);
    await expect(server.db.renameCollection('things', 'a')).rejects.toMatchObject({ code: 48 });
    expect(await server.db.collection('a').drop()).toBe(true);
    const { databases } = await server.client.db().admin().listDatabases();
    expect(databases.map(({ name }) => name)).toContain('test');
    await server.db.dropDatabase();
    expect(await server.db.listCollections().toArray()).toEqual([]);
    await expect(
      server.db.createCollection('x', { changeStreamPreAndPostImages: { enabled: true } }),
    ).rejects.toMatchObject({ code: 238 });
    await expect(server.db.collection('bad$name').insertOne({})).rejects.toMatchObject({ code: 73 });
  });

  it('come back after a restart, counters and all', async () => {
    await createIndex(items(), { n: 1 }, { unique: true });
    await items().insertMany(Array.from({ length: 100 }, (_, i) => ({ _id: i, n: i, list: [i] })));
    await createIndex(items(), { list: 1 });
    await server.restart();
    expect(await items().estimatedDocumentCount()).toBe(100);
    expect(await items().countDocuments({ n: { $lt: 10 } })).toBe(10);
    await expect(items().insertOne({ _id: 200, n: 5 })).rejects.toMatchObject({ code: 11000 });
    await items().insertOne({ _id: 200, n: 200 });
    expect((await items().find().toArray()).at(-1)).toMatchObject({ _id: 200 });
    expect(await items().countDocuments({ list: { $gt: 5, $lt: 5.5 } })).toBe(0);
  });

  it('refuse transactions as a standalone does', async () => {
    const session = server.client.startSession();
    session.startTransaction();
    await expect(items().insertOne({ _id: 1 }, { session })).rejects.toMatchObject({
      errorResponse: { originalError: { code: 20 } },
    });
    await session.abortTransaction().catch(() => undefined);
    await session.endSession();
    expect(await items().countDocuments()).toBe(0);
  });
});

it('keeps what $out would replace when it fails, and leaves nothing beside', async () => {
  await items().insertMany([
    { _id: 1, n: 1 },
    { _id: 2, n: 1 },
  ]);
  const other = server.db.collection<{ _id: number }>('other');
  await createIndex(other, { n: 1 }, { unique: true });
  await other.insertOne({ _id: 9 });
  await expect(
    items()
      .aggregate([{ $out: 'other' }])
      .toArray(),
  ).rejects.toMatchObject({ code: 11000 });
  expect(await other.find().toArray()).toEqual([{ _id: 9 }]);
  expect(await server.db.listCollections({ name: /^tmp/ }).toArray()).toEqual([]);
});

describe('expiry', () => {
  it('looks as often as setParameter says', async () => {
    const other = await startTestServer({ ttlInterval: 0 });
    try {
      const admin = other.client.db('admin');
      await createIndex(other.db.collection('s'), { at: 1 }, { expireAfterSeconds: 0 });
      await other.db.collection('s').insertOne({ at: new Date(0) });
      await expect(admin.command({ setParameter: 1 })).rejects.toMatchObject({ code: 72 });
      await expect(admin.command({ setParameter: 1, ttlMonitorSleepSecs: 0 })).rejects.toMatchObject({
        code: 2,
      });
      expect(await admin.command({ setParameter: 1, ttlMonitorSleepSecs: 1 })).toMatchObject({ was: 0 });
      expect(await admin.command({ getParameter: 1, ttlMonitorSleepSecs: 1 })).toMatchObject({
        ttlMonitorSleepSecs: 1,
      });
      await expect.poll(() => other.db.collection('s').countDocuments(), { timeout: 5000 }).toBe(0);
    } finally {
      await other.stop();
    }
  });

  it('deletes by date and leaves what is no date or still young', async () => {
    let now = Date.now();
    const clocked = await startTestServer({ ttlInterval: 20, now: () => new Date(now) });
    try {
      const sessions = clocked.db.collection('sessions');
      await createIndex(sessions, { at: 1 }, { expireAfterSeconds: 3600 });
      const id = new ObjectId();
      await sessions.insertMany([
        { at: new Date(now) },
        { at: [new Date(now + 9e6), new Date(now)] },
        { at: 'never' },
        { _id: id, at: new Date(now + 5e6) },
      ]);
      now += 3_500_000;
      await expect.poll(() => sessions.countDocuments()).toBe(4);
      now += 200_000;
      await expect.poll(() => sessions.countDocuments()).toBe(2);
      expect(await sessions.findOne({ _id: id })).not.toBeNull();
    } finally {
      await clocked.stop();
    }
  });
});
