import type { Post } from '@social-feed/contracts';
import { Types } from 'mongoose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { collectionOf } from '../../platform/db/collection-of.js';
import { insertPosts, newPost } from '../../testing/content.js';
import { explain, watchReads } from '../../testing/reads.js';
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

  it('finds words by prefix, in any spelling and order', async () => {
    expect(titlesOf(await get('/posts?q=BREA&sortBy=createdAt&sortOrder=asc'))).toEqual([
      'Rye bread',
      'Bread rolls',
      'Ｂｒｅａｄ again',
    ]);
    expect(titlesOf(await get('/posts?q=train%20night&sortBy=createdAt'))).toEqual(['Night train']);
    expect(titlesOf(await get('/posts?q=.*&sortBy=createdAt'))).toEqual([]);
    expect(titlesOf(await get('/posts?q=bread&limit=2')).length).toBe(2);
  });

  it('filters by tag and author [F7-11]', async () => {
    expect(titlesOf(await get('/posts?tag=%23EVEN&sortBy=createdAt&sortOrder=asc'))).toEqual([
      titles[0],
      titles[2],
      titles[4],
    ]);
    expect((await get(`/posts?userId=${owner.id}&sortBy=createdAt`)).pagination.totalPosts).toBe(6);
    expect((await get(`/posts?userId=${UNKNOWN}`)).data).toEqual([]);
  });

  it('shuffles by seed, with and without a filter, without repeats over pages [F7-10]', async () => {
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

  it("shows a user's pinned posts first, then the newest, and marks pins only for the owner [A7.3-9]", async () => {
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
  ])('rejects %s', async (path) => {
    const answer = await lister.agent().get(path);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({
      success: false,
      code: expect.any(String),
      message: expect.any(String),
    });
  });

  it('clamps out-of-range pages and ignores unknown filters', async () => {
    expect((await get('/posts?page=-4&limit=0&sortBy=createdAt')).data).toHaveLength(1);
    expect((await get('/posts?limit=5000&sortBy=createdAt&colour=red&user[$gt]=')).data).toHaveLength(6);
  });
});

