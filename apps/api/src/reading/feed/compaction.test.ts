import { Types } from 'mongoose';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { collectionOf } from '../../platform/db/collection-of.js';
import { MINUTE } from '../../platform/time.js';
import { explainPage, insertPosts, newPost } from '../../testing/content.js';
import { createTestApp, type TestApp } from '../../testing/test-app.js';
import { createCompaction, type Compaction, type CompactionOptions } from './compaction.js';
import { COMPACTION } from './feed.feature.js';
import { feedKey, generationOf, keysIn } from '../../order/feed-order/feed-key.js';
import { keysOf } from '../../content/posts/random-feed.js';

let app: TestApp;

beforeEach(async () => {
  app = await createTestApp();
});
afterEach(() => app.close());

const posts = () => collectionOf(app.ctx.models.Post);
const state = () => app.ctx.orders.generations.read();

/** The compaction of one process, with small steps. */
function compactionOf(options: Partial<CompactionOptions> = {}): Compaction {
  const { posts } = app.ctx;
  const { generations } = app.ctx.orders;
  return createCompaction(
    { generations, positions: posts.positions, now: app.clock.now },
    { batch: 50, pause: 0, ...options },
  );
}

async function remove(ids: readonly string[]): Promise<void> {
  await posts().deleteMany({ _id: { $in: ids.map((id) => new Types.ObjectId(id)) } });
}

/** Runs what each process runs on the feed's record at startup. */
const start = () => app.ctx.posts.positions.ensure(app.clock.now());

/** Returns all ids of a seed's order and calls `between` after each page. */
async function readAll(seed: number, between: (page: number) => Promise<unknown> = () => Promise.resolve()) {
  const seen: string[] = [];
  for (let page = 1; ; page += 1) {
    const read = await app.ctx.posts.random.run(seed, (page - 1) * 10, 10, { looks: 1 });
    seen.push(...read.posts.map((post) => post._id.toHexString()));
    if (!read.hasNext) return seen;
    await between(page);
  }
}

const sorted = (ids: Iterable<string>) => [...ids].sort();

