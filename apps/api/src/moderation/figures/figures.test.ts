import type { DayFigures } from '@social-feed/contracts';
import { Types } from 'mongoose';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { DAY, HOUR, MINUTE, later, nextHour, utcDay } from '../../platform/time.js';
import { PASSWORD } from '../../testing/browsers.js';
import { newPost } from '../../testing/content.js';
import { signUpModerator, type SignedUp } from '../../testing/people.js';
import { appScene } from '../../testing/scene.js';
import { createTestApp } from '../../testing/test-app.js';
import { DAILY_FIGURES } from './figures.feature.js';

const scene = appScene();
let moderator: SignedUp;
const now = () => scene.app.clock.now();
/** Moves the clock to a time of the next day. */
const until = (time: number) =>
  scene.app.clock.advance(nextHour(now(), 0).getTime() + time - now().getTime());
const run = async () => {
  await scene.app.ctx.jobs.add(DAILY_FIGURES);
  await scene.app.ctx.jobs.runDue(DAILY_FIGURES);
};
const stored = () => scene.app.ctx.models.Figures.find().sort({ _id: 1 }).lean();
const daysAgo = (days: number) => later(now(), -days * DAY);

beforeAll(async () => {
  moderator = await signUpModerator(scene.app);
});
beforeEach(async () => {
  const { Figures, User, Post, Report, ReportCase, Session } = scene.app.ctx.models;
  const emptied = [Figures, Post, Report, ReportCase, Session];
  await Promise.all(emptied.map(({ collection }) => collection.deleteMany({})));
  await User.deleteMany({ _id: { $ne: moderator.user._id } });
  until(12 * HOUR);
  await User.updateOne({ _id: moderator.user._id }, { createdAt: now() });
});

const signIn = () =>
  moderator.agent
    .post('/auth/login')
    .send({ emailOrUsername: moderator.user.userName, password: PASSWORD })
    .expect(200);

/** Reads figures as a moderator whose sign-in is not counted before. */
async function read(days = 30): Promise<DayFigures[]> {
  const answer = await moderator.agent.get('/admin/figures').query({ days });
  if (answer.status !== 401) {
    expect(answer.status, answer.text).toBe(200);
    return answer.body.data as DayFigures[];
  }
  await signIn();
  return read(days);
}
const write = (createdAt: Date) =>
  scene.app.ctx.posts.positions.insert([newPost(new Types.ObjectId(), { createdAt })]);

describe('who may read them', () => {
  it('moderators, no members and no visitors [B20-71]', async () => {
    const { agent } = await scene.app.signUp();
    expect((await scene.app.agent().get('/admin/figures')).status).toBe(401);
    expect((await agent.get('/admin/figures')).status).toBe(403);
    await signIn();
    expect((await moderator.agent.get('/admin/figures')).status).toBe(200);
  });

  it('of at most a year, of whole days [B20-71]', async () => {
    await signIn();
    for (const days of ['many', '1.5', '']) {
      const { status } = await moderator.agent.get('/admin/figures').query({ days });
      expect([days, status]).toEqual([days, days === '' ? 200 : 400]);
    }
    await scene.app.ctx.models.User.updateOne({ _id: moderator.user._id }, { createdAt: daysAgo(500) });
    until(HOUR);
    await run();
    expect(await read(100_000)).toHaveLength(365);
    expect(await read(0)).toHaveLength(1);
  });
});

describe('today', () => {
  it('is counted so far, and says that it is not over [B20-72]', async () => {
    const { agent, user } = await scene.app.signUp();
    const author = await scene.app.signUp();
    await agent.post('/posts').send({ title: 'Bread' }).expect(201);
    const report = { kind: 'person', target: user._id, reason: 'spam' };
    await author.agent.post('/reports').send(report).expect(201);
    const [today, ...others] = await read();
    expect(others).toEqual([]);
    expect(today).toEqual({
      date: utcDay(now()),
      isOver: false,
      people: 3,
      signUps: 3,
      // the moderator signs in to read
      activePeople: 3,
      posts: 1,
      reports: 1,
      openReports: 1,
      storageBytes: 0,
      mailsSent: 0,
      mailsFailed: 0,
      jobsGivenUp: 0,
    });
    const text = JSON.stringify(today);
    for (const secret of [user.userName, user._id, user.email]) expect(text).not.toContain(secret);
  });

  it('counts nothing of the day before', async () => {
    await write(now());
    await scene.app.signUp();
    until(MINUTE);
    expect(await read()).toMatchObject([{ people: 2, signUps: 0, posts: 0, activePeople: 1 }]);
  });
});

