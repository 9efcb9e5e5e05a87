import mongoose, { Schema } from 'mongoose';
import { describe, expect, it } from 'vitest';
import { mongooseConnection } from '../testing/mongoose.js';

const db = mongooseConnection();

interface Item {
  name: string;
  n: number;
  tags: string[];
  parts: { kind: string; count: number }[];
}
const itemSchema = () =>
  new Schema<Item>(
    {
      name: { type: String, unique: true, required: true },
      n: { type: Number, min: 0 },
      tags: [String],
      parts: [{ _id: false, kind: String, count: Number }],
    },
    { timestamps: true },
  );
async function items() {
  const Item = db().model('Item', itemSchema());
  await Item.init();
  return Item;
}

describe('insertMany', () => {
  it('unordered: inserts the valid documents, and reports validation failures and index conflicts', async () => {
    const Item = await items();
    await Item.create({ name: 'taken', n: 0 });
    const failure = await Item.insertMany(
      [{ name: 'a', n: 1 }, { n: 2 }, { name: 'taken', n: 3 }, { name: 'b', n: 4 }],
      { ordered: false },
    ).then(
      () => undefined,
      (error: unknown) =>
        error as { code: number; writeErrors: { index: number }[]; insertedDocs: unknown[] },
    );
    expect(failure).toMatchObject({ code: 11000, insertedDocs: [{ name: 'a' }, { name: 'b' }] });
    expect(failure!.writeErrors).toHaveLength(1);
    expect((await Item.find().sort('n').lean()).map(({ name }) => name)).toEqual(['taken', 'a', 'b']);
  });

  it('ordered: stops at the first index conflict', async () => {
    const Item = await items();
    await expect(Item.insertMany([{ name: 'a' }, { name: 'a' }, { name: 'b' }])).rejects.toMatchObject({
      code: 11000,
      insertedDocs: [{ name: 'a' }],
    });
    expect(await Item.estimatedDocumentCount()).toBe(1);
  });

  it('returns the result of the driver on request', async () => {
    const Item = await items();
    const result = await Item.insertMany([{ name: 'a' }, { n: 1 }, { name: 'b' }], {
      ordered: false,
      rawResult: true,
    });
    expect(result).toMatchObject({
      acknowledged: true,
      insertedCount: 2,
      mongoose: { validationErrors: [{}] },
    });
  });
});

describe('bulkWrite and bulkSave', () => {
  it('apply every kind of change, set timestamps, also on upsert, and return counts', async () => {
    const Item = await items();
    await Item.create([
      { name: 'a', n: 1 },
      { name: 'b', n: 1 },
      { name: 'c', n: 1 },
    ]);
    await Item.collection.updateMany({}, { $set: { updatedAt: new Date(0) } });
    const result = await Item.bulkWrite([
      { insertOne: { document: { name: 'd', n: 5 } as Item } },
      { updateOne: { filter: { name: 'a' }, update: { $inc: { n: 1 } } } },
      { updateOne: { filter: { name: 'new' }, update: { $set: { n: 9 } }, upsert: true } },
      { updateMany: { filter: { n: 1 }, update: { $push: { tags: 'one' } } } },
      { replaceOne: { filter: { name: 'd' }, replacement: { name: 'd', n: 6 } as Item } },
      { deleteOne: { filter: { name: 'b' } } },
      { deleteMany: { filter: { name: 'c' } } },
    ]);
    expect(result).toMatchObject({
      insertedCount: 1,
      matchedCount: 4,
      modifiedCount: 4,
      upsertedCount: 1,
      deletedCount: 2,
    });
    const all = await Item.find().sort('n').lean<(Item & { createdAt: Date; updatedAt: Date })[]>();
    expect(all.map(({ name, n }) => [name, n])).toEqual([
      ['a', 2],
      ['d', 6],
      ['new', 9],
    ]);
    expect(all[0]!.updatedAt.getTime()).toBeGreaterThan(0);
    expect(all[2]).toMatchObject({
      createdAt: expect.any(Date) as Date,
      updatedAt: expect.any(Date) as Date,
    });
  });

  it('unordered: continue past errors and report each', async () => {
    const Item = await items();
    const failure = await Item.bulkWrite(
      ['a', 'a', 'b', 'b', 'c'].map((name) => ({ insertOne: { document: { name } as Item } })),
      { ordered: false },
    ).catch((error: unknown) => error as mongoose.mongo.MongoBulkWriteError);
    expect(failure).toMatchObject({
      code: 11000,
      insertedCount: 3,
      writeErrors: [{ index: 1 }, { index: 3 }],
    });
  });

  it('save changed documents in one call, and reject those that others changed since', async () => {
    const Item = db().model('Item', itemSchema().set('optimisticConcurrency', true));
    const docs = await Item.create([
      { name: 'a', n: 1 },
      { name: 'b', n: 1 },
    ]);
    for (const doc of docs) doc.n += 1;
    expect(await Item.bulkSave(docs)).toMatchObject({ modifiedCount: 2 });
    await Item.updateOne({ name: 'a' }, { $inc: { __v: 1 } });
    const [first] = docs;
    first!.n = 9;
    await expect(first!.save()).rejects.toThrow(mongoose.Error.VersionError);
    expect((await Item.findOne({ name: 'a' }).lean())?.n).toBe(2);
  });
});