describe('lists of a suspended author', () => {
  it('reveal nothing, not even whether more posts exist', async () => {
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
  it('are read from an index in both directions', async () => {
    const app = await createTestApp();
    try {
      await insertPosts(app, 1000);
      for (const field of ['createdAt', 'views', 'likes']) {
        for (const direction of [1, -1] as const) {
          const plan = await collectionOf(app.ctx.models.Post)
            .find({ hidden: false })
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

describe('the depth of sorted lists', () => {
  it.each([
    '/posts?sortBy=createdAt&page=1001&limit=10',
    '/posts?sortBy=likes&page=999999999',
    '/posts?q=bread&sortBy=likes&page=201&limit=50',
    '/posts?tag=even&sortBy=createdAt&page=1001',
    `/posts/user/${UNKNOWN}?page=1001&limit=10`,
    '/posts/infinite?sortBy=views&page=1001&limit=10',
  ])('ends with a clear error: %s', async (path) => {
    const app = await createTestApp();
    try {
      const answer = await app.agent().get(path);
      expect(answer.status).toBe(400);
      expect(answer.body).toMatchObject({ code: 'VALIDATION_FAILED', errors: [{ path: 'page' }] });
      const within = path.replace(/page=\d+/, 'page=200');
      expect((await app.agent().get(within)).status).toBe(200);
      expect((await app.agent().get(path.replace(/sortBy=\w+/, 'sortBy=random'))).status).toBe(
        path.includes('/user/') ? 400 : 200,
      );
    } finally {
      await app.close();
    }
  });
});

describe('cursors of sorted lists', () => {
  let app: TestApp;
  let user: string;
  const COUNT = 60;

  beforeAll(async () => {
    app = await createTestApp({ config: { mongo: { monitorCommands: true } } });
    user = (await app.signUp()).user._id;
    const author = new Types.ObjectId(user);
    const start = app.clock.now().getTime();
    // Many have the same values in every field of the order except the id.
    await app.ctx.posts.positions.insert(
      Array.from({ length: COUNT }, (_, index) =>
        newPost(author, {
          title: `${index}`,
          createdAt: new Date(start + Math.floor(index / 7)),
          likes: index % 3,
          tagKeys: index % 2 === 0 ? ['even'] : [],
          hasMedia: index % 4 === 0,
          pinnedAt: index % 5 === 0 ? new Date(start + (index % 10)) : null,
        }),
      ),
    );
  });
  afterAll(() => app.close());

  const read = async (path: string) => {
    const { status, body } = await app.agent().get(path);
    expect(status, path).toBe(200);
    return body as { data: Post[]; nextCursor: string | null; pagination: { hasNext: boolean } };
  };

  it.each([
    ['/posts?sortBy=createdAt', COUNT],
    ['/posts?sortBy=likes', COUNT],
    ['/posts?sortBy=likes&sortOrder=asc', COUNT],
    ['/posts?sortBy=views', COUNT],
    ['/posts?sortBy=createdAt&sortOrder=asc&tag=even', COUNT / 2],
    ['/posts/user/:id?', COUNT],
    ['/posts/user/:id?media=true', COUNT / 4],
  ])('return the same posts as pages: %s', async (template, count) => {
    const path = template.replace(':id', user);
    const pages: string[] = [];
    for (let page = 1; pages.length < count; page += 1) {
      pages.push(...(await read(`${path}&limit=7&page=${page}`)).data.map(({ _id }) => _id));
    }
    const seen: string[] = [];
    let answer = await read(`${path}&limit=7`);
    for (;;) {
      seen.push(...answer.data.map(({ _id }) => _id));
      expect(answer.pagination.hasNext).toBe(answer.nextCursor !== null);
      if (answer.nextCursor === null) break;
      answer = await read(`${path}&limit=7&cursor=${answer.nextCursor}`);
    }
    expect(seen).toEqual(pages);
    expect(new Set(seen).size).toBe(count);
  });

  it('are rejected if changed or from another list', async () => {
    const { nextCursor } = await read('/posts?sortBy=likes&limit=5');
    const changed = `${nextCursor!.slice(0, -2)}${nextCursor!.endsWith('AA') ? 'BB' : 'AA'}`;
    for (const path of [
      `/posts?sortBy=likes&cursor=${changed}`,
      '/posts?sortBy=likes&cursor=x',
      `/posts?sortBy=likes&cursor=${'x'.repeat(401)}`,
      `/posts?sortBy=views&cursor=${nextCursor}`,
      `/posts?sortBy=likes&sortOrder=asc&cursor=${nextCursor}`,
      `/posts/user/${user}?cursor=${nextCursor}`,
    ]) {
      const answer = await app.agent().get(path);
      expect([answer.status, answer.body.message], path).toEqual([400, 'cursor is malformed']);
    }
  });

  it('cost the same at any depth', async () => {
    const commands = watchReads(app, 'posts');
    const all = await read('/posts?sortBy=likes&limit=50');
    commands.length = 0;
    const page = await read(`/posts?sortBy=likes&limit=5&cursor=${all.nextCursor!}`);
    expect(page.data).toHaveLength(5);
    for (const command of commands.filter((one) => 'sort' in one)) {
      expect((await explain(app, command)).totalKeysExamined).toBeLessThanOrEqual(8);
    }
  });

  it('reads a user’s pictures and clips from an index', async () => {
    const commands = watchReads(app, 'posts');
    await read(`/posts/user/${user}?media=true&limit=5`);
    const list = commands.filter((one) => 'sort' in one);
    expect(list).toHaveLength(1);
    const { totalDocsExamined } = await explain(app, list[0]!);
    expect(totalDocsExamined).toBeLessThanOrEqual(6);
  });
});

describe('posts of a suspended author', () => {
  let app: TestApp;
  let spammer: Types.ObjectId;
  let other: Types.ObjectId;

  beforeAll(async () => {
    app = await createTestApp();
    spammer = new Types.ObjectId((await app.signUp()).user._id);
    other = new Types.ObjectId((await app.signUp()).user._id);
    for (let round = 0; round < 4; round += 1) {
      const make = (user: Types.ObjectId) => newPost(user, { tagKeys: ['sea'], searchTerms: ['sea'] });
      await app.ctx.posts.positions.insert([...Array.from({ length: 30 }, () => make(spammer)), make(other)]);
    }
  });
  afterAll(() => app.close());

  /** What a change of the suspension triggers. */
  const visibility = async () => {
    await app.ctx.posts.updateVisibility(spammer);
    await app.ctx.jobs.runDue('post-visibility');
  };

  const counted = async () => {
    const lists = [
      '/posts?sortBy=createdAt',
      '/posts?sortBy=likes&tag=sea',
      '/posts?sortBy=views&q=sea',
      '/posts?seed=1',
    ];
    return Promise.all(
      lists.map(async (path) => {
        const { data, pagination } = (await app.agent().get(`${path}&limit=10`)).body;
        return [path, data.length, pagination.hasNext, pagination.totalPosts];
      }),
    );
  };

  it('leave every list full, with a correct total, and come back when the suspension is lifted', async () => {
    await app.ctx.models.User.updateOne({ _id: spammer }, { suspendedAt: new Date() });
    await visibility();
    await app.ctx.feed.compaction.run();
    app.clock.advance(1000);
    expect((await counted()).map(([, ...rest]) => rest)).toEqual([
      [4, false, 4],
      [4, false, 4],
      [4, false, 4],
      [4, false, 4],
    ]);
    // A request that started before the suspension writes late.
    await app.ctx.posts.positions.insert([newPost(spammer, { tagKeys: ['sea'] })]);
    app.clock.advance(61_000);
    await app.ctx.jobs.runDue('post-visibility');
    expect(await app.ctx.models.Post.countDocuments({ hidden: false })).toBe(4);

    await app.ctx.models.User.updateOne({ _id: spammer }, { suspendedAt: null });
    await visibility();
    app.clock.advance(1000);
    expect((await counted()).map(([, ...rest]) => rest)).toEqual([
      [10, true, 125],
      [10, true, 125],
      [10, true, 124],
      [4, false, 125],
    ]);
    const seen = (await app.agent().get('/posts/infinite?seed=2&limit=50')).body.data;
    expect(new Set((seen as Post[]).map(({ _id }) => _id)).size).toBe(50);
  });
});
