import { describe, expect, it, vi } from 'vitest';
import { HOUR } from '../../platform/time.js';
import { PASSWORD, isSignedIn, secondBrowser } from '../../testing/browsers.js';
import { connect } from '../../testing/connecting.js';
import { before } from '../../testing/before.js';
import { codeIn, INVALID_OTP, resetScene } from '../../testing/reset-scene.js';
import { newAccount, type Agent } from '../../testing/test-app.js';
import { EMAIL_UNDO_FOR } from '../../community/users/former-emails.js';
import { UNVERIFIED_LIMIT } from '../../community/users/unverified-email-limit.js';
import { SWEEP_AGAIN_AFTER } from './account-deletions.js';
import { EMAIL_CODES_LIMIT, EMAIL_WRONG_LIMIT, WANTED_LIMIT } from './email-change.js';
import { OTP_RULES } from './one-time-code.js';

const scene = resetScene();
const { mailsTo, lastCode, post } = scene;

let number = 0;
const freshAddress = () => `fresh${(number += 1)}@example.org`;
const wrongOf = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
const confirm = (agent: Agent, otp: string) => agent.post('/auth/email/confirm').send({ otp });
const begin = (agent: Agent, email: string, password = PASSWORD) =>
  agent.post('/auth/email').send({ email, password });
const undo = (token: string) => post('/auth/email/undo', { token });
const stored = (user: { _id: string }) => scene.app.ctx.models.User.findById(user._id).lean();
const subjectsTo = async (email: string) => (await mailsTo(email)).map(({ subject }) => subject);
const tokenIn = (text = '') => /undo-email#(\S+)/.exec(text)?.[1] ?? '';

/** A new user with an unconfirmed address. */
async function newcomer() {
  const account = newAccount();
  return { ...account, ...(await scene.app.register(account)) };
}

/** A user with a confirmed address. */
async function member() {
  const person = await newcomer();
  expect((await confirm(person.agent, await lastCode(person.email))).status).toBe(200);
  return person;
}

/** A user who changed their address. */
async function mover() {
  const person = await member();
  const to = freshAddress();
  await begin(person.agent, to);
  expect((await confirm(person.agent, await lastCode(to))).status).toBe(200);
  return { ...person, to, token: tokenIn((await mailsTo(person.email))[0]?.text) };
}

