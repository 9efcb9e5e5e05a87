import { describe, expect, it } from 'vitest';
import { createIndex } from '../testing/server.js';
import { ownServer } from '../testing/setup.js';

const { server, items } = ownServer();

describe('collections and databases', () => {
  it('are listed, created and dropped', async () => {
    await server().db.createCollection('a');
    await server().db.createCollection('a');
    await items().insertOne({ _id: 1 });
    expect((await server().db.listCollections().toArray()).map(({ name }) => name)).toEqual(['a', 'items']);
    expect(await server().db.listCollections({ name: 'a' }, { nameOnly: true }).toArray()).toEqual([
      { name: 'a', type: 'collection' },
    ]);
    expect(await server().db.collection('a').drop()).toBe(true);
    await server().db.dropDatabase();
    expect(await server().db.listCollections().toArray()).toEqual([]);
    await expect(
      server().db.createCollection('x', { changeStreamPreAndPostImages: { enabled: true } }),
    ).rejects.toMatchObject({ code: 238 });
    await expect(server().db.collection('bad$name').insertOne({})).rejects.toMatchObject({ code: 73 });
  });

  it('survive a restart, counters included', async () => {
    await createIndex(items(), { n: 1 }, { unique: true });
    await items().insertMany(Array.from({ length: 100 }, (_, i) => ({ _id: i, n: i, list: [i] })));
    await createIndex(items(), { list: 1 });
    await server().restart();
    expect(await items().estimatedDocumentCount()).toBe(100);
    expect(await items().countDocuments({ n: { $lt: 10 } })).toBe(10);
    await expect(items().insertOne({ _id: 200, n: 5 })).rejects.toMatchObject({ code: 11000 });
    await items().insertOne({ _id: 200, n: 200 });
    expect((await items().find().toArray()).at(-1)).toMatchObject({ _id: 200 });
    expect(await items().countDocuments({ list: { $gt: 5, $lt: 5.5 } })).toBe(0);
  });

  it('reject transactions as a standalone does', async () => {
    const session = server().client.startSession();
    session.startTransaction();
    await expect(items().insertOne({ _id: 1 }, { session })).rejects.toMatchObject({
      errorResponse: { originalError: { code: 20 } },
    });
    await session.abortTransaction().catch(() => undefined);
    await session.endSession();
    expect(await items().countDocuments()).toBe(0);
  });
});
