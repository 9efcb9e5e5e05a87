import type { Response } from 'supertest';
import { describe, expect, it } from 'vitest';
import { cookieHeader, sentCookie, sentCookies } from '../../testing/cookies.js';
import { resetScene } from '../../testing/reset-scene.js';
import { newAccount } from '../../testing/test-app.js';

const scene = resetScene();
const { post, lastCode } = scene;
const NEW_PASSWORD = 'better horse 2';

/** A user with a mailed code and its reset token. */
async function personWithToken() {
  const account = newAccount();
  await scene.app.signUp(account);
  await post('/auth/forgot-password', { email: account.email });
  const otp = await lastCode(account.email);
  const answer = await post('/auth/verify-otp', { email: account.email, otp });
  return { ...account, otp, resetToken: String(answer.body.resetToken), answer };
}

/** The account endpoints with a body, each with a well-formed body and its possible statuses. */
const CALLS = [
  ['/auth/login', { emailOrUsername: 'nobody', password: 'secret 1' }, [401]],
  ['/auth/register', newAccount(), [201]],
  ['/auth/forgot-password', { email: 'nobody@example.org' }, [200]],
  ['/auth/verify-otp', { email: 'nobody@example.org', otp: '123456' }, [400]],
  ['/auth/resend-otp', { email: 'nobody@example.org' }, [200]],
  [
    '/auth/reset-password',
    { email: 'nobody@example.org', resetToken: 'none', newPassword: NEW_PASSWORD },
    [400],
  ],
] as const;
const FIELDS = CALLS.flatMap(([path, body]) =>
  Object.keys(body).map((field) => [path, field, body] as const),
);

describe('a body', () => {
  it.each(FIELDS)(
    'of %s without a valid %s is rejected with 400 that names the field [A7.1-1 A7.1-15]',
    async (path, field, body) => {
      for (const wrong of [undefined, null, '', 7, true, [], ['text'], {}, { $gt: '' }, { $ne: null }]) {
        const answer = await post(path, { ...body, [field]: wrong });
        expect(answer.status, JSON.stringify(wrong)).toBe(400);
        expect(answer.body).toMatchObject({ success: false, code: 'VALIDATION_FAILED' });
        expect(answer.body.errors).toEqual([{ path: field, message: answer.body.message }]);
        expect(sentCookies(answer)).toEqual([]);
      }
    },
  );

  it.each(CALLS)(
    'of %s may contain more fields, which are ignored [A7.1-3]',
    async (path, body, statuses) => {
      const more = { isAdmin: true, rememberMe: false, extra: { $set: 1 }, token: 5 };
      const own = path === '/auth/register' ? newAccount() : body;
      expect(statuses).toContain((await post(`${path}?verbose=1`, { ...own, ...more })).status);
    },
  );

  it.each(CALLS)('of %s must be a JSON object [A7.1-15]', async (path) => {
    const send = (text: string, type = 'application/json') =>
      scene.app
        .agent()
        .post(path)
        .set('Content-Type', type)
        .serialize((value: unknown) => value as string)
        .send(text);
    for (const text of ['{', '[]', '"text"', '5', 'null', '[{"email":"a@b.co"}]']) {
      const answer = await send(text);
      expect(answer.status, text).toBe(400);
      expect(['MALFORMED_JSON', 'VALIDATION_FAILED']).toContain(answer.body.code);
    }
    expect((await send('email=a%40b.co', 'application/x-www-form-urlencoded')).status).toBe(415);
    expect((await send('<a/>', 'text/xml')).status).toBe(415);
  });

  it.each(CALLS)('of %s is accepted at the root and under /api', async (path, body) => {
    const wrong = Object.fromEntries(Object.keys(body).map((field) => [field, '']));
    const [root, nested] = [await post(path, wrong), await post(`/api${path}`, wrong)];
    expect(root.status).toBe(400);
    expect(nested.body).toEqual(root.body);
  });
});

