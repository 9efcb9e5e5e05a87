import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sentCookie } from '../../testing/cookies.js';
import { createTestApp, newAccount, type TestApp } from '../../testing/test-app.js';

const READ = '/posts/infinite';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

const read = (cookie?: string) =>
  cookie === undefined ? test.agent().get(READ) : test.agent().get(READ).set('Cookie', cookie);

describe('X-Session on public reads', () => {
  it('is absent for visitors and for signed-in users', async () => {
    expect((await read()).headers).not.toHaveProperty('x-session');
    const { agent } = await test.signUp();
    expect((await agent.get(READ)).headers).not.toHaveProperty('x-session');
  });

  it.each([
    ['missing', ''],
    ['invalid', 'sf_access=a.b.c; '],
  ])(
    'reports an expired session if the access cookie is %s and a refresh cookie is present',
    async (_case, access) => {
      const answer = await test.agent().post('/auth/register').send(newAccount());
      const { value } = sentCookie(answer, 'sf_refresh');
      const seen = await read(`${access}sf_refresh=${value}`);
      expect(seen.status).toBe(200);
      expect(seen.headers['x-session']).toBe('expired');
    },
  );

  it('reports it after the access cookie has expired, until the session is refreshed', async () => {
    const { agent } = await test.signUp();
    test.clock.advance(test.ctx.config.sessions.accessTtl);
    expect((await agent.get(READ)).headers['x-session']).toBe('expired');
    expect((await agent.post('/auth/refresh')).status).toBe(200);
    expect((await agent.get(READ)).headers).not.toHaveProperty('x-session');
  });

  it('is absent after a failed refresh, which clears the cookies', async () => {
    const agent = test.agent();
    const first = await agent.get(READ).set('Cookie', 'sf_refresh=nonsense');
    expect(first.headers['x-session']).toBe('expired');
    const refused = await agent.post('/auth/refresh').set('Cookie', 'sf_refresh=nonsense');
    expect(refused.status).toBe(401);
    expect(sentCookie(refused, 'sf_refresh').value).toBe('');
  });

  it('is readable by the web app on its own origin', async () => {
    const answer = await read().set('Origin', 'http://localhost:3000');
    expect(answer.headers['access-control-expose-headers']).toContain('X-Session');
  });
});