describe('an address after sign-up', () => {
  it('stays unconfirmed until the code is entered, while the account works [B10-1]', async () => {
    const { agent, email, fullName } = await newcomer();
    const [mail] = await mailsTo(email);
    expect(mail?.subject).toBe('Your code to confirm this e-mail address');
    expect(mail?.text).toContain(fullName);
    expect((await agent.get('/auth/me')).body.confirmEmail).toBe(true);
    expect((await agent.post('/posts').send({ title: 'Already here' })).status).toBe(201);
    expect((await agent.get('/auth/email')).body.data).toMatchObject({
      email,
      confirmed: false,
      pending: { email },
    });
    const answer = await confirm(agent, codeIn(mail?.text));
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body.user.email).toBe(email);
    expect((await agent.get('/auth/me')).body).not.toHaveProperty('confirmEmail');
    expect((await agent.get('/auth/email')).body.data).toEqual({ email, confirmed: true, pending: null });
  });

  it('has the first-day limits until it is confirmed [B10-2]', async () => {
    const { agent, user } = await newcomer();
    scene.app.clock.advance(25 * HOUR);
    const posts = async () => {
      const answer = await agent.post('/posts').send({ title: 'Later' });
      return Number(/"posts";q=(\d+)/.exec(answer.headers['ratelimit-policy'] ?? '')?.[1]);
    };
    const low = await posts();
    await scene.app.ctx.models.User.updateOne({ _id: user._id }, { $unset: { confirmEmail: 1 } });
    expect(await posts()).toBe(2 * low);
  });

  it('gets another code on request: the same while it is valid, none once the address is confirmed [B10-4]', async () => {
    const { agent, email } = await newcomer();
    const first = await lastCode(email);
    expect((await agent.post('/auth/email/code')).status).toBe(200);
    expect(await lastCode(email)).toBe(first);
    scene.app.clock.advance(OTP_RULES.codeTtl);
    expect((await confirm(agent, first)).body).toMatchObject(INVALID_OTP);
    expect((await agent.get('/auth/email')).body.data.pending).toBeNull();
    await agent.post('/auth/email/code');
    expect((await confirm(agent, await lastCode(email))).status).toBe(200);
    expect((await agent.post('/auth/email/code')).status).toBe(409);
  });

  it('gets the whole time for a code that is sent again [B10-21]', async () => {
    const { agent, email } = await newcomer();
    const first = await lastCode(email);
    scene.app.clock.advance(OTP_RULES.codeTtl - 1);
    await agent.post('/auth/email/code').expect(200);
    scene.app.clock.advance(1);
    expect((await confirm(agent, first)).status).toBe(200);
  });

  it('counts as confirmed for an account created before confirmation codes existed [B10-5]', async () => {
    const { agent, user, email } = await newcomer();
    await scene.app.ctx.models.User.updateOne({ _id: user._id }, { $unset: { confirmEmail: 1 } });
    expect((await agent.get('/auth/email')).body.data).toMatchObject({ email, confirmed: true });
    expect((await agent.get('/auth/me')).body).not.toHaveProperty('confirmEmail');
  });

  it('can be used for sign-up even if the code cannot be stored [B10-4]', async () => {
    vi.spyOn(scene.app.ctx.models.EmailProof, 'updateOne').mockRejectedValueOnce(new Error('Full'));
    const { agent, email } = await newcomer();
    expect(await isSignedIn(agent)).toBe(true);
    expect(await mailsTo(email)).toEqual([]);
    await agent.post('/auth/email/code');
    expect((await confirm(agent, await lastCode(email))).status).toBe(200);
  });

  it('is also confirmed by a password reset', async () => {
    const { email, password, ...person } = await newcomer();
    await scene.forgot(email);
    const { resetToken } = (await scene.verify(email, await lastCode(email))).body;
    await post('/auth/reset-password', { email, resetToken, newPassword: `${password} B` });
    expect((await stored(person.user))?.confirmEmail ?? null).toBeNull();
  });
});

