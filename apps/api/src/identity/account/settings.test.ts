import { describe, expect, it, vi } from 'vitest';
import { HOUR } from '../../platform/time.js';
import { PASSWORD, isSignedIn, secondBrowser } from '../../testing/browsers.js';
import { connect } from '../../testing/connecting.js';
import { appScene } from '../../testing/scene.js';
import { createTestApp } from '../../testing/test-app.js';

const scene = appScene();
const NEW_PASSWORD = 'Better horse 2!';

describe('sessions', () => {
  it('lists devices with their network, as the security log has it, not with the address [B40-13]', async () => {
    const { agent, user } = await scene.app.signUp();
    const networks = async () => {
      const { body } = await agent.get('/auth/sessions').expect(200);
      expect(body.data[0]).not.toHaveProperty('ip');
      return body.data.map((session: { network: string }) => session.network);
    };
    const [logged] = (await agent.get('/auth/security-log').expect(200)).body.data;
    expect(await networks()).toEqual([logged.network]);
    await scene.app.ctx.models.Session.updateMany({ user: user._id }, { ip: '2001:db8:1:2:3:4:5:6' });
    expect(await networks()).toEqual(['2001:db8:1::/48']);
  });

  it('lists the user’s sessions and ends one or all others', async () => {
    const { agent, user } = await scene.app.signUp();
    scene.app.clock.advance(1000);
    const second = await secondBrowser(scene.app, user.userName);
    const third = await secondBrowser(scene.app, user.userName);
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

  it('does not end sessions of other users', async () => {
    const [one, two] = await Promise.all([scene.app.signUp(), scene.app.signUp()]);
    const [session] = (await two.agent.get('/auth/sessions')).body.data;
    expect((await one.agent.delete(`/auth/sessions/${session._id}`)).status).toBe(404);
    await one.agent.delete('/auth/sessions');
    expect(await isSignedIn(two.agent)).toBe(true);
  });
});

describe('POST /auth/change-password', () => {
  it('requires the current password, ends other sessions and notifies the owner', async () => {
    const { agent, user } = await scene.app.signUp();
    const second = await secondBrowser(scene.app, user.userName);
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
    expect(await isSignedIn(await secondBrowser(scene.app, user.userName))).toBe(false);
    expect(await isSignedIn(await secondBrowser(scene.app, user.userName, NEW_PASSWORD))).toBe(true);
    expect(await scene.app.ctx.models.Mail.countDocuments()).toBeGreaterThan(0);
  });

  it('ends API tokens and mentions it in the notice', async () => {
    const { agent, user } = await scene.app.signUp();
    const { token } = (await agent.post('/auth/tokens').send({ name: 'Script' })).body;
    const me = () => scene.app.agent().get('/auth/me').set('Authorization', `Bearer ${token}`);
    expect((await me()).status).toBe(200);
    const passwords = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD };
    expect((await agent.post('/auth/change-password').send(passwords)).status).toBe(200);
    expect((await me()).status).toBe(401);
    expect((await scene.app.ctx.mail.kept(user.email))[0]?.text).toContain('your API tokens are void');
  });

  it('lists the providers that can still sign in, and where to disconnect them', async () => {
    const { agent, user } = await scene.app.signUp();
    await connect(agent, 'google', 'mika');
    await agent.post('/auth/change-password').send({ currentPassword: PASSWORD, newPassword: NEW_PASSWORD });
    const [mail] = await scene.app.ctx.mail.kept(user.email);
    expect(mail?.text).toContain('Signing in with Google still works.');
    expect(mail?.text).toContain('/settings');
    await agent.delete('/auth/connections/google');
    await agent.post('/auth/change-password').send({ currentPassword: NEW_PASSWORD, newPassword: PASSWORD });
    expect((await scene.app.ctx.mail.kept(user.email))[0]?.text).not.toContain('still works');
  });

  it('requires no current password if the account has none', async () => {
    const { agent, user } = await scene.app.signUp();
    await scene.app.ctx.models.User.updateOne({ _id: user._id }, { $unset: { passwordHash: 1 } });
    const done = await agent.post('/auth/change-password').send({ newPassword: NEW_PASSWORD });
    expect(done.status, done.text).toBe(200);
    expect(await isSignedIn(await secondBrowser(scene.app, user.userName, NEW_PASSWORD))).toBe(true);
  });

  it('throttles guesses', async () => {
    const { agent } = await scene.app.signUp();
    const guess = (currentPassword: string) =>
      agent.post('/auth/change-password').send({ currentPassword, newPassword: NEW_PASSWORD });
    for (let count = 0; count < 10; count += 1) expect((await guess(`wrong ${count}`)).status).toBe(400);
    const refused = await guess(PASSWORD);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  });
});

describe('calls that check a correct password', () => {
  it('return 429 after ten changes a day', async () => {
    const strict = await createTestApp({ config: { accountLimitFactor: 1 } });
    try {
      const { agent } = await strict.signUp();
      const change = { currentPassword: PASSWORD, newPassword: PASSWORD };
      const statuses = [];
      for (let count = 0; count <= 10; count += 1)
        statuses.push((await agent.post('/auth/change-password').send(change)).status);
      expect(statuses).toEqual([...Array<number>(10).fill(200), 429]);
    } finally {
      await strict.close();
    }
  });

  it('return 429 after sixty password checks an hour, for any purpose', async () => {
    const strict = await createTestApp({ config: { accountLimitFactor: 1 } });
    try {
      const { agent } = await strict.signUp();
      const check = () => agent.post('/auth/email').send({ email: 'else@example.org', password: PASSWORD });
      for (let count = 0; count < 60; count += 1) await check();
      const verify = vi.spyOn(strict.ctx.sessions.passwords, 'verify');
      expect((await check()).status).toBe(429);
      expect(verify).not.toHaveBeenCalled();
      strict.clock.advance(HOUR);
      await agent.post('/auth/refresh');
      await check();
      expect(verify).toHaveBeenCalledOnce();
    } finally {
      await strict.close();
    }
  });
});

describe('GET /auth/export', () => {
  it('contains the user’s own data, no data of others, and no secrets', async () => {
    const [one, two] = await Promise.all([scene.app.signUp(), scene.app.signUp()]);
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
