import { Schema } from 'mongoose';
import { describe, expect, it } from 'vitest';
import { mongooseConnection } from '../testing/mongoose.js';

const connection = mongooseConnection();
const manual = { autoCreate: false, autoIndex: false };

describe('collections of a schema', () => {
  it('are capped', async () => {
    const Log = connection().model('Log', new Schema({ line: String }, { capped: { size: 4096, max: 2 } }));
    await Log.init();
    for (const line of ['a', 'b', 'c']) await Log.create({ line });
    expect(await Log.collection.isCapped()).toBe(true);
    expect((await Log.find()).map(({ line }) => line)).toEqual(['b', 'c']);
  });

  it('take what their JSON schema takes', async () => {
    const schema = new Schema({ name: { type: String, required: true }, age: Number }, manual);
    const Person = connection().model('Person', schema);
    const $jsonSchema = schema.toJSONSchema({ useBsonType: true });
    await Person.createCollection({ validator: { $jsonSchema } });
    await Person.create({ name: 'Ann', age: 3 });
    await expect(Person.collection.insertOne({ name: 3 })).rejects.toThrow('Document failed validation');
    await expect(Person.collection.updateOne({}, { $set: { age: 'three' } })).rejects.toMatchObject({
      code: 121,
    });
    expect(await Person.countDocuments({ $jsonSchema })).toBe(1);
  });

  it('are time series, clustered, or views', async () => {
    const series = new Schema({ at: Date, value: Number }, { ...manual, timeseries: { timeField: 'at' } });
    const Reading = connection().model('Reading', series);
    await Reading.createCollection({ expireAfterSeconds: 60 });
    await Reading.insertMany([{ at: new Date(), value: 1 }]);
    expect(await Reading.collection.options()).toMatchObject({
      timeseries: { timeField: 'at', granularity: 'seconds' },
      expireAfterSeconds: 60,
    });

    const clusteredIndex = { key: { _id: 1 }, name: 'by id', unique: true } as const;
    const Item = connection().model('Item', new Schema({ _id: Number }, { ...manual, clusteredIndex }));
    await Item.createCollection();
    await Item.insertMany([{ _id: 2 }, { _id: 1 }]);
    expect((await Item.find()).map(({ _id }) => _id)).toEqual([1, 2]);

    const Second = connection().model('Second', new Schema({ _id: Number }, manual), 'second');
    await Second.createCollection({ viewOn: 'items', pipeline: [{ $match: { _id: 2 } }] });
    expect(await Second.find().lean()).toEqual([{ _id: 2, __v: 0 }]);
    await expect(Second.create({ _id: 3 })).rejects.toMatchObject({ code: 166 });
  });

  it('compare by their collation', async () => {
    const schema = new Schema({ name: String }, { ...manual, collation: { locale: 'en', strength: 2 } });
    schema.index({ name: 1 }, { unique: true });
    const User = connection().model('User', schema);
    await User.createCollection();
    await User.syncIndexes();
    await User.create([{ name: 'Zeta' }, { name: 'alpha' }]);
    expect((await User.find().sort('name')).map(({ name }) => name)).toEqual(['alpha', 'Zeta']);
    expect(await User.findOne({ name: 'ALPHA' })).not.toBeNull();
    await expect(User.create({ name: 'ALPHA' })).rejects.toMatchObject({ code: 11000 });
    // Mongoose 9 looks for the collation of the schema only among what it would drop
    expect((await User.diffIndexes()).toDrop).toEqual([]);
  });
});

describe('syncIndexes', () => {
  it('finds indexes of all kinds unchanged', async () => {
    const schema = new Schema(
      { title: String, text: String, age: Number, place: {}, key: String, more: {} },
      manual,
    );
    schema.index({ title: 'text', text: 'text', age: 1 }, { weights: { title: 3 } });
    schema.index({ place: '2dsphere' });
    schema.index({ key: 'hashed' });
    schema.index({ 'more.$**': 1 });
    schema.index({ age: 1 }, { collation: { locale: 'en', strength: 2 } });
    const Page = connection().model('Page', schema);
    await Page.createCollection();
    await Page.syncIndexes();
    expect(await Page.syncIndexes()).toEqual([]);
    expect(await Page.diffIndexes()).toEqual({ toDrop: [], toCreate: [] });
    await Page.create({ title: 'a', place: { type: 'Point', coordinates: [1, 2] } });
    expect(await Page.countDocuments()).toBe(1);
  });

  it('replaces an index whose collation changed', async () => {
    const before = new Schema({ name: String }, manual).index({ name: 1 }, { unique: true });
    const A = connection().model('A', before, 'names');
    await A.createCollection();
    await A.syncIndexes();
    const after = new Schema({ name: String }, manual);
    after.index({ name: 1 }, { unique: true, collation: { locale: 'en', strength: 2 } });
    const B = connection().model('B', after, 'names');
    expect(await B.syncIndexes()).toEqual(['name_1']);
    expect(await B.listIndexes()).toMatchObject([
      { name: '_id_' },
      { collation: { locale: 'en', strength: 2 } },
    ]);
  });
});
