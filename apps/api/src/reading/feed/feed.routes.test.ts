import type { FeedAnswer, Post } from '@social-feed/contracts';
import { checkOrder } from '@social-feed/feed-order';
import type { Types } from 'mongoose';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { insertPosts, insertUser } from '../../testing/content.js';
import { createTestApp, type Agent, type TestApp } from '../../testing/test-app.js';
import { decodeSeedCursor, encodeSeedCursor } from '../../order/feed-order/seed-cursor.js';

const POSTS = 95;

let app: TestApp;
let reader: Agent;
let ids: string[];
let author: Types.ObjectId;

beforeAll(async () => {
  app = await createTestApp();
  author = (await insertUser(app))._id;
  ids = await insertPosts(app, POSTS, author);
  reader = app.agent();
});
afterAll(() => app.close());

const get = async (path: string, agent = reader): Promise<FeedAnswer & { nextCursor: string | null }> => {
  const answer = await agent.get(path);
  expect(answer.status).toBe(200);
  return answer.body as FeedAnswer & { nextCursor: string | null };
};
const idsOf = ({ data }: { data: Post[] }) => data.map(({ _id }) => _id);

/** Reads all ids as the web app does, or with one limit if the flag is not sent. */
async function readAll(seed: number, flag = true, query = 'sortBy=random'): Promise<string[]> {
  const seen: string[] = [];
  let page: number | null = 1;
  while (page !== null) {
    const first = page === 1;
    const sent: string = flag ? `&limit=${first ? 20 : 10}&isFirstLoad=${String(first)}` : '&limit=20';
    const answer: FeedAnswer = await get(`/posts/infinite?page=${page}&${query}&seed=${seed}${sent}`);
    seen.push(...idsOf(answer));
    expect(answer.hasNextPage).toBe(answer.nextPage !== null);
    page = answer.nextPage;
  }
  return seen;
}

