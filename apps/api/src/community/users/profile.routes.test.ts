import { Types } from 'mongoose';
import type { CurrentUser } from '@social-feed/contracts';
import { describe, expect, it } from 'vitest';
import { DAY } from '../../platform/time.js';
import { insertPosts } from '../../testing/content.js';
import { twoUsersScene } from '../../testing/people.js';
import { createTestApp } from '../../testing/test-app.js';

const scene = twoUsersScene();

const UNKNOWN = '0123456789abcdef01234567';
const postsOf = (user: CurrentUser, count: number) =>
  insertPosts(scene.app, count, new Types.ObjectId(user._id));

describe('GET /users/{id}', () => {
  it('returns the public user, without the e-mail address, to anyone', async () => {
    const answer = await scene.app.agent().get(`/users/${scene.owner.user._id.toUpperCase()}`);
    expect(answer.status, answer.text).toBe(200);
    const { _id, fullName, userName, profilepic, createdAt } = scene.owner.user;
    expect(answer.body).toEqual({ success: true, data: { _id, fullName, userName, profilepic, createdAt } });
  });

  it('returns 404 for unknown and suspended users, 400 for an invalid id', async () => {
    const { user } = await scene.app.signUp();
    await scene.app.ctx.models.User.updateOne({ _id: user._id }, { suspendedAt: new Date() });
    for (const id of [UNKNOWN, user._id]) {
      const answer = await scene.app.agent().get(`/users/${id}`);
      expect(answer.status).toBe(404);
      expect(answer.body).toEqual({ success: false, code: 'NOT_FOUND', message: 'User not found' });
    }
    const malformed = await scene.app.agent().get('/users/someone');
    expect(malformed.status).toBe(400);
    expect(malformed.body).toMatchObject({ code: 'INVALID_ID', message: 'Invalid user ID' });
  });
});

describe('PATCH /users/{id}/profilepic', () => {
  const path = () => `/users/${scene.owner.user._id}/profilepic`;

  it('changes the user’s picture, and removes it [A7.3-14]', async () => {
    const profilepic = 'https://pictures.example/me.webp';
    const answer = await scene.owner.agent.patch(path()).send({ profilepic });
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body.data).toMatchObject({ _id: scene.owner.user._id, profilepic });
    const shown = await scene.app.agent().get(`/users/username/${scene.owner.user.userName}`);
    expect(shown.body.data.profilepic).toBe(profilepic);
    expect((await scene.owner.agent.patch(path()).send({ profilepic: '' })).body.data.profilepic).toBe('');
  });

  it('shows on posts at once', async () => {
    const [post] = await postsOf(scene.owner.user, 1);
    const author = async () => (await scene.app.agent().get(`/posts/${post}`)).body.data.user;
    expect(await author()).toMatchObject({ profilepic: '' });
    const profilepic = 'https://pictures.example/new.webp';
    await scene.owner.agent.patch(path()).send({ profilepic });
    expect(await author()).toMatchObject({ profilepic });
    await scene.owner.agent.patch(path()).send({ profilepic: '' });
  });

  it("does not change other users' pictures or any other field", async () => {
    expect((await scene.other.agent.patch(path()).send({ profilepic: '' })).status).toBe(403);
    const answer = await scene.owner.agent
      .patch(path())
      .send({ profilepic: '', isAdmin: true, email: 'x@y.zz' });
    expect(answer.body.data).toMatchObject({ isAdmin: false, email: scene.owner.user.email });
  });

  it.each(['javascript:alert(1)', 'data:image/png;base64,AAAA', 'ftp://x.example/a', '//x.example/a', 5])(
    'rejects %s',
    async (profilepic) => {
      expect((await scene.owner.agent.patch(path()).send({ profilepic })).status).toBe(400);
    },
  );

  it('accepts only allowed hosts if there is a list', async () => {
    const strict = await createTestApp({ config: { mediaHosts: ['cdn.example'] } });
    try {
      const { agent, user } = await strict.signUp();
      const send = (profilepic: string) => agent.patch(`/users/${user._id}/profilepic`).send({ profilepic });
      expect((await send('https://cdn.example/a.webp')).status).toBe(200);
      const refused = await send('https://elsewhere.example/a.webp');
      expect(refused.status).toBe(400);
      expect(refused.body.errors[0].path).toBe('profilepic');
    } finally {
      await strict.close();
    }
  });
});

