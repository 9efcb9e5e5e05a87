import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { retryDelay } from '../../platform/jobs/job-run.js';
import { DAY, HOUR, MINUTE, nextHour } from '../../platform/time.js';
import { before } from '../../testing/before.js';
import { PASSWORD } from '../../testing/browsers.js';
import { openMailServer } from '../../testing/mail-server.js';
import type { SignedUp } from '../../testing/people.js';
import { appScene } from '../../testing/scene.js';
import { createTestApp, type TestApp } from '../../testing/test-app.js';

const scene = appScene();
const HOUR_OF_MAIL = 6;

/** Moves the clock to this long before the next hour of the mail. */
const waitUntilBefore = (milliseconds: number) => {
  const { clock } = scene.app;
  clock.advance(nextHour(clock.now(), HOUR_OF_MAIL).getTime() - milliseconds - clock.now().getTime());
};
const run = async ({ ctx }: TestApp = scene.app) => {
  await ctx.jobs.add('today-mails');
  await ctx.jobs.runDue('today-mails');
  await ctx.jobs.runDue('today-mail');
};
const pass = async (milliseconds: number) => {
  scene.app.clock.advance(milliseconds);
  await run();
};

async function reader(fullName = 'Ada'): Promise<SignedUp> {
  const someone = await scene.app.signUp({ fullName });
  await scene.app.ctx.models.User.updateOne({ _id: someone.user._id }, { $unset: { confirmEmail: 1 } });
  return someone;
}
const set = ({ agent }: SignedUp, todayHour: number | null) =>
  agent.patch('/notifications/settings').send({ todayHour }).expect(200);
const signIn = ({ agent, user }: SignedUp) =>
  agent.post('/auth/login').send({ emailOrUsername: user.userName, password: PASSWORD }).expect(200);
const mailsTo = async ({ user }: SignedUp) =>
  (await scene.app.ctx.mail.kept(user.email)).filter(({ subject }) => subject.startsWith("Today's hand"));
const post = async ({ agent }: SignedUp, fields: object) =>
  (await agent.post('/posts').send(fields).expect(201)).body.data._id as string;

beforeEach(() => waitUntilBefore(HOUR));
afterEach(async () => {
  vi.restoreAllMocks();
  const { Hand, NotificationSettings, Post } = scene.app.ctx.models;
  await Promise.all([Hand.deleteMany(), NotificationSettings.deleteMany(), Post.deleteMany()]);
});

