import type { Request } from 'express';
import { Types } from 'mongoose';

import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { MINUTE } from '../../platform/time.js';
import { explainPage, insertPosts, newPost } from '../../testing/content.js';
import { runs } from '../../testing/runs.js';
import { createTestApp, type TestApp } from '../../testing/test-app.js';
import { runForRequest } from '../../platform/request-context.js';
import { keysOf } from './random-feed.js';

const POSTS = 5000;

let app: TestApp;
let ids: string[];

beforeAll(async () => {
  app = await createTestApp();
  ids = await insertPosts(app, POSTS);
});
afterAll(() => app.close());

const feed = () => app.ctx.posts.random;

interface Pages {
  first?: number;
  then?: number;
  between?: (page: number) => Promise<void>;
}

/** Reads all ids of a seed's order, page by page: 20 first, then 10. */
async function readAll(seed: number, { first = 20, then = 10, between }: Pages = {}) {
  const seen: string[] = [];
  let offset = 0;
  for (let page = 1; ; page += 1) {
    const limit = page === 1 ? first : then;
    const { posts, hasNext } = await feed().run(seed, offset, limit, { looks: 1 });
    seen.push(...posts.map((post) => post._id.toHexString()));
    offset += limit;
    if (!hasNext) return seen;
    await between?.(page);
  }
}

/** The same in few pages, for tests that are not about pages. */
const orderOf = (seed: number) => readAll(seed, { first: 100, then: 100 });

describe('the random feed over 5,000 posts', () => {
  it('shows every post exactly once over all pages', async () => {
    const seen = await readAll(417_031, { then: runs(40, 10) });
    expect(seen).toHaveLength(POSTS);
    expect(new Set(seen)).toEqual(new Set(ids));
    expect(await orderOf(417_031)).toEqual(seen);
  });

  it('has the same order for the same seed and another for another', async () => {
    const [first, again, other, zero] = [
      await orderOf(7),
      await orderOf(7),
      await orderOf(8),
      await orderOf(0),
    ];
    expect(again).toEqual(first);
    for (const [a, b] of [
      [first, other],
      [first, zero],
      [other, ids],
      [zero, ids],
    ] as const) {
      const place = new Map(b.map((id, index) => [id, index]));
      const neighbours = a.filter(
        (id, index) => index > 0 && Math.abs(place.get(id)! - place.get(a[index - 1]!)!) === 1,
      );
      // Two unrelated orders share 2 pairs on average; 12 practically never happens by chance.
      expect(neighbours.length).toBeLessThan(12);
    }
  });

  it('spreads the posts evenly: chi-square of age against position [F1-4]', async () => {
    const cells = 10;
    const age = new Map(ids.map((id, index) => [id, index]));
    const counts = new Array<number>(cells * cells).fill(0);
    (await orderOf(99)).forEach((id, position) => {
      const row = Math.floor((age.get(id)! * cells) / POSTS);
      counts[row * cells + Math.floor((position * cells) / POSTS)]! += 1;
    });
    const expected = POSTS / cells ** 2;
    const statistic = counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
    // 99.99th percentile of chi-square with 81 degrees of freedom
    expect(statistic).toBeLessThan(135);
  });

  it('returns nothing past the end', async () => {
    expect(await feed().run(7, POSTS, 10, { looks: 1 })).toMatchObject({
      posts: [],
      hasNext: false,
      order: { numberOf: new Map() },
    });
    expect(await feed().run(7, 40_000_000, 50, { looks: 1 })).toMatchObject({
      posts: [],
      hasNext: false,
      order: { numberOf: new Map() },
    });
  });

  it('examines no more posts than allowed, on the first and last page', async () => {
    const pin = await app.ctx.orders.pins.resolve(7);
    for (const from of [0, POSTS - 20]) {
      const plan = await explainPage(app, keysOf(pin, from, from + 20));
      expect(plan.nReturned).toBe(20);
      expect(plan.totalDocsExamined).toBeLessThanOrEqual(40);
      expect(plan.totalKeysExamined).toBeLessThanOrEqual(60);
    }
  });

  it('continues by position past gaps', async () => {
    const { posts, position, hasNext } = await feed().run(7, 0, 20);
    expect(posts.map((post) => post._id)).toEqual(
      (await feed().run(7, 0, 20, { looks: 1 })).posts.map((post) => post._id),
    );
    expect(position).toBe(20);
    expect(hasNext).toBe(true);
    expect(await feed().run(7, POSTS, 20)).toMatchObject({ posts: [], position: POSTS, hasNext: false });
  });
});

describe('a reader during writes', () => {
  it('sees every permanent post exactly once', async () => {
    const { Post } = app.ctx.models;
    const throughout = new Set(ids);
    const write = async (page: number) => {
      if (page % 5 !== 0) return;
      await app.ctx.posts.positions.insert([newPost(new Types.ObjectId()), newPost(new Types.ObjectId())]);
      const victim = ids[(page * 7919) % POSTS]!;
      if (throughout.delete(victim)) await Post.collection.deleteOne({ _id: new Types.ObjectId(victim) });
    };
    const seen = await readAll(31_337, { between: write });
    expect(new Set(seen).size).toBe(seen.length);
    expect([...throughout].filter((id) => !seen.includes(id))).toEqual([]);
    expect(throughout.size).toBeGreaterThan(POSTS - 110);
  });
});

/** Creates a separate feed of 30 posts. */
async function smallFeed() {
  const small = await createTestApp();
  await insertPosts(small, 30);
  return {
    small,
    read: (seed: number, offset = 0) => small.ctx.posts.random.run(seed, offset, 20, { looks: 1 }),
    /** The number of positions in a seed's order, without reading it. */
    sizes: async (seed: number) => (await small.ctx.orders.pins.resolve(seed)).order.size,
  };
}

