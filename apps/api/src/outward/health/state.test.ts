import { Types } from 'mongoose';
import { beforeAll, describe, expect, it } from 'vitest';
import { signUpAdmin, signUpModerator, type SignedUp } from '../../testing/people.js';
import { appScene } from '../../testing/scene.js';
import { mailWay } from './state.js';

const scene = appScene();
const CALLS = [
  ['get', '/admin/state'],
  ['get', '/admin/jobs/failed'],
  ['post', '/admin/jobs/665f1c2ab7e4d90012a3c4d5/retry'],
  ['post', '/admin/test-mail'],
  ['get', '/admin/log'],
] as const;

let admin: SignedUp;
beforeAll(async () => {
  admin = await signUpAdmin(scene.app);
});

const failedJob = async (fields: object = {}): Promise<Types.ObjectId> => {
  const _id = new Types.ObjectId();
  const at = scene.app.clock.now();
  await scene.app.ctx.models.Job.collection.insertOne({
    _id,
    type: 'mail',
    key: _id.toHexString(),
    payload: {},
    attempts: 3,
    version: 1,
    createdAt: at,
    lockedUntil: new Date(0),
    lastError: 'There is no connection to the mail server: ETIMEDOUT',
    runAt: new Date(at.getTime() + 60_000),
    ...fields,
  });
  return _id;
};

describe('the state of the service', () => {
  it('shows version, mail, jobs, backups and storage [B22-33]', async () => {
    await failedJob();
    const { status, body } = await admin.agent.get('/admin/state');
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
      mail: { way: 'mailbox', failing: 1 },
      jobs: { failing: 1, givenUp: 0 },
      backup: null,
      storage: { isBucket: false, usedBytes: 0, freeBytes: expect.any(Number) },
    });
    await scene.app.ctx.models.Job.deleteMany({ type: 'mail' });
  });

  it('lists failed jobs in pages, and runs one again [B22-33]', async () => {
    const { models } = scene.app.ctx;
    const first = await failedJob();
    const dead = await failedJob({
      deadAt: scene.app.clock.now(),
      runAt: null,
      lastError: `x${'y'.repeat(1000)}`,
    });
    const page = async (cursor = '') =>
      (await admin.agent.get(`/admin/jobs/failed?limit=1&cursor=${cursor}`)).body;
    const one = await page();
    expect(one.data).toMatchObject([{ _id: dead.toHexString(), type: 'mail', attempts: 3, nextAt: null }]);
    expect(one.data[0].error.length).toBeLessThan(310);
    const two = await page(one.nextCursor);
    expect(two).toMatchObject({ data: [{ _id: first.toHexString() }], nextCursor: null });

    const retry = (id: Types.ObjectId) => admin.agent.post(`/admin/jobs/${id.toHexString()}/retry`);
    expect((await retry(dead)).status).toBe(200);
    expect(await models.Job.findById(dead).lean()).toMatchObject({
      attempts: 0,
      runAt: scene.app.clock.now(),
    });
    expect((await page()).data).toMatchObject([{ _id: first.toHexString() }]);
    // it did not fail again, and a job that runs is left alone
    expect((await retry(dead)).body.code).toBe('NOT_FOUND');
    const running = await failedJob({ lockedUntil: new Date(scene.app.clock.now().getTime() + 1000) });
    expect((await retry(running)).body.code).toBe('NOT_FOUND');
    expect((await retry(new Types.ObjectId())).body.code).toBe('NOT_FOUND');
    await models.Job.deleteMany({ type: 'mail' });
  });

  it('sends a test mail to the admin’s own address [B22-33]', async () => {
    const { body } = await admin.agent.post('/admin/test-mail');
    expect(body.data).toEqual({ to: admin.user.email, outcome: 'kept', error: null });
    const [mail] = await scene.app.ctx.mail.kept(admin.user.email);
    expect(mail?.subject).toBe('A test mail');
  });

  it('shows the log of admins in pages, also without their members [B22-34]', async () => {
    const { log } = scene.app.ctx.admin;
    const gone = new Types.ObjectId();
    await log.append({ admin: null, act: 'create', user: new Types.ObjectId(admin.user._id) });
    scene.app.clock.advance(1000);
    await log.append({
      admin: { id: admin.user._id, userName: 'host' },
      act: 'delete',
      user: gone,
      note: '@cleo',
    });
    const first = (await admin.agent.get('/admin/log?limit=1')).body;
    expect(first.data).toMatchObject([{ adminName: 'host', act: 'delete', userName: null, note: '@cleo' }]);
    const second = (await admin.agent.get(`/admin/log?limit=1&cursor=${first.nextCursor}`)).body;
    expect(second.data).toMatchObject([
      { adminName: '(server)', act: 'create', userName: admin.user.userName },
    ]);
  });

  it('is for admins only', async () => {
    const moderator = await signUpModerator(scene.app);
    for (const [method, path] of CALLS) {
      expect([path, (await moderator.agent[method](path)).status]).toEqual([path, 403]);
      expect([path, (await scene.app.agent()[method](path)).status]).toEqual([path, 401]);
    }
  });
});

it.each([
  ['smtp://mailpit:1025', 'catcher'],
  ['smtp://127.0.0.1:1025', 'catcher'],
  ['smtps://user:secret@mail.example.org', 'server'],
  ['smtp://mail.example.org:587', 'server'],
])('knows where mail goes by %s', (smtpUrl, way) => {
  expect(mailWay({ smtpUrl, mailbox: false })).toBe(way);
  expect(mailWay({ smtpUrl: null, mailbox: true })).toBe('mailbox');
  expect(mailWay({ smtpUrl: null, mailbox: false })).toBe('none');
});
