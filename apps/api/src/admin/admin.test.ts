import type { CurrentUser, Post } from '@social-feed/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, newAccount, type Agent, type TestApp } from '../testing/test-app.js';
import { pathOfUrl, uploadPicture } from '../testing/uploads.js';

const UNKNOWN = '0123456789abcdef01234567';

let app: TestApp;
let admin: { agent: Agent; user: CurrentUser };
let person: { agent: Agent; user: CurrentUser };
let account: ReturnType<typeof newAccount>;

beforeAll(async () => {
  app = await createTestApp();
  admin = await app.signUp();
  await app.ctx.admin.setAdmin(admin.user.userName, true);
});
beforeEach(async () => {
  account = newAccount();
  person = await app.signUp(account);
});
afterAll(() => app.close());

const suspend = (user: CurrentUser, body: object = {}) =>
  admin.agent.post(`/admin/users/${user._id}/suspend`).send(body);
const lift = (user: CurrentUser) => admin.agent.post(`/admin/users/${user._id}/lift`).send({});
const logOf = async (user: CurrentUser) =>
  (await app.ctx.adminLog.latest(1000)).filter((entry) => entry.user.toString() === user._id);
const post = async (agent: Agent, fields: object): Promise<string> =>
  (await agent.post('/posts').send(fields)).body.data._id;

