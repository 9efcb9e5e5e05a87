import type { CurrentUser } from '@social-feed/contracts';
import { describe, expect, it } from 'vitest';
import { DAY } from '../../platform/time.js';
import { createTestApp, newAccount, type Agent } from '../../testing/test-app.js';

describe('a former user name', () => {
  const rename = (agent: Agent, user: CurrentUser, userName: string) =>
    agent.patch(`/users/${user._id}`).send({ userName });

  it('is reserved for 30 days, and available to its former owner', async () => {
    const app = await createTestApp();
    try {
      const { agent, user } = await app.signUp();
      const { userName } = user;
      const other = await app.signUp();
      const availability = () => app.agent().get(`/users/username/${userName}/availability`);
      const register = () =>
        app
          .agent()
          .post('/auth/register')
          .send({ ...newAccount(), userName: userName.toUpperCase() });
      expect((await rename(agent, user, `${userName}_x`)).status).toBe(200);
      expect((await availability()).status).toBe(200);
      expect((await register()).status).toBe(409);
      expect((await rename(other.agent, other.user, userName)).status).toBe(409);
      expect((await rename(agent, user, userName)).status).toBe(200);
      expect((await rename(agent, user, `${userName}_y`)).status).toBe(200);
      app.clock.advance(30 * DAY);
      expect((await availability()).status).toBe(404);
      expect((await register()).status).toBe(201);
    } finally {
      await app.close();
    }
  });

  it('of a deleted account is reserved for 30 days', async () => {
    const app = await createTestApp();
    try {
      const account = newAccount();
      const { agent } = await app.signUp(account);
      expect((await agent.post('/auth/delete-account').send({ password: account.password })).status).toBe(
        200,
      );
      const again = newAccount({ userName: account.userName.toUpperCase() });
      const availability = () => app.agent().get(`/users/username/${account.userName}/availability`);
      expect((await availability()).status).toBe(200);
      expect((await app.agent().post('/auth/register').send(again)).status).toBe(409);
      app.clock.advance(30 * DAY);
      expect((await availability()).status).toBe(404);
      expect((await app.agent().post('/auth/register').send(again)).status).toBe(201);
    } finally {
      await app.close();
    }
  });

  it('is left behind by at most three renames a day', async () => {
    const strict = await createTestApp({ config: { accountLimitFactor: 1 } });
    try {
      const { agent, user } = await strict.signUp();
      for (const part of ['a', 'b', 'c']) {
        expect((await rename(agent, user, `${user.userName}_${part}`)).status).toBe(200);
      }
      const refused = await rename(agent, user, `${user.userName}_d`);
      expect(refused.status).toBe(429);
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
      expect((await rename(agent, user, `${user.userName}_C`)).status).toBe(200);
    } finally {
      await strict.close();
    }
  });
});
