import { describe, expect, it } from 'vitest';
import { createIndex } from '../testing/server.js';
import { insertLong, ownServer, slow } from '../testing/setup.js';

const { server, items } = ownServer();

describe('update', () => {
  it('changes one or many documents and counts matched and modified ones', async () => {
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

  it('counts exactly if 20 clients increment one document', async () => {
    await items().insertOne({ _id: 1, n: 0 });
    await Promise.all(
      Array.from({ length: 200 }, () => items().updateOne({ _id: 1, n: { $gte: 0 } }, { $inc: { n: 1 } })),
    );
    expect(await items().findOne({ _id: 1 })).toEqual({ _id: 1, n: 200 });
  });

  it('lets only one of many claim a document, with and without an index', async () => {
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

  it('changes a document once even if another update moves it along the index', async () => {
    await createIndex(items(), { n: 1 });
    await items().insertMany(Array.from({ length: 20_000 }, (_, i) => ({ _id: i, n: i })));
    const all = items().updateMany({ n: { $gte: 0 } }, { $inc: { hits: 1 } });
    for (let i = 0; i < 40; i++) await items().updateOne({ _id: i }, { $set: { n: 1e6 + i } });
    expect(await all).toMatchObject({ matchedCount: 20_000, modifiedCount: 20_000 });
    expect(await items().countDocuments({ hits: { $ne: 1 } })).toBe(0);
  });

  it('reads and writes arrays of 150,000 items', async () => {
    const list = Array.from({ length: 150_000 }, (_, i) => i);
    await items().insertOne({ _id: 1, list: [-1] });
    await items().updateOne({ _id: 1 }, { $push: { list: { $each: list, $position: 0 } } });
    expect((await items().findOne())!.list).toEqual([...list, -1]);
    expect(await items().distinct('list')).toHaveLength(150_001);
  });

  it('uses the variables of the command in the filter of an upsert', async () => {
    const update = { q: { _id: 7, $expr: { $eq: ['$n', '$$n'] } }, u: { $set: { name: 'x' } }, upsert: true };
    await server().db.command({ update: 'items', updates: [update], let: { n: 5 } });
    expect(await items().find().toArray()).toEqual([{ _id: 7, name: 'x' }]);
  });

  it('changes and removes one document found by a long scan', async () => {
    const last = 39_999;
    await items().insertMany(Array.from({ length: last + 1 }, (_, i) => ({ _id: i, n: i })));
    expect(await items().updateOne({ n: last }, { $inc: { n: 1 } })).toMatchObject({ modifiedCount: 1 });
    expect(await items().findOneAndDelete({ n: last + 1 })).toEqual({ _id: last, n: last + 1 });
    expect(await items().updateOne({ n: last }, { $inc: { n: 1 } })).toMatchObject({ matchedCount: 0 });
  });

  it('upserts with the equalities of the filter, and applies positional updates elsewhere', async () => {
    const result = await items().updateOne(
      { _id: 4, name: 'x', n: { $gt: 3 } },
      { $setOnInsert: { n: 9 } },
      { upsert: true },
    );
    expect(result).toMatchObject({ upsertedCount: 1, upsertedId: 4 });
    expect(await items().findOne({ _id: 4 })).toEqual({ _id: 4, name: 'x', n: 9 });
    await items().insertOne({ _id: 5, list: [1, 5, 9] });
    await items().updateOne({ _id: 5, list: { $gt: 3 } }, { $set: { 'list.$': 50 } });
    await items().updateOne({ _id: 5 }, { $inc: { 'list.$[]': 1 } });
    expect(await items().findOne({ _id: 5 })).toEqual({ _id: 5, list: [2, 51, 10] });
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

describe('maxTimeMS', () => {
  it('stops writes whose search takes longer, and leaves the documents unchanged', async () => {
    await insertLong(items());
    const change = { $set: { name: 'changed' } };
    for (const command of [
      { update: 'items', updates: [{ q: slow, u: change, multi: true }] },
      { update: 'items', updates: [{ q: slow, u: change, upsert: true }], ordered: false },
      { delete: 'items', deletes: [{ q: slow, limit: 0 }] },
      { findAndModify: 'items', query: slow, update: change, upsert: true },
      { findAndModify: 'items', query: slow, remove: true },
    ])
      await expect(server().db.command({ ...command, maxTimeMS: 1 })).rejects.toMatchObject({
        code: 50,
        codeName: 'MaxTimeMSExpired',
      });
    expect(await items().countDocuments()).toBe(15);
    expect(await items().updateMany({}, change, { maxTimeMS: 60_000 })).toMatchObject({ modifiedCount: 15 });
  });
});
