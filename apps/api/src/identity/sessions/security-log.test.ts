import { SECURITY_LOG_LIMITS, type SecurityLogEntry } from '@social-feed/contracts';
import { Types } from 'mongoose';
import { describe, expect, it, vi } from 'vitest';
import { DAY } from '../../platform/time.js';
import { PASSWORD, secondBrowser } from '../../testing/browsers.js';
import { signUpAdmin } from '../../testing/people.js';
import { appScene } from '../../testing/scene.js';
import type { Agent } from '../../testing/test-app.js';

const scene = appScene();

const read = async (agent: Agent, query = '') => (await agent.get(`/auth/security-log${query}`)).body;
const entriesOf = async (agent: Agent): Promise<SecurityLogEntry[]> => (await read(agent)).data;
const eventsOf = async (agent: Agent) => (await entriesOf(agent)).map(({ event }) => event);

/** Signs in with a wrong password. */
const fail = (name: string) =>
  scene.app.agent().post('/auth/login').send({ emailOrUsername: name, password: 'wrong horse 1' });

describe('the security log', () => {
  it('has sign-ins and changes, latest first, with device and network [B22-4]', async () => {
    const { agent, user } = await scene.app.signUp();
    scene.app.clock.advance(1000);
    const other = await secondBrowser(scene.app, user.userName);
    const { data } = await read(agent);
    expect(data).toEqual([
      {
        _id: expect.any(String),
        at: scene.app.clock.now().toISOString(),
        event: 'sign-in',
        detail: 'Password',
        device: 'Firefox on Windows',
        network: '127.0.0.0/24',
        count: 1,
      },
      expect.objectContaining({ event: 'account-created', detail: 'Password' }),
    ]);
    scene.app.clock.advance(1000);
    const made = await agent.post('/auth/tokens').send({ name: 'Backup script' });
    scene.app.clock.advance(1000);
    await agent.delete(`/auth/tokens/${made.body.data._id}`);
    scene.app.clock.advance(1000);
    await agent.delete('/auth/sessions');
    scene.app.clock.advance(1000);
    const passwords = { currentPassword: PASSWORD, newPassword: 'Better horse 2!' };
    await agent.post('/auth/change-password').send(passwords);
    scene.app.clock.advance(1000);
    const third = await secondBrowser(scene.app, user.userName, passwords.newPassword);
    scene.app.clock.advance(1000);
    await third.post('/auth/logout');
    expect((await other.get('/auth/me')).status).toBe(401);
    const shown = (await entriesOf(agent)).map(({ event, detail, count }) => [event, detail, count]);
    expect(shown.slice(0, 6)).toEqual([
      ['sign-out', '', 1],
      ['sign-in', 'Password', 1],
      ['password-changed', '', 1],
      ['other-sessions-ended', '', 1],
      ['token-revoked', 'Backup script', 1],
      ['token-created', 'Backup script', 1],
    ]);
  });

  it('names the device of a session that was ended', async () => {
    const { agent, user } = await scene.app.signUp();
    await secondBrowser(scene.app, user.userName);
    const sessions = (await agent.get('/auth/sessions')).body.data as { _id: string; current: boolean }[];
    scene.app.clock.advance(1000);
    await agent.delete(`/auth/sessions/${sessions.find(({ current }) => !current)!._id}`);
    const [latest] = await entriesOf(agent);
    expect(latest).toMatchObject({ event: 'session-ended', detail: 'Firefox on Windows' });
    expect((await agent.delete(`/auth/sessions/${sessions[0]!._id}`)).status).toBeLessThan(500);
  });

  it('counts failed sign-ins of a day in one entry, also parallel ones [B22-5]', async () => {
    const { user } = await scene.app.signUp();
    scene.app.clock.advance(1000);
    // Not through the API, because the session ends before the next day.
    const listed = () => scene.app.ctx.sessions.securityLog.list(user._id, { limit: 20 });
    const failed = async () => (await listed()).data.filter(({ event }) => event === 'sign-in-failed');
    await Promise.all([fail(user.userName), fail(user.email), fail(user.userName)]);
    await expect.poll(async () => (await failed()).map(({ count }) => count)).toEqual([3]);
    scene.app.clock.advance(DAY);
    await fail(user.userName);
    await expect.poll(async () => (await failed()).map(({ count }) => count)).toEqual([1, 3]);
  });

  it('has nothing about names that do not exist', async () => {
    const before = await scene.app.ctx.models.SecurityLog.countDocuments();
    await fail('nobody_at_all');
    const { agent, user } = await scene.app.signUp();
    await fail(user.userName);
    await expect.poll(() => eventsOf(agent)).toContain('sign-in-failed');
    expect(await scene.app.ctx.models.SecurityLog.countDocuments()).toBe(before + 2);
  });

  it('keeps the latest entries up to its maximum', async () => {
    const { agent, user } = await scene.app.signUp();
    const { models, sessions } = scene.app.ctx;
    const at = (age: number) => new Date(scene.app.clock.now().getTime() - age);
    await models.SecurityLog.collection.insertMany(
      Array.from({ length: SECURITY_LOG_LIMITS.entriesMax }, (_, index) => ({
        user: new Types.ObjectId(user._id),
        at: at(index + 1),
        event: 'sign-in' as const,
        detail: `${index}`,
        device: '',
        network: '',
        count: 1,
      })),
    );
    await sessions.securityLog.append({ user: user._id, event: 'factor-added', detail: 'x'.repeat(200) });
    const kept = await models.SecurityLog.find({ user: user._id }).sort({ at: -1 }).lean();
    expect(kept).toHaveLength(SECURITY_LOG_LIMITS.entriesMax);
    expect(kept.at(-1)!.detail).toBe('997');
    const [latest] = await entriesOf(agent);
    expect(latest).toMatchObject({ event: 'factor-added', device: '', network: '' });
    expect(latest!.detail).toHaveLength(SECURITY_LOG_LIMITS.detailMax);
  });

  it('is paged by cursors that fit no other account [B22-6]', async () => {
    const { agent, user } = await scene.app.signUp();
    for (let count = 0; count < 4; count += 1) {
      await scene.app.ctx.sessions.securityLog.append({ user: user._id, event: 'factor-added' });
    }
    const first = await read(agent, '?limit=3');
    const second = await read(agent, `?limit=3&cursor=${first.nextCursor}`);
    expect(second.nextCursor).toBeNull();
    const ids = [...first.data, ...second.data].map(({ _id }: SecurityLogEntry) => _id);
    expect(new Set(ids).size).toBe(5);
    const stranger = await scene.app.signUp();
    const foreign = await stranger.agent.get(`/auth/security-log?cursor=${first.nextCursor}`);
    expect(foreign.status).toBe(400);
  });

  it('is read by its owner and by admins only [B22-6]', async () => {
    const [{ user }, stranger, admin] = await Promise.all([
      scene.app.signUp(),
      scene.app.signUp(),
      signUpAdmin(scene.app),
    ]);
    const path = `/admin/security-log?userId=${user._id}`;
    expect((await stranger.agent.get(path)).status).toBe(403);
    expect((await scene.app.agent().get(path)).status).toBe(401);
    const { status, body } = await admin.agent.get(path);
    expect([status, body.data.map(({ event }: SecurityLogEntry) => event)]).toEqual([
      200,
      ['account-created'],
    ]);
    const unknown = `/admin/security-log?userId=${new Types.ObjectId().toString()}`;
    expect((await admin.agent.get(unknown)).status).toBe(404);
    expect((await admin.agent.get('/admin/security-log')).status).toBe(400);
    expect((await admin.agent.get('/admin/security-log?userId=me')).status).toBe(400);
  });

  it('stops nobody from signing in if it cannot be written', async () => {
    const { user } = await scene.app.signUp();
    const { collection } = scene.app.ctx.models.SecurityLog;
    const broken = vi.spyOn(collection, 'updateOne').mockRejectedValue(new Error('No space left'));
    const again = await secondBrowser(scene.app, user.userName);
    expect((await again.get('/auth/me')).status).toBe(200);
    expect(broken).toHaveBeenCalled();
    broken.mockRestore();
    expect(await eventsOf(again)).toEqual(['account-created']);
  });
});
