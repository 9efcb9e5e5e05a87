import { Types } from 'mongoose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type Agent, type TestApp } from '../testing/test-app.js';
import { SWEEP_AGAIN_AFTER } from './account-deletions.js';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const PASSWORD = 'correct horse 1';
const NEW_PASSWORD = 'Better horse 2!';

/** Signs the same user in from a second browser. */
async function secondBrowser(userName: string, password = PASSWORD): Promise<Agent> {
  const agent = app.agent();
  await agent
    .post('/auth/login')
    .set('User-Agent', 'Mozilla/5.0 (Windows NT 10.0; rv:130.0) Gecko/20100101 Firefox/130.0')
    .send({ emailOrUsername: userName, password });
  return agent;
}
const isSignedIn = async (agent: Agent) => (await agent.get('/auth/me')).status === 200;

describe('sessions', () => {
  it('lists the own sessions and ends one or all others', async () => {
    const { agent, user } = await app.signUp();
    app.clock.advance(1000);
    const second = await secondBrowser(user.userName);
    const third = await secondBrowser(user.userName);
    const { body } = await agent.get('/auth/sessions');
    expect(body.data).toHaveLength(3);
    expect(body.data.filter((session: { current: boolean }) => session.current)).toHaveLength(1);
    expect(body.data[0].device).toMatch(/Firefox/);
    const current = (await second.get('/auth/sessions')).body.data.find(
      (session: { current: boolean }) => session.current,
    );
    expect((await agent.delete(`/auth/sessions/${current._id}`)).status).toBe(200);
    expect(await isSignedIn(second)).toBe(false);
    expect((await agent.delete(`/auth/sessions/${current._id}`)).status).toBe(404);
    expect((await agent.delete('/auth/sessions')).body.data).toEqual({ ended: 1 });
    expect([await isSignedIn(third), await isSignedIn(agent)]).toEqual([false, true]);
  });

  it("ends nobody else's session", async () => {
    const [one, two] = await Promise.all([app.signUp(), app.signUp()]);
    const [session] = (await two.agent.get('/auth/sessions')).body.data;
    expect((await one.agent.delete(`/auth/sessions/${session._id}`)).status).toBe(404);
    await one.agent.delete('/auth/sessions');
    expect(await isSignedIn(two.agent)).toBe(true);
  });
});

describe('POST /auth/change-password', () => {
  it('needs the current password, ends other sessions and tells the owner', async () => {
    const { agent, user } = await app.signUp();
    const second = await secondBrowser(user.userName);
    const change = (body: object) => agent.post('/auth/change-password').send(body);
    const absent = await change({ newPassword: NEW_PASSWORD });
    expect(absent.status).toBe(400);
    expect(absent.body.errors[0].path).toBe('currentPassword');
    expect((await change({ currentPassword: 'wrong 1', newPassword: NEW_PASSWORD })).status).toBe(400);
    expect((await change({ currentPassword: PASSWORD, newPassword: 'weakling' })).status).toBe(400);
    expect(await isSignedIn(second)).toBe(true);
    const done = await change({ currentPassword: PASSWORD, newPassword: NEW_PASSWORD });
    expect(done.status, done.text).toBe(200);
    expect([await isSignedIn(agent), await isSignedIn(second)]).toEqual([true, false]);
    expect(await isSignedIn(await secondBrowser(user.userName))).toBe(false);
    expect(await isSignedIn(await secondBrowser(user.userName, NEW_PASSWORD))).toBe(true);
    expect(await app.ctx.models.Mail.countDocuments()).toBeGreaterThan(0);
  });

  it('asks for none where the account has none', async () => {
    const { agent, user } = await app.signUp();
    await app.ctx.models.User.updateOne({ _id: user._id }, { $unset: { passwordHash: 1 } });
    const done = await agent.post('/auth/change-password').send({ newPassword: NEW_PASSWORD });
    expect(done.status, done.text).toBe(200);
    expect(await isSignedIn(await secondBrowser(user.userName, NEW_PASSWORD))).toBe(true);
  });

  it('throttles guesses', async () => {
    const { agent } = await app.signUp();
    const guess = (currentPassword: string) =>
      agent.post('/auth/change-password').send({ currentPassword, newPassword: NEW_PASSWORD });
    for (let count = 0; count < 10; count += 1) expect((await guess(`wrong ${count}`)).status).toBe(400);
    const refused = await guess(PASSWORD);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  });
});