describe('suspending', () => {
  it('ends sessions and tokens at once, and lets nobody in until it is lifted', async () => {
    const made = await person.agent.post('/auth/tokens').send({ name: 'script', days: 30 });
    const answer = await suspend(person.user, { reason: 'Sold followers' });
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body.data).toMatchObject({ _id: person.user._id, suspendedAt: expect.any(String) });
    expect((await person.agent.get('/auth/me')).status).toBe(401);
    expect((await person.agent.post('/auth/refresh')).status).toBe(401);
    const bearer = `Bearer ${made.body.token ?? made.body.data?.token}`;
    expect((await app.agent().get('/auth/me').set('Authorization', bearer)).status).toBe(401);
    const credentials = { emailOrUsername: account.userName, password: account.password };
    const refused = await app.agent().post('/auth/login').send(credentials);
    expect([refused.status, refused.body.code]).toEqual([403, 'ACCOUNT_SUSPENDED']);

    expect((await lift(person.user)).body.data.suspendedAt).toBeNull();
    expect((await person.agent.get('/auth/me')).status).toBe(401);
    expect((await person.agent.post('/auth/login').send(credentials)).status).toBe(200);
  });

  it('hides what they wrote in every list until it is lifted', async () => {
    const { agent, user } = person;
    const picture = await uploadPicture(agent);
    const theirs = await post(agent, { title: 'Zebra crossing', tags: ['stripes'], images: [picture.url] });
    const other = await post(admin.agent, { title: 'Another' });
    const comment = await agent.post('/comments').send({ postId: other, body: 'Nice' });
    const below = await person.agent.post('/comments').send({ postId: theirs, body: 'Mine' });
    await admin.agent.post(`/posts/${theirs}/bookmark`);
    const statusOf = async (path: string, body: object = {}) =>
      (await admin.agent.post(path).send(body)).status;
    const seen = async () => {
      const read = async (path: string) => (await admin.agent.get(path)).body;
      const has = (body: { data?: Post[] }) => (body.data ?? []).some(({ _id }) => _id === theirs);
      const feed = await read('/posts/infinite?page=1&limit=20&isFirstLoad=true&seed=7');
      const comments = await read(`/comments/post/${other}`);
      const people = await read(`/search/people?q=${user.userName}`);
      return {
        feed: has(feed),
        cursor: has(await read('/posts/infinite-cursor?limit=50&seed=7')),
        newest: has(await read('/posts?sortBy=createdAt&limit=50')),
        random: has(await read('/posts/random?limit=50&seed=7')),
        tag: has(await read('/posts?tag=stripes')),
        words: has(await read('/posts?q=zebra')),
        bookmarks: has(await read('/posts/bookmarks')),
        post: (await admin.agent.get(`/posts/${theirs}`)).status,
        profile: (await admin.agent.get(`/users/username/${user.userName}`)).status,
        board: (await admin.agent.get(`/boards/user/${user._id}`)).status,
        profilePosts: (await read(`/posts/user/${user._id}`)).pagination.totalPosts,
        comments: comments.data.some(({ _id }: { _id: string }) => _id === comment.body.data._id),
        ownComments: (await admin.agent.get(`/comments/post/${theirs}`)).status,
        people: (people.data as unknown[] | undefined)?.length ?? 0,
        picture: (await admin.agent.get(pathOfUrl(picture.url))).status,
        tagCount: (await read('/search/tags?q=stripes')).data,
        countedByTag: (await read('/posts?tag=stripes')).pagination.totalPosts,
        countedByWords: (await read('/posts?q=zebra')).pagination.totalPosts,
        countedByUser: (await read(`/posts?userId=${user._id}`)).pagination.totalPosts,
        react: await statusOf(`/posts/${theirs}/reactions`, { type: 'share', action: 'add' }),
        like: await statusOf(`/post-interactions/${theirs}/like`),
        dislike: await statusOf(`/post-interactions/${theirs}/dislike`),
        bookmark: [await statusOf(`/posts/${theirs}/bookmark`), await statusOf(`/posts/${theirs}/bookmark`)],
        interactions: (await admin.agent.get(`/post-interactions/${theirs}/status`)).status,
        view: await statusOf(`/post-interactions/${theirs}/view`),
        likeOfComment: (await admin.agent.patch(`/comments/${comment.body.data._id}/like`)).status,
        likeBelow: (await admin.agent.patch(`/comments/${below.body.data._id}/like`)).status,
      };
    };
    const visible = await seen();
    expect(visible).toEqual({
      feed: true,
      cursor: true,
      newest: true,
      random: true,
      tag: true,
      words: true,
      bookmarks: true,
      post: 200,
      profile: 200,
      board: 200,
      profilePosts: 1,
      comments: true,
      ownComments: 200,
      people: 1,
      picture: 200,
      tagCount: [{ tag: 'stripes', posts: 1 }],
      countedByTag: 1,
      countedByWords: 1,
      countedByUser: 1,
      react: 200,
      like: 200,
      dislike: 200,
      bookmark: [200, 200],
      interactions: 200,
      view: 200,
      likeOfComment: 200,
      likeBelow: 200,
    });
    await suspend(user);
    expect(await seen()).toEqual({
      feed: false,
      cursor: false,
      newest: false,
      random: false,
      tag: false,
      words: false,
      bookmarks: false,
      post: 404,
      profile: 404,
      board: 404,
      profilePosts: 0,
      comments: false,
      ownComments: 404,
      people: 0,
      picture: 404,
      tagCount: [],
      countedByTag: 0,
      countedByWords: 0,
      countedByUser: 0,
      react: 404,
      like: 404,
      dislike: 404,
      bookmark: [404, 404],
      interactions: 404,
      view: 404,
      likeOfComment: 404,
      likeBelow: 404,
    });
    expect((await admin.agent.post('/comments').send({ postId: theirs, body: 'Hello?' })).status).toBe(404);
    await lift(user);
    expect(await seen()).toEqual(visible);
  });

  it('leaves every other post of a seed exactly once over all pages', async () => {
    const own = await createTestApp();
    try {
      const [author, hidden] = [await own.signUp(), await own.signUp()];
      const expected: string[] = [];
      for (let index = 0; index < 30; index += 1) {
        expected.push(await post(author.agent, { title: `Shown ${index}` }));
        await post(hidden.agent, { title: `Hidden ${index}` });
      }
      await own.ctx.admin.suspend(null, hidden.user._id);
      const found: string[] = [];
      let page: number | null = 1;
      let pages = 0;
      while (page !== null) {
        const limit: number = page === 1 ? 20 : 10;
        const answer = await own
          .agent()
          .get(`/posts/infinite?page=${page}&limit=${limit}&isFirstLoad=${page === 1}&seed=42`);
        const body = answer.body as { data: Post[]; nextPage: number | null };
        found.push(...body.data.map(({ _id }) => _id));
        page = body.nextPage;
        pages += 1;
      }
      expect([...found].sort()).toEqual([...expected].sort());
      expect(pages).toBe(5);
    } finally {
      await own.close();
    }
  });

  it('may be done twice, and is listed until it is lifted', async () => {
    const listed = async () =>
      ((await admin.agent.get('/admin/suspended')).body.data as { _id: string }[]).some(
        ({ _id }) => _id === person.user._id,
      );
    await suspend(person.user);
    const again = await suspend(person.user);
    expect(again.status).toBe(200);
    expect(await listed()).toBe(true);
    await lift(person.user);
    expect((await lift(person.user)).status).toBe(200);
    expect(await listed()).toBe(false);
    expect((await logOf(person.user)).map(({ act }) => act)).toEqual(['suspend', 'lift']);
  });

  it('is for admins, and not against admins', async () => {
    for (const path of [`/admin/users/${admin.user._id}/suspend`, `/admin/users/${admin.user._id}/lift`]) {
      const answer = await person.agent.post(path).send({});
      expect([answer.status, answer.body.code]).toEqual([403, 'PERMISSION_DENIED']);
    }
    expect((await person.agent.get('/admin/suspended')).status).toBe(403);
    const own = await suspend(admin.user);
    expect([own.status, own.body.message]).toEqual([403, 'An admin cannot be suspended']);
    expect((await admin.agent.post(`/admin/users/${UNKNOWN}/suspend`).send({})).status).toBe(404);
    expect((await suspend(person.user, { reason: 'x'.repeat(501) })).status).toBe(400);
    expect(await logOf(admin.user)).toMatchObject([{ act: 'make-admin' }]);
  });

  it('cannot be done any more by one whose right was revoked', async () => {
    const { agent, user } = await app.signUp();
    await app.ctx.admin.setAdmin(user.userName, true);
    expect((await agent.get('/admin/suspended')).status).toBe(200);
    await app.ctx.admin.setAdmin(user.userName, false);
    expect((await agent.get('/admin/suspended')).status).toBe(403);
  });
});

