import { Types } from 'mongoose';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { HOUR } from '../../platform/time.js';
import { SWEEP_AGAIN_AFTER } from '../../identity/account/account-deletions.js';
import { due, later } from '../../testing/decision-scene.js';
import { moderationScene } from '../../testing/moderation-scene.js';
import { signUpAdmin, signUpModerator, type SignedUp } from '../../testing/people.js';
import { invite, register } from '../../testing/registration-scene.js';
import { appScene } from '../../testing/scene.js';
import { createTestApp, newAccount } from '../../testing/test-app.js';

const scene = appScene();
const { act, silence, actsOn, mailsTo } = moderationScene(scene);

let admin: SignedUp;
let moderator: SignedUp;
let member: SignedUp;
let account: ReturnType<typeof newAccount>;

beforeAll(async () => {
  [admin, moderator] = [await signUpAdmin(scene.app), await signUpModerator(scene.app)];
});
beforeEach(async () => {
  account = newAccount();
  member = await scene.app.signUp(account);
});

const find = async (by: SignedUp, query: string) => {
  const answer = await by.agent.get(`/admin/people?${query}`);
  expect(answer.status, answer.text).toBe(200);
  return (answer.body.data as { _id: string }[]).map(({ _id }) => _id);
};
const detail = (by: SignedUp, { user }: SignedUp) => by.agent.get(`/admin/people/${user._id}`);
const isSignedIn = async ({ agent }: SignedUp) => (await agent.get('/auth/me')).status === 200;

describe('finding members', () => {
  it('finds by words of the names, in any state, the newest first without words [B20-4]', async () => {
    const { userName, _id } = member.user;
    expect(await find(moderator, `q=${userName.slice(0, 6)}&limit=50`)).toContain(_id);
    await act(moderator, 'suspend', member);
    expect(await find(moderator, `q=${userName}`)).toEqual([_id]);
    expect(await find(moderator, 'show=suspended')).toContain(_id);
    expect(await find(moderator, 'show=moderators')).not.toContain(_id);
    expect(await find(moderator, 'show=moderators')).toEqual(
      expect.arrayContaining([admin.user._id, moderator.user._id]),
    );
    const [newest] = await find(moderator, 'limit=1');
    expect(newest).toBe(_id);
    const { nextCursor } = (await moderator.agent.get('/admin/people?limit=1')).body as {
      nextCursor: string;
    };
    expect(await find(moderator, `limit=1&cursor=${nextCursor}`)).not.toContain(_id);
    expect(await find(moderator, 'q=%21%21')).toEqual([]);
  });

  it('finds by e-mail address and by IP address for admins only [B20-5]', async () => {
    const { _id } = member.user;
    const email = encodeURIComponent(account.email.toUpperCase());
    const [session] = (await detail(admin, member)).body.data.sessions as { ip: string }[];
    const ip = encodeURIComponent(session!.ip);
    expect(await find(admin, `q=${email}`)).toEqual([_id]);
    expect(await find(admin, `q=${ip}&limit=50`)).toContain(_id);
    expect(await find(admin, `q=${encodeURIComponent(`::ffff:${session!.ip}`)}&limit=50`)).toContain(_id);
    expect(await find(admin, 'q=nobody%40example.org')).toEqual([]);
    expect(await find(admin, 'q=203.0.113.99')).toEqual([]);
    expect(await find(moderator, `q=${email}`)).not.toContain(_id);
    expect(await find(moderator, `q=${ip}`)).not.toContain(_id);
  });

  it('finds by any address of the /64 that is refused with an IPv6 address', async () => {
    const other = await scene.app.signUp();
    await scene.app.ctx.models.Session.updateMany({ user: other.user._id }, { ip: '2001:db8::5:6:7:8' });
    expect(await find(admin, 'q=2001:db8::9')).toEqual([other.user._id]);
    expect(await find(admin, 'q=2001:db8:0:1::9')).toEqual([]);
  });

  it('shows reports, acts and storage, and sessions without anything secret to admins only [B20-5]', async () => {
    await act(moderator, 'warn', member, { message: 'Please be kind' });
    const { agent } = await scene.app.signUp();
    await agent.post('/reports').send({ kind: 'person', target: member.user._id, reason: 'spam' });
    const forAdmin = await detail(admin, member);
    expect(forAdmin.body.data).toMatchObject({
      role: 'member',
      email: account.email,
      reports: { open: 1, all: 1 },
      history: [{ act: 'warn', note: 'Please be kind' }],
      storage: { files: 0, bytes: 0 },
    });
    expect(Object.keys(forAdmin.body.data.sessions[0]).sort()).toEqual([
      'createdAt',
      'device',
      'ip',
      'lastUsedAt',
    ]);
    expect(forAdmin.text).not.toMatch(/hash|token|secret|browser/i);
    const forModerator = await detail(moderator, member);
    expect(forModerator.body.data).toMatchObject({ email: null, sessions: null, reports: { open: 1 } });
    expect(forModerator.text).not.toContain(account.email);
    expect((await moderator.agent.get('/admin/people/0123456789abcdef01234567')).status).toBe(404);
  });

  it('does not tell moderators of reports about themselves', async () => {
    const { agent } = await scene.app.signUp();
    await agent.post('/reports').send({ kind: 'person', target: moderator.user._id, reason: 'spam' });
    expect((await detail(moderator, moderator)).body.data.reports).toEqual({ open: 0, all: 0 });
  });
});

