import { Types } from 'mongoose';
import { expect, it, vi } from 'vitest';
import { DAY } from '../../platform/time.js';
import { before } from '../../testing/before.js';
import { appScene } from '../../testing/scene.js';
import { newAccount } from '../../testing/test-app.js';

const scene = appScene();

/** Lifts expired suspensions and runs the jobs that follow. */
const end = async () => {
  await scene.app.ctx.jobs.add('suspensions-end');
  await scene.app.ctx.jobs.runDue();
  await scene.app.ctx.jobs.runDue('post-visibility');
};
const logOf = async (userId: string) =>
  (await scene.app.ctx.admin.log.latest(1000)).filter(({ user }) => user.toString() === userId);

it('lifts a suspension once its days are over, and shows the end date at sign-in [B9-1]', async () => {
  const { app } = scene;
  const account = newAccount();
  const { agent, user } = await app.signUp(account);
  const hidden = (await agent.post('/posts').send({ title: 'Back soon' })).body.data._id as string;
  const { suspendedUntil } = await app.ctx.admin.suspend(null, user._id, { days: 7, reason: 'Spam' });
  const until = new Date(app.clock.now().getTime() + 7 * DAY).toISOString();
  expect(suspendedUntil).toBe(until);
  const signIn = () =>
    app.agent().post('/auth/login').send({ emailOrUsername: account.userName, password: account.password });
  expect((await signIn()).body).toMatchObject({
    code: 'ACCOUNT_SUSPENDED',
    message: `This account is suspended until ${until.slice(0, 10)}, ${until.slice(11, 16)} UTC`,
  });
  await app.ctx.jobs.runDue();
  const shown = () => app.ctx.models.Post.countDocuments({ _id: hidden, hidden: false });
  expect(await shown()).toBe(0);
  app.clock.advance(7 * DAY - 1000);
  await end();
  expect((await signIn()).status).toBe(403);
  app.clock.advance(1000);
  await Promise.all([end(), end()]);
  expect((await signIn()).status).toBe(200);
  expect((await app.agent().get(`/posts/${hidden}`)).status).toBe(200);
  expect(await shown()).toBe(1);
  expect(await logOf(user._id)).toMatchObject([
    { act: 'suspend', note: '7 days. Spam', parts: { days: 7, text: 'Spam' } },
    {
      act: 'lift',
      adminName: '(server)',
      note: 'The suspension ended',
      parts: { cause: 'suspension-ended', text: '' },
    },
  ]);
});

it('does not report a suspension as lifted that was extended while others were lifted', async () => {
  const { app } = scene;
  const [first, second] = [await app.signUp(), await app.signUp()];
  await app.ctx.admin.suspend(null, first.user._id, { days: 1 });
  app.clock.advance(1000);
  await app.ctx.admin.suspend(null, second.user._id, { days: 1 });
  app.clock.advance(2 * DAY);
  const { log } = app.ctx.admin;
  const append = log.append.bind(log);
  const appended = vi.spyOn(log, 'append').mockImplementation(async (entry) => {
    await append(entry);
    if (entry.act === 'lift') await app.ctx.admin.suspend(null, second.user._id, { days: 7 });
  });
  await end();
  appended.mockRestore();
  expect((await logOf(first.user._id)).map(({ act }) => act)).toEqual(['suspend', 'lift']);
  expect((await logOf(second.user._id)).map(({ act }) => act)).toEqual(['suspend', 'suspend']);
});

it('never shortens a suspension by another, and lifts one without an end only by hand [B9-2]', async () => {
  const { app } = scene;
  const { user } = await app.signUp();
  const untilOf = async (days?: number) =>
    (await app.ctx.admin.suspend(null, user._id, { days })).suspendedUntil;
  const [short, long] = [await untilOf(3), await untilOf(7)];
  expect(long! > short!).toBe(true);
  expect(await untilOf(3)).toBe(long);
  expect(await untilOf()).toBeNull();
  expect(await untilOf(7)).toBeNull();
  expect((await logOf(user._id)).map(({ note }) => note)).toEqual(['3 days.', '7 days.', '']);
  app.clock.advance(400 * DAY);
  await end();
  expect((await app.ctx.users.restrictionsOf(new Types.ObjectId(user._id))).suspended).toBe(true);
});

it('updates the posts after suspending and lifting, even if the process crashes right after the write', async () => {
  const { admin, jobs, models, users } = scene.app.ctx;
  const { agent, user } = await scene.app.signUp();
  await agent.post('/posts').send({ title: 'Here or not' });
  const isShownAfter = async (change: () => Promise<unknown>) => {
    before(users, 'changeIf', () => jobs.runDue('post-visibility'));
    const forget = vi.spyOn(users.authors, 'forget').mockImplementationOnce(() => {
      throw new Error('The process ended');
    });
    await expect(change()).rejects.toThrow('The process ended');
    forget.mockRestore();
    scene.app.clock.advance(61_000);
    await jobs.runDue('post-visibility');
    return models.Post.countDocuments({ user: user._id, hidden: false });
  };
  expect(await isShownAfter(() => admin.suspend(null, user._id))).toBe(0);
  expect(await isShownAfter(() => admin.lift(null, user._id))).toBe(1);
});

it('makes no admin of a user who is suspended at the same time', async () => {
  const { admin, users } = scene.app.ctx;
  const { user } = await scene.app.signUp();
  before(users, 'changeIf', () => admin.suspend(null, user._id));
  await expect(admin.setAdmin(user.userName, true)).rejects.toMatchObject({ code: 'CONFLICT' });
  expect(await users.getExisting(user._id)).toMatchObject({ isAdmin: false, suspendedAt: expect.any(Date) });
});