describe('the log', () => {
  it("has an admin's removals of others' posts and comments, not those of their own", async () => {
    const theirs = await post(person.agent, { title: 'Buy now' });
    const comment = await person.agent.post('/comments').send({ postId: theirs, body: 'Cheap pills' });
    const own = await post(admin.agent, { title: 'Mine' });
    await admin.agent.delete(`/comments/${comment.body.data._id}`);
    await admin.agent.delete(`/posts/${theirs}`);
    await admin.agent.delete(`/posts/${own}`);
    const { agent: stranger } = await app.signUp();
    const kept = await post(person.agent, { title: 'Stays' });
    expect((await stranger.delete(`/posts/${kept}`)).status).toBe(403);
    expect(await logOf(person.user)).toMatchObject([
      { act: 'remove-comment', adminName: admin.user.userName, note: 'Cheap pills' },
      { act: 'remove-post', adminName: admin.user.userName, note: 'Buy now' },
    ]);
    expect((await logOf(admin.user)).map(({ act }) => act)).toEqual(['make-admin']);
  });

  it('keeps the reason of a suspension', async () => {
    await suspend(person.user, { reason: '  Spam  ' });
    expect(await logOf(person.user)).toMatchObject([{ act: 'suspend', note: 'Spam' }]);
  });

  it('cannot be changed', async () => {
    const { AdminLog } = app.ctx.models;
    await expect(AdminLog.updateMany({}, { note: '' })).rejects.toThrow('only ever added to');
    await expect(AdminLog.deleteMany({})).rejects.toThrow('only ever added to');
  });
});
