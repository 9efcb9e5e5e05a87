import type { Response } from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY, MINUTE, SECOND } from '../../platform/time.js';
import { cookieHeader, sentCookie, sentCookies } from '../../testing/cookies.js';
import { createTestApp, newAccount, type TestApp } from '../../testing/test-app.js';

const DAY_SECONDS = DAY / SECOND;

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

const logIn = (emailOrUsername: unknown, password: unknown, rememberMe?: boolean) =>
  test.agent().post('/auth/login').send({ emailOrUsername, password, rememberMe });

describe('POST /auth/login', () => {
  it('accepts the e-mail address or user name, ignoring letter case and surrounding spaces [A1-5 A7.1-1]', async () => {
    const account = newAccount({ userName: 'Log_In_1' });
    await test.signUp(account);
    for (const name of ['Log_In_1', ' log_in_1 ', 'log_in_1@example.org', 'LOG_IN_1@Example.org']) {
      const answer = await logIn(name, account.password);
      expect(answer.status).toBe(200);
      expect(answer.body.user.userName).toBe('Log_In_1');
      expect(answer.text).not.toMatch(/password|argon2|eyJ/i);
    }
  });

  it('updates the user’s last visit', async () => {
    const account = newAccount();
    await test.signUp(account);
    test.clock.advance(MINUTE);
    const answer = await logIn(account.userName, account.password);
    expect(answer.body.user.lastLogin).toBe(test.clock.now().toISOString());
  });

  it('returns the same response for a wrong password and an unknown name [A7.1-2 A8-3]', async () => {
    const account = newAccount();
    await test.signUp(account);
    const wrong = await logIn(account.userName, 'wrong password 1');
    const unknown = await logIn('nobody_at_all', 'wrong password 1');
    expect(wrong.status).toBe(401);
    expect(wrong.body).toEqual({
      success: false,
      code: 'INVALID_CREDENTIALS',
      message: 'Invalid credentials',
    });
    expect(unknown.status).toBe(wrong.status);
    expect(unknown.body).toEqual(wrong.body);
    expect(sentCookies(wrong)).toEqual([]);
  });

  it('hashes the password for an unknown name too', async () => {
    const calls: (string | null | undefined)[] = [];
    const own = await createTestApp();
    try {
      const passwords = { ...own.ctx.sessions.passwords };
      own.ctx.sessions.passwords.verify = (stored, password) => {
        calls.push(stored);
        return passwords.verify(stored, password);
      };
      await own.agent().post('/auth/login').send({ emailOrUsername: 'nobody', password: 'some password' });
      expect(calls).toEqual([undefined]);
    } finally {
      await own.close();
    }
  });

  it('refers accounts without a password to social sign-in [A8-4]', async () => {
    const account = newAccount();
    const { user } = await test.signUp(account);
    await test.ctx.models.User.updateOne({ _id: user._id }, { $unset: { passwordHash: 1 } });
    const answer = await logIn(account.userName, account.password);
    expect(answer.status).toBe(401);
    expect(answer.body.code).toBe('SOCIAL_ACCOUNT');
    expect(answer.body.message).toContain('social');
    expect(answer.body.message).not.toMatch(/credential/i);
  });

  it('reports a suspension, but only with the correct password', async () => {
    const account = newAccount();
    const { user, agent } = await test.signUp(account);
    await test.ctx.models.User.updateOne({ _id: user._id }, { $set: { suspendedAt: new Date() } });
    expect((await logIn(account.userName, 'wrong password 1')).body.code).toBe('INVALID_CREDENTIALS');
    expect((await logIn(account.userName, account.password)).body.code).toBe('ACCOUNT_SUSPENDED');
    expect((await agent.get('/auth/me')).status).toBe(401);
  });

  it.each([
    ['', 'secret 1', 'Email or username is required'],
    ['   ', 'secret 1', 'Email or username is required'],
    [undefined, 'secret 1', 'Email or username is required'],
    [{ $gt: '' }, 'secret 1', 'Email or username must be text'],
    ['somebody', '', 'Password is required'],
    ['somebody', 'short', 'Password must be at least 6 characters'],
    ['somebody', ['secret 1'], 'Password must be text'],
  ])('rejects %j with %j [A5-1 A5-3]', async (name, password, message) => {
    const answer = await logIn(name, password);
    expect(answer.status).toBe(400);
    expect(answer.body.message).toBe(message);
  });
});

