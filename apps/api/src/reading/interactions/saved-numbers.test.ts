import fc from 'fast-check';
import { Types } from 'mongoose';
import { describe, expect, it, vi } from 'vitest';
import { recount } from '../../backup/recount.js';
import { savedNumbersMigration } from '../../migrations/0010-saved-numbers.js';
import { STALE_AFTER } from '../../platform/events/stored-event.js';
import { insertPosts } from '../../testing/content.js';
import { counterScene, expectDelivered, expectExactSaved } from '../../testing/counters.js';
import { createTestApp } from '../../testing/test-app.js';

const scene = counterScene();
const { ctx } = scene;
const models = () => ctx().models;

/** A user with collections. */
async function reader(collections = 2) {
  const { agent, user } = await scene.app.signUp();
  const viewer = { id: user._id, userName: user.userName, isAdmin: false, sessionId: '' };
  const create = async (name: string) =>
    (await agent.post('/collections').send({ name }).expect(201)).body.data._id as string;
  const ids = await Promise.all(Array.from({ length: collections }, (_, index) => create(`C${index}`)));
  return {
    agent,
    viewer,
    collections: ids,
    create,
    save: (post: string, action: 'add' | 'remove' | 'toggle' = 'toggle') =>
      ctx().interactions.reactions.react(viewer, post, 'save', action),
    collect: (collection: string, post: string, action = 'add') =>
      agent.post(`/collections/${collection}/posts`).send({ post, action }),
    /** The numbers that the lists answer. */
    numbers: async () => ({
      saved: (await agent.get('/posts/bookmarks').expect(200)).body.pagination.totalPosts as number,
      sizes: (await agent.get('/collections').expect(200)).body.data.map(
        ({ posts }: { posts: number }) => posts,
      ) as number[],
    }),
  };
}

const morePosts = async (count: number) =>
  (await insertPosts(scene.app, count, scene.author._id)).map(String);
const remove = (post: string) => ctx().posts.removals.remove(scene.author.viewer, post);
const repairLater = async () => {
  scene.app.clock.advance(STALE_AFTER + 1000);
  await ctx().outbox.catchUp();
};

