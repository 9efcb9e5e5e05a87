import type { Post } from '@social-feed/contracts';
import { Types } from 'mongoose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { native } from '../../platform/db/native.js';
import { insertPosts } from '../../testing/content.js';
import { createTestApp, type Agent, type TestApp } from '../../testing/test-app.js';

const UNKNOWN = '0123456789abcdef01234567';

describe('lists of posts', () => {
  let lister: TestApp;
  let owner: { agent: Agent; id: string };
  const titles = ['Rye bread', 'Bread rolls', 'Night train', 'Steam train', 'Ｂｒｅａｄ again', 'Sea'];

  beforeAll(async () => {
    lister = await createTestApp();
    const { agent, user } = await lister.signUp();
    owner = { agent, id: user._id };
    for (const [index, title] of titles.entries()) {
      lister.clock.advance(1000);
      await agent.post('/posts').send({ title, tags: [index % 2 === 0 ? 'Even' : 'odd'] });
    }
  });
  afterAll(() => lister.close());

  const get = async (path: string) => (await owner.agent.get(path)).body;
  const titlesOf = (body: { data: Post[] }) => body.data.map(({ title }) => title);

  it('sorts by date in both directions, page by page', async () => {
    const first = await get('/posts?sortBy=createdAt&limit=4');
    expect(titlesOf(first)).toEqual([...titles].reverse().slice(0, 4));
    expect(first.pagination).toEqual({ currentPage: 1, hasNext: true, totalPosts: 6 });
    const second = await get('/posts?sortBy=createdAt&limit=4&page=2');
    expect(titlesOf(second)).toEqual([...titles].reverse().slice(4));
    expect(second.pagination.hasNext).toBe(false);
    expect(titlesOf(await get('/posts?sortBy=createdAt&sortOrder=asc'))).toEqual(titles);
  });

  it('sorts by likes', async () => {
    const { data } = await get('/posts?sortBy=createdAt&sortOrder=asc');
    await owner.agent.post(`/post-interactions/${(data as Post[])[2]!._id}/like`);
    expect(titlesOf(await get('/posts?sortBy=likes&limit=1'))).toEqual(['Night train']);
    expect(titlesOf(await get('/posts?sortBy=views&limit=2'))).toHaveLength(2);
  });

  it('finds words by their beginning, in any spelling and order', async () => {
    expect(titlesOf(await get('/posts?q=BREA&sortBy=createdAt&sortOrder=asc'))).toEqual([
      'Rye bread',
      'Bread rolls',
      'Ｂｒｅａｄ again',
    ]);
    expect(titlesOf(await get('/posts?q=train%20night&sortBy=createdAt'))).toEqual(['Night train']);
    expect(titlesOf(await get('/posts?q=.*&sortBy=createdAt'))).toEqual([]);
    expect(titlesOf(await get('/posts?q=bread&limit=2')).length).toBe(2);
  });

  it('filters by tag and author', async () => {
    expect(titlesOf(await get('/posts?tag=%23EVEN&sortBy=createdAt&sortOrder=asc'))).toEqual([
      titles[0],
      titles[2],
      titles[4],
    ]);
    expect((await get(`/posts?userId=${owner.id}&sortBy=createdAt`)).pagination.totalPosts).toBe(6);
    expect((await get(`/posts?userId=${UNKNOWN}`)).data).toEqual([]);
  });

  it('shuffles by seed, with and without a filter, without repeating over pages', async () => {
    for (const base of ['/posts/random?', '/posts?', '/posts?tag=even&']) {
      const first = await get(`${base}seed=3&limit=2`);
      expect(first.seed).toBe(3);
      const second = await get(`${base}seed=3&limit=2&page=2`);
      const shown = [...titlesOf(first), ...titlesOf(second)];
      expect(new Set(shown).size).toBe(shown.length);
      expect(titlesOf(await get(`${base}seed=3&limit=2`))).toEqual(titlesOf(first));
    }
    const issued = await get('/posts/random?seed=x');
    expect(issued.seed).toBeGreaterThanOrEqual(0);
    expect(issued.seed).toBeLessThan(1_000_000);
    expect(issued.data).toHaveLength(6);
  });

  it("shows a user's pinned posts first, then the newest, and the pin to the owner alone", async () => {
    const { data } = await get('/posts?sortBy=createdAt&sortOrder=asc');
    await owner.agent.post(`/posts/${(data as Post[])[1]!._id}/pin`);
    const own = await get(`/posts/user/${owner.id}?limit=3`);
    expect(titlesOf(own)).toEqual(['Bread rolls', 'Sea', 'Ｂｒｅａｄ again']);
    expect((own.data as Post[])[0]!.isPinned).toBe(true);
    expect(own.pagination).toEqual({ currentPage: 1, hasNext: true, totalPosts: 6 });
    const seen = (await lister.agent().get(`/posts/user/${owner.id}?limit=3`)).body;
    expect((seen.data as Post[]).map(({ isPinned }) => isPinned)).toEqual([false, false, false]);
    expect((await get(`/posts/user/${owner.id}?page=3&limit=3`)).data).toEqual([]);
  });

  it.each([
    '/posts?sortBy=password',
    '/posts?page=two',
    '/posts?page=1&page=2',
    '/posts?userId=me',
    `/posts?q=${'x'.repeat(201)}`,
    '/posts/user/zzz',
  ])('refuses %s', async (path) => {
    const answer = await lister.agent().get(path);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({
      success: false,
      code: expect.any(String),
      message: expect.any(String),
    });
  });

  it('takes out-of-range pages and unknown filters as they are meant', async () => {
    expect((await get('/posts?page=-4&limit=0&sortBy=createdAt')).data).toHaveLength(1);
    expect((await get('/posts?page=999999999&sortBy=createdAt')).data).toEqual([]);
    expect((await get('/posts?limit=5000&sortBy=createdAt&colour=red&user[$gt]=')).data).toHaveLength(6);
  });
});

describe('lists of a suspended author', () => {
  it('tell nothing, not even whether there is more', async () => {
    const app = await createTestApp();
    try {
      const { user } = await app.signUp();
      await insertPosts(app, 5, new Types.ObjectId(user._id));
      await app.ctx.models.User.updateOne({ _id: user._id }, { suspendedAt: new Date() });
      for (const sortBy of ['createdAt', 'views', 'random']) {
        const { body } = await app.agent().get(`/posts?userId=${user._id}&limit=2&sortBy=${sortBy}`);
        const nothing = { currentPage: 1, hasNext: false, totalPosts: 0 };
        expect([body.data, body.pagination], sortBy).toEqual([[], nothing]);
      }
    } finally {
      await app.close();
    }
  });
});

describe('sorted lists of many posts', () => {
  it('are read off an index in both directions', async () => {
    const app = await createTestApp();
    try {
      await insertPosts(app, 1000);
      for (const field of ['createdAt', 'views', 'likes']) {
        for (const direction of [1, -1] as const) {
          const plan = await native(app.ctx.models.Post)
            .find({})
            .sort({ [field]: direction, _id: direction })
            .limit(21)
            .explain('executionStats');
          expect(plan['executionStats'].totalDocsExamined).toBeLessThanOrEqual(21);
        }
      }
    } finally {
      await app.close();
    }
  });
});
