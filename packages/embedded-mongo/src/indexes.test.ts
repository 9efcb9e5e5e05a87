import { ObjectId, type Document, type FindCursor } from 'mongodb';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createIndex, startTestServer, type TestServer } from './testing/server.js';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(() => server.db.dropDatabase());

interface Stats {
  nReturned: number;
  totalKeysExamined: number;
  totalDocsExamined: number;
  stages: string[];
}

async function explained(cursor: FindCursor<Document>): Promise<Stats> {
  const result = await cursor.explain('executionStats');
  const { nReturned, totalKeysExamined, totalDocsExamined } = result.executionStats as Stats;
  const stages: string[] = [];
  for (let stage = result.queryPlanner.winningPlan; stage; stage = stage.inputStage ?? stage.inputStages?.[0])
    stages.push(stage.stage);
  return { nReturned, totalKeysExamined, totalDocsExamined, stages };
}

describe('unique indexes', () => {
  it('refuse a second document with the key and tell which', async () => {
    const users = server.db.collection('users');
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

  it('let exactly one of 50 racing inserts and upserts through', async () => {
    const users = server.db.collection('users');
    await createIndex(users, { name: 1 }, { unique: true });
    const inserts = await Promise.allSettled(
      Array.from({ length: 50 }, () =>
        server.client.db('test').collection('users').insertOne({ name: 'ann' }),
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
    const users = server.db.collection('users');
    await createIndex(users, { name: 1 }, { unique: true });
    await users.insertMany([{ name: 'a' }, { name: 'b' }]);
    await users.deleteOne({ name: 'a' });
    await users.updateOne({ name: 'b' }, { $set: { name: 'c' } });
    await users.insertMany([{ name: 'a' }, { name: 'b' }]);
    expect(await users.countDocuments()).toBe(3);
  });

  it('count missing as null, unless sparse or partial', async () => {
    const { db } = server;
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

  it('see every element of an array, and only once per document', async () => {
    const tags = server.db.collection('tags');
    await createIndex(tags, { list: 1 }, { unique: true });
    await tags.insertOne({ list: ['a', 'a', 'b'] });
    await expect(tags.insertOne({ list: ['c', 'b'] })).rejects.toMatchObject({ keyValue: { list: 'b' } });
    await expect(
      createIndex(tags, { list: 1, other: 1 }).then(() => tags.insertOne({ list: [1], other: [2] })),
    ).rejects.toMatchObject({ code: 171 });
  });

  it('cannot be built over duplicates, and leave nothing behind', async () => {
    const users = server.db.collection('users');
    await users.insertMany([{ n: 1 }, { n: 1 }]);
    await expect(createIndex(users, { n: 1 }, { unique: true })).rejects.toMatchObject({ code: 11000 });
    expect(await users.indexes()).toHaveLength(1);
    await createIndex(users, { n: 1 });
    expect((await explained(users.find({ n: 1 }))).nReturned).toBe(2);
  });

  it('hold for keys longer than the store takes', async () => {
    const long = server.db.collection('long');
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

describe('plans', () => {
  const author = new ObjectId();
  async function posts() {
    const collection = server.db.collection('posts');
    await collection.createIndexes([
      { key: { user: 1, createdAt: -1, _id: -1 } },
      { key: { feedKeys: 1 }, unique: true },
      { key: { post: 1, actor: 1 }, unique: true, partialFilterExpression: { post: { $exists: true } } },
      { key: { tags: 1, createdAt: -1 } },
    ]);
    const at = (i: number) => new Date(1_700_000_000_000 + Math.floor(i / 3) * 1000);
    await collection.insertMany(
      Array.from({ length: 300 }, (_, i) => ({
        _id: i as unknown as ObjectId,
        user: i % 2 ? author : new ObjectId(),
        createdAt: at(i),
        feedKeys: [i * 3, i * 3 + 1],
        ...(i < 100 ? { post: `p${i % 10}`, actor: i } : {}),
        tags: [`t${i % 5}`, `u${i % 7}`],
      })),
    );
    return { collection, at };
  }

  it('examine only what an $in on a unique multikey index names', async () => {
    const { collection } = await posts();
    const numbers = Array.from({ length: 20 }, (_, i) => i * 30);
    const stats = await explained(collection.find({ feedKeys: { $in: [...numbers, 100_000] } }));
    expect(stats).toMatchObject({ nReturned: 20, totalKeysExamined: 20, totalDocsExamined: 20 });
    expect(stats.stages).toEqual(['FETCH', 'IXSCAN']);
  });

  it('bind a compound index by equality and $in', async () => {
    const { collection } = await posts();
    const stats = await explained(collection.find({ post: 'p1', actor: { $in: [1, 11, 12] } }));
    expect(stats).toMatchObject({ nReturned: 2, totalDocsExamined: 2 });
    expect(
      await explained(collection.find({ _id: { $in: [1, 2, 999] as unknown as ObjectId[] } })),
    ).toMatchObject({ nReturned: 2, totalDocsExamined: 2 });
  });

  it('give the order of a compound index without sorting, forward and backward', async () => {
    const { collection } = await posts();
    for (const direction of [-1, 1] as const) {
      const sorted = collection
        .find({ user: author })
        .sort({ createdAt: direction, _id: direction })
        .limit(20);
      const stats = await explained(sorted.clone());
      expect(stats).toMatchObject({ nReturned: 20, totalKeysExamined: 20, totalDocsExamined: 20 });
      expect(stats.stages).toEqual(['LIMIT', 'FETCH', 'IXSCAN']);
      const ids = (await sorted.toArray()).map(({ _id }) => Number(_id));
      const odd = Array.from({ length: 150 }, (_, i) => i * 2 + 1);
      expect(ids).toEqual((direction === 1 ? odd : odd.reverse()).slice(0, 20));
    }
    const other = await explained(collection.find({ user: author }).sort({ createdAt: 1, _id: -1 }));
    expect(other.stages).toEqual(['SORT', 'FETCH', 'IXSCAN']);
  });

  it('read the sorted posts of several authors side by side, few keys of each', async () => {
    const { collection } = await posts();
    const everyone = (await collection.distinct('user')) as ObjectId[];
    for (const direction of [-1, 1] as const) {
      const sorted = collection
        .find({ user: { $in: [...everyone, new ObjectId()] } })
        .sort({ createdAt: direction, _id: direction });
      const stats = await explained(sorted.clone().limit(20));
      expect(stats).toMatchObject({ nReturned: 20, totalDocsExamined: 20 });
      expect(stats.totalKeysExamined).toBeLessThanOrEqual(20 + everyone.length);
      expect(stats.stages).toEqual(['LIMIT', 'FETCH', 'SORT_MERGE', 'IXSCAN']);
      const all = Array.from({ length: 300 }, (_, i) => i);
      const ids = (await sorted.toArray()).map(({ _id }) => Number(_id));
      expect(ids).toEqual(direction === 1 ? all : all.reverse());
    }
  });

  it('start a page by keyset where the one before ended', async () => {
    const { collection, at } = await posts();
    const page = collection
      .find({
        user: author,
        $or: [
          { createdAt: { $lt: at(151) } },
          { createdAt: at(151), _id: { $lt: 151 as unknown as ObjectId } },
        ],
      })
      .sort({ createdAt: -1, _id: -1 })
      .limit(20);
    const stats = await explained(page.clone());
    expect(stats.stages).toEqual(['LIMIT', 'FETCH', 'IXSCAN']);
    expect(stats.nReturned).toBe(20);
    expect(stats.totalDocsExamined).toBeLessThanOrEqual(22);
    expect((await page.toArray()).map(({ _id }) => Number(_id))[0]).toBe(149);
  });

  it('keep array conditions apart: two bounds may be met by two elements', async () => {
    const lists = server.db.collection('lists');
    await createIndex(lists, { n: 1 });
    await lists.insertMany([{ n: [1, 10] }, { n: [5] }, { n: 20 }]);
    expect(await lists.countDocuments({ n: { $gt: 6, $lt: 4 } })).toBe(1);
    expect(await lists.countDocuments({ n: { $gt: 3, $lt: 6 } })).toBe(2);
    await createIndex(lists, { 'a.b': 1, 'a.c': 1 });
    await lists.insertOne({
      a: [
        { b: 1, c: 2 },
        { b: 3, c: 4 },
      ],
    });
    expect(await lists.countDocuments({ 'a.b': 1, 'a.c': 4 })).toBe(1);
  });

  it('bind the one element that several conditions are about', async () => {
    const words = server.db.collection('words');
    await createIndex(words, { words: 1 });
    await words.insertMany([...Array(50).keys()].map((i) => ({ words: [`a${i}`, `c${i}`] })));
    await words.insertMany([{ words: ['a', 'bread'] }, { words: 'bread' }, { words: [['bread']] }]);
    const range = { words: { $elemMatch: { $gte: 'b', $lt: 'c' } } };
    expect(await explained(words.find(range))).toMatchObject({ nReturned: 1, totalDocsExamined: 2 });
    expect(await words.countDocuments(range)).toBe(1);
    expect(await words.countDocuments({ words: { $elemMatch: { $elemMatch: { $eq: 'bread' } } } })).toBe(1);
  });

  it('count up to a limit and after a skip', async () => {
    const { collection } = await posts();
    expect(await collection.countDocuments({ user: author }, { limit: 20 })).toBe(20);
    expect(await collection.countDocuments({ user: author }, { skip: 140, limit: 20 })).toBe(10);
    expect(await collection.countDocuments({}, { skip: 400 })).toBe(0);
  });

  it('follow a hint and refuse one without an index', async () => {
    const { collection } = await posts();
    const stats = await explained(collection.find({ user: author }).hint({ $natural: 1 }));
    expect(stats).toMatchObject({ stages: ['COLLSCAN'], totalDocsExamined: 300 });
    expect((await explained(collection.find({ post: 'p1' }).hint('tags_1_createdAt_-1'))).stages).toContain(
      'IXSCAN',
    );
    await expect(collection.find({}).hint('none').toArray()).rejects.toMatchObject({ code: 2 });
  });

  it('do not use a sparse or partial index that lacks documents of the answer', async () => {
    const sparse = server.db.collection('sparse');
    await createIndex(sparse, { a: 1 }, { sparse: true });
    await createIndex(sparse, { b: 1 }, { partialFilterExpression: { b: { $gt: 5 } } });
    await sparse.insertMany([{ a: 1, b: 1 }, { b: 7 }, { a: null, b: 9 }]);
    expect(await sparse.find().sort({ a: 1 }).toArray()).toHaveLength(3);
    expect(await sparse.countDocuments({ a: null })).toBe(2);
    expect((await explained(sparse.find({ a: 1 }))).stages).toContain('IXSCAN');
    expect((await explained(sparse.find({ b: { $gt: 6 } }))).stages).toContain('IXSCAN');
    expect((await explained(sparse.find({ b: { $gt: 0 } }))).stages).toEqual(['COLLSCAN']);
    expect((await explained(sparse.find({ b: 9 }))).stages).toContain('IXSCAN');
  });

  it('count from keys alone', async () => {
    const { collection } = await posts();
    const command = { explain: { count: 'posts', query: { user: author } }, verbosity: 'executionStats' };
    const result = await server.db.command(command);
    expect(result.executionStats).toMatchObject({ nReturned: 150, totalDocsExamined: 0 });
    expect(await collection.countDocuments({ user: author })).toBe(150);
  });
});

describe('index management', () => {
  it('keeps and lists a unique text index, and refuses texts under it', async () => {
    const c = server.db.collection('c');
    await createIndex(c, { text: 'text' }, { unique: true });
    expect(await c.indexes()).toMatchObject([{ name: '_id_' }, { name: 'text_text', unique: true }]);
    await c.insertOne({ other: 1 });
    await expect(c.insertOne({ text: 'words' })).rejects.toMatchObject({ code: 238 });
    expect(await c.countDocuments()).toBe(1);
  });

  it('creates, repeats, lists and drops as MongoDB does', async () => {
    const c = server.db.collection('c');
    expect(await createIndex(c, { a: 1, b: -1 })).toBe('a_1_b_-1');
    expect(
      await server.db.command({ createIndexes: 'c', indexes: [{ key: { a: 1, b: -1 }, name: 'a_1_b_-1' }] }),
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
    await expect(server.db.collection('none').indexes()).rejects.toMatchObject({ code: 26 });
  });

  it('builds an index over documents that change meanwhile', async () => {
    const c = server.db.collection<{ _id: number; n: number }>('busy');
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