describe('the pin of a seed', () => {
  it('lasts half an hour after the last use, then includes newer posts', async () => {
    const { small, read, sizes } = await smallFeed();
    try {
      await read(5);
      await insertPosts(small, 12);
      expect([await sizes(5), await sizes(6)]).toEqual([30, 42]);
      small.clock.advance(29 * MINUTE);
      await read(5);
      small.clock.advance(29 * MINUTE);
      expect(await sizes(5)).toBe(30);
      small.clock.advance(4 * MINUTE);
      expect(await sizes(5)).toBe(42);
    } finally {
      await small.close();
    }
  });

  it('ends two hours after its creation, even if it is read often', async () => {
    const { small, read, sizes } = await smallFeed();
    try {
      await read(5);
      await insertPosts(small, 12);
      for (let minutes = 0; minutes < 119; minutes += 17) {
        expect(await sizes(5)).toBe(30);
        await read(5);
        small.clock.advance(17 * MINUTE);
      }
      small.clock.advance(MINUTE);
      expect(await sizes(5)).toBe(42);
    } finally {
      await small.close();
    }
  });

  it('is neither created nor extended by pages without posts', async () => {
    const { small, read, sizes } = await smallFeed();
    try {
      const { FeedSeed } = small.ctx.models;
      await read(5, 1_000_000);
      await small.ctx.posts.random.run(5, 30, 10);
      expect(await FeedSeed.countDocuments()).toBe(0);
      await read(5);
      await insertPosts(small, 12);
      small.clock.advance(29 * MINUTE);
      await read(5, 1_000_000);
      await small.ctx.posts.random.run(5, 30, 10);
      small.clock.advance(4 * MINUTE);
      expect(await sizes(5)).toBe(42);
    } finally {
      await small.close();
    }
  });

  it('is not created if the address has used up its new seeds; the order is shown unpinned', async () => {
    const { small, read } = await smallFeed();
    try {
      const asked = vi
        .spyOn(small.ctx.rateLimits, 'consumeForAddress')
        .mockRejectedValue(new Error('None left'));
      const context = {
        signal: new AbortController().signal,
        deadlineAt: Infinity,
        answered: false,
        req: {} as Request,
        appendHeader: () => undefined,
      };
      const page = () => runForRequest(context, () => small.ctx.posts.random.run(5, 0, 20, { looks: 1 }));
      const { posts } = await page();
      expect(posts).toHaveLength(20);
      expect(asked).toHaveBeenCalledTimes(1);
      expect(await small.ctx.models.FeedSeed.countDocuments()).toBe(0);
      await read(5);
      expect((await page()).posts).toEqual(posts);
      expect(asked).toHaveBeenCalledTimes(1);
    } finally {
      await small.close();
    }
  });

  it('is not needed to show the order if it cannot be written', async () => {
    const { small, read } = await smallFeed();
    try {
      const full = Object.assign(new Error('No space left on device'), { code: 14_031 });
      const write = vi.spyOn(small.ctx.models.FeedSeed, 'updateOne').mockRejectedValue(full);
      expect((await read(5)).posts).toHaveLength(20);
      write.mockRestore();
      expect((await read(5)).posts).toHaveLength(20);
      small.clock.advance(2 * MINUTE);
      vi.spyOn(small.ctx.models.FeedSeed, 'updateOne').mockRejectedValue(full);
      expect((await read(5)).posts).toHaveLength(20);
    } finally {
      vi.restoreAllMocks();
      await small.close();
    }
  });

  it('is the same in two processes that pin it at once', async () => {
    const other = await createTestApp({ dbName: app.ctx.config.mongo.dbName!, clock: app.clock });
    try {
      for (let seed = 600; seed < 620; seed += 1) {
        const [a, b] = await Promise.all([
          app.ctx.orders.pins.resolve(seed),
          insertPosts(app, 1).then(() => other.ctx.orders.pins.resolve(seed)),
        ]);
        expect([b.generation, b.order.size]).toEqual([a.generation, a.order.size]);
      }
    } finally {
      await other.close();
    }
  });

  it('costs no write if any process read a page within the minute', async () => {
    const other = await createTestApp({ dbName: app.ctx.config.mongo.dbName!, clock: app.clock });
    const write = vi.spyOn(other.ctx.models.FeedSeed, 'updateOne');
    const lastUsedAt = async () => (await app.ctx.models.FeedSeed.findById(77).lean())?.lastUsedAt;
    try {
      await feed().run(77, 0, 10, { looks: 1 });
      const first = app.clock.now();
      app.clock.advance(59_000);
      await feed().run(77, 10, 10, { looks: 1 });
      await other.ctx.posts.random.run(77, 20, 10, { looks: 1 });
      expect(await lastUsedAt()).toEqual(first);
      expect(write).not.toHaveBeenCalled();
      app.clock.advance(1000);
      await feed().run(77, 30, 10, { looks: 1 });
      await other.ctx.posts.random.run(77, 40, 10, { looks: 1 });
      expect(await lastUsedAt()).toEqual(app.clock.now());
    } finally {
      vi.restoreAllMocks();
      await other.close();
    }
  });

  it('of an empty feed ends with the first post', async () => {
    const empty = await createTestApp();
    try {
      expect(await empty.ctx.posts.random.run(1, 0, 20, { looks: 1 })).toMatchObject({
        posts: [],
        hasNext: false,
        order: { numberOf: new Map() },
      });
      await insertPosts(empty, 3);
      expect((await empty.ctx.posts.random.run(1, 0, 20, { looks: 1 })).posts).toHaveLength(3);
    } finally {
      await empty.close();
    }
  });
});
