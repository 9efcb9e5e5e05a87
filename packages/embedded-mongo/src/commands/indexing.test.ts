import { rmSync } from 'node:fs';
import { type Collection, MongoClient } from 'mongodb';
import { describe, expect, it } from 'vitest';
import { Catalogue } from '../catalogue.js';
import { startServer } from '../index.js';
import { Storage } from '../storage.js';
import { createIndex, temporaryDirectory } from '../testing/server.js';
import { ownServer } from '../testing/setup.js';

const { server } = ownServer();

describe('index management', () => {
  it('keeps and lists a unique text index, and refuses texts under it', async () => {
    const c = server().db.collection('c');
    await createIndex(c, { text: 'text' }, { unique: true });
    expect(await c.indexes()).toMatchObject([{ name: '_id_' }, { name: 'text_text', unique: true }]);
    await c.insertOne({ other: 1 });
    await expect(c.insertOne({ text: 'words' })).rejects.toMatchObject({ code: 238 });
    expect(await c.countDocuments()).toBe(1);
  });

  it('creates, repeats, lists and drops as MongoDB does', async () => {
    const c = server().db.collection('c');
    expect(await createIndex(c, { a: 1, b: -1 })).toBe('a_1_b_-1');
    expect(
      await server().db.command({
        createIndexes: 'c',
        indexes: [{ key: { a: 1, b: -1 }, name: 'a_1_b_-1' }],
      }),
    ).toMatchObject({ numIndexesBefore: 2, numIndexesAfter: 2, note: 'all indexes already exist' });
    await expect(createIndex(c, { a: 1, b: -1 }, { name: 'other' })).rejects.toMatchObject({ code: 85 });
    await expect(createIndex(c, { z: 1 }, { name: 'a_1_b_-1' })).rejects.toMatchObject({ code: 86 });
    await expect(createIndex(c, { a: 1, b: -1 }, { unique: true })).rejects.toMatchObject({ code: 86 });
    await expect(createIndex(c, { place: '2d' }, { unique: true })).rejects.toMatchObject({
      code: 238,
      codeName: 'NotImplemented',
    });
    await expect(createIndex(c, { a: 0 })).rejects.toMatchObject({ code: 67 });
    expect(await c.indexes()).toEqual([
      { v: 2, key: { _id: 1 }, name: '_id_' },
      { v: 2, key: { a: 1, b: -1 }, name: 'a_1_b_-1' },
    ]);
    await c.dropIndex('a_1_b_-1');
    await expect(c.dropIndex('a_1_b_-1')).rejects.toMatchObject({ code: 27 });
    await expect(c.dropIndex('_id_')).rejects.toMatchObject({ code: 72 });
    await expect(server().db.collection('none').indexes()).rejects.toMatchObject({ code: 26 });
  });

  it('builds an index over documents that change meanwhile', async () => {
    const c = server().db.collection<{ _id: number; n: number }>('busy');
    await c.insertMany(Array.from({ length: 5000 }, (_, i) => ({ _id: i, n: i })));
    const building = createIndex(c, { n: 1 });
    for (let i = 0; i < 50; i++) {
      await c.updateOne({ _id: i * 100 }, { $set: { n: -i } });
      await c.deleteOne({ _id: i * 100 + 1 });
      await c.insertOne({ _id: 10_000 + i, n: -1000 });
    }
    await building;
    expect(await c.countDocuments({ n: { $lte: 0 } })).toBe(100);
    const viaIndex = await c
      .find({ n: { $gte: -1e9 } })
      .hint('n_1')
      .toArray();
    expect(viaIndex).toHaveLength(5000);
  });
});

it('makes keys anew that an earlier version made of texts with the characters 0 and 1', async () => {
  const directory = temporaryDirectory();
  const renewals: number[] = [];
  const running = async <T>(use: (texts: Collection<{ s: string }>) => Promise<T>): Promise<T> => {
    const onRenewal = (indexes: number) => renewals.push(indexes);
    const other = await startServer({ dbPath: directory, port: 0, ttlInterval: 0, onRenewal });
    const client = await MongoClient.connect(`mongodb://127.0.0.1:${other.port}/`);
    const result = await use(client.db('test').collection('texts')).finally(() => client.close());
    await other.close();
    return result;
  };
  await running(async (texts) => {
    await createIndex(texts, { s: 1 }, { unique: true });
    await texts.insertMany([{ s: 'a\0b' }, { s: 'a' }]);
  });
  const storage = new Storage(directory);
  const catalogue = new Catalogue(storage);
  const collection = catalogue.get('test.texts')!;
  const [, index] = collection.indexes;
  await storage.write(() => {
    // 00 was written as 00 FF and is 01 01
    for (const { key, value } of [...storage.entries.getRange({ start: index!.prefix })]) {
      const old = Buffer.from(key.toString('latin1').replace('a\x01\x01b', 'a\0\xffb'), 'latin1');
      storage.entries.removeSync(key);
      storage.entries.putSync(old, value);
    }
    for (const each of collection.indexes) each.keys = undefined;
    catalogue.save(collection);
  });
  await storage.close();

  for (const _start of ['the first', 'the second'])
    await running(async (texts) => {
      expect(await texts.countDocuments({ s: 'a\0b' })).toBe(1);
      expect(await texts.countDocuments({ s: { $gte: 'a' } })).toBe(2);
      await expect(texts.insertOne({ s: 'a\0b' })).rejects.toMatchObject({ code: 11000 });
    });
  expect(renewals).toEqual([2]);
  rmSync(directory, { recursive: true });
});