describe('a response', () => {
  const shape = ({ body }: Response) => Object.keys(body as object).sort();

  it('to login and register has success, message and user [A7.1-1 A7.1-3]', async () => {
    const account = newAccount();
    const registered = await post('/auth/register', account);
    const loggedIn = await post('/auth/login', {
      emailOrUsername: account.userName,
      password: account.password,
    });
    for (const answer of [registered, loggedIn]) {
      expect(shape(answer)).toEqual(['message', 'sessionExpiry', 'success', 'user']);
      expect(Object.keys(answer.body.user as object).sort()).toEqual([
        '_id',
        'createdAt',
        'email',
        'fullName',
        'isAdmin',
        'lastLogin',
        'profilepic',
        'updatedAt',
        'userName',
      ]);
    }
  });

  it('to me is the user of the session, or 401 without one [A7.1-6]', async () => {
    const { agent, user } = await scene.app.signUp();
    const answer = await agent.get('/auth/me');
    expect(answer.body.user).toEqual(user);
    expect((await agent.get('/auth/me')).body).toEqual(answer.body);
    const visitor = await scene.app.agent().get('/auth/me');
    expect([visitor.status, visitor.body.code]).toEqual([401, 'AUTHENTICATION_REQUIRED']);
  });

  it('to forgot-password, resend-otp and reset-password has success and message, to verify-otp the resetToken [A7.1-9 A7.1-10 A7.1-12 A7.1-13]', async () => {
    const { email, resetToken, answer } = await personWithToken();
    expect(shape(answer)).toEqual(['message', 'resetToken', 'success']);
    const reset = await post('/auth/reset-password', { email, resetToken, newPassword: NEW_PASSWORD });
    for (const plain of [
      reset,
      await post('/auth/forgot-password', { email }),
      await post('/auth/resend-otp', { email }),
    ]) {
      expect(shape(plain)).toEqual(['message', 'success']);
      expect(plain.body.success).toBe(true);
    }
  });

  it('to health says that the database is up, to anyone [A7.1-14]', async () => {
    for (const path of ['/health', '/api/health']) {
      const answer = await scene.app.agent().get(path);
      expect(answer.status).toBe(200);
      expect(answer.body).toMatchObject({ success: true, data: { database: 'up' } });
    }
  });

  it('to another method is 405, with the allowed one', async () => {
    const posts = [...CALLS.map(([path]) => path), '/auth/logout', '/auth/refresh'];
    for (const path of posts) {
      const answer = await scene.app.agent().get(path);
      expect([answer.status, answer.headers['allow']]).toEqual([405, 'POST']);
    }
    for (const path of ['/auth/me', '/health']) {
      const answer = await post(path, {});
      expect([answer.status, answer.headers['allow']]).toEqual([405, 'GET']);
    }
  });
});

describe('a repeated request', () => {
  it('register: returns 409, and the first account and its session stay [A7.1-5]', async () => {
    const account = newAccount();
    const { agent } = await scene.app.signUp(account);
    const again = await agent.post('/auth/register').set('Idempotency-Key', 'k-1').send(account);
    expect(again.status).toBe(409);
    expect(again.body.errors).toHaveLength(2);
    expect((await agent.get('/auth/me')).body.user.userName).toBe(account.userName);
    expect(await scene.app.ctx.models.User.countDocuments({ email: account.email })).toBe(1);
  });

  it('login: each browser has its own session', async () => {
    const account = newAccount();
    await scene.app.signUp(account);
    const body = { emailOrUsername: account.email, password: account.password };
    const [first, second] = [await post('/auth/login', body), await post('/auth/login', body)];
    expect(sentCookie(first, 'sf_refresh').value).not.toBe(sentCookie(second, 'sf_refresh').value);
    await scene.app.agent().post('/auth/logout').set('Cookie', cookieHeader(first));
    expect((await scene.app.agent().get('/auth/me').set('Cookie', cookieHeader(first))).status).toBe(401);
    expect((await scene.app.agent().get('/auth/me').set('Cookie', cookieHeader(second))).status).toBe(200);
  });

  it('logout: succeeds even if no session is left [A7.1-7]', async () => {
    const { agent } = await scene.app.signUp();
    for (let time = 0; time < 3; time += 1) {
      const answer = await agent.post('/auth/logout');
      expect([answer.status, answer.body.success]).toEqual([200, true]);
    }
    expect((await agent.get('/auth/me')).status).toBe(401);
  });

  it('verify-otp: returns the same token until it is used; reset-password: works once [A7.1-11]', async () => {
    const { email, otp, resetToken } = await personWithToken();
    expect((await post('/auth/verify-otp', { email, otp })).body.resetToken).toBe(resetToken);
    const reset = () => post('/auth/reset-password', { email, resetToken, newPassword: NEW_PASSWORD });
    expect((await reset()).status).toBe(200);
    const again = await reset();
    expect([again.status, again.body.code]).toEqual([400, 'INVALID_RESET_TOKEN']);
    expect((await post('/auth/verify-otp', { email, otp })).body.code).toBe('INVALID_OTP');
  });
});
