import { Double, Int32, Long } from 'bson';
import { MongoBulkWriteError } from 'mongodb';
import { describe, expect, it } from 'vitest';
import { ownServer } from '../testing/setup.js';

const { server, items } = ownServer();

describe('insert and find', () => {
  it('preserve documents to the byte: number types and field order', async () => {
    const raw = server().db.collection('raw');
    const doc = {
      z: new Int32(5),
      a: Long.fromNumber(5),
      m: new Double(5),
      nested: { b: 1, '0': [null, undefined] },
    };
    await raw.insertOne(doc);
    const found = await raw.findOne({}, { promoteValues: false });
    expect(found!.a).toEqual(Long.fromNumber(5));
    expect(found!.m).toEqual(new Double(5));
    await raw.updateOne({}, { $set: { extra: 1 } });
    const changed = await raw.findOne({}, { promoteValues: false });
    expect(Object.keys(changed!)).toEqual(['_id', 'z', 'a', 'm', 'nested', 'extra']);
    expect(changed!.m).toEqual(new Double(5));
  });

  it('stop an ordered bulk at the first error, and continue an unordered one', async () => {
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

  it('run a mixed bulk in order and report the result of each operation', async () => {
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

  it('write to several collections through client.bulkWrite', async () => {
    const result = await server().client.bulkWrite<Record<string, { _id: number }>>(
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
    expect(await server().db.collection('b').countDocuments()).toBe(1);
  });

  it('accept a document of just under 16 MB and reject a larger one', async () => {
    const blob = server().db.collection<{ _id: number; text: string }>('blob');
    const text = 'x'.repeat(16 * 1024 * 1024 - 100);
    await blob.insertOne({ _id: 1, text });
    expect((await blob.findOne({ _id: 1 }))?.text).toHaveLength(text.length);
    await expect(blob.updateOne({ _id: 1 }, { $set: { more: 'y'.repeat(200) } })).rejects.toMatchObject({
      code: 17419,
    });
    const command = { insert: 'blob', documents: [{ _id: 2, text: `${text}${'y'.repeat(200)}` }] };
    expect((await server().db.command(command)).writeErrors).toMatchObject([{ index: 0, code: 10334 }]);
    expect(await blob.countDocuments()).toBe(1);
  });

  it('sort, skip, limit, project and report unknown fields', async () => {
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
    await expect(server().db.command({ find: 'items', filtre: {} })).rejects.toMatchObject({
      code: 40415,
      message: "BSON field 'find.filtre' is an unknown field.",
    });
    await expect(server().db.command({ noSuch: 1 })).rejects.toMatchObject({
      code: 59,
      codeName: 'CommandNotFound',
    });
    await expect(
      items()
        .find({ n: { $near: 1 } as never })
        .toArray(),
    ).rejects.toMatchObject({ ok: 0 });
    await expect(items().find({}, { tailable: true }).toArray()).rejects.toMatchObject({ code: 238 });
  });

  it('count, estimate and list distinct values', async () => {
    await items().insertMany([{ _id: 1, list: ['b', 'a'] }, { _id: 2, list: ['b'] }, { _id: 3 }]);
    expect(await items().countDocuments({ list: 'b' }, { limit: 1 })).toBe(1);
    expect(await items().estimatedDocumentCount()).toBe(3);
    expect(await items().distinct('list')).toEqual(['a', 'b']);
    expect(await server().db.collection('none').countDocuments()).toBe(0);
  });
});
