import mongoose, { Schema } from 'mongoose';
import { describe, expect, it } from 'vitest';
import { mongooseConnection } from '../testing/mongoose.js';

const db = mongooseConnection();

describe('mongoose', () => {
  it('builds indexes, validates uniqueness, sets timestamps, checks versions', async () => {
    const schema = new Schema(
      { name: { type: String, unique: true }, tags: [String], n: Number },
      { timestamps: true, optimisticConcurrency: true },
    );
    const User = db().model('User', schema);
    await User.init();
    const user = await User.create({ name: 'ann', tags: ['a'] });
    expect(user.createdAt).toBeInstanceOf(Date);
    await expect(User.create({ name: 'ann' })).rejects.toMatchObject({
      code: 11000,
      keyValue: { name: 'ann' },
    });
    const other = (await User.findById(user.id))!;
    user.tags.push('b');
    await user.save();
    other.n = 5;
    await expect(other.save()).rejects.toThrow(mongoose.Error.VersionError);
    expect(await User.findOne({ tags: 'b' }).lean()).toMatchObject({ name: 'ann', tags: ['a', 'b'], __v: 1 });
    expect(await User.exists({ name: 'bob' })).toBeNull();
  });

  it('populates, discriminates and bulk-writes', async () => {
    const Person = db().model('Person', new Schema({ name: String }));
    const Event = db().model(
      'Event',
      new Schema({ who: { type: Schema.Types.ObjectId, ref: 'Person' } }, { discriminatorKey: 'kind' }),
    );
    const Click = Event.discriminator('Click', new Schema({ at: String }));
    const [ann] = await Person.insertMany([{ name: 'ann' }, { name: 'bob' }]);
    await Click.create({ who: ann!._id, at: 'home' });
    await Event.create({ who: ann!._id });
    expect(await Click.countDocuments()).toBe(1);
    const event = await Event.findOne({ kind: 'Click' }).populate<{ who: { name: string } }>('who');
    expect(event?.who.name).toBe('ann');
    const result = await Person.bulkWrite([
      { updateOne: { filter: { name: 'bob' }, update: { $set: { name: 'rob' } } } },
      { insertOne: { document: { name: 'cid' } } },
    ]);
    expect(result).toMatchObject({ modifiedCount: 1, insertedCount: 1 });
    const names: (string | null | undefined)[] = [];
    for await (const person of Person.find().sort('name').cursor({ batchSize: 1 })) names.push(person.name);
    expect(names).toEqual(['ann', 'cid', 'rob']);
  });

  it('syncs changed indexes on an existing store and aggregates', async () => {
    const First = db().model('Thing', new Schema({ a: Number, b: Number }).index({ a: 1 }), 'things');
    await First.init();
    await First.insertMany(
      [
        { a: 1, b: 1 },
        { a: 2, b: 1 },
      ],
      { ordered: false },
    );
    db().deleteModel('Thing');
    const Second = db().model('Thing', new Schema({ a: Number, b: Number }).index({ b: -1, a: 1 }), 'things');
    expect(await Second.syncIndexes()).toEqual(['a_1']);
    expect(Object.keys(await Second.collection.indexInformation())).toEqual(['_id_', 'b_-1_a_1']);
    expect(await Second.aggregate([{ $group: { _id: '$b', total: { $sum: '$a' } } }])).toEqual([
      { _id: 1, total: 3 },
    ]);
    expect(
      await Second.findOneAndUpdate({ a: 9 }, { b: 9 }, { upsert: true, returnDocument: 'after' }).lean(),
    ).toMatchObject({ a: 9, b: 9 });
  });
});
