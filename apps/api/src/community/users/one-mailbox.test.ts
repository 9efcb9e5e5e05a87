import { describe, expect, it } from 'vitest';
import { resetScene } from '../../testing/reset-scene.js';
import { newAccount } from '../../testing/test-app.js';
import { WANTED_LIMIT } from '../../identity/account/email-change.js';
import { CODES_LIMITS } from '../../identity/account/reset-limits.js';

const scene = resetScene();
const { post, mailsTo, lastCode } = scene;

let serial = 0;
/** Two spellings of a new mailbox. */
const mailbox = () => {
  const name = `box${(serial += 1)}`;
  return { canonical: `${name}@xn--mnchen-3ya.example`, spelled: `${name}@MÜNCHEN.example` };
};

describe('one mailbox', () => {
  it('has one account, in any spelling of its address at sign-up', async () => {
    const spellings = ['v@example.org', 'v@ⓔxample.org', 'v@ｅxample.org', 'V@EXAMPLE.org'];
    const answers = [];
    for (const email of spellings) answers.push(await post('/auth/register', newAccount({ email })));
    expect(answers.map(({ status }) => status)).toEqual([201, 409, 409, 409]);
    expect(answers[1]!.body.errors).toEqual([
      { path: 'email', message: 'Please use a different email address' },
    ]);
    const { canonical, spelled } = mailbox();
    const racing = [canonical, spelled].map((email) => post('/auth/register', newAccount({ email })));
    expect((await Promise.all(racing)).map(({ status }) => status).sort()).toEqual([201, 409]);
    for (const email of [...spellings, canonical, spelled]) {
      const path = `/users/email/${encodeURIComponent(email)}/availability`;
      expect((await scene.app.agent().get(path)).status).toBe(200);
    }
  });

  it('signs in and resets the password in any spelling, and is shown in readable form', async () => {
    const { canonical, spelled } = mailbox();
    const account = newAccount({ email: canonical });
    expect((await post('/auth/register', account)).body.user.email).toBe(spelled.toLowerCase());
    const decomposed = spelled.normalize('NFD');
    for (const emailOrUsername of [canonical, spelled, decomposed]) {
      const answer = await post('/auth/login', { emailOrUsername, password: account.password });
      expect(answer.status, emailOrUsername).toBe(200);
    }
    expect((await scene.forgot(spelled)).status).toBe(200);
    const code = await lastCode(canonical);
    const { resetToken } = (await scene.verify(canonical, code)).body;
    const newPassword = 'better horse 2';
    expect((await post('/auth/reset-password', { email: decomposed, resetToken, newPassword })).status).toBe(
      200,
    );
    expect((await post('/auth/login', { emailOrUsername: spelled, password: newPassword })).status).toBe(200);
  });

  it('shares one limit for codes and one for wrong passwords', async () => {
    const { canonical, spelled } = mailbox();
    await post('/auth/register', newAccount({ email: canonical }));
    const before = (await mailsTo(canonical)).length;
    const statuses = [];
    for (let ask = 0; ask <= CODES_LIMITS.asker.limit; ask += 1) {
      statuses.push((await scene.forgot(ask % 2 === 0 ? canonical : spelled)).status);
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(CODES_LIMITS.asker.limit);
    expect((await mailsTo(canonical)).length - before).toBe(CODES_LIMITS.asker.limit);
    const unknown = mailbox();
    const tries = [];
    for (let index = 0; index < 12; index += 1) {
      const emailOrUsername = index % 2 === 0 ? unknown.canonical : unknown.spelled;
      tries.push((await post('/auth/login', { emailOrUsername, password: 'wrong 1' })).status);
    }
    expect(tries.filter((status) => status === 401)).toHaveLength(10);
  });

  it('shares one daily limit for address changes, over all accounts and spellings', async () => {
    const { canonical, spelled } = mailbox();
    const statuses = [];
    while (statuses.length <= WANTED_LIMIT.limit) {
      const account = newAccount();
      const { agent } = await scene.app.signUp(account);
      for (const email of [canonical, spelled, canonical, spelled, canonical]) {
        statuses.push((await agent.post('/auth/email').send({ email, password: account.password })).status);
      }
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(WANTED_LIMIT.limit);
  });

  it('is not changed to another spelling of itself or of another account’s address', async () => {
    const { canonical, spelled } = mailbox();
    const account = newAccount({ email: canonical });
    const { agent } = await scene.app.signUp(account);
    const { password } = account;
    const same = await agent.post('/auth/email').send({ email: spelled, password });
    expect(same.body.errors).toEqual([{ path: 'email', message: 'This is your e-mail address already' }]);
    const other = newAccount();
    const second = await scene.app.signUp(other);
    await second.agent.post('/auth/email').send({ email: spelled, password: other.password });
    expect((await mailsTo(canonical))[0]?.subject).toBe('Somebody entered your e-mail address');
  });

  it.each([
    'a..b@example.org',
    '.a@example.org',
    'a.@example.org',
    'a@x..org',
    'a@-x.org',
    'a@x-.org',
    'a@b.c',
  ])('rejects the invalid address %s', async (email) => {
    const answer = await post('/auth/register', newAccount({ email }));
    expect(answer.status).toBe(400);
    expect(answer.body.errors).toEqual([{ path: 'email', message: 'Please enter a valid email' }]);
  });
});