it('answers 401 to visitors and 403 to members, and admin acts also to moderators [B20-6]', async () => {
  const other = await scene.app.signUp();
  const calls = [
    ['get', '/admin/people', false],
    ['get', `/admin/people/${other.user._id}`, false],
    ['post', `/admin/users/${other.user._id}/warn`, false],
    ['put', `/admin/users/${other.user._id}/silence`, false],
    ['post', `/admin/users/${other.user._id}/end-sessions`, true],
    ['post', `/admin/users/${other.user._id}/reset-password`, true],
    ['post', `/admin/users/${other.user._id}/delete`, true],
  ] as const;
  const body = { message: 'x', silenced: true, userName: other.user.userName };
  for (const [method, path, adminsOnly] of calls) {
    expect((await scene.app.agent()[method](path).send(body)).status, path).toBe(401);
    expect((await member.agent[method](path).send(body)).status, path).toBe(403);
    if (adminsOnly) expect((await moderator.agent[method](path).send(body)).status, path).toBe(403);
  }
  expect(await isSignedIn(other)).toBe(true);
  expect(await actsOn(other)).toEqual([]);
});

describe('finding by invitation', () => {
  const comeBy = async ({ code }: { code: string }): Promise<string> => {
    const answer = await register(scene.app, { invite: code });
    expect(answer.status, answer.text).toBe(201);
    return answer.body.user._id as string;
  };

  beforeAll(async () => {
    await admin.agent.patch('/admin/instance').send({ invitations: 'members' }).expect(200);
  });

  it('finds everyone who came by one invitation, and by those of one member [B20-46]', async () => {
    const invitations = [await invite(member, 5), await invite(member), await invite(admin)] as const;
    const [first, second, third] = [
      await comeBy(invitations[0]),
      await comeBy(invitations[0]),
      await comeBy(invitations[1]),
    ];
    await comeBy(invitations[2]);
    expect(await find(admin, `invitation=${invitations[0]._id}`)).toEqual([second, first]);
    const by = `invitedBy=${member.user._id}`;
    const all = [third, second, first];
    expect(await find(admin, by)).toEqual(all);
    const { userName } = (await admin.agent.get(`/admin/people/${first}`)).body.data as { userName: string };
    expect(await find(admin, `${by}&q=${userName}`)).toEqual([first]);
    const page = (await admin.agent.get(`/admin/people?${by}&limit=2`)).body as { nextCursor: string };
    expect(await find(admin, `${by}&limit=2&cursor=${page.nextCursor}`)).toEqual([first]);
    // a cursor of another list is refused, as everywhere
    const cursor = `cursor=${page.nextCursor}`;
    expect((await admin.agent.get(`/admin/people?invitedBy=${admin.user._id}&${cursor}`)).status).toBe(400);
    expect((await admin.agent.get(`/admin/people/${first}`)).body.data.invitedBy).toEqual({
      _id: member.user._id,
      userName: member.user.userName,
    });
    expect((await moderator.agent.get(`/admin/people/${first}`)).body.data.invitedBy).toBeNull();
    await act(admin, 'suspend', member);
    expect(await find(admin, by)).toEqual(all);
  });

  it('finds nobody by an unused one, and is for admins only [B20-46]', async () => {
    const { _id } = await invite(member);
    expect(await find(admin, `invitation=${_id}`)).toEqual([]);
    expect(await find(admin, `invitedBy=${member.user._id}`)).toEqual([]);
    expect((await detail(admin, member)).body.data.invitedBy).toBeNull();
    expect((await admin.agent.get('/admin/people?invitation=x')).status).toBe(400);
    for (const query of [`invitation=${_id}`, `invitedBy=${member.user._id}`])
      expect((await moderator.agent.get(`/admin/people?${query}`)).status).toBe(403);
  });
});