describe('the numbers of saved and collected posts', () => {
  it('are those of the bookmarks after any sequence of acts', async () => {
    const { agent, save, collect, create } = await reader(0);
    const acts = fc.array(
      fc.tuple(fc.constantFrom('save', 'collect', 'drop', 'remove', 'delete', 'write'), fc.nat(5), fc.nat(2)),
      { minLength: 6, maxLength: 14 },
    );
    let made = 0;
    await fc.assert(
      fc.asyncProperty(acts, async (sequence) => {
        const posts = await morePosts(3);
        const collections = [await create(`A${made}`), await create(`B${made}`)];
        made += 1;
        const saved = new Map<string, Set<string>>();
        for (const [act, place, other] of sequence) {
          const post = posts[place % posts.length];
          const collection = collections[other % collections.length];
          if (act === 'write') posts.push(...(await morePosts(1)));
          if (post === undefined) continue;
          if (act === 'save') {
            await save(post);
            if (!saved.delete(post)) saved.set(post, new Set());
          } else if (act === 'remove') {
            posts.splice(posts.indexOf(post), 1);
            await remove(post);
            saved.delete(post);
          }
          if (collection === undefined) continue;
          if (act === 'collect') {
            await collect(collection, post).expect(saved.has(post) ? 200 : 409);
            saved.get(post)?.add(collection);
          } else if (act === 'drop') {
            await collect(collection, post, 'remove').expect(200);
            saved.get(post)?.delete(collection);
          } else if (act === 'delete') {
            collections.splice(collections.indexOf(collection), 1);
            await agent.delete(`/collections/${collection}`).expect(200);
            for (const inside of saved.values()) inside.delete(collection);
          }
        }
        const { pagination } = (await agent.get('/posts/bookmarks').expect(200)).body;
        expect(pagination.totalPosts).toBe(saved.size);
        const listed = (await agent.get('/collections').expect(200)).body.data as {
          _id: string;
          posts: number;
        }[];
        expect(new Map(listed.map(({ _id, posts: size }) => [_id, size]))).toEqual(
          new Map(collections.map((id) => [id, [...saved.values()].filter((set) => set.has(id)).length])),
        );
        await expectExactSaved(scene.app);
        for (const post of saved.keys()) await save(post, 'remove');
        for (const id of collections) await agent.delete(`/collections/${id}`).expect(200);
      }),
      { numRuns: 12 },
    );
  });

  it('are exact after parallel calls of one reader in two processes', async () => {
    const one = await reader();
    const [first = '', second = ''] = one.collections;
    await one.save(scene.post, 'add');
    const other = await createTestApp({ dbName: ctx().config.mongo.dbName!, clock: scene.app.clock });
    try {
      await Promise.allSettled(
        Array.from({ length: 40 }, (_, index) =>
          index % 4 === 0
            ? one.save(scene.post)
            : index % 4 === 1
              ? other.ctx.interactions.reactions.react(one.viewer, scene.post, 'save')
              : one.collect(index % 8 < 4 ? first : second, scene.post, index % 4 === 2 ? 'add' : 'remove'),
        ),
      );
      await expectDelivered(scene.app);
      await expectExactSaved(scene.app);
    } finally {
      await other.close();
    }
  });

  it('are exact for all readers if a post is deleted while they save and collect it', async () => {
    const readers = await Promise.all(Array.from({ length: 8 }, () => reader(1)));
    const [kept = ''] = await morePosts(1);
    for (const { save, collect, collections } of readers) {
      await save(kept, 'add');
      await collect(collections[0]!, kept).expect(200);
    }
    for (const { save } of readers.slice(0, 4)) await save(scene.post, 'add');
    await Promise.allSettled([
      ...readers.map(({ save }) => save(scene.post)),
      ...readers.map(({ collect, collections }) => collect(collections[0]!, scene.post)),
      remove(scene.post),
      ...readers.map(({ save }) => save(scene.post)),
    ]);
    await repairLater();
    await repairLater();
    await expectDelivered(scene.app);
    expect(await models().PostInteraction.countDocuments({ post: scene.post })).toBe(0);
    await expectExactSaved(scene.app);
    for (const { numbers } of readers) expect(await numbers()).toEqual({ saved: 1, sizes: [1] });
  });

  it('are exact after the deletion of a post in more collections and accounts than one step takes', async () => {
    const count = 501;
    const users = Array.from({ length: count }, () => new Types.ObjectId());
    const now = scene.app.clock.now();
    const fields = { coverPhoto: '', bio: '', location: '', website: '', interests: [] };
    await models().Board.collection.insertMany(
      users.map((user) => ({ user, ...fields, saved: 1, createdAt: now, updatedAt: now })),
    );
    const post = new Types.ObjectId(scene.post);
    await models().PostInteraction.collection.insertMany(
      users.map((user) => ({ post, user, saved: true, savedAt: now, createdAt: now, updatedAt: now })),
    );
    await recount(ctx().connection.db!);
    await remove(scene.post);
    expect(await models().PostInteraction.countDocuments({ post })).toBe(0);
    expect(await models().Board.countDocuments({ user: { $in: users }, saved: 0 })).toBe(count);
  });
});