describe('a code for an address', () => {
  it('works once, even with many parallel attempts [B10-1]', async () => {
    const { agent, email } = await newcomer();
    const code = await lastCode(email);
    const answers = await Promise.all(Array.from({ length: 5 }, () => confirm(agent, code)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400]);
    expect((await confirm(agent, code)).body).toMatchObject(INVALID_OTP);
  });

  it('expires after five wrong attempts [B10-1]', async () => {
    const { agent, email } = await newcomer();
    const code = await lastCode(email);
    const wrong = Array.from({ length: OTP_RULES.wrongTriesMax }, () => confirm(agent, wrongOf(code)));
    for (const answer of await Promise.all(wrong)) expect(answer.body).toMatchObject(INVALID_OTP);
    expect((await confirm(agent, code)).body).toMatchObject(INVALID_OTP);
  });

  it('belongs to one account: others cannot use it or use up its attempts [B10-6]', async () => {
    const [one, other] = [await newcomer(), await newcomer()];
    const code = await lastCode(one.email);
    for (let index = 0; index < 6; index += 1) await confirm(other.agent, code);
    expect((await confirm(one.agent, code)).status).toBe(200);
    expect((await confirm(scene.app.agent(), code)).status).toBe(401);
  });

  it('is not stored in the database, neither plain nor hashed [B10-6]', async () => {
    const { email, user } = await newcomer();
    const code = await lastCode(email);
    const proof = await scene.app.ctx.models.EmailProof.findById(user._id).lean();
    expect(JSON.stringify(proof)).not.toContain(code);
  });

  it('counts towards the limit for unconfirmed addresses: 30 mails a day from all accounts', async () => {
    const email = freshAddress();
    const askAll = async () => {
      const { agent, user } = await scene.app.register({ email });
      const statuses = [];
      for (let ask = 1; ask < EMAIL_CODES_LIMIT.limit; ask += 1)
        statuses.push((await agent.post('/auth/email/code')).status);
      return { agent, user, statuses };
    };
    for (const round of [1, 2, 3]) {
      const { agent, statuses } = await askAll();
      expect(new Set(statuses), `round ${round}`).toEqual(new Set([200]));
      expect((await agent.post('/auth/delete-account').send({ password: PASSWORD })).status).toBe(200);
    }
    const { agent, user, statuses } = await askAll();
    expect(new Set(statuses)).toEqual(new Set([429]));
    await secondBrowser(scene.app, user.userName);
    const change = { currentPassword: PASSWORD, newPassword: PASSWORD };
    // The password can be changed even if the mail limit is used up.
    expect((await agent.post('/auth/change-password').send(change)).status).toBe(200);
    expect(await mailsTo(email)).toHaveLength(UNVERIFIED_LIMIT.limit);

    // A confirmed address has no such limit.
    await scene.app.ctx.models.User.updateOne({ email }, { $unset: { confirmEmail: 1 } });
    expect((await agent.post('/auth/change-password').send(change)).status).toBe(200);
    expect((await mailsTo(email))[0]?.subject).toBe('Your password was changed');
  });

  it('is limited to ten mails and 25 wrong attempts a day [B10-6]', async () => {
    const { agent } = await newcomer();
    const asks = [];
    for (let index = 1; index <= EMAIL_CODES_LIMIT.limit; index += 1) {
      asks.push((await agent.post('/auth/email/code')).status);
    }
    expect(asks).toEqual([...Array<number>(EMAIL_CODES_LIMIT.limit - 1).fill(200), 429]);
    const tries = [];
    for (let index = 0; index <= EMAIL_WRONG_LIMIT.limit; index += 1) {
      tries.push((await confirm(agent, '000000')).status);
    }
    expect(tries.at(-2)).toBe(400);
    expect(tries.at(-1)).toBe(429);
  });

  it('is rejected with a message if malformed, and for API tokens', async () => {
    const { agent } = await newcomer();
    for (const otp of ['', '12345', 'abcdef', 123_456, { $ne: '' }, ['123456']]) {
      expect((await agent.post('/auth/email/confirm').send({ otp })).status).toBe(400);
    }
    const { token } = (await agent.post('/auth/tokens').send({ name: 'Script' })).body;
    const script = scene.app.agent().post('/auth/email').set('Authorization', `Bearer ${token}`);
    expect((await script.send({ email: freshAddress(), password: PASSWORD })).status).toBe(403);
  });
});