describe('cookies', () => {
  it('are HttpOnly and SameSite=Lax and end with the browser by default', async () => {
    const account = newAccount();
    await test.signUp(account);
    const brief = await logIn(account.userName, account.password);
    for (const name of ['sf_access', 'sf_refresh']) {
      const { attributes } = sentCookie(brief, name);
      expect(attributes).toEqual({ path: '/', httponly: '', samesite: 'Lax' });
    }
    expect(brief.body.sessionExpiry).toBe(new Date(test.clock.now().getTime() + DAY).toISOString());

    const lasting = await logIn(account.userName, account.password, true);
    expect(Number(sentCookie(lasting, 'sf_access').attributes['max-age'])).toBe((15 * MINUTE) / SECOND);
    expect(Number(sentCookie(lasting, 'sf_refresh').attributes['max-age'])).toBe(30 * DAY_SECONDS);
    expect(lasting.body.sessionExpiry).toBe(new Date(test.clock.now().getTime() + 30 * DAY).toISOString());
  });

  it('include one readable by scripts, which only says that a session may exist', async () => {
    const account = newAccount();
    const { agent } = await test.signUp(account);
    const hintOf = (answer: Response) => sentCookie(answer, 'sf_session_hint');
    const brief = await logIn(account.userName, account.password);
    expect(hintOf(brief)).toEqual({
      name: 'sf_session_hint',
      value: '1',
      attributes: { path: '/', samesite: 'Lax' },
    });
    const lasting = hintOf(await logIn(account.userName, account.password, true));
    expect(Number(lasting.attributes['max-age'])).toBe(30 * DAY_SECONDS);
    expect(hintOf(await agent.post('/auth/refresh')).value).toBe('1');
    for (const end of [await agent.post('/auth/logout'), await test.agent().post('/auth/refresh')]) {
      expect(hintOf(end).value).toBe('');
      expect(Date.parse(hintOf(end).attributes['expires'] ?? '')).toBe(0);
    }
    const named = await test.agent().get('/auth/me').set('Cookie', 'sf_session_hint=1');
    expect(named.status).toBe(401);
  });

  it('are Secure and __Host- in production', async () => {
    const production = await createTestApp({ config: { production: true } });
    try {
      const account = newAccount();
      await production.signUp(account).catch(() => undefined);
      const answer = await production
        .agent()
        .post('/auth/login')
        .send({ emailOrUsername: account.userName, password: account.password });
      expect(answer.status).toBe(200);
      expect(sentCookies(answer).map(({ name }) => name)).toEqual([
        '__Host-sf_access',
        '__Host-sf_refresh',
        '__Host-sf_session_hint',
        '__Host-sf_device',
      ]);
      for (const { name, attributes } of sentCookies(answer)) {
        expect(attributes).toMatchObject({ path: '/', secure: '', samesite: 'Lax' });
        expect(Object.hasOwn(attributes, 'httponly')).toBe(!name.endsWith('hint'));
        expect(attributes).not.toHaveProperty('domain');
      }
      const me = await production.agent().get('/auth/me').set('Cookie', cookieHeader(answer));
      expect(me.status).toBe(200);
      const unprefixed = cookieHeader(answer).replaceAll('__Host-', '');
      expect((await production.agent().get('/auth/me').set('Cookie', unprefixed)).status).toBe(401);
    } finally {
      await production.close();
    }
  });
});