describe('after a crash between two writes', () => {
  const die = (
    model: 'Board' | 'Collection' | 'PostInteraction',
    method: 'findOneAndUpdate' | 'updateMany',
  ) => vi.spyOn(models()[model].collection, method).mockRejectedValueOnce(new Error('killed'));

  it('a bookmark is counted once', async () => {
    const { save, numbers } = await reader(0);
    die('Board', 'findOneAndUpdate');
    await expect(save(scene.post)).rejects.toThrow('killed');
    await repairLater();
    expect((await numbers()).saved).toBe(1);
    const [other = ''] = await morePosts(1);
    const acknowledging = die('PostInteraction', 'updateMany');
    await save(other);
    await expect.poll(() => acknowledging).toHaveBeenCalled();
    await repairLater();
    expect((await numbers()).saved).toBe(2);
    await expectDelivered(scene.app);
  });

  it('a post is counted in its collections, and no more after its bookmark is gone', async () => {
    const { save, collect, collections, numbers } = await reader();
    await save(scene.post);
    for (const id of collections) {
      die('Collection', 'findOneAndUpdate');
      await collect(id, scene.post).expect(500);
    }
    expect((await numbers()).sizes).toEqual([0, 0]);
    await repairLater();
    expect(await numbers()).toEqual({ saved: 1, sizes: [1, 1] });
    die('Collection', 'findOneAndUpdate');
    await expect(save(scene.post)).rejects.toThrow('killed');
    await repairLater();
    expect(await numbers()).toEqual({ saved: 0, sizes: [0, 0] });
    await expectDelivered(scene.app);
  });

  it('a post in deletion waits for the events of its bookmarks', async () => {
    const { save, collect, collections, numbers } = await reader(1);
    await save(scene.post);
    die('Collection', 'findOneAndUpdate');
    await collect(collections[0]!, scene.post).expect(500);
    await remove(scene.post);
    expect(await models().PostInteraction.countDocuments()).toBe(1);
    await repairLater();
    await repairLater();
    expect(await models().PostInteraction.countDocuments()).toBe(0);
    expect(await models().Post.collection.countDocuments()).toBe(0);
    expect(await numbers()).toEqual({ saved: 0, sizes: [0] });
    await expectExactSaved(scene.app);
  });

  it('the deletion of a saved post is completed', async () => {
    const { save, numbers } = await reader(0);
    await save(scene.post);
    await expectDelivered(scene.app);
    vi.spyOn(models().Board.collection, 'bulkWrite').mockRejectedValueOnce(new Error('killed'));
    await expect(remove(scene.post)).rejects.toThrow('killed');
    await repairLater();
    await repairLater();
    expect((await numbers()).saved).toBe(0);
    expect(await models().PostInteraction.countDocuments()).toBe(0);
    await expectDelivered(scene.app);
  });
});

it('a user without a board has a number from the first bookmark on', async () => {
  const { save, numbers, viewer } = await reader(0);
  await models().Board.deleteOne({ user: viewer.id });
  expect((await numbers()).saved).toBe(0);
  await save(scene.post);
  expect((await numbers()).saved).toBe(1);
});

it('migrates the numbers, also when run twice', async () => {
  const { save, collect, collections, numbers, viewer } = await reader();
  for (const post of [scene.post, ...(await morePosts(2))]) {
    await save(post);
    await collect(collections[0]!, post).expect(200);
  }
  await models().Board.deleteOne({ user: viewer.id });
  await models().Collection.collection.updateMany({}, { $unset: { size: 1 } });
  for (let run = 0; run < 2; run += 1) {
    await savedNumbersMigration.up(ctx().connection.db!, new AbortController().signal, () => undefined);
    expect(await numbers()).toEqual({ saved: 3, sizes: [3, 0] });
  }
  await expectExactSaved(scene.app);
});

it('counts the numbers again', async () => {
  const { save, collect, collections, numbers } = await reader();
  await save(scene.post);
  for (const id of collections) await collect(id, scene.post).expect(200);
  await models().Board.collection.updateMany({}, { $set: { saved: 7 } });
  await models().Collection.collection.updateMany({}, { $inc: { size: 7 } });
  // the board and the collections
  expect(await recount(ctx().connection.db!)).toBe(3);
  expect(await numbers()).toEqual({ saved: 1, sizes: [1, 1] });
});