describe('updates', () => {
  it('findOneAndUpdate returns its result, with projection and sort', async () => {
    const Item = await items();
    await Item.create([
      {
        name: 'a',
        n: 1,
        parts: [
          { kind: 'x', count: 1 },
          { kind: 'y', count: 1 },
        ],
      },
      { name: 'b', n: 2, parts: [{ kind: 'x', count: 1 }] },
    ]);
    const result = await Item.findOneAndUpdate(
      {},
      { $inc: { 'parts.$[].count': 10 } },
      { sort: { n: -1 }, includeResultMetadata: true, returnDocument: 'after' },
    ).lean();
    expect(result).toMatchObject({
      lastErrorObject: { n: 1, updatedExisting: true },
      value: { name: 'b', parts: [{ kind: 'x', count: 11 }] },
      ok: 1,
    });
    const inserted = await Item.findOneAndUpdate(
      { name: 'c' },
      { n: 3 },
      { upsert: true, includeResultMetadata: true },
    );
    expect(inserted).toMatchObject({
      lastErrorObject: { updatedExisting: false, upserted: expect.anything() as unknown },
      value: null,
    });
    expect(await Item.findOneAndDelete({ name: 'c' }).select('n -_id').lean()).toEqual({ n: 3 });
    expect(
      await Item.findOneAndReplace({ name: 'a' }, { name: 'z' }, { returnDocument: 'after' }).lean(),
    ).toMatchObject({ name: 'z' });
  });

  it('save writes only the changes: atomic pushes, pulls, unset paths', async () => {
    const Item = await items();
    const doc = await Item.create({ name: 'a', n: 1, tags: ['x', 'y'], parts: [{ kind: 'k', count: 1 }] });
    const other = (await Item.findById(doc._id))!;
    doc.tags.push('z');
    await doc.save();
    other.n = 5;
    await other.save();
    (doc.tags as unknown as mongoose.Types.Array<string>).pull('x');
    doc.parts[0]!.count = 4;
    await doc.save();
    other.set('n', undefined);
    await other.save();
    const stored = await Item.findById(doc._id).lean();
    expect(stored).toMatchObject({ tags: ['y', 'z'], parts: [{ kind: 'k', count: 4 }] });
    expect(stored).not.toHaveProperty('n');
  });

  it('updateMany accepts pipelines, positions and several array operators', async () => {
    const Item = await items();
    await Item.create([
      { name: 'a', n: 1, tags: ['x', 'x', 'y'] },
      { name: 'b', n: 2, tags: ['y'] },
    ]);
    await Item.updateMany({}, [{ $set: { n: { $add: ['$n', 10] } } }], { updatePipeline: true });
    await Item.updateMany({ tags: 'y' }, { $set: { 'tags.$': 'w' }, $inc: { n: 1 } });
    await Item.updateOne({ name: 'a' }, { $pull: { tags: 'x' }, $min: { n: 3 } });
    await Item.updateOne({ name: 'b' }, { $addToSet: { tags: { $each: ['w', 'v'] } } });
    expect((await Item.find().sort('name').lean()).map(({ n, tags }) => ({ n, tags }))).toEqual([
      { n: 3, tags: ['w'] },
      { n: 13, tags: ['w', 'v'] },
    ]);
  });

  it('saving a deleted document throws', async () => {
    const Item = await items();
    const doc = await Item.create({ name: 'a', n: 1 });
    await Item.deleteOne({ _id: doc._id });
    doc.n = 2;
    await expect(doc.save()).rejects.toThrow(mongoose.Error.DocumentNotFoundError);
  });
});