describe('acts', () => {
  it('are not for admins, and not by moderators for moderators [B20-2]', async () => {
    const other = await signUpModerator(scene.app);
    for (const target of [admin, other, moderator]) {
      expect((await act(moderator, 'warn', target, { message: 'x' })).status).toBe(403);
      expect((await silence(moderator, target, { silenced: true })).status).toBe(403);
    }
    expect((await act(admin, 'end-sessions', admin)).status).toBe(403);
    expect((await act(admin, 'delete', admin, { userName: admin.user.userName })).status).toBe(403);
    expect((await act(admin, 'warn', other, { message: 'Also you' })).status).toBe(200);
  });

  it('warn by mail and notice, which the export has [B20-7]', async () => {
    expect((await act(moderator, 'warn', member, { message: '  ' })).status).toBe(400);
    const answer = await act(moderator, 'warn', member, { message: 'Stop <b>it</b>', note: 'Second' });
    expect(answer.status, answer.text).toBe(200);
    expect(await mailsTo(account.email)).toContain('A warning from the moderators');
    const notices = await member.agent.get('/notifications/notices');
    expect(notices.body.data).toMatchObject([{ kind: 'warn', text: 'Stop <b>it</b>' }]);
    expect(JSON.parse((await member.agent.get('/auth/export')).text).moderationNotices).toMatchObject([
      { kind: 'warn', text: 'Stop <b>it</b>' },
    ]);
    expect(notices.text).not.toContain(moderator.user.userName);
    expect(await actsOn(member)).toEqual([['warn', 'Second']]);
  });

  it('end sessions and tokens [B20-8]', async () => {
    const { token } = (await member.agent.post('/auth/tokens').send({ name: 'script' })).body;
    expect((await act(admin, 'end-sessions', member)).status).toBe(200);
    expect(await isSignedIn(member)).toBe(false);
    const byToken = await scene.app.agent().get('/auth/me').set('Authorization', `Bearer ${token}`);
    expect(byToken.status).toBe(401);
    expect(await actsOn(member)).toEqual([['end-sessions', '']]);
  });

  it('void a password and mail how to set a new one [B20-8]', async () => {
    expect((await act(admin, 'reset-password', member)).status).toBe(200);
    expect(await isSignedIn(member)).toBe(false);
    const credentials = { emailOrUsername: account.userName, password: account.password };
    expect((await scene.app.agent().post('/auth/login').send(credentials)).body.code).toBe(
      'INVALID_CREDENTIALS',
    );
    expect(await mailsTo(account.email)).toContain('Please set a new password');
    await scene.app.ctx.models.User.updateOne({ _id: member.user._id }, { $unset: { passwordHash: 1 } });
    expect((await act(admin, 'reset-password', member)).status).toBe(409);
  });

  it('delete an account with everything of it, confirmed by the user name [B20-8]', async () => {
    const post = (await member.agent.post('/posts').send({ title: 'Going' })).body.data._id;
    expect((await act(admin, 'delete', member, { userName: 'somebody' })).status).toBe(400);
    expect(await isSignedIn(member)).toBe(true);
    const body = { userName: `@${account.userName.toUpperCase()}`, note: 'Spam' };
    const answer = await act(admin, 'delete', member, body);
    expect(answer.status, answer.text).toBe(200);
    expect(await isSignedIn(member)).toBe(false);
    await scene.app.ctx.jobs.runDue('account-deletion');
    scene.app.clock.advance(SWEEP_AGAIN_AFTER);
    await scene.app.ctx.jobs.runDue('account-deletion');
    expect((await admin.agent.get(`/posts/${post}`)).status).toBe(404);
    expect((await act(admin, 'delete', member, body)).status).toBe(404);
    expect(await actsOn(member)).toEqual([['delete', `@${account.userName}. Spam`]]);
  });

  it('tell the owner of a deleted account by mail, once, with the contact of the host [B20-8]', async () => {
    const { User } = scene.app.ctx.models;
    await User.updateOne({ _id: member.user._id }, { $unset: { confirmEmail: 1 } });
    await admin.agent.patch('/admin/instance').send({ contact: 'host@example.org' }).expect(200);
    expect((await act(admin, 'delete', member, { userName: account.userName })).status).toBe(200);
    await scene.app.ctx.outbox.publish('accountDeletion', new Types.ObjectId(member.user._id));
    const mails = await scene.app.ctx.mail.kept(account.email);
    const told = mails.filter(({ subject }) => subject === 'Your account was deleted');
    expect(told).toHaveLength(1);
    expect(told[0]!.text).toContain('write to the host: host@example.org');
    await admin.agent.patch('/admin/instance').send({ contact: null }).expect(200);
  });

  it('send no mail about a deleted account to an address that nobody confirmed [B20-8]', async () => {
    await scene.app.ctx.models.User.updateOne({ _id: member.user._id }, { confirmEmail: true });
    expect((await act(admin, 'delete', member, { userName: account.userName })).status).toBe(200);
    expect(await mailsTo(account.email)).not.toContain('Your account was deleted');
  });
});

