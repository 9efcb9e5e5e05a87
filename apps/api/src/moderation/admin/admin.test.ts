import type { CurrentUser } from '@social-feed/contracts';
import { Types } from 'mongoose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, newAccount, type Agent, type TestApp } from '../../testing/test-app.js';

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
  (await app.ctx.admin.log.latest(1000)).filter((entry) => entry.user.toString() === user._id);
const post = async (agent: Agent, fields: object): Promise<string> =>
  (await agent.post('/posts').send(fields)).body.data._id;

describe('suspending', () => {
  it('ends sessions and tokens at once, and blocks sign-in until it is lifted', async () => {
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

  it('may be repeated, and is listed until it is lifted', async () => {
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

  it('applies the longer of two concurrent suspensions [B9-2]', async () => {
    await Promise.all([
      suspend(person.user, { days: 3 }),
      suspend(person.user),
      suspend(person.user, { days: 9 }),
    ]);
    expect((await suspend(person.user, { days: 1 })).body.data.suspendedUntil).toBeNull();
  });

  it.each([0, 366, 1.5, '7', -1])('rejects %j days', async (days) => {
    expect((await suspend(person.user, { days })).status).toBe(400);
    expect((await app.ctx.users.restrictionsOf(new Types.ObjectId(person.user._id))).suspended).toBe(false);
  });

  it('is for admins only, and does not work on admins [F6-14]', async () => {
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

  it('is rejected after the admin role was revoked', async () => {
    const { agent, user } = await app.signUp();
    await app.ctx.admin.setAdmin(user.userName, true);
    expect((await agent.get('/admin/suspended')).status).toBe(200);
    await app.ctx.admin.setAdmin(user.userName, false);
    expect((await agent.get('/admin/suspended')).status).toBe(403);
  });
});

describe('the log', () => {
  it("records removals of other users' posts and comments by an admin, but not of their own, and tells the authors [B9-25]", async () => {
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
    const { body } = await person.agent.get('/notifications/notices');
    expect(body.data).toMatchObject([
      { kind: 'remove-post', content: 'Buy now', text: '' },
      { kind: 'remove-comment', content: 'Cheap pills', text: '' },
    ]);
    const mails = await app.ctx.mail.kept(person.user.email);
    expect(mails.map(({ text }) => text).join()).toContain('removed your comment “Cheap pills”.');
  });

  it('records the reason of a suspension', async () => {
    await suspend(person.user, { reason: '  Spam  ' });
    expect(await logOf(person.user)).toMatchObject([{ act: 'suspend', note: 'Spam' }]);
  });

  it('cannot be changed', async () => {
    const { AdminLog } = app.ctx.models;
    await expect(AdminLog.updateMany({}, { note: '' })).rejects.toThrow('only ever added to');
    await expect(AdminLog.deleteMany({})).rejects.toThrow('only ever added to');
  });
});
