import { Types } from 'mongoose';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Lease } from '../../platform/jobs/lease.js';
import { native } from '../../platform/db/native.js';
import { explainPage, insertPosts, newPost } from '../../testing/content.js';
import { createTestApp, type TestApp } from '../../testing/test-app.js';
import { Compaction } from './compaction.js';
import { feedKey, generationOf, keysBetween } from './feed-key.js';
import { RandomFeed } from './random-feed.js';

const MINUTE = 60_000;
const LEASE_LASTS = MINUTE;

let app: TestApp;

beforeEach(async () => {
  app = await createTestApp();
});
afterEach(() => app.close());

const posts = () => native(app.ctx.models.Post);
const state = () => app.ctx.content.keys.readState();

/** The compaction of one process, in small steps. */
function compactionOf(process: TestApp = app): Compaction {
  const { models, content, now } = process.ctx;
  return new Compaction(
    {
      states: native(models.FeedState),
      posts: native(models.Post),
      keys: content.keys,
      pins: content.pins,
      lease: new Lease(native(models.Lease), 'feed-compaction', LEASE_LASTS, now),
    },
    { batch: 50, pause: 0 },
  );
}

async function remove(ids: readonly string[]): Promise<void> {
  await posts().deleteMany({ _id: { $in: ids.map((id) => new Types.ObjectId(id)) } });
}

/** All ids of a seed's order, with something done between two pages. */
async function readAll(seed: number, between: (page: number) => Promise<unknown> = () => Promise.resolve()) {
  const seen: string[] = [];
  for (let page = 1; ; page += 1) {
    const read = await app.ctx.content.feed.page(seed, (page - 1) * 10, 10);
    seen.push(...read.posts.map((post) => post._id.toHexString()));
    if (!read.hasNextPage) return seen;
    await between(page);
  }
}

const sorted = (ids: Iterable<string>) => [...ids].sort();