describe('a day that is over', () => {
  it('is counted once it has ended, with what is only known then [B20-72]', async () => {
    await scene.app.signUp();
    await write(now());
    const day = utcDay(now());
    until(MINUTE);
    await run();
    expect(await stored()).toEqual([]);
    scene.app.clock.advance(10 * MINUTE);
    await run();
    expect(await stored()).toMatchObject([
      { _id: day, people: 2, signUps: 2, posts: 1, activePeople: 1, openReports: 0, storageBytes: 0 },
    ]);
    expect((await read()).map(({ date, isOver }) => [date, isOver])).toEqual([
      [day, true],
      [utcDay(now()), false],
    ]);
  });

  it('is counted shortly after each midnight', async () => {
    await run();
    until(4 * MINUTE);
    await scene.app.ctx.jobs.runDue(DAILY_FIGURES);
    expect(await stored()).toEqual([]);
    scene.app.clock.advance(2 * MINUTE);
    await scene.app.ctx.jobs.runDue(DAILY_FIGURES);
    expect(await stored()).toHaveLength(1);
    until(6 * MINUTE);
    await scene.app.ctx.jobs.runDue(DAILY_FIGURES);
    expect(await stored()).toHaveLength(2);
  });

  it('keeps its first count, run twice and in two processes [B20-73]', async () => {
    const { dbName } = scene.app.ctx.config.mongo;
    const other = await createTestApp({ dbName: dbName!, clock: scene.app.clock });
    try {
      await write(now());
      until(10 * MINUTE);
      await scene.app.ctx.jobs.add(DAILY_FIGURES);
      await Promise.all([scene.app, other].map(({ ctx }) => ctx.jobs.runDue(DAILY_FIGURES)));
      await write(daysAgo(1));
      await run();
      expect(await stored()).toMatchObject([{ posts: 1 }]);
    } finally {
      await other.close();
    }
  });

  it('keeps the count of another process that ends first [B20-73]', async () => {
    const day = utcDay(now());
    until(10 * MINUTE);
    const { Figures } = scene.app.ctx.models;
    const overtaken = vi.spyOn(Figures.collection, 'updateOne').mockImplementationOnce(async () => {
      await Figures.collection.insertOne({ _id: day as never, countedAt: now(), posts: 7 });
      return { matchedCount: 0 } as never;
    });
    await run();
    overtaken.mockRestore();
    expect(await stored()).toMatchObject([{ _id: day, posts: 7 }]);
  });

  it('that was missed is counted from dates, without what nobody knows any more [B20-73]', async () => {
    const { models } = scene.app.ctx;
    await models.User.updateOne({ _id: moderator.user._id }, { createdAt: daysAgo(9) });
    await scene.app.signUp();
    await write(daysAgo(9));
    await write(daysAgo(2));
    const dead = (days: number) => ({
      type: 'mail',
      key: `dead ${days}`,
      payload: {},
      lockedUntil: new Date(0),
      version: 1,
      attempts: 3,
      lastError: 'Refused',
      createdAt: daysAgo(days),
      deadAt: daysAgo(days),
    });
    await models.Job.insertMany([dead(1), dead(2)]);
    until(12 * HOUR);
    await run();
    const days = await read();
    expect(days).toHaveLength(11);
    const unknown = { activePeople: null, openReports: null, storageBytes: null, mailsSent: null };
    expect(days[0]).toMatchObject({ people: 1, signUps: 1, posts: 1, jobsGivenUp: null, ...unknown });
    expect(days[7]).toMatchObject({ people: 1, signUps: 0, posts: 1, jobsGivenUp: 1, ...unknown });
    expect(days[9]).toMatchObject({ people: 2, signUps: 1, posts: 0, jobsGivenUp: 0, ...unknown });
    await models.Job.deleteMany({ type: 'mail' });

    // A day without the service has no mails; that is known, since figures are kept.
    until(0);
    until(12 * HOUR);
    await run();
    expect((await read()).at(-2)).toMatchObject({ ...unknown, mailsSent: 0 });
  });

  it('is counted at the next run if the first one is interrupted [B20-73]', async () => {
    await scene.app.ctx.models.User.updateOne({ _id: moderator.user._id }, { createdAt: daysAgo(2) });
    until(10 * MINUTE);
    const { Figures } = scene.app.ctx.models;
    const insert = Figures.collection.insertOne.bind(Figures.collection);
    let written = 0;
    const failing = vi.spyOn(Figures.collection, 'insertOne').mockImplementation((...given) => {
      written += 1;
      return written > 1 ? Promise.reject(new Error('away')) : insert(...given);
    });
    await run();
    failing.mockRestore();
    expect(await stored()).toHaveLength(1);
    await run();
    const days = await read();
    expect(days).toHaveLength(4);
    expect(days.map(({ mailsSent }) => mailsSent)).toEqual([null, null, null, 0]);
    expect(days[2]!.storageBytes).toBe(0);
  });
});

it('counts mails by the day of the attempt [B20-72]', async () => {
  const { figures } = scene.app.ctx;
  const mailsOf = async () => (await stored()).map(({ mailsSent, mailsFailed }) => [mailsSent, mailsFailed]);
  for (let mails = 0; mails < 5; mails += 1) figures.countMail('sent');
  figures.countMail('failed');
  await expect.poll(mailsOf).toEqual([[5, 1]]);
  expect(await read()).toMatchObject([{ mailsSent: 5, mailsFailed: 1 }]);
  until(10 * MINUTE);
  await run();
  expect(await read()).toMatchObject([
    { mailsSent: 5, mailsFailed: 1 },
    { mailsSent: 0, mailsFailed: 0 },
  ]);
});