describe('personal API tokens', () => {
  const make = async (agent: Agent, body: object = { name: 'Backup script' }) =>
    (await agent.post('/auth/tokens').send(body)).body;

  it('are shown once, stored hashed, accepted as bearer, listed and revoked', async () => {
    const { agent, user } = await app.signUp();
    const { token, data } = await make(agent);
    expect(token).toMatch(/^sf_pat_[\w-]{43}$/);
    expect(JSON.stringify(await app.ctx.models.ApiToken.find().lean())).not.toContain(token);
    const bearer = { Authorization: `Bearer ${token}` };
    const post = await app.agent().post('/posts').set(bearer).send({ title: 'By a script' });
    expect(post.status, post.text).toBe(201);
    expect(post.body.data.user._id).toBe(user._id);
    expect((await app.agent().get('/auth/me').set(bearer)).body.user._id).toBe(user._id);
    const listed = (await agent.get('/auth/tokens')).body.data;
    expect(listed).toEqual([{ ...data, lastUsedAt: app.clock.now().toISOString() }]);
    expect(data.ending).toBe(token.slice(-4));
    expect((await agent.delete(`/auth/tokens/${data._id}`)).status).toBe(200);
    expect((await app.agent().get('/auth/me').set(bearer)).status).toBe(401);
    expect((await agent.delete(`/auth/tokens/${data._id}`)).status).toBe(404);
  });

  it('must not name another than the cookie does', async () => {
    const [one, two] = await Promise.all([app.signUp(), app.signUp()]);
    const { token } = await make(one.agent);
    const bearer = { Authorization: `Bearer ${token}` };
    const clash = await two.agent.get('/posts/bookmarks').set(bearer);
    expect(clash.status).toBe(401);
    expect(clash.body.code).toBe('IDENTITY_MISMATCH');
    expect((await one.agent.get('/posts/bookmarks').set(bearer)).status).toBe(200);
    const unknown = { Authorization: `Bearer sf_pat_${'x'.repeat(43)}` };
    expect((await two.agent.get('/posts/bookmarks').set(unknown)).status).toBe(200);
    expect((await app.agent().get('/posts/bookmarks').set(unknown)).status).toBe(401);
  });

  it('end by their time, with a suspension, and cannot govern the account', async () => {
    const { agent, user } = await app.signUp();
    const { token } = await make(agent, { name: 'Short', days: 1 });
    const asBearer = (path: string) => app.agent().get(path).set('Authorization', `Bearer ${token}`);
    for (const path of ['/auth/sessions', '/auth/tokens', '/auth/export']) {
      expect((await asBearer(path)).status).toBe(403);
    }
    expect((await asBearer('/posts/bookmarks')).status).toBe(200);
    await app.ctx.models.User.updateOne({ _id: user._id }, { suspendedAt: new Date() });
    expect((await asBearer('/posts/bookmarks')).status).toBe(401);
    await app.ctx.models.User.updateOne({ _id: user._id }, { suspendedAt: null });
    app.clock.advance(24 * 60 * 60 * 1000);
    expect((await asBearer('/posts/bookmarks')).status).toBe(401);
  });

  it('are limited in number, name and life', async () => {
    const { agent } = await app.signUp();
    const create = (body: object) => agent.post('/auth/tokens').send(body);
    for (const body of [
      {},
      { name: ' ' },
      { name: 'x'.repeat(61) },
      { name: 'x', days: 0 },
      { name: 'x', days: 366 },
    ]) {
      expect((await create(body)).status).toBe(400);
    }
    for (let count = 0; count < 20; count += 1) await create({ name: `Token ${count}` });
    expect((await create({ name: 'One too many' })).status).toBe(409);
  });
});

describe('GET /auth/export', () => {
  it('holds what is theirs, nothing of others, and no secret', async () => {
    const [one, two] = await Promise.all([app.signUp(), app.signUp()]);
    const mine = (await one.agent.post('/posts').send({ title: 'Mine' })).body.data;
    const theirs = (await two.agent.post('/posts').send({ title: 'Theirs' })).body.data;
    await one.agent.post('/comments').send({ postId: theirs._id, body: 'A word of mine' });
    await two.agent.post('/comments').send({ postId: theirs._id, body: 'A word of theirs' });
    await one.agent.post(`/posts/${theirs._id}/bookmark`);
    const answer = await one.agent.get('/auth/export');
    expect(answer.status).toBe(200);
    expect(answer.headers['content-disposition']).toMatch(/^attachment; filename="social-feed-.*\.json"$/);
    expect(answer.headers['cache-control']).toBe('no-store');
    const file = JSON.parse(answer.text);
    expect(file.user.email).toBe(one.user.email);
    expect(file.posts.map((post: { _id: string }) => post._id)).toEqual([mine._id]);
    expect(file.comments.map((comment: { body: string }) => comment.body)).toEqual(['A word of mine']);
    expect(file.interactions).toMatchObject([{ post: theirs._id, saved: true }]);
    expect(file.boards).toHaveLength(1);
    expect(file.sessions).toHaveLength(1);
    expect(answer.text).not.toMatch(/argon2|passwordHash|"hash"|theirs/i);
  });
});

