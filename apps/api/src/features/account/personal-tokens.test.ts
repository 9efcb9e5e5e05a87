import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY } from '../../platform/time.js';
import { createTestApp, type Agent, type TestApp } from '../../testing/test-app.js';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

describe('personal API tokens', () => {
  const make = async (agent: Agent, body: object = { name: 'Backup script' }) =>
    (await agent.post('/auth/tokens').send(body)).body;

  it('are shown once, stored hashed, accepted as bearer tokens, listed and revoked [F7-2]', async () => {
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

  it('are rejected together with the cookie of another user', async () => {
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

  it('expire, end with a suspension, and cannot manage the account', async () => {
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
    app.clock.advance(DAY);
    expect((await asBearer('/posts/bookmarks')).status).toBe(401);
  });

  it('are limited in number, name length and lifetime', async () => {
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

  it('stay within the limit under parallel requests', async () => {
    const { agent, user } = await app.signUp();
    for (let count = 0; count < 15; count += 1) await make(agent);
    await Promise.all(Array.from({ length: 12 }, () => agent.post('/auth/tokens').send({ name: 'script' })));
    expect(await app.ctx.models.ApiToken.countDocuments({ user: user._id })).toBeLessThanOrEqual(20);
  });
});