describe('GET /posts/infinite', () => {
  it.each([
    [true, 'sortBy=random'],
    [false, 'sortBy=random'],
    [false, 'sortBy=likes&sortOrder=asc'],
  ])('shows every post once, with isFirstLoad sent: %s, by %s [F1-3 B29-1]', async (flag, query) => {
    const seen = await readAll(12, flag, query);
    expect(seen).toHaveLength(POSTS);
    expect(new Set(seen)).toEqual(new Set(ids));
  });

  it('has the same order for the same seed, another for another seed, under / and /api [F1-4]', async () => {
    const first = await readAll(0);
    expect(await readAll(0)).toEqual(first);
    expect(await readAll(1)).not.toEqual(first);
    expect(idsOf(await get('/api/posts/infinite?seed=0&limit=20'))).toEqual(first.slice(0, 20));
  });

  it('returns success, message, data and seed, by page and by cursor [F3-14 F7-8]', async () => {
    for (const path of ['/posts/infinite?seed=6&limit=2', '/posts/infinite-cursor?seed=6&limit=2']) {
      const answer = await get(path);
      expect(answer).toMatchObject({ success: true, message: 'Posts fetched', seed: 6, hasNextPage: true });
      expect(answer.data).toHaveLength(2);
    }
  });

  it('has 20 posts on the first page and 10 on later ones [F9-1]', async () => {
    const first = await get('/posts/infinite?page=1&limit=10&isFirstLoad=true&seed=3');
    expect(first.data).toHaveLength(20);
    expect(first.nextPage).toBe(2);
    const later = await get('/posts/infinite?page=2&isFirstLoad=false&seed=3');
    expect(later.data).toHaveLength(10);
    expect(later.nextPage).toBe(3);
  });

  it.each([
    '',
    'seed=',
    'seed=abc',
    'seed=1000000',
    'seed=-1',
    'seed=1.5',
    'seed=1&seed=2',
    'seed=99999999999',
  ])('generates a seed if none is valid: %s [F9-42]', async (query) => {
    const { seed, data } = await get(`/posts/infinite?${query}`);
    expect(Number.isInteger(seed) && seed >= 0 && seed < 1_000_000).toBe(true);
    expect(idsOf(await get(`/posts/infinite?seed=${seed}`))).toEqual(data.map(({ _id }) => _id));
  });

  it('returns the seed of the request, including 0 [F7-5]', async () => {
    expect((await get('/posts/infinite?seed=0')).seed).toBe(0);
    expect((await get('/posts/infinite?seed=999999')).seed).toBe(999_999);
  });

  it('marks the last page, and returns empty pages after it [F3-13]', async () => {
    const last = await get('/posts/infinite?page=10&limit=10&seed=5');
    expect(last.data).toHaveLength(5);
    expect([last.hasNextPage, last.nextPage]).toEqual([false, null]);
    const beyond = await get('/posts/infinite?page=1000000&limit=50&seed=5&isFirstLoad=false');
    expect([beyond.data, beyond.hasNextPage, beyond.nextPage]).toEqual([[], false, null]);
  });

  it('sorts on request, page by page', async () => {
    const [a, b] = [
      await get('/posts/infinite?sortBy=createdAt&page=1&limit=20&isFirstLoad=true'),
      await get('/posts/infinite?sortBy=createdAt&page=2&limit=10&isFirstLoad=false'),
    ];
    const dates = [...a.data, ...b.data].map(({ createdAt }) => createdAt);
    expect(dates).toEqual([...dates].sort().reverse());
    expect(new Set([...idsOf(a), ...idsOf(b)]).size).toBe(30);
    expect((await get('/posts/infinite?sortBy=likes&sortOrder=asc')).data).toHaveLength(10);
  });

  it('shows viewers their own interactions, and visitors none [F6-1]', async () => {
    const { agent } = await app.signUp();
    const [post] = idsOf(await get('/posts/infinite?seed=4'));
    await agent.post(`/post-interactions/${post!}/like`);
    await agent.post(`/posts/${post!}/bookmark`);
    const [own] = (await get('/posts/infinite?seed=4', agent)).data;
    expect(own).toMatchObject({
      likes: 1,
      isBookmarked: true,
      userInteraction: { liked: true, saved: true },
    });
    const [seen] = (await get('/posts/infinite?seed=4')).data;
    expect(seen).toMatchObject({ likes: 1, isBookmarked: false, userInteraction: { liked: false } });
    await agent.post(`/post-interactions/${post!}/like`);
  });

  it('fetches authors and interactions in one query each', async () => {
    const { agent } = await app.signUp();
    await get('/posts/infinite?seed=4&limit=20', agent);
    app.clock.advance(1000);
    const { Post, User, PostInteraction, FeedSeed } = app.ctx.models;
    const reads = [Post, User, PostInteraction].map((model) => vi.spyOn(model.collection, 'find'));
    const pinned = vi.spyOn(FeedSeed.collection, 'updateOne');
    await get('/posts/infinite?seed=4&limit=20', agent);
    expect(reads.map((read) => read.mock.calls.length)).toEqual([1, 1, 1]);
    expect(pinned).not.toHaveBeenCalled();
    vi.restoreAllMocks();
  });

  it.each(['page=x', 'limit=1e3', 'sortBy=_id', 'sortOrder=up', 'isFirstLoad=yes', 'page=1&page=2'])(
    'rejects %s',
    async (query) => {
      const answer = await reader.get(`/posts/infinite?${query}`);
      expect(answer.status).toBe(400);
      expect(answer.body).toMatchObject({ success: false, code: 'VALIDATION_FAILED' });
    },
  );

  it('clamps out-of-range values and ignores unknown filters [F7-6]', async () => {
    expect((await get('/posts/infinite?page=0&limit=10&seed=2')).data).toHaveLength(10);
    expect((await get('/posts/infinite?limit=100000&seed=2')).data).toHaveLength(50);
    expect((await get('/posts/infinite?limit=-3&seed=2')).data).toHaveLength(1);
    expect((await get('/posts/infinite?seed=2&category=cats&$where=1')).data).toHaveLength(10);
  });
});

describe('GET /posts/infinite-cursor', () => {
  it('shows every post once, with full pages despite deleted ones', async () => {
    const order = await readAll(40);
    const gone = order.filter((_, index) => index % 3 === 0);
    await app.ctx.models.Post.deleteMany({ _id: { $in: gone } });
    const seen: string[] = [];
    let answer = await get('/posts/infinite-cursor?seed=40&limit=20&isFirstLoad=true');
    for (;;) {
      seen.push(...idsOf(answer));
      expect(answer.seed).toBe(40);
      expect(answer.hasNextPage).toBe(answer.nextCursor !== null);
      if (answer.nextCursor === null) break;
      expect([10, 20]).toContain(answer.data.length);
      answer = await get(`/posts/infinite-cursor?limit=10&seed=77&cursor=${answer.nextCursor}`);
    }
    expect(seen).toEqual(order.filter((id) => !gone.includes(id)));
    await insertPosts(app, gone.length, author);
  });

  it('starts at the first post without a cursor, with 20 posts on the first load [F7-9]', async () => {
    expect((await get('/posts/infinite-cursor?seed=9&isFirstLoad=true')).data).toHaveLength(20);
    expect((await get('/posts/infinite-cursor?seed=9&cursor=')).data).toHaveLength(10);
    const { seed, data } = await get('/posts/infinite-cursor?seed=none');
    expect(idsOf(await get(`/posts/infinite-cursor?seed=${seed}`))).toEqual(data.map(({ _id }) => _id));
  });

  it.each([
    'x',
    'AAAA',
    encodeURIComponent('../..'),
    'x'.repeat(201),
    Buffer.from('1.-5').toString('base64url'),
    Buffer.from('1000000.5').toString('base64url'),
  ])('rejects the malformed cursor %s', async (cursor) => {
    const answer = await reader.get(`/posts/infinite-cursor?cursor=${cursor}`);
    expect(answer.status).toBe(400);
    expect(answer.body.message).toBe('cursor is malformed');
  });

  it('returns an empty last page for a made-up position', async () => {
    const cursor = encodeSeedCursor({ seed: 40, position: 9_999_999_999 });
    const answer = await get(`/posts/infinite-cursor?cursor=${cursor}`);
    expect([answer.data, answer.hasNextPage, answer.nextCursor]).toEqual([[], false, null]);
    expect(decodeSeedCursor(cursor)).toEqual({ seed: 40, position: 9_999_999_999 });
  });
});