describe('an address change', () => {
  it('requires the password, and takes effect only with the code [B10-7]', async () => {
    const { agent, email } = await member();
    const to = freshAddress();
    const refused = await begin(agent, to, 'wrong 1');
    expect([refused.status, refused.body.errors[0].path]).toEqual([400, 'password']);
    expect((await begin(agent, email)).body.errors[0].path).toBe('email');
    expect((await begin(agent, 'no address')).status).toBe(400);
    const answer = await begin(agent, ` ${to.toUpperCase()} `);
    expect(answer.body).toMatchObject({ message: 'Code sent to the new email address', data: { email } });
    expect(answer.body.data.pending.email).toBe(to);
    expect((await agent.get('/auth/me')).body.user.email).toBe(email);
    expect((await confirm(agent, wrongOf(await lastCode(to)))).status).toBe(400);
    const done = await confirm(agent, await lastCode(to));
    expect(done.body.user.email).toBe(to);
    expect(await isSignedIn(await secondBrowser(scene.app, to))).toBe(true);
    expect(await isSignedIn(await secondBrowser(scene.app, email))).toBe(false);
    expect(await subjectsTo(email)).toContain('Your e-mail address was changed');
  });

  it('requires a password to be set first if the account has none', async () => {
    const { agent, user } = await member();
    await scene.app.ctx.models.User.updateOne({ _id: user._id }, { $unset: { passwordHash: 1 } });
    const answer = await begin(agent, freshAddress());
    expect(answer.body.errors).toEqual([{ path: 'password', message: 'Set a password first' }]);
  });

  it('answers alike if the address is taken; its owner is notified, and no code works [B10-8]', async () => {
    const [one, other] = [await member(), await member()];
    const free = await begin(one.agent, freshAddress());
    const taken = await begin(one.agent, other.email);
    expect([taken.status, taken.body.message]).toEqual([free.status, free.body.message]);
    expect(Object.keys(taken.body.data as object)).toEqual(Object.keys(free.body.data as object));
    expect(taken.body.data.pending.email).toBe(other.email);
    const [word] = await mailsTo(other.email);
    expect(word?.subject).toBe('Somebody entered your e-mail address');
    expect(codeIn(word?.text)).toBe('');
    const { codeOf } = await import('./one-time-code.js');
    const proof = await scene.app.ctx.models.EmailProof.findById(one.user._id).lean();
    const subject = { email: other.email, nonce: proof!.nonce };
    const code = codeOf(scene.app.ctx.config.secrets.email, subject);
    expect((await confirm(one.agent, code)).body).toMatchObject(INVALID_OTP);
  });

  it('sends at most twenty mails a day to one address, from all accounts [B10-8]', async () => {
    const to = freshAddress();
    const statuses = [];
    while (statuses.length <= WANTED_LIMIT.limit) {
      const { agent } = await newcomer();
      for (let ask = 0; ask < 7; ask += 1) statuses.push((await begin(agent, to)).status);
    }
    expect(await mailsTo(to)).toHaveLength(WANTED_LIMIT.limit);
    expect(statuses.filter((status) => status === 429)).toHaveLength(statuses.length - WANTED_LIMIT.limit);
  });

  it('uses the address requested last, of two parallel requests [B10-7]', async () => {
    const { agent } = await member();
    const [first, second] = [freshAddress(), freshAddress()];
    await begin(agent, first);
    const code = await lastCode(first);
    await begin(agent, second);
    expect((await confirm(agent, code)).body).toMatchObject(INVALID_OTP);
    expect((await confirm(agent, await lastCode(second))).body.user.email).toBe(second);
  });

  it('voids a reset started from the former address', async () => {
    const { agent, email } = await member();
    await scene.forgot(email);
    const { resetToken } = (await scene.verify(email, await lastCode(email))).body;
    const to = freshAddress();
    await begin(agent, to);
    expect((await confirm(agent, await lastCode(to))).status).toBe(200);
    const reset = await post('/auth/reset-password', { email, resetToken, newPassword: 'better horse 2' });
    expect(reset.body.code).toBe('INVALID_RESET_TOKEN');
    expect(await isSignedIn(agent)).toBe(true);
  });

  it('succeeds for one of two accounts that want the same address', async () => {
    const [one, other] = [await member(), await member()];
    const to = freshAddress();
    await begin(one.agent, to);
    const first = await lastCode(to);
    await begin(other.agent, to);
    const answers = await Promise.all([confirm(one.agent, first), confirm(other.agent, await lastCode(to))]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await scene.app.ctx.models.User.countDocuments({ email: to })).toBe(1);
  });

  it('fails if all sessions end at the same moment [B10-9]', async () => {
    const { agent, user, email } = await member();
    const to = freshAddress();
    await begin(agent, to);
    const { User, Session } = scene.app.ctx.models;
    before(User, 'findOneAndUpdate', () => Session.deleteMany({ user: user._id }));
    expect((await confirm(agent, await lastCode(to))).status).toBe(401);
    expect((await stored(user))?.email).toBe(email);
  });

  it('fails if the account is deleted at the same moment, and leaves no data [B10-9]', async () => {
    const { agent, user, email } = await member();
    const to = freshAddress();
    await begin(agent, to);
    const { User } = scene.app.ctx.models;
    const remove = () => agent.post('/auth/delete-account').send({ password: PASSWORD });
    before(User, 'findOneAndUpdate', remove);
    expect((await confirm(agent, await lastCode(to))).status).toBe(409);
    await scene.app.ctx.jobs.runDue('account-deletion');
    scene.app.clock.advance(SWEEP_AGAIN_AFTER);
    await scene.app.ctx.jobs.runDue('account-deletion');
    expect(await stored(user)).toBeNull();
    expect(await scene.app.ctx.models.EmailProof.countDocuments({ _id: user._id })).toBe(0);
    expect(await scene.app.ctx.models.FormerEmail.countDocuments({ user: user._id })).toBe(0);
    expect((await post('/auth/register', newAccount({ email }))).status).toBe(201);
  });

  it('is part of the data export [B10-14]', async () => {
    const { agent, email, to } = await mover();
    const file = JSON.parse((await agent.get('/auth/export')).text) as { formerEmails: object[] };
    expect(file.formerEmails).toMatchObject([{ from: email, to }]);
  });
});