describe('PATCH /users/{id}', () => {
  it('changes the name and the user name, also on posts', async () => {
    const { agent, user } = await scene.app.signUp();
    const [post] = await postsOf(user, 1);
    const userName = `${user.userName.toUpperCase()}_2`;
    const answer = await agent.patch(`/users/${user._id}`).send({ fullName: ' New Name ', userName });
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body.data).toMatchObject({ fullName: 'New Name', userName });
    const shown = await scene.app.agent().get(`/posts/${post}`);
    expect(shown.body.data.user).toMatchObject({ fullName: 'New Name', userName });
    const recased = await agent.patch(`/users/${user._id}`).send({ userName: userName.toLowerCase() });
    expect(recased.body.data.userName).toBe(userName.toLowerCase());
  });

  it('rejects names that are taken, reserved or malformed', async () => {
    const send = (body: object) => scene.owner.agent.patch(`/users/${scene.owner.user._id}`).send(body);
    for (const userName of [scene.other.user.userName.toUpperCase(), 'settings']) {
      const answer = await send({ userName });
      expect(answer.status).toBe(409);
      expect(answer.body.errors).toEqual([
        { path: 'userName', message: 'Please choose a different username' },
      ]);
    }
    for (const body of [{ userName: 'a b' }, { userName: 'ab' }, { fullName: 'x' }, { fullName: '' }]) {
      expect((await send(body)).status).toBe(400);
    }
    expect(
      (await scene.other.agent.patch(`/users/${scene.owner.user._id}`).send({ fullName: 'Taken' })).status,
    ).toBe(403);
  });
});

describe('GET /posts/analytics/user/{id}', () => {
  const read = (id: string) => scene.app.agent().get(`/posts/analytics/user/${id}`);

  it('is all zeros without posts', async () => {
    const { body } = await read(scene.other.user._id);
    expect(body.data).toMatchObject({
      totalViews: 0,
      totalLikes: 0,
      totalPosts: 0,
      avgViewsPerPost: 0,
      avgLikesPerPost: 0,
      monthlyGrowth: 0,
    });
    expect(body.data.chartData).toHaveLength(7);
  });

  it('sums up posts, days and months [A3-11 A7.3-15]', async () => {
    const { user } = await scene.app.signUp();
    const ids = (await postsOf(user, 3)) as [string];
    const { Post, PostInteraction } = scene.app.ctx.models;
    await Post.updateOne({ _id: ids[0] }, { views: 5, likes: 2, commentsCount: 4, shares: 1 });
    const today = new Date(`${scene.app.clock.now().toISOString().slice(0, 10)}T00:00:00Z`).getTime();
    const view = (age: number, liked = false) => ({
      post: new Types.ObjectId(ids[0]),
      user: new Types.ObjectId(),
      viewed: true,
      viewedAt: new Date(today - age * DAY),
      ...(liked ? { liked, likedAt: new Date(today - age * DAY) } : {}),
      createdAt: new Date(),
      updatedAt: new Date(),
    });
    await PostInteraction.insertMany([
      view(0, true),
      view(1),
      view(1),
      view(6, true),
      view(29),
      view(30),
      view(59),
    ]);
    await scene.app.ctx.boards.totals.run();
    const { body } = await read(user._id);
    expect(body.data).toMatchObject({
      totalViews: 5,
      totalLikes: 2,
      totalComments: 4,
      totalShares: 1,
      totalPosts: 3,
      avgViewsPerPost: 1.7,
      avgLikesPerPost: 0.7,
      monthlyGrowth: 150,
    });
    expect(body.data.chartData.map((day: { views: number }) => day.views)).toEqual([1, 0, 0, 0, 0, 2, 1]);
    expect(body.data.chartData.map((day: { likes: number }) => day.likes)).toEqual([1, 0, 0, 0, 0, 0, 1]);
    expect(body.data.chartData[6].date).toBe(new Date(today).toISOString().slice(0, 10));
  });

  it('returns 404 for unknown and suspended users', async () => {
    expect((await read(UNKNOWN)).status).toBe(404);
    const { user } = await scene.app.signUp();
    await scene.app.ctx.models.User.updateOne({ _id: user._id }, { suspendedAt: new Date() });
    expect((await read(user._id)).status).toBe(404);
  });
});

