import { afterEach, describe, expect, it, vi } from 'vitest';
import { sentCookie } from '../../testing/cookies.js';
import { createTestApp, newAccount, type TestApp, type TestAppOptions } from '../../testing/test-app.js';
import { ACCOUNT_LIMIT, ADDRESS_LIMIT, ADDRESS_SIGN_INS_LIMIT, SIGN_INS_LIMIT } from './auth.service.js';

const WRONG = 'wrong password 1';

const opened: TestApp[] = [];
async function open(options?: TestAppOptions): Promise<TestApp> {
  const app = await createTestApp(options);
  opened.push(app);
  return app;
}
afterEach(async () => {
  for (const app of opened.splice(0).reverse()) await app.close();
});

interface Try {
  name: string;
  password?: string;
  headers?: Record<string, string>;
  path?: string;
}
const logIn = (app: TestApp, { name, password = WRONG, headers = {}, path = '/auth/login' }: Try) =>
  app.agent().post(path).set(headers).send({ emailOrUsername: name, password });

async function exhaust(app: TestApp, name: string): Promise<void> {
  for (let index = 0; index < ACCOUNT_LIMIT.limit; index += 1) {
    expect((await logIn(app, { name })).status).toBe(401);
  }
}

describe('wrong passwords for one account', () => {
  it('return 429 until the window has passed, in any spelling, on any path and in any process [A7.1-2]', async () => {
    const app = await open();
    const second = await open({ dbName: app.ctx.connection.name, clock: app.clock });
    const account = newAccount({ userName: 'Throttled' });
    await app.signUp(account);
    await exhaust(app, 'throttled');
    const forged = { 'X-Forwarded-For': '198.51.100.7', Forwarded: 'for=198.51.100.7' };
    for (const attempt of [
      { name: 'throttled' },
      { name: 'THROTTLED' },
      { name: ' throttled ' },
      { name: account.email },
      { name: 'throttled', path: '/auth/login/' },
      { name: 'throttled', path: '/AUTH/Login' },
      { name: 'throttled', path: '/api/auth/login' },
      { name: 'throttled', headers: forged },
      { name: 'throttled', password: account.password },
    ]) {
      expect((await logIn(app, attempt)).status).toBe(429);
    }
    const refused = await logIn(second, { name: 'throttled' });
    expect(refused.status).toBe(429);
    expect(refused.body).toEqual({
      success: false,
      code: 'TOO_MANY_REQUESTS',
      message: 'Too many requests. Please try again later',
    });
    app.clock.advance(Number(refused.headers['retry-after']) * 1000);
    expect((await logIn(app, { name: 'throttled', password: account.password })).status).toBe(200);
  });

  it('are counted the same way for unknown names', async () => {
    const app = await open();
    await exhaust(app, 'nobody_here');
    expect((await logIn(app, { name: 'nobody_here' })).status).toBe(429);
    expect((await logIn(app, { name: 'NOBODY_here' })).status).toBe(429);
    expect((await logIn(app, { name: ' nobody_here ' })).status).toBe(429);
  });

  it('cannot exceed the limit in parallel', async () => {
    const app = await open();
    const account = newAccount();
    await app.signUp(account);
    const answers = await Promise.all(
      Array.from({ length: ACCOUNT_LIMIT.limit * 3 }, () => logIn(app, { name: account.userName })),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(ACCOUNT_LIMIT.limit);
    expect(statuses.filter((status) => status === 429)).toHaveLength(ACCOUNT_LIMIT.limit * 2);
  });

  it('do not affect sessions and known browsers of the owner', async () => {
    const app = await open({ config: { rateLimitFactor: 0.1 } });
    const account = newAccount();
    const { agent } = await app.signUp(account);
    const other = newAccount();
    await app.signUp(other);
    const signedUp = await app
      .agent()
      .post('/auth/login')
      .send({ emailOrUsername: account.userName, password: account.password });
    const device = { Cookie: `sf_device=${sentCookie(signedUp, 'sf_device').value}` };
    for (let index = 0; index < ACCOUNT_LIMIT.limit; index += 1) await logIn(app, { name: account.userName });

    expect((await logIn(app, { name: account.userName, password: account.password })).status).toBe(429);
    expect((await agent.get('/auth/me')).status).toBe(200);
    const own = { name: account.userName, headers: device };
    expect((await logIn(app, { ...own, password: account.password })).status).toBe(200);

    // That browser's limit does not help with other accounts, nor does a forged cookie.
    const foreign = { name: other.userName, password: other.password };
    expect((await logIn(app, { ...foreign, headers: device })).status).toBe(429);
    const forged = { Cookie: `${device.Cookie}x` };
    expect(
      (await logIn(app, { name: account.userName, password: account.password, headers: forged })).status,
    ).toBe(429);

    // The known browser's own limit is exhausted too.
    for (let index = 0; index < ACCOUNT_LIMIT.limit; index += 1) {
      expect((await logIn(app, own)).status).toBe(401);
    }
    expect((await logIn(app, own)).status).toBe(429);
  });

  it('are not counted if correct', async () => {
    const app = await open();
    const account = newAccount();
    await app.signUp(account);
    for (let index = 0; index < ACCOUNT_LIMIT.limit + 2; index += 1) {
      expect((await logIn(app, { name: account.userName, password: account.password })).status).toBe(200);
    }
  });
});

describe('right passwords', () => {
  it('for one account return 429 after thirty in an hour, from any address', async () => {
    const app = await open({ config: { accountLimitFactor: 1 } });
    const account = newAccount();
    const { agent } = await app.signUp(account);
    const signIn = () => logIn(app, { name: account.userName, password: account.password });
    for (let index = 0; index < SIGN_INS_LIMIT.limit; index += 1) expect((await signIn()).status).toBe(200);
    const refused = await signIn();
    expect(refused.status).toBe(429);
    expect((await agent.get('/auth/me')).status).toBe(200);
    app.clock.advance(Number(refused.headers['retry-after']) * 1000);
    expect((await signIn()).status).toBe(200);
  });

  it('from one address return 429 before any hashing, and other addresses still work', async () => {
    const factor = 3 / ADDRESS_SIGN_INS_LIMIT.limit;
    const app = await open({ config: { rateLimitFactor: factor, trustProxy: 1 } });
    const account = newAccount();
    await app.signUp(account);
    const signIn = async (address: string) => {
      const headers = { 'X-Forwarded-For': address };
      return (await logIn(app, { name: account.userName, password: account.password, headers })).status;
    };
    const verify = vi.spyOn(app.ctx.sessions.passwords, 'verify');
    const statuses = [];
    for (let index = 0; index < 4; index += 1) statuses.push(await signIn('198.51.100.7'));
    expect(statuses).toEqual([200, 200, 200, 429]);
    expect(verify).toHaveBeenCalledTimes(3);
    expect(await signIn('198.51.100.8')).toBe(200);
  });
});

describe('wrong passwords from one address', () => {
  const spread = async (app: TestApp, addressOf: (index: number) => string) => {
    const statuses: number[] = [];
    for (let index = 0; index < ADDRESS_LIMIT.limit / 5 + 1; index += 1) {
      const headers = { 'X-Forwarded-For': addressOf(index) };
      statuses.push((await logIn(app, { name: `person_${index}`, headers })).status);
    }
    return statuses.at(-1);
  };
  const config = { rateLimitFactor: 0.2 };

  it('return 429 over all accounts together, even with forged forwarding headers', async () => {
    expect(await spread(await open({ config }), (index) => `198.51.100.${index}`)).toBe(429);
  });

  it('are counted by forwarded address behind a trusted proxy', async () => {
    const app = await open({ config: { ...config, trustProxy: 1 } });
    expect(await spread(app, (index) => `198.51.100.${index}`)).toBe(401);
    expect(await spread(app, (index) => `203.0.113.${index}, 198.51.100.77`)).toBe(429);
  });

  it('are counted for the whole /64 of an IPv6 address', async () => {
    const app = await open({ config: { ...config, trustProxy: 1 } });
    expect(await spread(app, (index) => `2001:db8:0:1::${index + 1}`)).toBe(429);
    expect(await spread(app, (index) => `2001:db8:0:${index + 16}::1`)).toBe(401);
  });
});