describe('the compaction', () => {
  it('does nothing if the feed has few holes', async () => {
    const ids = await insertPosts(app, 400);
    await remove(ids.slice(0, 100));
    await compactionOf().run();
    expect(await state()).toMatchObject({ current: 0, live: [{ g: 0, next: 400 }], old: [] });
  });

  it('makes the feed dense if more than a quarter of its numbers are holes', async () => {
    const ids = await insertPosts(app, 400);
    await remove(ids.slice(0, 150));
    await compactionOf().run();
    expect(await state()).toMatchObject({ current: 1, live: [{ g: 1, next: 250 }] });
    expect(sorted(await readAll(3))).toEqual(sorted(ids.slice(150)));
    expect((await app.ctx.orders.pins.resolve(3)).order.size).toBe(250);
  });

  it('does not disturb active readers while others post and delete', async () => {
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
      await app.ctx.posts.positions.insert([newPost(new Types.ObjectId())]);
      if (page % 10 === 0) await removeSome(420 + page, 422 + page);
      if (page === 90) await running;
    });
    await running;
    expect((await state()).current).toBe(1);
    const throughout = order.filter((id) => !gone.has(id));
    expect(seen.filter((id) => !gone.has(id))).toEqual(throughout);
    expect(new Set(seen).size).toBe(seen.length);
  });

  it('gives a new seed every acknowledged post under concurrent writes', async () => {
    const ids = await insertPosts(app, 600);
    await remove(ids.slice(0, 300));
    const acknowledged = ids.slice(300);
    let ended = false;
    const writer = async () => {
      while (!ended) {
        const [post] = await app.ctx.posts.positions.insert([newPost(new Types.ObjectId())]);
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

  it('is completed by another process after a crash', async () => {
    const ids = await insertPosts(app, 400);
    await remove(ids.slice(0, 150));
    // The process crashed after it gave keys to some posts.
    await app.ctx.orders.generations.begin(await state());
    await app.ctx.posts.positions.fillNext(1, undefined, 70);

    await compactionOf().run();
    expect(await state()).toMatchObject({ current: 1, live: [{ g: 1, next: 250 }] });
    expect(sorted(await readAll(4))).toEqual(sorted(ids.slice(150)));
    const inTwoPlaces = (await posts().find({}).toArray()).filter(
      (post) => post.feedKeys.filter((key) => generationOf(key) === 1).length !== 1,
    );
    expect(inTwoPlaces).toEqual([]);
  });

  it('resumes where the last run stopped', async () => {
    const ids = await insertPosts(app, 400);
    await remove(ids.slice(0, 150));
    const compaction = compactionOf({ steps: 3 });
    const more = [await compaction.run(), await compaction.run(), await compaction.run()];
    expect(more).toEqual([true, false, false]);
    expect(await state()).toMatchObject({ current: 1, live: [{ g: 1, next: 250 }] });
  });

  it('stops at its next step when its job is aborted', async () => {
    const ids = await insertPosts(app, 400);
    await remove(ids.slice(0, 150));
    await expect(compactionOf().run(AbortSignal.abort(new Error('stopping')))).rejects.toThrow('stopping');
    expect((await state()).current).toBe(0);
  });

  it('happens once when several processes try at the same time', async () => {
    const other = await createTestApp({ dbName: app.ctx.config.mongo.dbName!, clock: app.clock });
    try {
      const ids = await insertPosts(app, 400);
      await remove(ids.slice(0, 200));
      const both = [app.ctx.jobs, other.ctx.jobs];
      for (const jobs of both) await jobs.add(COMPACTION);
      await Promise.all([...both, ...both].map((jobs) => jobs.runDue(COMPACTION)));
      expect(await state()).toMatchObject({ current: 1, live: [{ g: 1, next: 200 }] });
    } finally {
      await other.close();
    }
  });

  it('erases old keys only after the last pin to them has expired', async () => {
    const ids = await insertPosts(app, 200);
    const order = await readAll(8);
    await remove(ids.slice(0, 100));
    const compaction = compactionOf();
    await compaction.run();
    // With a read every 29 minutes, the pin lasts until two hours after its creation.
    for (let use = 0; use < 4; use += 1) {
      app.clock.advance(29 * MINUTE);
      await compaction.run();
      expect((await state()).old).toMatchObject([{ g: 0 }]);
      expect(await readAll(8)).toEqual(order.filter((id) => ids.indexOf(id) >= 100));
    }

    app.clock.advance(9 * MINUTE);
    await compaction.run();
    expect(await state()).toMatchObject({ current: 1, old: [] });
    expect(await posts().countDocuments(keysIn(0))).toBe(0);
    expect(sorted(await readAll(8))).toEqual(sorted(ids.slice(100)));
  });

  it('supports any number of old generations at once', async () => {
    const ids = await insertPosts(app, 640);
    const orders = new Map<number, string[]>();
    for (let round = 0; round < 3; round += 1) {
      orders.set(round, await readAll(round));
      await remove(ids.splice(0, ids.length / 2));
      await compactionOf().run();
    }
    expect(await state()).toMatchObject({ current: 3, old: [{ g: 0 }, { g: 1 }, { g: 2 }] });
    for (const [seed, order] of orders) {
      expect(await readAll(seed)).toEqual(order.filter((id) => ids.includes(id)));
    }
  });

  it('repairs a post whose process crashed before all its keys were written', async () => {
    const ids = await insertPosts(app, 100);
    await remove(ids.slice(0, 60));
    await compactionOf().run();
    const late = { ...newPost(new Types.ObjectId()), hidden: false, feedKeys: [feedKey(0, 77_777)] };
    await posts().insertOne(late);
    app.clock.advance(126 * MINUTE);
    await compactionOf().run();
    const healed = await posts().findOne({ _id: late._id });
    expect(healed?.feedKeys.map(generationOf)).toEqual([1]);
    expect(await readAll(9)).toContain(late._id.toHexString());
  });

  it('continues numbering after the highest key if the feed’s record was lost', async () => {
    const ids = await insertPosts(app, 40);
    await collectionOf(app.ctx.models.FeedState).deleteMany({});
    await start();
    const more = await insertPosts(app, 5);
    expect(sorted(await readAll(1))).toEqual(sorted([...ids, ...more]));
  });

  it('estimates the holes of a large feed from a sample', async () => {
    const ids = await insertPosts(app, 4000);
    expect(await compactionOf().holes()).toBe(0);
    await remove(ids.slice(0, 1600));
    const holes = await compactionOf().holes();
    // five standard deviations of a sample of 1,000
    expect(Math.abs(holes - 0.4)).toBeLessThan(0.08);
  });
});

describe('a backup taken during writes', () => {
  /** Copies everything the feed needs, one collection after the other, the slowest first. */
  async function restore(between: () => Promise<unknown>, first: 'posts' | 'feedstates') {
    const { Post, FeedState } = app.ctx.models;
    const models = first === 'posts' ? [Post, FeedState] : [FeedState, Post];
    const copies: [typeof Post, object[]][] = [];
    for (const [index, model] of models.entries()) {
      if (index === 1) await between();
      copies.push([model as typeof Post, await model.collection.find().toArray()]);
    }
    for (const [model, documents] of copies) {
      await model.collection.deleteMany({});
      await model.collection.insertMany(documents);
    }
    await start();
  }

  const stored = async () => (await posts().find({}).toArray()).map(({ _id }) => _id.toHexString());

  it('assigns no position twice if the record is older than the posts', async () => {
    await insertPosts(app, 60);
    await restore(() => insertPosts(app, 1230), 'feedstates');
    await insertPosts(app, 60);
    const seen = await readAll(5);
    expect(seen).toHaveLength(1350);
    expect(sorted(seen)).toEqual(sorted(await stored()));
  });

  it('omits no post if a compaction ran between the copies of posts and record', async () => {
    const ids = await insertPosts(app, 400);
    await remove(ids.slice(0, 150));
    await restore(() => compactionOf().run(), 'posts');
    await insertPosts(app, 20);
    expect((await state()).current).toBe(1);
    await compactionOf().run();
    const seen = await readAll(5);
    expect(seen).toHaveLength(270);
    expect(sorted(seen)).toEqual(sorted(await stored()));
  });

  it('omits no post if a generation was being built', async () => {
    const ids = await insertPosts(app, 400);
    await remove(ids.slice(0, 150));
    await restore(async () => {
      await app.ctx.orders.generations.begin(await state());
      await app.ctx.posts.positions.fillNext(1, undefined, 100);
    }, 'posts');
    await compactionOf().run();
    expect((await state()).current).toBe(1);
    expect(sorted(await readAll(5))).toEqual(sorted(await stored()));
  });
});

describe('the cost of a page over 10,000 posts', () => {
  it('examines at most the allowed number of posts, on the first and last page, with holes', async () => {
    const ids = await insertPosts(app, 10_000);
    await remove(ids.filter((_, index) => index % 5 === 0));
    const { pins } = app.ctx.orders;
    const pin = await pins.resolve(0);
    for (const from of [0, 9980]) {
      const plan = await explainPage(app, keysOf(pin, from, from + 20));
      expect(plan.nReturned).toBeGreaterThan(5);
      expect(plan.totalDocsExamined).toBeLessThanOrEqual(20);
    }
  });
});