describe('GET /posts/bookmarks', () => {
  it('pages through the user’s own bookmarks, latest first', async () => {
    const { agent } = await scene.app.signUp();
    const ids = await postsOf(scene.owner.user, 3);
    for (const id of ids) {
      await agent.post(`/posts/${id}/bookmark`);
      scene.app.clock.advance(1000);
    }
    const first = await agent.get('/posts/bookmarks?limit=2');
    expect(first.body.data.map((post: { _id: string }) => post._id)).toEqual([ids[2], ids[1]]);
    expect(first.body.data[0].isBookmarked).toBe(true);
    expect(first.body.pagination).toEqual({ currentPage: 1, hasNext: true, totalPosts: 3 });
    const second = await agent.get('/posts/bookmarks?limit=2&page=2');
    expect(second.body.data.map((post: { _id: string }) => post._id)).toEqual([ids[0]]);
    expect(second.body.pagination.hasNext).toBe(false);
    await agent.post(`/posts/${ids[1]}/bookmark`);
    expect((await agent.get('/posts/bookmarks')).body.pagination.totalPosts).toBe(2);
    expect((await scene.other.agent.get('/posts/bookmarks')).body.data).toEqual([]);
    expect((await scene.app.agent().get('/posts/bookmarks')).status).toBe(401);
  });
});

describe('GET /posts/bookmarks?q=', () => {
  it('finds words in the own saved posts only, latest saved first, in pages by number [B12-3]', async () => {
    const { agent } = await scene.app.signUp();
    const write = async (title: string) =>
      (await scene.owner.agent.post('/posts').send({ title }).expect(201)).body.data._id as string;
    const ids = [await write('Boats at dawn'), await write('Bread'), await write('A boat, again')];
    await write('A boat that nobody saved');
    for (const id of ids) {
      await agent.post(`/posts/${id}/bookmark`).expect(200);
      scene.app.clock.advance(1000);
    }
    const found = async (query: object) =>
      (await agent.get('/posts/bookmarks').query(query).expect(200)).body;
    const shown = (body: { data: { _id: string }[] }) => body.data.map(({ _id }) => _id);
    const all = await found({ q: 'BOAT' });
    expect(shown(all)).toEqual([ids[2], ids[0]]);
    expect(all).toMatchObject({ nextCursor: null, pagination: { hasNext: false, totalPosts: 2 } });
    expect((await found({ q: 'boat', limit: 1 })).pagination.hasNext).toBe(true);
    expect(shown(await found({ q: 'boat', limit: 1, page: 2 }))).toEqual([ids[0]]);
    for (const q of ['boat bread', 'lanterns', '…']) expect((await found({ q })).data).toEqual([]);
    expect(shown(await found({ q: ' ' }))).toHaveLength(3);
    await agent
      .get('/posts/bookmarks')
      .query({ q: 'x'.repeat(201) })
      .expect(400);
    await scene.app.agent().get('/posts/bookmarks?q=boat').expect(401);
  });
});

describe('GET /posts/user/{id}?media=true', () => {
  it('returns only posts with pictures or clips', async () => {
    const { agent, user } = await scene.app.signUp();
    const create = (body: object) => agent.post('/posts').send(body);
    await create({ title: 'Words only' });
    await create({ images: ['https://pictures.example/a.webp'] });
    await create({ videos: ['https://pictures.example/a.mp4'] });
    const answer = await agent.get(`/posts/user/${user._id}?media=true`);
    expect(answer.body.data).toHaveLength(2);
    expect(answer.body.pagination.totalPosts).toBe(2);
    expect((await agent.get(`/posts/user/${user._id}`)).body.data).toHaveLength(3);
  });
});

describe('the language of an account', () => {
  it('is there once the user chose it, and goes with the choice [B47-8]', async () => {
    const { agent, user } = await scene.app.signUp();
    const put = (body: object) => agent.patch(`/users/${user._id}`).send(body);
    const told = async () => (await agent.get('/auth/me')).body.user.locale;
    expect(user).not.toHaveProperty('locale');
    expect((await put({ locale: 'pt-BR' }).expect(200)).body.data.locale).toBe('pt-BR');
    expect((await put({ fullName: 'Ada K' }).expect(200)).body.data).toMatchObject({ locale: 'pt-BR' });
    expect(await told()).toBe('pt-BR');
    expect((await scene.app.agent().get(`/users/${user._id}`)).body.data).not.toHaveProperty('locale');
    expect((await put({ locale: null }).expect(200)).body.data).not.toHaveProperty('locale');
    expect(await told()).toBeUndefined();
  });

  it('is one of the app', async () => {
    const { agent, user } = await scene.app.signUp();
    const refused = await agent.patch(`/users/${user._id}`).send({ locale: 'tlh' });
    expect(refused.status).toBe(400);
    expect(refused.body).toMatchObject({ code: 'VALIDATION_FAILED', errors: [{ path: 'locale' }] });
  });
});