describe("the mail with today's hand", () => {
  it('is off by default, and sent at the chosen hour, once a day, as text and as HTML [B11-8 B4-22]', async () => {
    const [ada, bob] = [await reader(), await reader('Bob "<i>"')];
    const settings = async () => (await ada.agent.get('/notifications/settings')).body.data as object;
    expect(await settings()).toEqual({ muted: [], digest: 'off', todayHour: null });
    const sea = await post(bob, { title: '<b>Sea</b>' });
    await set(ada, HOUR_OF_MAIL);
    expect(await settings()).toEqual({ muted: [], digest: 'off', todayHour: HOUR_OF_MAIL });
    await pass(HOUR - 1);
    expect(await mailsTo(ada)).toEqual([]);
    await pass(1);
    const [mail] = await mailsTo(ada);
    const day = scene.app.clock.now().toISOString().slice(0, 10);
    expect(mail!.subject).toMatch(/^Today's hand, \d{1,2} \w+ \d{4}$/);
    expect(mail!.text).toContain(`1. <b>Sea</b> (Bob "<i>")\nhttp://localhost:3000/p/${sea}`);
    expect(mail!.html).toContain('1. &lt;b&gt;Sea&lt;/b&gt;</a>');
    expect(mail!.html).toContain('>Bob &quot;&lt;i&gt;&quot;</span>');
    expect(mail!.text).toContain(`http://localhost:3000/today?date=${day}`);
    // the words and the face of the hand's order; 64 squares
    expect(mail!.text).toMatch(/\n[a-z]+ [a-z]+ [a-z]+\n/);
    expect(mail!.html).toMatch(/font-weight:600">[a-z]+ [a-z]+ [a-z]+<\/td>/);
    expect(mail!.html.match(/<td(?: bgcolor="#5b3df5")? width="6"/g)).toHaveLength(64);
    await pass(5 * MINUTE);
    expect(await mailsTo(ada)).toHaveLength(1);
    expect(await mailsTo(bob)).toEqual([]);
    await pass(DAY);
    expect(await mailsTo(ada)).toHaveLength(2);
  });

  it('keeps a mail that is due if another setting is saved, and sends no second one after a change [B11-8]', async () => {
    const ada = await reader();
    await post(ada, { title: 'Sea' });
    await set(ada, HOUR_OF_MAIL);
    scene.app.clock.advance(HOUR);
    await signIn(ada);
    await set(ada, HOUR_OF_MAIL);
    await run();
    expect(await mailsTo(ada)).toHaveLength(1);
    await set(ada, HOUR_OF_MAIL + 3);
    await pass(3 * HOUR);
    expect(await mailsTo(ada)).toHaveLength(1);
    await pass(DAY);
    expect(await mailsTo(ada)).toHaveLength(2);
  });

  it('has nothing that the reader does not see in the app, and warns like it [B11-9]', async () => {
    const people = await Promise.all(['Ada', 'Bob', 'Cy', 'Dan', 'Eve'].map((name) => reader(name)));
    const [ada, bob, cy, dan, eve] = people as [SignedUp, SignedUp, SignedUp, SignedUp, SignedUp];
    const at = scene.app.clock.now().toISOString();
    const change = ({ agent }: SignedUp, changed: object) =>
      agent
        .post('/people/changes')
        .send({ changes: [{ ...changed, at }] })
        .expect(200);
    await post(bob, { title: 'By one whom Ada blocks' });
    await post(cy, { title: 'By one who blocks Ada' });
    await post(dan, { title: 'By one who is suspended' });
    await post(eve, { title: 'About spiders' });
    await post(eve, { title: 'The end', contentWarning: 'A film' });
    await post(eve, { title: 'Go to evil.example', description: 'Now' });
    await post(ada, { title: 'My spiders' });
    const gone = await post(eve, { title: 'Deleted' });
    await change(ada, { kind: 'block', user: bob.user._id });
    await change(cy, { kind: 'block', user: ada.user._id });
    await change(ada, { kind: 'mute', word: 'spiders', until: null });
    await set(ada, HOUR_OF_MAIL);
    await scene.app.agent().get('/posts/today').expect(200);
    await scene.app.ctx.admin.suspend(null, dan.user._id);
    await eve.agent.delete(`/posts/${gone}`).expect(200);
    await pass(HOUR);
    const [mail] = await mailsTo(ada);
    const lines = mail!.text.split('\n').filter((line) => /^\d+\. /.test(line));
    expect(lines.map((line) => line.replace(/^\d+\. /, '')).sort()).toEqual([
      'Content warning: A film (Eve)',
      'My spiders (Ada)',
      'Now (Eve)',
    ]);
    expect(lines.map((line) => Number.parseInt(line))).toEqual([1, 2, 3]);
  });

  it('goes to nobody who is suspended, gone or unconfirmed, and is not sent without posts [B11-9]', async () => {
    const [ada, bob, cy] = await Promise.all([reader(), reader('Bob'), reader('Cy')]);
    for (const one of [ada, bob, cy]) await set(one, HOUR_OF_MAIL);
    await pass(HOUR);
    expect(await mailsTo(ada)).toEqual([]);
    waitUntilBefore(HOUR);
    for (const one of [ada, cy]) await signIn(one);
    await post(cy, { title: 'Sea' });
    await scene.app.ctx.admin.suspend(null, ada.user._id);
    await scene.app.ctx.models.User.updateOne({ _id: bob.user._id }, { $set: { confirmEmail: true } });
    await cy.agent.post('/auth/delete-account').send({ password: PASSWORD }).expect(200);
    await pass(HOUR);
    for (const one of [ada, bob, cy]) expect(await mailsTo(one)).toEqual([]);
    await scene.app.ctx.jobs.runDue('account-deletion');
    expect(await scene.app.ctx.models.NotificationSettings.countDocuments({ _id: cy.user._id })).toBe(0);
  });

  it('comes at the hour of its reader when the clocks change, also in zones of half hours [B34-5]', async () => {
    const ada = await reader();
    const { NotificationSettings } = scene.app.ctx.models;
    const zoned = (todayZone: string, todayHour = 7) =>
      ada.agent.patch('/notifications/settings').send({ todayHour, todayZone }).expect(200);
    const dueAt = async () => {
      const { todayAt } = (await NotificationSettings.findOne({ _id: ada.user._id }).lean())!;
      return new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium', timeZone: 'Asia/Kolkata' }).format(
        todayAt!,
      );
    };
    expect((await zoned('Asia/Kolkata')).body.data).toMatchObject({
      todayHour: 7,
      todayZone: 'Asia/Kolkata',
    });
    expect(await dueAt()).toBe('07:00:00');
    await pass(DAY);
    expect(await dueAt()).toBe('07:00:00');
    await signIn(ada);
    await set(ada, 7);
    expect(await dueAt()).toBe('12:30:00');
    await set(ada, null);
    expect((await ada.agent.get('/notifications/settings')).body.data).not.toHaveProperty('todayZone');
  });

  it('rejects hours and zones that do not exist [B11-8]', async () => {
    const ada = await reader();
    for (const todayHour of [-1, 24, 6.5, '6', true])
      await ada.agent.patch('/notifications/settings').send({ todayHour }).expect(400);
    const refused = await ada.agent
      .patch('/notifications/settings')
      .send({ todayHour: 7, todayZone: 'Mars' });
    expect([refused.status, refused.body.errors]).toEqual([
      400,
      [{ path: 'todayZone', message: 'todayZone must be a time zone such as Europe/Berlin' }],
    ]);
  });
});

describe("the mail with today's hand is sent once", () => {
  it('if two processes make it at the same time [B11-10]', async () => {
    const other = await createTestApp({ dbName: scene.app.ctx.connection.name, clock: scene.app.clock });
    onTestFinished(() => other.close());
    const ada = await reader();
    await post(ada, { title: 'Sea' });
    await set(ada, HOUR_OF_MAIL);
    scene.app.clock.advance(HOUR);
    // The first process has lost its lock when it schedules the next mail, and the other makes this one.
    before(scene.app.ctx.models.NotificationSettings.collection, 'updateOne', async () => {
      await other.ctx.jobs.add('today-mails');
      scene.app.clock.advance(2 * MINUTE);
      await other.ctx.jobs.runDue('today-mails');
    });
    await scene.app.ctx.jobs.add('today-mails');
    await scene.app.ctx.jobs.runDue('today-mails');
    await Promise.all([scene.app, other].map(({ ctx }) => ctx.jobs.runDue('today-mail')));
    await run();
    expect(await mailsTo(ada)).toHaveLength(1);
  });

  it('or with the same id, if the process crashes after sending, and is not lost [B11-10]', async () => {
    const server = await openMailServer();
    const mail = { smtpUrl: `smtp://127.0.0.1:${server.port}`, mailbox: false, sendWithin: 1000 };
    const dbName = scene.app.ctx.connection.name;
    const sender = await createTestApp({ dbName, clock: scene.app.clock, config: { mail } });
    onTestFinished(() => sender.close());
    const ada = await reader();
    await post(ada, { title: 'Sea' });
    await set(ada, HOUR_OF_MAIL);
    scene.app.clock.advance(HOUR);
    const { NotificationSettings, Job } = sender.ctx.models;
    // It crashes before it schedules the next mail, then after sending.
    vi.spyOn(NotificationSettings.collection, 'updateOne').mockRejectedValueOnce(new Error('killed'));
    await run(sender);
    vi.spyOn(NotificationSettings.collection, 'updateOne').mockRejectedValueOnce(new Error('killed'));
    scene.app.clock.advance(retryDelay(1));
    await sender.ctx.jobs.runDue('today-mail');
    scene.app.clock.advance(retryDelay(2));
    await run(sender);
    scene.app.clock.advance(5 * MINUTE);
    await run(sender);
    const ids = server.received.map(({ raw }) => /^Message-ID: (.+)$/m.exec(raw)?.[1]);
    expect(new Set(ids).size).toBe(1);
    expect(await Job.countDocuments({ type: 'today-mail' })).toBe(0);
    expect((await NotificationSettings.findOne({ _id: ada.user._id }).lean())!.todayAt!.getTime()).toBe(
      nextHour(scene.app.clock.now(), HOUR_OF_MAIL).getTime(),
    );
  });
});

describe("the unsubscribe link of the mail with today's hand", () => {
  it('ends these mails with one press, and no others [B11-11]', async () => {
    const ada = await reader();
    await post(ada, { title: 'Sea' });
    await set(ada, HOUR_OF_MAIL);
    await ada.agent.patch('/notifications/settings').send({ digest: 'weekly' }).expect(200);
    await pass(HOUR);
    const [{ headers = {}, text }] = (await mailsTo(ada)) as [Awaited<ReturnType<typeof mailsTo>>[number]];
    const url = headers['List-Unsubscribe']!.slice(1, -1);
    expect(headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click');
    expect(text).toContain(url);
    await signIn(ada);
    const settings = async () => (await ada.agent.get('/notifications/settings')).body.data as object;
    const path = url.slice(new URL(url).origin.length);
    const page = await scene.app.agent().get(path).expect(200);
    expect(page.text).toContain('You will get no more mails with today&#39;s hand.');
    expect(await settings()).toMatchObject({ todayHour: HOUR_OF_MAIL });
    const done = await scene.app.agent().post(path).set('Origin', 'https://mail.example').expect(200);
    expect(done.text).toContain('These mails are stopped');
    expect(await settings()).toEqual({ muted: [], digest: 'weekly', todayHour: null });
    await pass(DAY);
    expect(await mailsTo(ada)).toHaveLength(1);
  });
});