describe('POST /auth/delete-account', () => {
  const finish = async () => {
    await app.ctx.accountDeletions.run();
    app.clock.advance(SWEEP_AGAIN_AFTER);
    await app.ctx.accountDeletions.run();
  };

  it('asks for the password, or for the user name where there is none', async () => {
    const { agent, user } = await app.signUp();
    const remove = (body: object) => agent.post('/auth/delete-account').send(body);
    for (const body of [{}, { password: 'wrong 1' }, { userName: user.userName }]) {
      expect((await remove(body)).status).toBe(400);
    }
    expect(await isSignedIn(agent)).toBe(true);
    await app.ctx.models.User.updateOne({ _id: user._id }, { $unset: { passwordHash: 1 } });
    expect((await remove({ userName: 'another' })).status).toBe(400);
    expect((await remove({ userName: user.userName })).status).toBe(200);
    expect(await isSignedIn(agent)).toBe(false);
  });

  it("removes what is theirs and keeps the counters of others' posts exact", async () => {
    const [leaver, stayer] = await Promise.all([app.signUp(), app.signUp()]);
    const own = (await leaver.agent.post('/posts').send({ title: 'Going' })).body.data;
    const kept = (await stayer.agent.post('/posts').send({ title: 'Staying' })).body.data;
    const { data: comment } = (
      await stayer.agent.post('/comments').send({ postId: kept._id, body: 'Still here' })
    ).body;
    await stayer.agent.post('/comments').send({ postId: own._id, body: 'Bye' });
    await stayer.agent.post(`/post-interactions/${own._id}/like`);
    for (const { agent } of [leaver, stayer]) {
      await agent.post(`/post-interactions/${kept._id}/like`);
      await agent.post(`/posts/${kept._id}/bookmark`);
      await agent.patch(`/comments/${comment._id}/like`);
    }
    await leaver.agent.post('/comments').send({ postId: kept._id, body: 'Soon gone' });
    await leaver.agent.post('/auth/tokens').send({ name: 'Left behind' });
    await app.ctx.models.MediaFile.create([
      { _id: 'f'.repeat(32), user: leaver.user._id, kind: 'image', bytes: 1, createdAt: app.clock.now() },
    ]);

    const answer = await leaver.agent.post('/auth/delete-account').send({ password: PASSWORD });
    expect(answer.status, answer.text).toBe(200);
    expect((await app.agent().get(`/posts/${own._id}`)).status).toBe(404);
    expect((await app.agent().get(`/users/username/${leaver.user.userName}`)).status).toBe(404);
    expect(await isSignedIn(await secondBrowser(leaver.user.userName))).toBe(false);
    await finish();

    const user = new Types.ObjectId(leaver.user._id);
    const { models } = app.ctx;
    const left = await Promise.all(
      [
        models.Post,
        models.Comment,
        models.CommentLike,
        models.PostInteraction,
        models.Board,
        models.Session,
        models.ApiToken,
      ].map((model) => model.collection.countDocuments({ user })),
    );
    expect(left).toEqual([0, 0, 0, 0, 0, 0, 0]);
    expect(await models.MediaFile.countDocuments({ user })).toBe(0);
    expect(await models.User.findById(user)).toBeNull();
    expect(await models.AccountDeletion.findById(user)).toBeNull();
    expect(await models.Comment.countDocuments({ post: own._id })).toBe(0);
    const shown = (await stayer.agent.get(`/posts/${kept._id}`)).body.data;
    expect(shown).toMatchObject({ commentsCount: 1, likes: 1, reactions: { likes: 1, saves: 1 } });
    const comments = (await stayer.agent.get(`/comments/post/${kept._id}`)).body;
    expect(comments.data).toMatchObject([{ body: 'Still here', reactions: { likes: 1 } }]);
    expect(await models.CounterIntent.countDocuments()).toBe(0);
  });

  it('goes on where it was cut off, and takes what was written meanwhile', async () => {
    const [leaver, stayer] = await Promise.all([app.signUp(), app.signUp()]);
    const kept = (await stayer.agent.post('/posts').send({ title: 'Staying' })).body.data;
    const user = new Types.ObjectId(leaver.user._id);
    // As if the process had died right after the wish was noted.
    await app.ctx.models.AccountDeletion.create([{ _id: user, requestedAt: app.clock.now(), sweptAt: null }]);
    await leaver.agent.post('/comments').send({ postId: kept._id, body: 'Early' });
    await app.ctx.accountDeletions.run();
    expect(await isSignedIn(leaver.agent)).toBe(false);
    const viewer = { id: leaver.user._id, userName: '', isAdmin: false, sessionId: '' };
    await app.ctx.content.reactions.toggle(viewer, kept._id, 'like');
    await app.ctx.accountDeletions.run();
    expect(await app.ctx.models.AccountDeletion.countDocuments({ _id: user })).toBe(1);
    app.clock.advance(SWEEP_AGAIN_AFTER);
    await app.ctx.accountDeletions.run();
    expect(await app.ctx.models.AccountDeletion.countDocuments({ _id: user })).toBe(0);
    const shown = (await stayer.agent.get(`/posts/${kept._id}`)).body.data;
    expect(shown).toMatchObject({ commentsCount: 0, likes: 0 });
  });
});
