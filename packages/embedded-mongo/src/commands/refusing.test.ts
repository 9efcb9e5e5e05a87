import { Code, Decimal128, MinKey, Timestamp } from 'bson';
import { MongoClient } from 'mongodb';
import { describe, expect, it } from 'vitest';
import { createIndex } from '../testing/server.js';
import { ownServer } from '../testing/setup.js';

const { server, items } = ownServer();
const command = (body: Record<string, unknown>) => server().db.command(body);

describe('a client in strict Stable API mode', () => {
  it('can use the commands in the API, and no others', async () => {
    await items().insertOne({ _id: 1, n: 2 });
    const client = new MongoClient(`mongodb://127.0.0.1:${server().port}/`, {
      serverApi: { version: '1', strict: true },
    });
    try {
      const strict = client.db('test').collection<{ _id: number }>('items');
      expect(await strict.findOne()).toEqual({ _id: 1, n: 2 });
      expect(await strict.countDocuments()).toBe(1);
      const beside = { code: 323, message: expect.stringContaining('is not in API Version 1') as string };
      await expect(strict.distinct('n')).rejects.toMatchObject(beside);
      await expect(strict.aggregate([{ $collStats: { count: {} } }]).toArray()).rejects.toMatchObject(beside);
    } finally {
      await client.close();
    }
  });
});

describe('a write command', () => {
  it('rejects a filter that is missing, null or not a document, and changes nothing', async () => {
    await items().insertMany([{ _id: 1 }, { _id: 2 }]);
    const update = (q: object) =>
      command({ update: 'items', updates: [{ ...q, u: { $set: { n: 1 } }, multi: true }] });
    const remove = (q: object) => command({ delete: 'items', deletes: [{ ...q, limit: 0 }] });
    for (const run of [update, remove]) {
      await expect(run({})).rejects.toMatchObject({ code: 40414 });
      await expect(run({ q: null })).rejects.toMatchObject({ code: 40414 });
      await expect(run({ q: 5 })).rejects.toMatchObject({ code: 14, codeName: 'TypeMismatch' });
      await expect(run({ q: [] })).rejects.toMatchObject({ code: 14 });
    }
    await expect(items().bulkWrite([{ deleteMany: { filter: undefined as never } }])).rejects.toThrow();
    expect(await items().find().toArray()).toEqual([{ _id: 1 }, { _id: 2 }]);
  });

  it('rejects a stage that is not a document', async () => {
    await expect(command({ aggregate: 'items', pipeline: [null], cursor: {} })).rejects.toMatchObject({
      code: 14,
    });
  });

  it('rejects an invalid statement before it runs any statement', async () => {
    await items().insertOne({ _id: 1 });
    const deletes = [
      { q: { _id: 1 }, limit: 1 },
      { q: {}, limit: 0, other: 1 },
    ];
    await expect(command({ delete: 'items', deletes })).rejects.toMatchObject({ code: 40415 });
    expect(await items().countDocuments()).toBe(1);
  });

  it('on many collections rejects unknown fields and missing documents', async () => {
    const admin = server().client.db('admin');
    const bulkWrite = (op: object) =>
      admin.command({ bulkWrite: 1, ops: [op], nsInfo: [{ ns: 'test.items' }] });
    await expect(bulkWrite({ insert: 0, document: { _id: 1 }, other: 1 })).rejects.toMatchObject({
      code: 40415,
    });
    await expect(bulkWrite({ insert: 0 })).rejects.toMatchObject({ code: 40414 });
    await expect(bulkWrite({ delete: 0, multi: true })).rejects.toMatchObject({ code: 40414 });
    await expect(bulkWrite({ other: 0 })).rejects.toMatchObject({ code: 9 });
  });

  it('rejects top-level fields with a dollar prefix, and accepts nested ones', async () => {
    await items().insertOne({ _id: 1 });
    const set = (update: object) => items().updateOne({ _id: 1 }, update);
    for (const update of [{ $set: { $set: { a: 1 } } }, { $inc: { $n: 1 } }, { $push: { '$list.a': 1 } }]) {
      await items().updateOne({ _id: 1 }, { $set: { n: 1 } });
      await expect(set(update), JSON.stringify(update)).rejects.toMatchObject({ code: 52 });
    }
    await expect(
      items().updateOne({ _id: 2 }, { $setOnInsert: { $a: 1 } as never }, { upsert: true }),
    ).rejects.toMatchObject({ code: 52 });
    await set({ $set: { n: { $a: 1 } } });
    expect(await items().findOne()).toEqual({ _id: 1, n: { $a: 1 } });
  });

  it('rejects a database that differs from another only by case, and system names', async () => {
    await items().insertOne({ _id: 1 });
    await expect(server().client.db('TEST').collection('a').insertOne({})).rejects.toMatchObject({
      code: 13297,
    });
    await expect(server().db.collection('system.other').insertOne({})).rejects.toMatchObject({ code: 73 });
  });
});

describe('a partial index', () => {
  it('accepts only the filters that MongoDB accepts', async () => {
    const create = (partialFilterExpression: object) =>
      createIndex(
        items(),
        { n: 1 },
        { partialFilterExpression, name: JSON.stringify(partialFilterExpression) },
      );
    for (const filter of [
      { email: { $ne: null } },
      { email: { $exists: false } },
      { email: { $not: { $gt: 1 } } },
      { email: { $nin: [1] } },
      { email: { $regex: '^a' } },
      { $nor: [{ a: 1 }] },
      { $or: [{ a: 1 }, { b: { $ne: 1 } }] },
    ])
      await expect(create(filter), JSON.stringify(filter)).rejects.toMatchObject({
        code: 67,
        codeName: 'CannotCreateIndex',
      });
    for (const filter of [
      { email: 'a', n: { $gt: 1, $lte: 5 } },
      { email: { $exists: true } },
      { email: { $type: 'string' } },
      { email: { $in: [1, null] } },
      { $or: [{ a: 1 }, { $and: [{ b: null }] }] },
    ])
      await create(filter);
  });
});

describe('names of Object.prototype', () => {
  it('are not operators or parameters', async () => {
    await items().insertOne({ _id: 1 });
    const aggregate = (stage: object) => items().aggregate([stage]).toArray();
    await expect(aggregate({ $group: { _id: null, n: { constructor: 1 } } })).rejects.toMatchObject({
      code: 15952,
    });
    const date = new Date(0);
    await expect(
      aggregate({ $project: { n: { $dateTrunc: { date, unit: 'day', constructor: 1 } } } }),
    ).rejects.toMatchObject({ code: 9 });
    await expect(items().insertOne({ _id: 2, code: new Code('x') } as never)).rejects.toMatchObject({
      code: 238,
    });
  });
});

it('rejects the types that no client sends, wherever they are', async () => {
  const values = {
    decimal: Decimal128.fromString('1'),
    timestamp: new Timestamp({ t: 0, i: 0 }),
    MinKey: new MinKey(),
  };
  for (const [type, value] of Object.entries(values)) {
    const message = `the BSON type ${type} is not supported by the embedded database; use MongoDB`;
    const refusal = { code: 238, codeName: 'NotImplemented', message };
    await expect(items().insertOne({ _id: 1, list: [value] }), type).rejects.toMatchObject(refusal);
    await expect(items().findOne({ list: value }), type).rejects.toMatchObject(refusal);
  }
  expect(await items().countDocuments()).toBe(0);
});