describe('the order of an answer', () => {
  it('can be rebuilt from its seed, generation and population despite deleted posts [B4-1]', async () => {
    const own = await createTestApp();
    try {
      const { _id } = await insertUser(own);
      const made = await insertPosts(own, 40, _id);
      const ask = async (path: string) => (await own.agent().get(path)).body as FeedAnswer;
      const before = await ask('/posts/infinite?seed=9&page=1&isFirstLoad=true');
      expect(before).toMatchObject({ generation: expect.any(Number), population: made.length });
      await own.ctx.models.Post.deleteOne({ _id: before.data[3]?._id ?? '' });
      for (const [path, from, to] of [
        ['infinite?seed=9&page=1&isFirstLoad=true', 0, 20],
        ['infinite?seed=9&page=2&isFirstLoad=false', 20, 30],
        ['infinite-cursor?seed=9&limit=10', 0, 11],
      ] as const) {
        const { seed, population = 0, numbers = [], generation, data } = await ask(`/posts/${path}`);
        expect([generation, numbers.length]).toEqual([before.generation, data.length]);
        expect(checkOrder({ seed, population, from, to, numbers })).toEqual({
          empty: from === 0 ? 1 : 0,
          wrong: undefined,
        });
      }
      // a post has one number for all seeds
      const other = await ask('/posts/infinite?seed=10&page=1&limit=50');
      const numberOf = new Map(other.data.map(({ _id: id }, index) => [id, other.numbers?.[index]]));
      for (const [index, { _id: id }] of before.data.entries())
        if (index !== 3) expect(numberOf.get(id)).toBe(before.numbers?.[index]);
    } finally {
      await own.close();
    }
  });

  it('is not included for sorted lists [B4-2]', async () => {
    const sorted = await get('/posts/infinite?sortBy=createdAt');
    expect(sorted).not.toHaveProperty('numbers');
    expect(sorted).not.toHaveProperty('population');
    expect(await get('/posts/random?seed=3')).not.toHaveProperty('population');
  });
});

describe('two processes on one database', () => {
  it('share one feed', async () => {
    const other = await createTestApp({ dbName: app.ctx.config.mongo.dbName!, clock: app.clock });
    try {
      const pages = await Promise.all(
        [1, 2, 3, 4].map((page) =>
          get(`/posts/infinite?page=${page}&limit=20&seed=808`, page % 2 === 0 ? reader : other.agent()),
        ),
      );
      const seen = pages.flatMap(idsOf);
      expect(new Set(seen).size).toBe(seen.length);
      expect(pages.flatMap(({ hasNextPage }) => hasNextPage)).toEqual([true, true, true, true]);
      expect(idsOf(await get('/posts/infinite?page=2&limit=20&seed=808', other.agent()))).toEqual(
        idsOf(pages[1]!),
      );
    } finally {
      await other.close();
    }
  });
});

describe('new seeds', () => {
  it('are pinned up to a limit per address; beyond it the order is shown unpinned', async () => {
    const small = await createTestApp({ config: { rateLimitFactor: 0.01 } });
    try {
      await insertPosts(small, 5);
      for (let seed = 0; seed < 6; seed += 1) {
        expect((await small.agent().get(`/posts/infinite?seed=${seed}`)).status).toBe(200);
      }
      expect(await small.ctx.models.FeedSeed.countDocuments()).toBe(3);
      const throttled = await small.ctx.models.Throttle.find({ _id: /^new-seeds:/ }).lean();
      const spent = throttled.reduce((sum, { count }) => sum + count, 0);
      expect((await small.agent().get('/posts/infinite?seed=1')).status).toBe(200);
      const after = await small.ctx.models.Throttle.find({ _id: /^new-seeds:/ }).lean();
      expect(after.reduce((sum, { count }) => sum + count, 0)).toBe(spent);
    } finally {
      await small.close();
    }
  });
});