describe('the compaction', () => {
  it('leaves a feed alone that has few holes', async () => {
    const ids = await insertPosts(app, 400);
    await remove(ids.slice(0, 100));
    await compactionOf().run();
    expect(await state()).toMatchObject({ current: 0, live: [{ g: 0, next: 400 }], old: [] });
  });

  it('makes the feed dense when more than a quarter of its numbers are holes', async () => {
    const ids = await insertPosts(app, 400);
    await remove(ids.slice(0, 150));
    await compactionOf().run();
    const after = await state();
    expect(after).toMatchObject({ current: 1, live: [{ g: 1, next: 250 }] });
    expect(after.building).toBeUndefined();
    expect(sorted(await readAll(3))).toEqual(sorted(ids.slice(150)));
    expect((await app.ctx.content.pins.resolve(3)).order.size).toBe(250);
  });

  it('breaks no reader under way, while others post and delete', async () => {
    const ids = await insertPosts(app, 1200);
    const order = await readAll(11);
    const compaction = compactionOf();
    const gone = new Set<string>();
    const removeSome = async (from: number, to: number) => {
      ids.slice(from, to).forEach((id) => gone.add(id));
      await remove(ids.slice(from, to));
    };
    await removeSome(0, 420);
    let running: Promise<unknown> = Promise.resolve();
    const seen = await readAll(11, async (page) => {
      if (page === 5) running = compaction.run();
      await app.ctx.content.keys.insertPosts([newPost(new Types.ObjectId())]);
      if (page % 10 === 0) await removeSome(420 + page, 422 + page);
      if (page === 90) await running;
    });
    await running;
    expect((await state()).current).toBe(1);
    const throughout = order.filter((id) => !gone.has(id));
    expect(seen.filter((id) => !gone.has(id))).toEqual(throughout);
    expect(new Set(seen).size).toBe(seen.length);
  });

  it('gives a new seed every post that was acknowledged before, whatever was posted meanwhile', async () => {
    const ids = await insertPosts(app, 600);
    await remove(ids.slice(0, 300));
    const acknowledged = ids.slice(300);
    let ended = false;
    const writer = async () => {
      while (!ended) {
        const [post] = await app.ctx.content.keys.insertPosts([newPost(new Types.ObjectId())]);
        acknowledged.push(post!._id.toHexString());
      }
    };
    const writers = [writer(), writer(), writer()];
    await compactionOf().run();
    const sure = [...acknowledged];
    const seen = new Set(await readAll(21));
    ended = true;
    await Promise.all(writers);
    expect(sure.filter((id) => !seen.has(id))).toEqual([]);
    expect((await state()).current).toBe(1);
  });

  it('is finished by another process when one dies on the way', async () => {
    const ids = await insertPosts(app, 400);
    await remove(ids.slice(0, 150));
    const dying = compactionOf();
    const { keys } = app.ctx.content;
    await app.ctx.models.FeedState.updateOne(
      { _id: 'feed' },
      { $set: { building: { g: 1, position: 0, end: 400 } }, $push: { live: { g: 1, next: 0 } } },
    );
    for (let step = 0; step < 4; step += 1) await dying.advance();
    // It died after giving keys and before writing down how far it had come.
    const some = await posts()
      .find(keysBetween(0, 200, 250))
      .toArray();
    await keys.giveKeys(
      1,
      some.slice(0, 20).map((post) => post._id),
    );

    const successor = compactionOf();
    await successor.run();
    expect((await state()).current).toBe(0);
    app.clock.advance(LEASE_LASTS);
    await successor.run();
    expect(await state()).toMatchObject({ current: 1, live: [{ g: 1, next: 250 }] });
    expect(sorted(await readAll(4))).toEqual(sorted(ids.slice(150)));
    const inTwoPlaces = (await posts().find({}).toArray()).filter(
      (post) => post.feedKeys.filter((key) => generationOf(key) === 1).length !== 1,
    );
    expect(inTwoPlaces).toEqual([]);
  });

  it('is done once when several processes try at the same time', async () => {
    const other = await createTestApp({ dbName: app.ctx.config.mongo.dbName!, clock: app.clock });
    try {
      const ids = await insertPosts(app, 400);
      await remove(ids.slice(0, 200));
      await Promise.all([compactionOf().run(), compactionOf(other).run(), compactionOf(other).run()]);
      expect(await state()).toMatchObject({ current: 1, live: [{ g: 1, next: 200 }] });
    } finally {
      await other.close();
    }
  });

  it('erases old keys when no seed is pinned to them any more, and not before', async () => {
    const ids = await insertPosts(app, 200);
    const order = await readAll(8);
    await remove(ids.slice(0, 100));
    const compaction = compactionOf();
    await compaction.run();
    app.clock.advance(29 * MINUTE);
    await compaction.run();
    expect((await state()).old).toEqual([0]);
    expect(await readAll(8)).toEqual(order.filter((id) => ids.indexOf(id) >= 100));

    app.clock.advance(33 * MINUTE);
    await compaction.run();
    expect(await state()).toMatchObject({ current: 1, old: [], dropping: [] });
    expect(await posts().countDocuments(keysBetween(0))).toBe(0);
    expect(sorted(await readAll(8))).toEqual(sorted(ids.slice(100)));
  });

  it('lets any number of generations stand beside each other', async () => {
    const ids = await insertPosts(app, 640);
    const orders = new Map<number, string[]>();
    for (let round = 0; round < 3; round += 1) {
      orders.set(round, await readAll(round));
      await remove(ids.splice(0, ids.length / 2));
      await compactionOf().run();
    }
    expect(await state()).toMatchObject({ current: 3, old: [0, 1, 2] });
    for (const [seed, order] of orders) {
      expect(await readAll(seed)).toEqual(order.filter((id) => ids.includes(id)));
    }
  });

  it('heals a post whose process died before its keys were complete', async () => {
    const ids = await insertPosts(app, 100);
    await remove(ids.slice(0, 60));
    await compactionOf().run();
    const late = { ...newPost(new Types.ObjectId()), feedKeys: [feedKey(0, 77_777)] };
    await posts().insertOne(late);
    app.clock.advance(33 * MINUTE);
    await compactionOf().run();
    const healed = await posts().findOne({ _id: late._id });
    expect(healed?.feedKeys.map(generationOf)).toEqual([1]);
    expect(await readAll(9)).toContain(late._id.toHexString());
  });

  it('goes on numbering after the highest key where the record of the feed was lost', async () => {
    const ids = await insertPosts(app, 40);
    await native(app.ctx.models.FeedState).deleteMany({});
    await app.ctx.content.keys.ensureState();
    const more = await insertPosts(app, 5);
    expect(sorted(await readAll(1))).toEqual(sorted([...ids, ...more]));
  });
});

describe('the cost of a page over 10,000 posts', () => {
  it('is at most its limit of examined posts, at the first and the last page, with holes', async () => {
    const ids = await insertPosts(app, 10_000);
    await remove(ids.filter((_, index) => index % 5 === 0));
    const { pins } = app.ctx.content;
    const pin = await pins.resolve(0);
    for (const from of [0, 9980]) {
      const plan = await explainPage(app, RandomFeed.keysOf(pin, from, from + 20));
      expect(plan.nReturned).toBeGreaterThan(5);
      expect(plan.totalDocsExamined).toBeLessThanOrEqual(20);
    }
  });
});
