import { REGISTRATION_LIMITS } from '@social-feed/contracts';
import { Types } from 'mongoose';
import { beforeEach, describe, expect, it } from 'vitest';
import { DAY, MINUTE } from '../../platform/time.js';
import { PASSWORD } from '../../testing/browsers.js';
import { apply, invite, letIn, register, registrationScene } from '../../testing/registration-scene.js';
import { newAccount } from '../../testing/test-app.js';
import { choose, LANDING, parametersOf, pathOfLocation } from '../../testing/social-sign-in.js';

const scene = registrationScene();
beforeEach(async () => {
  await letIn(scene.app, {});
  await scene.signInAgain();
});

const admin = () => scene.admin.agent;
const mailsTo = async (email: string) => (await scene.app.ctx.mail.kept(email)).map(({ subject }) => subject);
const logIn = (emailOrUsername: string, password = PASSWORD) =>
  scene.app.agent().post('/auth/login').send({ emailOrUsername, password });

/** Finds an application in the queue. */
async function queued(email: string) {
  const { body } = await admin().get('/admin/applications?limit=50').expect(200);
  return (body.data as { _id: string; email: string }[]).find((each) => each.email === email);
}
const decide = (id: string, body: object) => admin().post(`/admin/applications/${id}`).send(body);

describe('who may see and decide', () => {
  it('are admins only', async () => {
    const { agent } = await scene.app.signUp();
    const id = '0123456789abcdef01234567';
    const answers = await Promise.all([
      agent.get('/admin/applications'),
      agent.post(`/admin/applications/${id}`).send({ decision: 'approve' }),
      agent.get('/admin/invitations'),
      agent.delete(`/admin/users/${id}/invitations`),
      agent.get('/admin/refusals'),
      agent.post('/admin/refusals').send({ kind: 'name', values: ['a'] }),
      agent.delete(`/admin/refusals/${id}`),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 403));
  });
});

