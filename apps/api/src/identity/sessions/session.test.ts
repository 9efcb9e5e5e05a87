import jwt from 'jsonwebtoken';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { DAY, MINUTE, SECOND } from '../../platform/time.js';
import { cookieHeader, sentCookie } from '../../testing/cookies.js';
import { createTestApp, newAccount, type TestApp } from '../../testing/test-app.js';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

/** A new signed-in account, with its cookies as text for copying. */
async function signIn(rememberMe = false) {
  const account = newAccount();
  await test.signUp(account);
  const agent = test.agent();
  const answer = await agent
    .post('/auth/login')
    .send({ emailOrUsername: account.userName, password: account.password, rememberMe });
  return { account, agent, answer, cookies: cookieHeader(answer) };
}

const me = (cookies: string) => test.agent().get('/auth/me').set('Cookie', cookies);
const refresh = (cookies: string) => test.agent().post('/auth/refresh').set('Cookie', cookies);

describe('a session', () => {
  it('is required by endpoints for signed-in users [A6-2 A7.1-6]', async () => {
    const answer = await test.agent().get('/auth/me');
    expect(answer.status).toBe(401);
    expect(answer.body).toEqual({
      success: false,
      code: 'AUTHENTICATION_REQUIRED',
      message: 'Authentication required',
    });
  });

  it('shows browser and system in the list of sessions', async () => {
    const account = newAccount();
    const { user } = await test.signUp(account);
    await test
      .agent()
      .post('/auth/login')
      .set('User-Agent', 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0')
      .send({ emailOrUsername: account.userName, password: account.password });
    const sessions = await test.ctx.models.Session.find({ user: user._id }).lean();
    expect(sessions.map(({ device }) => device).sort()).toEqual(['Firefox on Linux', 'Unknown device']);
  });

  it('notes in which language the browser was, which the user finds in the export of their data', async () => {
    const account = newAccount();
    const { user } = await test.signUp(account);
    const seen = async () => (await test.ctx.models.User.findById(user._id).lean())?.seenLocale;
    const agent = test.agent();
    const signInFrom = (headers: Record<string, string>) =>
      agent
        .post('/auth/login')
        .set(headers)
        .send({ emailOrUsername: account.userName, password: account.password })
        .expect(200);
    expect(await seen()).toBeUndefined();
    await signInFrom({ 'Accept-Language': 'tlh, de-AT;q=0.9, en;q=0.8' });
    expect(await seen()).toBe('de');
    await signInFrom({ 'Accept-Language': 'de', Cookie: 'sf_language=zh-Hant' });
    expect(await seen()).toBe('zh-Hant');
    await signInFrom({ 'Accept-Language': 'tlh' });
    expect(await seen()).toBe('zh-Hant');
    expect(JSON.parse((await agent.get('/auth/export')).text).user).toMatchObject({ seenLocale: 'zh-Hant' });
  });

  it('keeps its cookies if signing out fails, so that the browser can retry', async () => {
    const { agent, cookies } = await signIn();
    const remove = vi.spyOn(test.ctx.models.Session, 'deleteMany').mockImplementationOnce(() => {
      throw new Error('the database is away');
    });
    const answer = await agent.post('/auth/logout');
    remove.mockRestore();
    expect(answer.status).toBeGreaterThanOrEqual(500);
    expect(answer.headers['set-cookie']).toBeUndefined();
    expect((await agent.post('/auth/logout')).status).toBe(200);
    expect((await me(cookies)).status).toBe(401);
  });

  it('continues if a sign-in in the same browser fails', async () => {
    const { account, agent } = await signIn();
    const create = vi.spyOn(test.ctx.models.Session, 'create').mockImplementationOnce(() => {
      throw new Error('the disk is full');
    });
    const answer = await agent
      .post('/auth/login')
      .send({ emailOrUsername: account.userName, password: account.password });
    create.mockRestore();
    expect(answer.status).toBeGreaterThanOrEqual(500);
    expect((await agent.get('/auth/me')).status).toBe(200);
  });

  it('ends at once for all copies of its cookies after signing out [A7.1-7]', async () => {
    const { agent, cookies } = await signIn();
    expect((await me(cookies)).status).toBe(200);
    const answer = await agent.post('/auth/logout');
    expect(answer.status).toBe(200);
    expect(sentCookie(answer, 'sf_access').value).toBe('');
    expect(sentCookie(answer, 'sf_refresh').value).toBe('');
    expect((await me(cookies)).status).toBe(401);
    expect((await refresh(cookies)).status).toBe(401);
  });

  it('can be signed out with only the refresh cookie, with old cookies and without cookies', async () => {
    const { answer, cookies } = await signIn();
    test.clock.advance(20 * MINUTE);
    const alone = `sf_refresh=${sentCookie(answer, 'sf_refresh').value}`;
    expect((await test.agent().post('/auth/logout').set('Cookie', alone)).status).toBe(200);
    expect((await refresh(cookies)).status).toBe(401);
    expect((await test.agent().post('/auth/logout')).status).toBe(200);
    expect((await test.agent().post('/auth/logout').set('Cookie', 'sf_access=nonsense')).status).toBe(200);
  });

  it('ends with the account', async () => {
    const { account, cookies } = await signIn();
    await test.ctx.models.User.deleteOne({ userNameLower: account.userName.toLowerCase() });
    expect((await me(cookies)).status).toBe(401);
  });

  it('replaces the browser’s previous one', async () => {
    const planted = await signIn();
    const victim = newAccount();
    await test.signUp(victim);
    const answer = await test
      .agent()
      .post('/auth/login')
      .set('Cookie', planted.cookies)
      .send({ emailOrUsername: victim.userName, password: victim.password });
    expect(answer.status).toBe(200);
    expect(cookieHeader(answer)).not.toContain(sentCookie(planted.answer, 'sf_refresh').value);
    expect((await me(cookieHeader(answer))).body.user.userName).toBe(victim.userName);
    expect((await me(planted.cookies)).status).toBe(401);
  });
});

describe('two different cookies of one name, one perhaps planted by a sibling subdomain', () => {
  it('are rejected, in either order, and not cleared', async () => {
    const [own, planted] = [await signIn(), await signIn()];
    for (const cookies of [`${planted.cookies}; ${own.cookies}`, `${own.cookies}; ${planted.cookies}`]) {
      for (const answer of [await me(cookies), await refresh(cookies)]) {
        expect(answer.status).toBe(401);
        expect(answer.body.code).toBe('IDENTITY_MISMATCH');
        expect(answer.headers['set-cookie']).toBeUndefined();
      }
    }
    expect((await me(`${own.cookies}; ${own.cookies}`)).body.user.userName).toBe(own.account.userName);
  });

  it('are both signed out', async () => {
    const [own, planted] = [await signIn(), await signIn()];
    const answer = await test
      .agent()
      .post('/auth/logout')
      .set('Cookie', `${planted.cookies}; ${own.cookies}`);
    expect(answer.status).toBe(200);
    for (const { cookies } of [own, planted]) expect((await me(cookies)).status).toBe(401);
  });
});

describe('tokens in the wrong place', () => {
  it('are not accepted', async () => {
    const { answer } = await signIn();
    const access = sentCookie(answer, 'sf_access').value;
    const refreshToken = sentCookie(answer, 'sf_refresh').value;
    const claims = jwt.decode(access) as jwt.JwtPayload;
    const unsigned = jwt.sign(claims, '', { algorithm: 'none' });
    const foreign = jwt.sign(claims, 'a key of somebody else', { algorithm: 'HS256' });
    for (const token of [refreshToken, unsigned, foreign, `${access}x`, '']) {
      expect((await me(`sf_access=${token}`)).status).toBe(401);
    }
    expect((await refresh(`sf_refresh=${access}`)).status).toBe(401);
    for (const token of [access, unsigned, refreshToken]) {
      expect((await test.agent().get('/auth/me').set('Authorization', `Bearer ${token}`)).status).toBe(401);
    }
  });

  it('are ignored with a valid cookie, unless they name another user', async () => {
    const own = await signIn();
    const other = await signIn();
    const otherToken = sentCookie(other.answer, 'sf_access').value;
    const withBearer = (bearer: string) => me(own.cookies).set('Authorization', `Bearer ${bearer}`);
    expect((await withBearer('stale-nonsense')).status).toBe(200);
    expect((await withBearer(sentCookie(own.answer, 'sf_access').value)).status).toBe(200);
    const mismatch = await withBearer(otherToken);
    expect(mismatch.status).toBe(401);
    expect(mismatch.body.code).toBe('IDENTITY_MISMATCH');
    await other.agent.post('/auth/logout');
    expect((await withBearer(otherToken)).status).toBe(200);
  });
});

describe('POST /auth/refresh', () => {
  it('exchanges old cookies for new ones, also after the access token has expired [A7.1-8]', async () => {
    const { agent, cookies } = await signIn();
    test.clock.advance(16 * MINUTE);
    expect((await me(cookies)).status).toBe(401);
    const answer = await agent.post('/auth/refresh');
    expect(answer.status).toBe(200);
    expect(answer.body.sessionExpiry).toBe(new Date(test.clock.now().getTime() + DAY).toISOString());
    expect(answer.text).not.toContain('eyJ');
    expect((await agent.get('/auth/me')).status).toBe(200);
    expect((await agent.post('/api/auth/refresh')).status).toBe(200);
  });

  it('returns 401 to visitors and clears their cookies [A7.1-8]', async () => {
    const answer = await refresh('sf_refresh=nonsense');
    expect(answer.status).toBe(401);
    expect(answer.body.code).toBe('SESSION_EXPIRED');
    expect(sentCookie(answer, 'sf_refresh').value).toBe('');
    expect((await test.agent().post('/auth/refresh')).status).toBe(401);
  });

  it('gives ten parallel calls the same successor, across processes', async () => {
    const { cookies } = await signIn();
    const second = await createTestApp({ dbName: test.ctx.connection.name, clock: test.clock });
    try {
      const answers = await Promise.all(
        Array.from({ length: 10 }, (_, index) =>
          (index % 2 === 0 ? test : second).agent().post('/auth/refresh').set('Cookie', cookies),
        ),
      );
      expect(answers.map(({ status }) => status)).toEqual(new Array(10).fill(200));
      expect(new Set(answers.map((answer) => sentCookie(answer, 'sf_refresh').value)).size).toBe(1);
      const next = await refresh(cookieHeader(answers[7]!));
      expect(next.status).toBe(200);
    } finally {
      await second.close();
    }
  });

  it('returns the same successor for ten seconds, and ends the session for a later copy', async () => {
    const { cookies } = await signIn();
    const successor = await refresh(cookies);
    test.clock.advance(10 * SECOND);
    const again = await refresh(cookies);
    expect(again.status).toBe(200);
    expect(sentCookie(again, 'sf_refresh').value).toBe(sentCookie(successor, 'sf_refresh').value);
    expect((await me(cookieHeader(successor))).status).toBe(200);

    test.clock.advance(1 * SECOND);
    expect((await refresh(cookies)).status).toBe(401);
    expect((await me(cookieHeader(successor))).status).toBe(401);
    expect((await refresh(cookieHeader(successor))).status).toBe(401);
  });

  it('ends the session for a token older than the last, however early it arrives', async () => {
    const { cookies } = await signIn();
    const second = await refresh(cookies);
    const third = await refresh(cookieHeader(second));
    expect(third.status).toBe(200);
    expect((await refresh(cookies)).status).toBe(401);
    expect((await refresh(cookieHeader(third))).status).toBe(401);
  });

  it('keeps a remembered session for 30 days after the last use, at most 180 days', async () => {
    const { agent, cookies } = await signIn(true);
    for (let day = 0; day < 180; day += 20) {
      expect((await agent.post('/auth/refresh')).status).toBe(200);
      test.clock.advance(20 * DAY);
    }
    expect((await agent.post('/auth/refresh')).status).toBe(401);
    expect((await refresh(cookies)).status).toBe(401);
  });

  it('ends a session that is not remembered after a day without use', async () => {
    const { agent } = await signIn();
    test.clock.advance(DAY - MINUTE);
    expect((await agent.post('/auth/refresh')).status).toBe(200);
    test.clock.advance(DAY + MINUTE);
    expect((await agent.post('/auth/refresh')).status).toBe(401);
  });
});
