import type { Appeal } from '@social-feed/contracts';
import { Types } from 'mongoose';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { DAY, HOUR, MINUTE } from '../../platform/time.js';
import { before } from '../../testing/before.js';
import { later } from '../../testing/decision-scene.js';
import { isSignedIn, PASSWORD } from '../../testing/browsers.js';
import { signUpAdmin, signUpModerator, type SignedUp } from '../../testing/people.js';
import { appScene } from '../../testing/scene.js';
import { socialSignIn } from '../../testing/social-sign-in.js';
import type { Agent } from '../../testing/test-app.js';
import { MODERATOR_MAILS } from '../../reading/notifications/moderator-mails.js';
import { APPEAL_TICKET_TTL } from '../../identity/sessions/appeal-tickets.js';

const scene = appScene();
const TEXT = 'I quoted it to criticise it.';

let moderator: SignedUp;
let other: SignedUp;
let member: SignedUp;

beforeAll(async () => {
  [moderator, other] = [await signUpModerator(scene.app), await signUpAdmin(scene.app)];
});
beforeEach(async () => {
  member = await scene.app.signUp();
  // The tests move the clock.
  for (const { agent, user } of [moderator, other])
    await agent.post('/auth/login').send({ emailOrUsername: user.userName, password: PASSWORD }).expect(200);
});

const suspend = ({ user }: SignedUp, body: object = {}) =>
  moderator.agent.post(`/admin/users/${user._id}/suspend`).send(body).expect(200);
const lift = ({ user }: SignedUp) => other.agent.post(`/admin/users/${user._id}/lift`).send({}).expect(200);
/** Signs in, which is refused. @returns the browser, which may answer */
const refused = async ({ user }: SignedUp, agent = scene.app.agent()) => {
  const login = { emailOrUsername: user.userName, password: PASSWORD };
  const answer = await agent.post('/auth/login').send(login);
  expect(answer.body).toMatchObject({ code: 'ACCOUNT_SUSPENDED' });
  return { agent, answer };
};
const say = (agent: Agent, text: unknown = TEXT) => agent.post('/auth/appeals').send({ text });
/** Suspends the member and answers. @returns the appeal's ID */
const appeal = async (text = TEXT, suspension: object = {}) => {
  await suspend(member, suspension);
  await say((await refused(member)).agent, text).expect(201);
  return (await found())!._id.toHexString();
};
const found = () => scene.app.ctx.models.Appeal.findOne({ user: member.user._id }).sort({ _id: -1 }).lean();
const list = async (query = 'limit=50', by = moderator) => {
  const answer = await by.agent.get(`/admin/appeals?${query}`);
  expect(answer.status, answer.text).toBe(200);
  return answer.body as { data: Appeal[]; nextCursor: string | null; waiting: number };
};
const listed = async () => (await list()).data.find(({ user }) => user._id === member.user._id);
const decide = (by: SignedUp, id: string, body: object) => by.agent.post(`/admin/appeals/${id}`).send(body);
const mails = async () =>
  (await scene.app.ctx.mail.kept(member.user.email)).filter(({ subject }) => subject.includes('suspension'));
const canSignIn = async () => {
  const login = { emailOrUsername: member.user.userName, password: PASSWORD };
  return (await scene.app.agent().post('/auth/login').send(login)).status === 200;
};