describe('what a member is told of a suspension or a silence', () => {
  const runLater = async () => {
    scene.app.clock.advance(61_000);
    await scene.app.ctx.jobs.runDue('moderation-notice');
  };
  const noticed = async () =>
    (await scene.app.ctx.admin.notices.of(new Types.ObjectId(member.user._id))).map(({ kind, text }) => [
      kind,
      text,
    ]);

  it('arrives once, also if the process ends right after the write [B26-13]', async () => {
    const { mail } = scene.app.ctx;
    const ends = vi.spyOn(mail, 'enqueue').mockRejectedValue(new Error('The process ended'));
    const words = { message: 'Too many ads' };
    expect((await silence(moderator, member, { silenced: true, ...words })).status).toBe(500);
    expect((await act(moderator, 'suspend', member, words)).status).toBe(500);
    ends.mockRestore();
    expect(await noticed()).toEqual([]);
    await runLater();
    await runLater();
    expect((await mailsTo(account.email)).sort()).toEqual(
      expect.arrayContaining(['Your account is suspended', 'Your posts are out of the shuffle']),
    );
    expect((await noticed()).sort()).toEqual([
      ['silence', 'Too many ads'],
      ['suspend', 'Too many ads'],
    ]);
  });

  it('arrives once of a warning, on the page of a member and by a report, also if the process ends at the mail [B26-13]', async () => {
    const { mail, models } = scene.app.ctx;
    const { agent } = await scene.app.signUp();
    await agent
      .post('/reports')
      .send({ kind: 'person', target: member.user._id, reason: 'spam' })
      .expect(201);
    const found = await models.ReportCase.findOne({ target: member.user._id }).lean();
    const ends = vi.spyOn(mail, 'enqueue').mockRejectedValue(new Error('The process ended'));
    expect((await act(moderator, 'warn', member, { message: 'Too many ads' })).status).toBe(500);
    const decision = { act: 'warn', message: 'And too loud' };
    await moderator.agent.post(`/admin/reports/${found!._id.toString()}/decision`).send(decision).expect(200);
    await later(scene.app);
    ends.mockRestore();
    await due(scene.app);
    await runLater();
    await runLater();
    expect((await noticed()).sort()).toEqual([
      ['warn', 'And too loud'],
      ['warn', 'Too many ads'],
    ]);
    const told = await mail.kept(account.email);
    const warnings = told.filter(({ subject }) => subject === 'A warning from the moderators');
    expect(warnings).toHaveLength(2);
    for (const { text } of warnings) expect(text).not.toMatch(/null|undefined/);
    expect((await actsOn(member)).filter(([name]) => name === 'warn')).toHaveLength(2);
  });

  it('arrives once if all goes well, and not at all if nothing was changed', async () => {
    const { users } = scene.app.ctx;
    vi.spyOn(users, 'changeIf').mockRejectedValueOnce(new Error('The process ended'));
    expect((await act(moderator, 'suspend', member, {})).status).toBe(500);
    await runLater();
    expect(await noticed()).toEqual([]);
    expect((await act(moderator, 'suspend', member, { message: 'Spam' })).status).toBe(200);
    expect((await act(moderator, 'suspend', member, { message: 'Again' })).status).toBe(200);
    await runLater();
    expect(await noticed()).toEqual([['suspend', 'Spam']]);
    const told = (await mailsTo(account.email)).filter((subject) => subject === 'Your account is suspended');
    expect(told).toHaveLength(1);
  });
});