describe('the notice to the former address', () => {
  it('has a link that reverts the change, once, and ends all sessions [B10-10]', async () => {
    const { agent, user, email, to, token } = await mover();
    const intruder = await secondBrowser(scene.app, to);
    const { token: script } = (await intruder.post('/auth/tokens').send({ name: 'Kept' })).body;
    scene.app.clock.advance(EMAIL_UNDO_FOR - 1000);
    // Reading the page changes nothing.
    expect((await scene.app.agent().get('/auth/email/undo')).status).toBe(405);
    const answer = await undo(token);
    expect(answer.body).toEqual({ success: true, message: 'Your former email address is back' });
    expect((await stored(user))?.email).toBe(email);
    expect([await isSignedIn(agent), await isSignedIn(intruder)]).toEqual([false, false]);
    const me = scene.app.agent().get('/auth/me').set('Authorization', `Bearer ${script}`);
    expect((await me).status).toBe(401);
    // The user who changed the address knew the password.
    expect(await isSignedIn(await secondBrowser(scene.app, email))).toBe(false);
    expect(await subjectsTo(to)).toContain('The change of your e-mail address was taken back');
    expect((await undo(token)).body.code).toBe('INVALID_LINK');
    await scene.forgot(email);
    expect((await scene.verify(email, await lastCode(email))).status).toBe(200);
  });

  it('is valid for three days [B10-10]', async () => {
    const { user, to, token } = await mover();
    scene.app.clock.advance(EMAIL_UNDO_FOR);
    expect((await undo(token)).body.code).toBe('INVALID_LINK');
    expect((await stored(user))?.email).toBe(to);
  });

  it.each(['', 'x', 'a'.repeat(600)])('rejects the token %j', async (token) => {
    expect((await undo(token)).status).toBe(400);
  });

  it('rejects a token from the link of another mail', async () => {
    const { user, email } = await member();
    await secondBrowser(scene.app, user.userName);
    const other = /not-me#(\S+)/.exec((await mailsTo(email))[0]?.text ?? '')?.[1] ?? '';
    expect(other).not.toBe('');
    expect((await undo(other)).body.code).toBe('INVALID_LINK');
  });

  it('lets the first of several changes win: later links no longer work [B10-11]', async () => {
    const { agent, user, email, to, token } = await mover();
    scene.app.clock.advance(1000);
    const third = freshAddress();
    await begin(agent, third);
    await confirm(agent, await lastCode(third));
    const later = tokenIn((await mailsTo(to))[0]?.text);
    expect((await undo(token)).status).toBe(200);
    expect((await undo(later)).body.code).toBe('INVALID_LINK');
    expect((await stored(user))?.email).toBe(email);
  });

  it('is not sent to addresses used in between when the owner returns to the former address', async () => {
    const { agent, user, email, to } = await mover();
    const thief = await secondBrowser(scene.app, user.userName);
    await connect(thief, 'google', 'robin');
    const { token: script } = (await thief.post('/auth/tokens').send({ name: 'Kept' })).body;
    scene.app.clock.advance(1000);
    const third = freshAddress();
    await begin(thief, third);
    await confirm(thief, await lastCode(third));
    await agent
      .post('/auth/change-password')
      .send({ currentPassword: PASSWORD, newPassword: 'better horse 2' });
    await begin(agent, email, 'better horse 2');
    expect((await confirm(agent, await lastCode(email))).body.user.email).toBe(email);
    const [word] = await mailsTo(third);
    expect(word?.subject).toBe('Your e-mail address was changed');
    expect(word?.text).toContain('It is the address that the account had before this one');
    for (const address of [to, third]) {
      for (const { text } of await mailsTo(address)) expect((await undo(tokenIn(text))).status).toBe(400);
      expect((await post('/auth/register', newAccount({ email: address }))).status).toBe(201);
    }
    expect([await isSignedIn(agent), await isSignedIn(thief)]).toEqual([true, false]);
    const me = scene.app.agent().get('/auth/me').set('Authorization', `Bearer ${script}`);
    expect((await me).status).toBe(401);
    expect(await scene.app.ctx.models.Identity.countDocuments({ user: user._id })).toBe(0);
  });

  it('stays valid as long as the link of any later change', async () => {
    const { agent, user, email, to, token } = await mover();
    scene.app.clock.advance(EMAIL_UNDO_FOR - 1000);
    expect((await agent.post('/auth/refresh')).status).toBe(200);
    const third = freshAddress();
    await begin(agent, third);
    await confirm(agent, await lastCode(third));
    const later = tokenIn((await mailsTo(to))[0]?.text);
    scene.app.clock.advance(EMAIL_UNDO_FOR - 1000);
    expect((await undo(later)).status).toBe(200);
    expect((await undo(token)).status).toBe(200);
    expect((await stored(user))?.email).toBe(email);
  });

  it('disconnects provider accounts, including those connected before the change [B10-11]', async () => {
    const person = await member();
    await connect(person.agent, 'google', 'robin');
    scene.app.clock.advance(1000);
    const to = freshAddress();
    await begin(person.agent, to);
    await confirm(person.agent, await lastCode(to));
    const token = tokenIn((await mailsTo(person.email))[0]?.text);
    scene.app.clock.advance(1000);
    await connect(person.agent, 'linkedin', 'robin');
    expect((await undo(token)).status).toBe(200);
    expect(await scene.app.ctx.models.Identity.countDocuments({ user: person.user._id })).toBe(0);
  });

  it('reserves the former address for three days [B10-12]', async () => {
    const { email, agent } = await mover();
    const taken = await post('/auth/register', newAccount({ email }));
    expect([taken.status, taken.body.errors[0].path]).toEqual([409, 'email']);
    const other = await member();
    await begin(other.agent, email);
    expect((await mailsTo(email))[0]?.subject).toBe('Somebody entered your e-mail address');
    await begin(agent, email);
    expect((await mailsTo(email))[0]?.subject).toBe('Your code to confirm this e-mail address');
    scene.app.clock.advance(EMAIL_UNDO_FOR);
    expect((await post('/auth/register', newAccount({ email }))).status).toBe(201);
  });

  it('ends all sessions even if another account got the address [B10-12]', async () => {
    const { agent, email, user, to, token } = await mover();
    const other = await member();
    await scene.app.ctx.models.User.updateOne({ _id: other.user._id }, { $set: { email } });
    expect((await undo(token)).body.code).toBe('ALREADY_EXISTS');
    expect(await isSignedIn(agent)).toBe(false);
    expect((await stored(user))?.email).toBe(to);
  });

  it('has no link if the former address was unconfirmed, since a typo may belong to a stranger [B10-13]', async () => {
    const { agent, email } = await newcomer();
    const to = freshAddress();
    await begin(agent, to);
    await confirm(agent, await lastCode(to));
    const [word] = await mailsTo(email);
    expect(word?.subject).toBe('Your e-mail address was changed');
    expect(tokenIn(word?.text)).toBe('');
    expect((await post('/auth/register', newAccount({ email }))).status).toBe(201);
  });
});
