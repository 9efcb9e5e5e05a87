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

  it('are mailed to their owner, as every new way to sign in [B21-63]', async () => {
    const { agent, user } = await app.signUp();
    await make(agent, { name: 'Bot <b>' });
    const [mail, ...more] = await app.ctx.mail.kept(user.email);
    expect(more).toEqual([]);
    expect(mail?.subject).toBe('How you sign in has changed');
    expect(mail?.text).toContain(
      'An API token, "Bot <b>", was made: a program that has it can use your account from now on.',
    );
    expect(mail?.text).toContain('/settings/security');
  });

  it('are made without a mail once an unconfirmed address has had too many', async () => {
    const { agent, user } = await app.signUp();
    await app.ctx.models.User.updateOne({ _id: user._id }, { confirmEmail: true });
    for (let count = 0; count < 40; count += 1) {
      const { data } = await make(agent);
      await agent.delete(`/auth/tokens/${data._id}`).expect(200);
    }
    expect(await app.ctx.mail.kept(user.email)).toHaveLength(30);
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

  it('are refused once they have ended, also where visitors may read [B29-8]', async () => {
    const { agent } = await app.signUp();
    const { token, data } = await make(agent);
    const read = (bearer: string) =>
      app.agent().get('/posts?limit=1').set('Authorization', `Bearer ${bearer}`);
    expect((await read(token)).status).toBe(200);
    await agent.delete(`/auth/tokens/${data._id}`).expect(200);
    for (const bearer of [token, `sf_pat_${'x'.repeat(43)}`]) {
      const { status, body } = await read(bearer);
      expect([status, body.code]).toEqual([401, 'AUTHENTICATION_REQUIRED']);
      expect(body.message).toBe('This API token is unknown, expired or revoked');
    }
    // of no kind that this API makes: such programs read as visitors
    expect((await read('x'.repeat(43))).status).toBe(200);
  });

  it('do what their scopes allow, and old ones everything [B29-5]', async () => {
    const { agent, user } = await app.signUp();
    await app.ctx.models.User.updateOne({ _id: user._id }, { isAdmin: true });
    const post = await app.signUp().then((other) => other.agent.post('/posts').send({ title: 'Another’s' }));
    const statuses = async (body: object, change?: object) => {
      const { token, data } = await make(agent, { name: 'Scoped', ...body });
      if (change) await app.ctx.models.ApiToken.collection.updateOne({ name: 'Scoped' }, change);
      const as = app.agent();
      const bearer = ['Authorization', `Bearer ${token}`] as const;
      const answers = [
        await as.get('/posts/bookmarks').set(...bearer),
        await as.get('/posts/infinite').set(...bearer),
        await as.post(`/posts/${post.body.data._id}/bookmark`).set(...bearer),
        await as.get('/admin/reports').set(...bearer),
      ];
      await agent.delete(`/auth/tokens/${data._id}`).expect(200);
      return [data.scopes, ...answers.map(({ status, body: { code } }) => code ?? status)];
    };
    const no = 'INSUFFICIENT_SCOPE';
    const all = ['read', 'write', 'moderate'];
    expect(await statuses({ scopes: ['read'] })).toEqual([['read'], 200, 200, no, no]);
    expect(await statuses({ scopes: ['write'] })).toEqual([['write'], no, no, 200, no]);
    expect(await statuses({ scopes: ['write', 'read'] })).toEqual([['read', 'write'], 200, 200, 200, no]);
    expect(await statuses({ scopes: ['moderate'] })).toEqual([['moderate'], no, no, no, 200]);
    expect(await statuses({})).toEqual([all, 200, 200, 200, 200]);
    expect(await statuses({}, { $unset: { scopes: 1 } })).toEqual([all, 200, 200, 200, 200]);
    for (const scopes of [[], ['admin'], 'read', ['read', 'write', 'moderate', 'read'], null]) {
      expect((await agent.post('/auth/tokens').send({ name: 'x', scopes })).status).toBe(400);
    }
  });

  it('work from pages of other origins, where cookies do not [B29-4]', async () => {
    const { agent } = await app.signUp();
    const { token } = await make(agent);
    const headers = { Origin: 'https://other.example', Authorization: `Bearer ${token}` };
    const written = await app.agent().post('/posts').set(headers).send({ title: 'From a page elsewhere' });
    expect(written.status, written.text).toBe(201);
    expect(written.headers['access-control-allow-origin']).toBe('*');
    const { Origin } = headers;
    expect((await agent.get('/auth/me').set({ Origin })).status).toBe(401);
    expect((await agent.post('/posts').set(headers).send({ title: 'x' })).body.code).toBe('FOREIGN_ORIGIN');
    const signIn = await app.agent().post('/auth/login').set(headers).send({});
    expect(signIn.body.code).toBe('FOREIGN_ORIGIN');
  });

  it('have no rights of staff without the scope for them, wherever staff may more [B29-5]', async () => {
    const [author, { agent, user }] = await Promise.all([app.signUp(), app.signUp()]);
    const { _id } = (await author.agent.post('/posts').send({ title: 'Deleted by nobody' })).body.data;
    await app.ctx.models.User.updateOne({ _id: user._id }, { isAdmin: true });
    const { token } = await make(agent, { name: 'Writer', scopes: ['read', 'write'] });
    const deletion = app.agent().delete(`/posts/${_id}`).set('Authorization', `Bearer ${token}`);
    expect((await deletion).status).toBe(403);
    await author.agent.get(`/posts/${_id}`).expect(200);
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