describe('a stolen session of a moderator', () => {
  it('reaches a hundred members an hour, also by suspensions', async () => {
    const strict = await createTestApp({ config: { accountLimitFactor: 1 } });
    const { user, agent } = await signUpModerator(strict);
    const { _id } = (await strict.signUp()).user;
    const acts = { name: 'member-acts', limit: 100, window: HOUR };
    for (let done = 0; done < 99; done += 1) await strict.ctx.rateLimits.consume(acts, user._id);
    const suspend = () => agent.post(`/admin/users/${_id}/suspend`).send({});
    expect((await suspend()).status).toBe(200);
    expect((await suspend()).status).toBe(429);
    expect((await agent.post(`/admin/users/${_id}/lift`).send({})).status).toBe(429);
    await strict.close();
  });
});

describe('silencing', () => {
  const settle = () => scene.app.ctx.jobs.runDue('post-visibility');
  const write = async (title: string): Promise<string> =>
    (await member.agent.post('/posts').send({ title })).body.data._id;
  const ids = async (by: SignedUp, path: string) => {
    const answer = await by.agent.get(path);
    expect(answer.status, answer.text).toBe(200);
    return (answer.body.data as { _id: string }[]).map(({ _id }) => _id);
  };
  // Each needs another seed, because the order of a used seed is fixed.
  let seed = 0;
  const shuffle = () => `/posts/infinite-cursor?limit=50&seed=${(seed += 1)}`;
  const NEWEST = '/posts?limit=50';

  it('takes posts out of the shuffle and the newest, not from followers, profile, search and links [B20-9]', async () => {
    const before = await write('Herons over marshland');
    expect(await ids(admin, shuffle())).toContain(before);
    expect((await silence(moderator, member, { silenced: true, message: 'Too many ads' })).status).toBe(200);
    await settle();
    const after = await write('Herons over marshland again');
    for (const path of [
      '/posts/infinite-cursor?limit=50&seed=1',
      shuffle(),
      NEWEST,
      '/posts/random?limit=50',
    ])
      for (const id of [before, after]) expect(await ids(admin, path), path).not.toContain(id);
    const follow = { kind: 'follow', user: member.user._id, at: scene.app.clock.now().toISOString() };
    const follower = await scene.app.signUp();
    await follower.agent.post('/people/changes').send({ changes: [follow] });
    for (const path of [
      `/posts/user/${member.user._id}`,
      '/posts?q=marshland',
      '/posts/infinite-cursor?limit=50&seed=7&following=true',
    ])
      expect((await ids(follower, path)).sort(), path).toEqual([before, after].sort());
    expect((await follower.agent.get(`/posts/${after}`)).status).toBe(200);
    expect((await member.agent.get(`/posts/${after}/chance`)).body.data).toMatchObject({ number: null });
    expect(await mailsTo(account.email)).toContain('Your posts are out of the shuffle');
  });

  it('lets all posts back once it ends, each once, and may be repeated [B20-9]', async () => {
    const posts = [await write('One'), await write('Two')];
    await silence(moderator, member, { silenced: true });
    await settle();
    posts.push(await write('Three'));
    expect((await silence(moderator, member, { silenced: true })).status).toBe(200);
    await silence(moderator, member, { silenced: false });
    await settle();
    const shuffled = (await ids(admin, shuffle())).filter((id) => posts.includes(id));
    expect(shuffled.sort()).toEqual(posts.sort());
    expect((await ids(admin, NEWEST)).filter((id) => posts.includes(id))).toHaveLength(3);
    expect((await actsOn(member)).map(([name]) => name)).toEqual(['silence', 'unsilence']);
  });

  it('holds through a suspension that ends [B20-9]', async () => {
    const post = await write('Out of both');
    await silence(moderator, member, { silenced: true });
    await act(moderator, 'suspend', member);
    await settle();
    await act(moderator, 'lift', member);
    await settle();
    expect(await ids(admin, shuffle())).not.toContain(post);
    expect((await admin.agent.get(`/posts/${post}`)).status).toBe(200);
    await silence(moderator, member, { silenced: false });
    await settle();
    expect(await ids(admin, shuffle())).toContain(post);
  });

  it('covers posts that are written while it begins', async () => {
    const user = new Types.ObjectId(member.user._id);
    await silence(moderator, member, { silenced: true });
    await settle();
    await scene.app.ctx.models.User.updateOne({ _id: user }, { $unset: { silencedAt: 1 } });
    const late = await write('Just before');
    await scene.app.ctx.models.User.updateOne({ _id: user }, { $set: { silencedAt: new Date() } });
    expect(await ids(admin, shuffle())).toContain(late);
    scene.app.clock.advance(60_000);
    await settle();
    expect(await ids(admin, shuffle())).not.toContain(late);
  });
});
