import { ObjectId } from 'mongodb';
import { describe, expect, it } from 'vitest';
import { explained } from '../testing/explained.js';
import { createIndex } from '../testing/server.js';
import { ownServer } from '../testing/setup.js';

const { server } = ownServer();

describe('plans', () => {
  const author = new ObjectId();
  async function posts() {
    const collection = server().db.collection('posts');
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

  it('examine only the matches of an $in on a unique multikey index', async () => {
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

  it('look up a list of ids, even if another index applies', async () => {
    const { collection } = await posts();
    const some = { _id: { $in: [1, 2, 3, 999] as unknown as ObjectId[] }, user: author };
    for (const found of [collection.find(some), collection.find(some).sort({ createdAt: -1, _id: -1 })])
      expect(await explained(found)).toMatchObject({ nReturned: 2, totalDocsExamined: 3 });
    const many = {
      ...some,
      _id: { $in: Array.from({ length: 5000 }, (_, i) => i) as unknown as ObjectId[] },
    };
    expect(await explained(collection.find(many))).toMatchObject({ nReturned: 150, totalDocsExamined: 150 });
  });

  it('use the order of a compound index without sorting, forward and backward', async () => {
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

  it('merge the sorted posts of several authors, reading few keys of each', async () => {
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

  it('start a keyset page at the end of the previous one', async () => {
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

  it('do not combine array conditions: different elements may satisfy them', async () => {
    const lists = server().db.collection('lists');
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

  it('bind the element that several conditions constrain', async () => {
    const words = server().db.collection('words');
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

  it('follow a hint and reject one without an index', async () => {
    const { collection } = await posts();
    const stats = await explained(collection.find({ user: author }).hint({ $natural: 1 }));
    expect(stats).toMatchObject({ stages: ['COLLSCAN'], totalDocsExamined: 300 });
    expect((await explained(collection.find({ post: 'p1' }).hint('tags_1_createdAt_-1'))).stages).toContain(
      'IXSCAN',
    );
    await expect(collection.find({}).hint('none').toArray()).rejects.toMatchObject({ code: 2 });
  });

  it('do not use a sparse or partial index that lacks matching documents', async () => {
    const sparse = server().db.collection('sparse');
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

  it('merge the index results of the branches of an $or, each document once', async () => {
    const users = server().db.collection('users');
    await createIndex(users, { email: 1 }, { unique: true });
    await createIndex(users, { tags: 1, name: 1 });
    await users.insertMany(
      [...Array(200).keys()].map((i) => ({ email: `e${i}`, name: `n${i}`, tags: ['a', `t${i}`] })),
    );
    const either = { $or: [{ email: 'e7' }, { tags: 't7' }, { tags: 't9' }] };
    const stats = { nReturned: 2, totalKeysExamined: 3, totalDocsExamined: 2 };
    expect(await explained(users.find(either))).toMatchObject({
      ...stats,
      stages: ['FETCH', 'OR', 'IXSCAN'],
    });
    const sorted = await users.find(either).sort({ name: -1 }).limit(1).toArray();
    expect(sorted).toMatchObject([{ name: 'n9' }]);
    // the other condition bounds the branches, too
    const both = { tags: { $in: ['a'] }, $or: [{ email: 'e7' }, { name: 'n9' }] };
    expect(await users.countDocuments(both)).toBe(2);
    const open = { $or: [{ email: 'e7' }, { other: 1 }] };
    expect((await explained(users.find(open))).stages).toEqual(['COLLSCAN']);
    expect(await users.deleteMany(either)).toMatchObject({ deletedCount: 2 });
  });

  it('count from keys alone', async () => {
    const { collection } = await posts();
    const command = { explain: { count: 'posts', query: { user: author } }, verbosity: 'executionStats' };
    const result = await server().db.command(command);
    expect(result.executionStats).toMatchObject({ nReturned: 150, totalDocsExamined: 0 });
    expect(await collection.countDocuments({ user: author })).toBe(150);
  });
});
