import { rmSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { decode } from '../bson/decode.js';
import { encode } from '../bson/encode.js';
import { Catalogue } from '../store/catalogue.js';
import { buildIndex, normaliseSpec } from '../store/index-spec.js';
import { Storage } from '../store/lmdb.js';
import { explained } from '../testing/explained.js';
import { createIndex, temporaryDirectory } from '../testing/server.js';
import { ownServer } from '../testing/setup.js';
import { Records } from './records.js';

const { server } = ownServer();

describe('unique indexes', () => {
  it('reject a second document with the same key and report the key', async () => {
    const users = server().db.collection('users');
    await createIndex(users, { email: 1, 'org.id': -1 }, { unique: true });
    await users.insertOne({ email: 'a@b.c', org: { id: 7 } });
    await expect(users.insertOne({ email: 'a@b.c', org: { id: 7 } })).rejects.toMatchObject({
      code: 11000,
      keyPattern: { email: 1, 'org.id': -1 },
      keyValue: { email: 'a@b.c', 'org.id': 7 },
      message:
        'E11000 duplicate key error collection: test.users index: email_1_org.id_-1 dup key: { email: "a@b.c", org.id: 7 }',
    });
    await users.insertOne({ email: 'a@b.c', org: { id: 8 } });
    await expect(users.updateOne({ 'org.id': 8 }, { $set: { 'org.id': 7 } })).rejects.toMatchObject({
      code: 11000,
    });
    expect(await users.countDocuments({ 'org.id': 8 })).toBe(1);
  });

  it('let exactly one of 50 concurrent inserts and upserts succeed', async () => {
    const users = server().db.collection('users');
    await createIndex(users, { name: 1 }, { unique: true });
    const inserts = await Promise.allSettled(
      Array.from({ length: 50 }, () =>
        server().client.db('test').collection('users').insertOne({ name: 'ann' }),
      ),
    );
    expect(inserts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const upserts = await Promise.allSettled(
      Array.from({ length: 50 }, () =>
        users.updateOne({ name: 'bob' }, { $inc: { n: 1 } }, { upsert: true }),
      ),
    );
    expect(upserts.every(({ status }) => status === 'fulfilled')).toBe(true);
    expect(await users.findOne({ name: 'bob' })).toMatchObject({ n: 50 });
    expect(await users.countDocuments()).toBe(2);
  });

  it('free the key of a deleted or changed document', async () => {
    const users = server().db.collection('users');
    await createIndex(users, { name: 1 }, { unique: true });
    await users.insertMany([{ name: 'a' }, { name: 'b' }]);
    await users.deleteOne({ name: 'a' });
    await users.updateOne({ name: 'b' }, { $set: { name: 'c' } });
    await users.insertMany([{ name: 'a' }, { name: 'b' }]);
    expect(await users.countDocuments()).toBe(3);
  });

  it('treat missing as null, unless sparse or partial', async () => {
    const { db } = server();
    await createIndex(db.collection('plain'), { a: 1 }, { unique: true });
    await db.collection('plain').insertOne({ b: 1 });
    await expect(db.collection('plain').insertOne({ b: 2 })).rejects.toMatchObject({ keyValue: { a: null } });
    await createIndex(db.collection('sparse'), { a: 1 }, { unique: true, sparse: true });
    await db.collection('sparse').insertMany([{ b: 1 }, { b: 2 }, { a: null }]);
    await expect(db.collection('sparse').insertOne({ a: null })).rejects.toMatchObject({ code: 11000 });
    const partial = db.collection('partial');
    await createIndex(partial, { a: 1 }, { unique: true, partialFilterExpression: { live: true } });
    await partial.insertMany([{ a: 1, live: true }, { a: 1, live: false }, { a: 1 }]);
    await expect(partial.updateOne({ live: false }, { $set: { live: true } })).rejects.toMatchObject({
      code: 11000,
    });
  });

  it('check every element of an array, and only once per document', async () => {
    const tags = server().db.collection('tags');
    await createIndex(tags, { list: 1 }, { unique: true });
    await tags.insertOne({ list: ['a', 'a', 'b'] });
    await expect(tags.insertOne({ list: ['c', 'b'] })).rejects.toMatchObject({ keyValue: { list: 'b' } });
    await expect(
      createIndex(tags, { list: 1, other: 1 }).then(() => tags.insertOne({ list: [1], other: [2] })),
    ).rejects.toMatchObject({ code: 171 });
  });

  it('cannot be built over duplicates, and leave no entries behind', async () => {
    const users = server().db.collection('users');
    await users.insertMany([{ n: 1 }, { n: 1 }]);
    await expect(createIndex(users, { n: 1 }, { unique: true })).rejects.toMatchObject({ code: 11000 });
    expect(await users.indexes()).toHaveLength(1);
    await createIndex(users, { n: 1 });
    expect((await explained(users.find({ n: 1 }))).nReturned).toBe(2);
  });

  it('apply to keys longer than the store allows', async () => {
    const long = server().db.collection('long');
    await createIndex(long, { text: 1 }, { unique: true });
    const texts = ['a', 'b', 'c'].map((end) => 'x'.repeat(3000) + end);
    await long.insertMany(texts.map((text) => ({ text })));
    await expect(long.insertOne({ text: texts[1] })).rejects.toMatchObject({ code: 11000 });
    expect(await long.countDocuments({ text: texts[2] })).toBe(1);
    expect(await long.countDocuments({ text: { $gt: texts[0] } })).toBe(2);
    const sorted = await long.find().sort({ text: -1 }).toArray();
    expect(sorted.map(({ text }) => text)).toEqual([...texts].reverse());
  });
});

describe('a unique index under construction', () => {
  it('keeps the entry of a document if a later one with the same key is changed or removed', async () => {
    const directory = temporaryDirectory();
    const storage = new Storage(directory);
    const catalogue = new Catalogue(storage);
    const records = new Records(storage, catalogue);
    const raw = (n: number) => encode({ n });
    const [one, two] = [raw(1), raw(2)];
    const keys = await storage.write(() => {
      const collection = catalogue.ensure('test', 'c');
      collection.indexes = [];
      for (let i = 0; i < 3; i++) records.insert(collection, decode(one), one);
      const index = buildIndex(catalogue.nextId(), normaliseSpec({ key: { n: 1 }, unique: true }));
      index.building = true;
      collection.indexes = [index];
      records.fill(collection, index, 1, decode(one));
      records.update(collection, 2, decode(one), one.length, decode(two), two);
      records.remove(collection, 3, decode(one), one.length);
      return [...storage.entries.getKeys({ start: index.prefix })].length;
    });
    // the first document's key, and the second document's new key
    expect(keys).toBe(2);
    await storage.close();
    rmSync(directory, { recursive: true });
  });
});
