import mongoose, { Schema } from 'mongoose';
import { describe, expect, it } from 'vitest';
import { mongooseConnection } from '../testing/mongoose.js';

const db = mongooseConnection();

async function numbers(count = 20) {
  const Item = db().model(
    'Item',
    new Schema({ n: { type: Number, index: true }, group: String, tags: [String] }),
  );
  await Item.init();
  await Item.insertMany(
    Array.from({ length: count }, (_, n) => ({
      n,
      group: n % 2 ? 'odd' : 'even',
      tags: [`t${n % 3}`, 'all'],
    })),
  );
  return Item;
}

describe('queries', () => {
  it('count, list distinct values and follow hints', async () => {
    const Item = await numbers();
    expect(await Item.estimatedDocumentCount()).toBe(20);
    expect(await Item.countDocuments({ n: { $gte: 15 } }).hint({ n: 1 })).toBe(5);
    await expect(Item.countDocuments({ n: 1 }).hint('nothing')).rejects.toMatchObject({ code: 2 });
    expect(await Item.distinct('tags', { n: { $lt: 2 } })).toEqual(['all', 't0', 't1']);
    expect(
      await Item.find({ n: { $in: [3, 1, 2] } })
        .sort('-n')
        .distinct('group'),
    ).toEqual(['even', 'odd']);
  });

  it('read through cursors: to the end, in parallel, closed early', async () => {
    const Item = await numbers();
    const seen: (number | null | undefined)[] = [];
    for await (const item of Item.find().sort('n').cursor({ batchSize: 3 })) {
      seen.push(item.n);
      if (seen.length === 5) break;
    }
    expect(seen).toEqual([0, 1, 2, 3, 4]);
    const cursor = Item.find().sort('n').lean().batchSize(2).cursor();
    expect(await cursor.next()).toMatchObject({ n: 0 });
    await cursor.close();
    await expect(cursor.next()).rejects.toThrow(/closed/);
    let sum = 0;
    await Item.find()
      .cursor({ batchSize: 4 })
      .eachAsync((item) => void (sum += item.n ?? 0), { parallel: 4 });
    expect(sum).toBe(190);
    const rows: unknown[] = [];
    for await (const row of Item.aggregate<{ n: number }>([{ $match: { n: { $lt: 7 } } }]).cursor({
      batchSize: 2,
    }))
      rows.push(row.n);
    expect(rows).toHaveLength(7);
  });

  it('explain, select fields and match a regular expression', async () => {
    const Item = await numbers();
    const plan = (await Item.find({ n: 4 }).explain('executionStats')) as unknown as {
      executionStats: { nReturned: number; totalDocsExamined: number };
    };
    expect(plan.executionStats).toMatchObject({ nReturned: 1, totalDocsExamined: 1 });
    expect(JSON.stringify(await Item.aggregate([{ $match: { n: 4 } }]).explain())).toContain('IXSCAN');
    expect(
      await Item.findOne({ n: 1 })
        .select({ count: { $size: '$tags' }, _id: 0, n: 1 })
        .lean(),
    ).toEqual({ n: 1, count: 2 });
    expect(await Item.find({ group: /^ev/ }).select('-tags -_id -__v').sort('n').limit(1).lean()).toEqual([
      { n: 0, group: 'even' },
    ]);
    expect(
      await Item.find()
        .or([{ n: 1 }, { n: 2 }])
        .nor([{ n: 2 }])
        .countDocuments(),
    ).toBe(1);
    expect(await Item.exists({ n: 99 })).toBeNull();
  });

  it('reject watch and transactions, as a standalone does', async () => {
    const Item = await numbers(1);
    for (const stream of [Item.watch(), db().watch()]) {
      await expect(stream.next()).rejects.toMatchObject({ code: 40573 });
      await stream.close();
    }
    await expect(
      db().transaction(async (session) => {
        await Item.create([{ n: 2 }], { session });
      }),
    ).rejects.toMatchObject({
      message: expect.stringMatching(/retryable writes|Transaction numbers/) as string,
    });
    expect(await Item.countDocuments()).toBe(1);
  });
});

describe('types', () => {
  it('round-trip unchanged: maps, long integers, UUIDs, bytes, doubles, mixed', async () => {
    const Thing = db().model(
      'Thing',
      new Schema({
        map: { type: Map, of: Number },
        big: BigInt,
        uuid: Schema.Types.UUID,
        bytes: Buffer,
        double: Schema.Types.Double,
        int: Schema.Types.Int32,
        mixed: Schema.Types.Mixed,
        dates: [Date],
      }),
    );
    const uuid = new mongoose.mongo.UUID();
    const { _id } = await Thing.create({
      map: { a: 1, b: 2 },
      big: 2n ** 60n,
      uuid,
      bytes: Buffer.from([1, 2, 3]),
      double: 4,
      int: 5,
      mixed: { deep: [{ x: null }, 'y'] },
      dates: [new Date(0), new Date(1e12)],
    });
    const thing = (await Thing.findById(_id))!;
    expect(thing.map?.get('b')).toBe(2);
    expect(thing.big).toBe(2n ** 60n);
    expect(String(thing.uuid)).toBe(uuid.toString());
    expect([...thing.bytes!]).toEqual([1, 2, 3]);
    expect(thing.mixed).toEqual({ deep: [{ x: null }, 'y'] });
    const types = await Thing.aggregate<Record<string, string>>([
      {
        $project: {
          _id: 0,
          big: { $type: '$big' },
          uuid: { $type: '$uuid' },
          double: { $type: '$double' },
          int: { $type: '$int' },
        },
      },
    ]);
    expect(types).toEqual([{ big: 'long', uuid: 'binData', double: 'double', int: 'int' }]);
    thing.map!.set('c', 3);
    thing.map!.delete('a');
    await thing.save();
    expect(await Thing.findOne({ 'map.c': 3, uuid, big: 2n ** 60n }).lean()).toMatchObject({
      map: { b: 2, c: 3 },
    });
  });
});

describe('indexes', () => {
  it('are compared with the schema, created and dropped', async () => {
    const first = new Schema({ a: Number, b: String })
      .index({ a: 1 })
      .index({ b: 1 }, { unique: true, sparse: true });
    const One = db().model('One', first, 'indexed');
    await One.init();
    await One.collection.createIndexes([{ key: { stray: 1 } }]);
    expect(await One.diffIndexes()).toEqual({ toDrop: ['stray_1'], toCreate: [] });
    db().deleteModel('One');
    const Two = db().model('Two', new Schema({ a: Number, b: String }).index({ a: 1, b: -1 }), 'indexed');
    expect(await Two.diffIndexes()).toMatchObject({
      toDrop: ['a_1', 'b_1', 'stray_1'],
      toCreate: [{ a: 1, b: -1 }],
    });
    expect(await Two.cleanIndexes()).toEqual(['a_1', 'b_1', 'stray_1']);
    expect(await Two.syncIndexes()).toEqual([]);
    expect((await Two.listIndexes()).map(({ name }: { name: string }) => name)).toEqual(['_id_', 'a_1_b_-1']);
  });

  it('are not created if documents contradict them', async () => {
    const Loose = db().model('Loose', new Schema({ a: Number }), 'strict');
    await Loose.create([{ a: 1 }, { a: 1 }]);
    db().deleteModel('Loose');
    const Strict = db().model('Strict', new Schema({ a: { type: Number, unique: true } }), 'strict');
    await expect(Strict.init()).rejects.toMatchObject({ code: 11000 });
    expect((await Strict.listIndexes()).map(({ name }: { name: string }) => name)).toEqual(['_id_']);
  });
});