describe('answering a suspension', () => {
  it('takes one text from the browser that the sign-in was refused in [B20-60]', async () => {
    await suspend(member);
    const { agent, answer } = await refused(member);
    expect(answer.body).toEqual({
      success: false,
      code: 'ACCOUNT_SUSPENDED',
      message: 'This account is suspended',
    });
    expect(answer.headers['set-cookie']).toHaveLength(1);
    expect(answer.headers['set-cookie']?.[0]).toMatch(/^sf_appeal=.*HttpOnly; SameSite=Lax/);
    expect(answer.headers['set-cookie']?.[0]).not.toContain(member.user._id);
    const sent = await say(agent, `  ${TEXT}\n`);
    expect(sent.status, sent.text).toBe(201);
    expect(await found()).toMatchObject({ text: TEXT, state: 'waiting' });
    expect(await isSignedIn(agent)).toBe(false);
  });

  it('needs the right password, and the ticket of this browser, for 30 minutes [B20-60]', async () => {
    await suspend(member);
    const wrong = scene.app.agent();
    const login = { emailOrUsername: member.user.userName, password: 'wrong horse 1' };
    expect((await wrong.post('/auth/login').send(login)).headers['set-cookie']).toBeUndefined();
    for (const agent of [wrong, scene.app.agent()])
      expect((await say(agent)).body).toMatchObject({ code: 'SESSION_EXPIRED' });
    const forged = await scene.app
      .agent()
      .post('/auth/appeals')
      .set('Cookie', `sf_appeal=${Buffer.from(member.user._id).toString('base64url')}`)
      .send({ text: TEXT });
    expect(forged.status).toBe(401);
    const { agent } = await refused(member);
    scene.app.clock.advance(APPEAL_TICKET_TTL);
    expect((await say(agent)).status).toBe(401);
    expect(await found()).toBeNull();
  });

  it('rejects empty, invisible and long texts [B20-60]', async () => {
    await suspend(member);
    const { agent } = await refused(member);
    for (const text of ['', ' \n ', '\u200b', 'x'.repeat(1001), 7, null])
      expect((await say(agent, text)).body, String(text)).toMatchObject({ code: 'VALIDATION_FAILED' });
    expect((await say(agent, 'x'.repeat(1000))).status).toBe(201);
  });

  it('works after a social sign-in, whose answer stays as specified [B20-60]', async () => {
    await scene.app.ctx.models.User.updateOne({ _id: member.user._id }, { emailVerified: true });
    await suspend(member);
    const { agent, landing } = await socialSignIn(scene.app, {
      provider: 'google',
      choice: 'own',
      email: member.user.email,
    });
    expect(landing.searchParams.get('details')).toBe('This account is suspended');
    expect((await say(agent)).status).toBe(201);
  });

  it('takes one answer to each suspension; the same text again is no second one [B20-61]', async () => {
    await suspend(member);
    const { agent } = await refused(member);
    const answers = await Promise.all([say(agent, 'One'), say(agent, 'Two'), say(agent, 'Three')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    const { text } = (await found())!;
    expect((await say(agent, text)).status).toBe(201);
    expect((await say((await refused(member)).agent, 'Four')).body).toMatchObject({
      code: 'CONFLICT',
      message: 'You have answered this decision already. The moderators mail you when they have read it.',
    });
    await lift(member);
    scene.app.clock.advance(MINUTE);
    await suspend(member);
    expect((await say(agent, 'With the old ticket')).body.message).toBe('This suspension has ended.');
    expect((await say((await refused(member)).agent, 'Five')).status).toBe(201);
    expect(await scene.app.ctx.models.Appeal.countDocuments({ user: member.user._id })).toBe(2);
  });

  it('says that the suspension has ended, also if that happens at the same time [B20-61]', async () => {
    await suspend(member);
    const { agent } = await refused(member);
    before(scene.app.ctx.models.Appeal.collection, 'insertOne', () => lift(member));
    expect((await say(agent)).body).toMatchObject({
      code: 'CONFLICT',
      message: 'This suspension has ended.',
    });
    expect((await say(agent)).status).toBe(409);
    expect(await found()).toBeNull();
  });

  it('takes answers out of the list once the suspension ends or is lifted [B20-61]', async () => {
    await appeal(TEXT, { days: 1 });
    scene.app.clock.advance(DAY);
    await scene.app.ctx.jobs.add('suspensions-end');
    await scene.app.ctx.jobs.runDue('suspensions-end');
    expect(await found()).toMatchObject({ state: 'ended', expiresAt: expect.any(Date) as Date });
    const { agent, user } = moderator;
    await agent.post('/auth/login').send({ emailOrUsername: user.userName, password: PASSWORD }).expect(200);
    expect(await listed()).toBeUndefined();
  });

  it('limits answers from one address [B20-60]', async () => {
    const { app } = scene;
    const headers = (await say(app.agent())).headers as Record<string, string>;
    expect(headers['ratelimit-policy']).toContain('"appeals";q=');
  });
});

describe('the list of appeals', () => {
  it('shows reason, author and text, oldest first, in pages with the number of all [B20-62]', async () => {
    await scene.app.ctx.models.Appeal.deleteMany({});
    const ids = [await appeal(TEXT, { days: 3, reason: 'Spam links' })];
    const first = member;
    for (const text of ['Second', 'Third']) {
      scene.app.clock.advance(1000);
      member = await scene.app.signUp();
      ids.push(await appeal(text));
    }
    const page = await list('limit=2');
    expect(page).toMatchObject({ waiting: 3 });
    expect(page.data[0]).toMatchObject({
      user: { _id: first.user._id, userName: first.user.userName },
      text: TEXT,
      suspension: { reason: '3 days. Spam links', by: moderator.user.userName, byViewer: true },
    });
    expect(page.data[0]!.suspension.until).not.toBeNull();
    const rest = await list(`limit=2&cursor=${page.nextCursor}`);
    expect([...page.data, ...rest.data].map(({ _id }) => _id)).toEqual(ids);
    expect(rest.nextCursor).toBeNull();
    expect((await list('limit=1', other)).data[0]!.suspension.byViewer).toBe(false);
    expect((await moderator.agent.get('/admin/appeals?limit=many')).status).toBe(400);
    expect((await moderator.agent.get('/admin/appeals?cursor=abc')).status).toBe(400);
    expect(JSON.stringify(page)).not.toContain(first.user.email);
  });

  it('shows what was reported, quoted once it is gone, where a report led to the suspension [B20-86]', async () => {
    const reporter = await scene.app.signUp();
    const post = (await member.agent.post('/posts').send({ title: 'Cheap pills', description: 'Buy now' }))
      .body.data._id as string;
    await reporter.agent.post('/reports').send({ kind: 'post', target: post, reason: 'spam' }).expect(201);
    const reportCase = (await scene.app.ctx.models.ReportCase.findOne({
      target: post,
    }).lean())!._id.toString();
    const decision = { act: 'suspend', days: 3 };
    await moderator.agent.post(`/admin/reports/${reportCase}/decision`).send(decision).expect(200);
    await later(scene.app);
    await say((await refused(member)).agent).expect(201);
    const reported = async () => (await listed())!.suspension.reported;
    expect(await reported()).toMatchObject({
      _id: reportCase,
      content: { title: 'Cheap pills', text: 'Buy now' },
      quoted: null,
    });
    await other.agent.delete(`/posts/${post}`).expect(200);
    expect(await reported()).toMatchObject({
      content: null,
      quoted: { title: 'Cheap pills', text: 'Buy now' },
    });
  });

  it('shows no report for a suspension from the page of a member [B20-86]', async () => {
    await appeal();
    expect((await listed())!.suspension.reported).toBeNull();
  });

  it('names nobody for a suspension on the server [B20-62]', async () => {
    await scene.app.ctx.admin.suspend(null, member.user._id);
    await say((await refused(member)).agent).expect(201);
    expect((await listed())!.suspension).toMatchObject({ by: null, byViewer: false, reason: '' });
  });

  it('is for moderators only [B20-62]', async () => {
    const id = await appeal();
    const stranger = await scene.app.signUp();
    for (const [agent, status] of [
      [scene.app.agent(), 401],
      [stranger.agent, 403],
    ] as const) {
      expect((await agent.get('/admin/appeals')).status).toBe(status);
      const answer = await agent.post(`/admin/appeals/${id}`).send({ decision: 'accept' });
      expect(answer.status).toBe(status);
    }
    expect(await canSignIn()).toBe(false);
  });
});

describe('deciding an appeal', () => {
  it('accepts: lifts the suspension, logs it and mails the words [B20-63]', async () => {
    const id = await appeal();
    const answer = await decide(moderator, id, { decision: 'accept', message: 'Sorry, our mistake' });
    expect(answer.status, answer.text).toBe(200);
    expect(await canSignIn()).toBe(true);
    const [mail, ...more] = await mails();
    expect(more).toEqual([]);
    expect(mail).toMatchObject({ subject: 'Your suspension is lifted' });
    expect(mail!.text).toContain('They say: Sorry, our mistake');
    expect(mail!.text).not.toContain(moderator.user.userName);
    expect(await listed()).toBeUndefined();
    const log = await scene.app.ctx.admin.log.of(new Types.ObjectId(member.user._id), 1);
    expect(log).toMatchObject([
      {
        act: 'lift',
        note: 'Appeal accepted. Sorry, our mistake',
        parts: { cause: 'appeal-accepted', text: 'Sorry, our mistake' },
      },
    ]);
    expect(await found()).toMatchObject({ state: 'accepted', expiresAt: expect.any(Date) as Date });
  });

  it('rejects: leaves the suspension, and says until when [B20-63]', async () => {
    const id = await appeal(TEXT, { days: 7 });
    expect((await decide(other, id, { decision: 'reject' })).status).toBe(200);
    expect(await canSignIn()).toBe(false);
    const [mail] = await mails();
    expect(mail).toMatchObject({ subject: 'Your suspension stays' });
    expect(mail!.text).toMatch(/stays until \d{4}-\d\d-\d\d, \d\d:\d\d UTC\./);
    expect(mail!.text).not.toContain('They say');
    expect((await say((await refused(member)).agent, 'But')).body.message).toBe(
      'The moderators have read your answer and decided. Their mail says how.',
    );
  });

  it('rejects decisions that are none, and unknown appeals [B20-63]', async () => {
    const id = await appeal();
    for (const body of [{}, { decision: 'maybe' }, { decision: 'accept', message: 'x'.repeat(501) }])
      expect((await decide(moderator, id, body)).status).toBe(400);
    const unknown = await decide(moderator, '0123456789abcdef01234567', { decision: 'accept' });
    expect(unknown.status).toBe(404);
    expect((await decide(moderator, 'x', { decision: 'accept' })).body.code).toBe('INVALID_ID');
  });

  it('lets one of two moderators decide and tells the other who did [B20-63]', async () => {
    const id = await appeal();
    const answers = await Promise.all([
      decide(moderator, id, { decision: 'accept' }),
      decide(other, id, { decision: 'reject' }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const accepted = answers[0].status === 200;
    const { userName } = (accepted ? moderator : other).user;
    expect(answers.find(({ status }) => status === 409)!.body.message).toBe(
      `${userName} has decided this already: ${accepted ? 'accepted' : 'rejected'}`,
    );
    expect(await canSignIn()).toBe(accepted);
    expect(await mails()).toHaveLength(1);
  });

  it('reports that the suspension has been lifted [B20-63]', async () => {
    const id = await appeal();
    await lift(member);
    expect((await decide(moderator, id, { decision: 'reject' })).body).toMatchObject({
      code: 'CONFLICT',
      message: 'This suspension has ended.',
    });
    expect(await mails()).toEqual([]);
  });

  it('can be repeated after a failure, and completes an interrupted acceptance [B20-63]', async () => {
    const id = await appeal();
    const enqueue = vi.spyOn(scene.app.ctx.mail, 'enqueue').mockRejectedValueOnce(new Error('Full'));
    expect((await decide(moderator, id, { decision: 'accept', message: 'Yes' })).status).toBe(500);
    enqueue.mockRestore();
    expect(await listed()).toBeDefined();
    expect((await decide(other, id, { decision: 'reject' })).status).toBe(200);
    expect(await canSignIn()).toBe(true);
    expect((await mails()).map(({ subject }) => subject)).toEqual(['Your suspension is lifted']);
    expect(await found()).toMatchObject({ state: 'accepted' });
  });

  it('is open again a minute after a crash [B20-63]', async () => {
    const id = await appeal();
    const moderatorName = moderator.user.userName;
    const decision = { accepted: false, message: '', moderator: moderator.user._id, moderatorName };
    const at = scene.app.clock.now();
    await scene.app.ctx.models.Appeal.updateOne({ _id: id }, { decision: { ...decision, at } });
    expect((await decide(other, id, { decision: 'accept' })).status).toBe(409);
    expect(await listed()).toBeUndefined();
    scene.app.clock.advance(MINUTE + 1);
    expect(await listed()).toBeDefined();
    expect((await decide(other, id, { decision: 'accept' })).status).toBe(200);
    expect(await canSignIn()).toBe(true);
  });
});

it('mails moderators about appeals as about reports, without the text [B20-64]', async () => {
  await scene.app.ctx.models.User.updateOne({ _id: moderator.user._id }, { $unset: { confirmEmail: 1 } });
  const run = async () => {
    await scene.app.ctx.jobs.add(MODERATOR_MAILS);
    await scene.app.ctx.jobs.runDue(MODERATOR_MAILS);
  };
  const told = async () =>
    (await scene.app.ctx.mail.kept(moderator.user.email)).filter(({ subject }) =>
      /^Appeals wait for/.test(subject),
    );
  scene.app.clock.advance(HOUR);
  await scene.app.ctx.models.Appeal.deleteMany({});
  const { agent, user } = moderator;
  await agent.post('/auth/login').send({ emailOrUsername: user.userName, password: PASSWORD }).expect(200);
  const earlier = (await told()).length;
  await appeal();
  await run();
  await run();
  const [mail] = (await told()).slice(0, 1);
  expect(await told()).toHaveLength(earlier + 1);
  expect(mail!.text).toContain('One appeal waits for a decision.');
  expect(mail!.text).toContain('/admin/appeals');
  expect(mail!.text).not.toContain(TEXT);
});

it('is in the copy of the data, without who decided, and goes with the account [B20-65]', async () => {
  const id = await appeal();
  await decide(moderator, id, { decision: 'accept', message: 'Fine' });
  const login = { emailOrUsername: member.user.userName, password: PASSWORD };
  const agent = scene.app.agent();
  await agent.post('/auth/login').send(login).expect(200);
  const copy = (await agent.get('/auth/export')).text;
  const { appeals } = JSON.parse(copy) as { appeals: object[] };
  expect(appeals).toMatchObject([{ text: TEXT, state: 'accepted', decision: { message: 'Fine' } }]);
  expect(JSON.stringify(appeals)).not.toContain(moderator.user._id);
  await agent.post('/auth/delete-account').send({ password: PASSWORD }).expect(200);
  await scene.app.ctx.jobs.runDue('account-deletion');
  expect(await found()).toBeNull();
});