describe('an application', () => {
  beforeEach(() => letIn(scene.app, { registration: 'approval' }));

  it('waits: no session, no profile, no search, and a clear answer at sign-in [B19-3]', async () => {
    const { fields, answer } = await apply(scene.app);
    expect(answer.status, answer.text).toBe(201);
    expect(answer.headers['set-cookie']).toBeUndefined();
    const { email, userName } = fields;
    for (const name of [email, userName, userName.toUpperCase()]) {
      const login = await logIn(name);
      expect([login.status, login.body.code]).toEqual([403, 'APPROVAL_PENDING']);
      expect((await logIn(name, 'wrong horse 1')).body.code).toBe('INVALID_CREDENTIALS');
    }
    expect((await scene.app.agent().get(`/users/username/${userName}`)).status).toBe(404);
    expect((await scene.app.agent().get(`/search/people?q=${userName}`)).body.data).toEqual([]);
    expect((await scene.app.agent().get(`/users/username/${userName}/availability`)).status).toBe(200);
    expect((await scene.app.agent().get(`/users/email/${email}/availability`)).status).toBe(200);
    expect((await apply(scene.app, { email })).answer.status).toBe(409);
    expect(await mailsTo(email)).toEqual([]);
  });

  it('becomes an account when approved, with a mail and the sentence [B19-3 B19-33]', async () => {
    const { fields } = await apply(scene.app, { sentence: '  I sing.\n And dance. ' });
    const { email, userName } = fields;
    const found = await queued(email);
    expect(found).toMatchObject({ userName, sentence: 'I sing. And dance.', provider: null });
    await decide(found!._id, { decision: 'approve', message: 'Welcome, singer!' }).expect(200);
    const [mail] = await scene.app.ctx.mail.kept(email);
    expect(mail?.subject).toBe('Your account is approved');
    expect(mail?.text).toContain('Welcome, singer!');
    expect(mail?.text).toContain('The moderators of Social Feed approved your application.');
    expect(mail?.html).toContain(`href="${scene.app.ctx.config.webOrigin}/i/account/login"`);

    const agent = scene.app.agent();
    const login = await agent.post('/auth/login').send({ emailOrUsername: email, password: PASSWORD });
    expect(login.status).toBe(200);
    // The code for the address comes now, and no warning about a new device.
    expect(await mailsTo(email)).toEqual([
      'Your code to confirm this e-mail address',
      'Your account is approved',
    ]);
    expect((await agent.get('/auth/me')).body).toMatchObject({ confirmEmail: true, welcome: true });
    expect((await agent.post('/posts').send({ title: 'Here I am' })).status).toBe(201);
    expect(await queued(email)).toBeUndefined();
    const log = await scene.app.ctx.admin.log.latest(1);
    expect(log[0]).toMatchObject({ act: 'approve', note: `@${userName}. Welcome, singer!` });
  });

  it('is deleted when rejected, with a mail; name and address are free again [B19-3]', async () => {
    const { fields } = await apply(scene.app);
    const { email, userName } = fields;
    const { _id } = (await queued(email))!;
    await decide(_id, { decision: 'reject', message: 'This is a club of locals.' }).expect(200);
    const [mail] = await scene.app.ctx.mail.kept(email);
    expect([mail?.subject, mail?.text]).toEqual([
      'Your application was not accepted',
      expect.stringContaining('This is a club of locals.'),
    ]);
    expect((await logIn(email)).body.code).toBe('INVALID_CREDENTIALS');
    expect(await scene.app.ctx.models.Application.countDocuments({ email })).toBe(0);
    expect((await apply(scene.app, { email, userName })).answer.status).toBe(201);
  });

  it('is decided once, by one of two admins [B19-3]', async () => {
    const { fields } = await apply(scene.app);
    const { _id } = (await queued(fields.email))!;
    const answers = await Promise.all([
      decide(_id, { decision: 'approve' }),
      decide(_id, { decision: 'reject' }),
      decide(_id, { decision: 'approve' }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404]);
    expect((await mailsTo(fields.email)).length).toBe(1);
  });

  it('can be approved again after a crash, without a second account', async () => {
    const { fields } = await apply(scene.app);
    const { email } = fields;
    const { _id } = (await queued(email))!;
    const { registration, users } = scene.app.ctx;
    const record = await registration.applications.claim(_id);
    const account = await registration.applications.accountFor(record);
    const { fullName, userName, passwordHash } = record;
    const wanted = { fullName, userName, email, emailVerified: false, application: record._id };
    await users.create({ _id: account, ...wanted, passwordHash: passwordHash! });
    expect((await decide(_id, { decision: 'approve' })).status).toBe(404);
    scene.app.clock.advance(2 * MINUTE);
    // The account exists, so a rejection comes too late.
    await decide(_id, { decision: 'reject' }).expect(200);
    expect(await mailsTo(email)).toEqual(['Your account is approved']);
    expect((await logIn(email)).status).toBe(200);
  });

  it('stays in the queue if its name was taken since', async () => {
    const { fields } = await apply(scene.app);
    const { _id } = (await queued(fields.email))!;
    // By a call that had checked the name before the application was stored.
    const { insertedId } = await scene.app.ctx.models.User.collection.insertOne({
      userNameLower: fields.userName.toLowerCase(),
      email: 'faster@example.org',
    });
    const answer = await decide(_id, { decision: 'approve' });
    expect([answer.status, answer.body.code]).toEqual([409, 'ALREADY_EXISTS']);
    await scene.app.ctx.models.User.deleteOne({ _id: insertedId });
    await decide(_id, { decision: 'approve' }).expect(200);
  });

  it('needs a sentence, and the mode', async () => {
    for (const sentence of [undefined, '', '  a ', 'x'.repeat(501)]) {
      const answer = await scene.app
        .agent()
        .post('/auth/applications')
        .send({ ...newAccount(), sentence });
      expect([answer.status, answer.body.errors?.[0]?.path]).toEqual([400, 'sentence']);
    }
    await letIn(scene.app, {});
    expect((await apply(scene.app)).answer.status).toBe(409);
  });

  it('ends after 90 days without an answer', async () => {
    const { fields } = await apply(scene.app);
    scene.app.clock.advance(REGISTRATION_LIMITS.applicationDays * DAY);
    expect((await logIn(fields.email)).body.code).toBe('INVALID_CREDENTIALS');
    expect((await apply(scene.app, fields)).answer.status).toBe(201);
  });

  it('comes by social sign-in too, and signs in the same way once approved [B19-3]', async () => {
    const agent = scene.app.agent();
    const visit = async (query: object) => {
      const start = await agent.get('/auth/facebook').query({ callback: LANDING, ...query });
      const page = await agent.get(pathOfLocation(start));
      return new URL((await agent.get(await choose(agent, 'facebook', page, 'robin'))).headers['location']!);
    };
    expect(parametersOf(await visit({ sentence: 'I paint.' }))).toEqual({
      error: 'oauth_registration_pending',
      details: 'Your application waits for the moderators. You get a mail when they have decided.',
    });
    expect(parametersOf(await visit({})).details).toContain('waits for the moderators');
    const { body } = await admin().get('/admin/applications?limit=50');
    const found = body.data.find(({ sentence }: { sentence: string }) => sentence === 'I paint.');
    expect(found).toMatchObject({ provider: 'Facebook' });
    await decide(found._id, { decision: 'approve' }).expect(200);
    expect(parametersOf(await visit({}))).toEqual({ oauth_success: 'true' });
    expect((await agent.get('/auth/me')).body.user.userName).toBe(found.userName);
  });
});

describe('an invitation', () => {
  it('works as often as it says, also for calls at once [B19-2]', async () => {
    await letIn(scene.app, { registration: 'invitation' });
    const { _id, code } = await invite(scene.admin, 2);
    const answers = await Promise.all(Array.from({ length: 5 }, () => register(scene.app, { invite: code })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 403, 403, 403]);
    const { body } = await admin().get('/invitations').expect(200);
    const own = body.data.find((each: { _id: string }) => each._id === _id);
    expect(own).toMatchObject({ code, uses: 2, usesLeft: 0 });
    expect(own.came).toHaveLength(2);
  });

  it('keeps its use if the sign-up fails', async () => {
    const { code } = await invite(scene.admin);
    const userName = scene.admin.user.userName;
    expect((await register(scene.app, { invite: code, userName })).status).toBe(409);
    expect((await register(scene.app, { invite: code })).status).toBe(201);
  });

  it('tells who invites, by name and picture, and to how many people, until it has ended [B19-2 B40-10]', async () => {
    const { code } = await invite(scene.admin, 1, 1);
    const read = () => scene.app.agent().get('/auth/invitation').query({ code });
    const profilepic = 'https://pictures.example/me.webp';
    await admin().patch(`/users/${scene.admin.user._id}/profilepic`).send({ profilepic }).expect(200);
    const { _id, userName, fullName } = scene.admin.user;
    const people = await scene.app.ctx.models.User.countDocuments();
    expect((await read()).body).toEqual({
      success: true,
      data: { _id, from: userName, fullName, profilepic },
      people,
    });
    scene.app.clock.advance(DAY);
    const over = await read();
    expect(over.status).toBe(404);
    expect(over.body).not.toHaveProperty('people');
    expect((await scene.app.agent().get('/auth/invitation').query({ code: 'x' })).status).toBe(404);
  });

  it('is for members if the host lets them, and admins see who invited whom [B19-2]', async () => {
    const member = await scene.app.signUp();
    expect((await member.agent.post('/invitations').send({ uses: 1 })).status).toBe(403);
    expect((await member.agent.get('/invitations')).body.mayInvite).toBe(false);
    await letIn(scene.app, { invitations: 'members' });
    const { _id, code } = await invite(member, 3);
    const spare = await invite(member);
    const newcomer = await register(scene.app, { invite: code });
    const { body } = await admin().get('/admin/invitations?limit=50').expect(200);
    const shown = body.data.find((each: { _id: string }) => each._id === _id);
    expect(shown).toMatchObject({
      by: { _id: member.user._id, userName: member.user.userName },
      came: [newcomer.body.user.userName],
      usesLeft: 2,
    });
    expect(JSON.stringify(body)).not.toContain(code);

    const taken = await admin().delete(`/admin/users/${member.user._id}/invitations`).expect(200);
    expect(taken.body.data).toEqual({ revoked: 2 });
    for (const each of [code, spare.code]) {
      expect((await scene.app.agent().get('/auth/invitation').query({ code: each })).status).toBe(404);
    }
    // The used one stays to tell who came by it.
    const { body: after } = await member.agent.get('/invitations');
    expect(after.data).toMatchObject([{ _id, usesLeft: 0 }]);
  });

  it('can be revoked by its maker and by admins, not by others', async () => {
    await letIn(scene.app, { invitations: 'members' });
    const [maker, other] = await Promise.all([scene.app.signUp(), scene.app.signUp()]);
    const [first, second] = [await invite(maker), await invite(maker)];
    expect((await other.agent.delete(`/invitations/${first._id}`)).status).toBe(404);
    await maker.agent.delete(`/invitations/${first._id}`).expect(200);
    await admin().delete(`/invitations/${second._id}`).expect(200);
    expect((await maker.agent.get('/invitations')).body.data).toEqual([]);
  });

  it('ends with the suspension of its maker', async () => {
    await letIn(scene.app, { invitations: 'members' });
    const maker = await scene.app.signUp();
    const { code } = await invite(maker);
    await admin().post(`/admin/users/${maker.user._id}/suspend`).send({}).expect(200);
    await letIn(scene.app, { registration: 'invitation' });
    expect((await register(scene.app, { invite: code })).status).toBe(403);
  });

  it('lets in by a provider as well', async () => {
    await letIn(scene.app, { registration: 'invitation' });
    const { code } = await invite(scene.admin);
    const agent = scene.app.agent();
    const start = await agent.get('/auth/google').query({ callback: LANDING, invite: code });
    const page = await agent.get(pathOfLocation(start));
    const back = await agent.get(await choose(agent, 'google', page, 'robin'));
    expect(parametersOf(new URL(back.headers['location']!))).toEqual({ oauth_success: 'true' });
    const { userName } = (await agent.get('/auth/me')).body.user;
    expect((await admin().get('/invitations')).body.data[0].came).toEqual([userName]);
  });

  it('is limited in number for each member', async () => {
    const { agent } = scene.admin;
    const { invitations } = scene.app.ctx.registration;
    const own = await invitations.listOf(new Types.ObjectId(scene.admin.user._id));
    const working = own.filter(({ usesLeft }) => usesLeft > 0).length;
    for (let index = working; index < REGISTRATION_LIMITS.invitationsMax; index += 1)
      await invite(scene.admin);
    const answer = await agent.post('/invitations').send({ uses: 1 });
    expect([answer.status, answer.body.code]).toEqual([409, 'CONFLICT']);
  });
});

describe('refusals', () => {
  const add = (body: object) => admin().post('/admin/refusals').send(body);
  const list = async (query: object) => (await admin().get('/admin/refusals').query(query).expect(200)).body;

  it('are added many at once, with a reason that admins see [B19-5]', async () => {
    const values = Array.from({ length: 300 }, (_, index) => `throwaway${index}.example`);
    const first = await add({ kind: 'mail-domain', values: [...values, ' ', values[0]], reason: 'List' });
    expect([first.status, first.body.data]).toEqual([201, { added: 300 }]);
    scene.app.clock.advance(MINUTE);
    const again = await add({
      kind: 'mail-domain',
      values: [values[0], 'fresh.example'],
      reason: 'Again',
      days: 3,
    });
    expect(again.body.data).toEqual({ added: 1 });
    const page = await list({ kind: 'mail-domain', limit: 2 });
    expect(page.data).toMatchObject([{ reason: 'Again' }, { reason: 'Again' }]);
    expect(page.data[0].until).not.toBeNull();
    expect((await list({ limit: 2, cursor: page.nextCursor })).data[0].reason).toBe('List');
    expect((await list({ q: 'Fresh' })).data).toMatchObject([{ value: 'fresh.example' }]);
    const [entry] = await scene.app.ctx.admin.log.latest(1);
    expect(entry).toMatchObject({
      act: 'refuse',
      note: 'mail-domain 2 values. Again',
      parts: { refused: 'mail-domain', values: 2, text: 'Again' },
    });
  });

  it('are rejected whole if one is invalid, empty or too many', async () => {
    const wrong = await add({ kind: 'ip-range', values: ['198.51.100.0/24', '198.51.100.0/99'] });
    expect([wrong.status, wrong.body.message]).toEqual([400, 'These are not valid: 198.51.100.0/99']);
    expect((await list({ kind: 'ip-range' })).data).toEqual([]);
    for (const body of [
      { kind: 'name', values: [] },
      { kind: 'name', values: [' '] },
      { kind: 'name', values: Array.from({ length: 1001 }, () => 'x') },
      { kind: 'other', values: ['x'] },
      { kind: 'name', values: ['abc'], days: 0 },
    ]) {
      expect((await add(body)).status).toBe(400);
    }
  });

  it('are taken back', async () => {
    await add({ kind: 'name', values: ['once_refused'] });
    const [{ _id }] = (await list({ kind: 'name', q: 'once_refused' })).data as [{ _id: string }];
    await admin().delete(`/admin/refusals/${_id}`).expect(200);
    expect((await admin().delete(`/admin/refusals/${_id}`)).status).toBe(404);
    expect((await register(scene.app, { userName: 'once_refused' })).status).toBe(201);
  });
});
