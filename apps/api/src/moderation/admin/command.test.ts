import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DAY } from '../../platform/time.js';
import { createTestApp, type Agent, type TestApp } from '../../testing/test-app.js';
import { CommandRefusal, runCommand, USAGE } from './command.js';

let app: TestApp;
let agent: Agent;
let userName: string;

beforeAll(async () => {
  app = await createTestApp();
});
beforeEach(async () => {
  const { agent: own, user } = await app.signUp();
  agent = own;
  userName = user.userName;
});
afterAll(() => app.close());

const run = (...args: string[]) => runCommand(app.ctx.admin, args);

describe('npm run admin', () => {
  it('grants and revokes the admin role at once, ignoring letter case', async () => {
    expect(await run('make', userName.toUpperCase())).toEqual([`${userName} is now an admin.`]);
    expect((await agent.get('/auth/me')).body.user.isAdmin).toBe(true);
    expect(await run('make', `@${userName}`)).toEqual([`${userName} is already an admin.`]);
    expect((await run('list')).some((line) => line.startsWith(`${userName}  `))).toBe(true);
    expect(await run('revoke', userName)).toEqual([`${userName} is now no admin.`]);
    expect((await agent.get('/auth/me')).body.user.isAdmin).toBe(false);
    expect((await run('list')).join()).not.toContain(userName);
  });

  it('suspends and lifts, and logs both', async () => {
    expect(await run('suspend', userName, 'sold', 'followers')).toEqual([`${userName} is suspended.`]);
    expect((await agent.get('/auth/me')).status).toBe(401);
    await expect(run('make', userName)).rejects.toThrow('This user is suspended.');
    expect(await run('lift', userName)).toEqual([`${userName} is no longer suspended.`]);
    const lines = await run('log', '2');
    expect(lines).toHaveLength(2);
    expect(lines[0]).toMatch(
      new RegExp(`^\\d{4}-.*Z {2}\\(server\\) {2}suspend {2}${userName} {2}"sold followers"$`),
    );
    expect(lines[1]).toContain(`lift  ${userName}`);
  });

  it('suspends for some days', async () => {
    const until = new Date(app.clock.now().getTime() + 7 * DAY).toISOString();
    expect(await run('suspend', userName, '7d', 'spam')).toEqual([
      `${userName} is suspended until ${until}.`,
    ]);
    expect((await run('log', '1'))[0]).toContain('"7 days. spam"');
    await expect(run('suspend', userName, '900d')).rejects.toThrow('A suspension lasts 1 to 365 days.');
  });

  it.each(['7', '7days', '7D', '1w'])('rejects %s instead of suspending without an end', async (days) => {
    await expect(run('suspend', userName, days, 'spam')).rejects.toThrow(USAGE);
    expect((await agent.get('/auth/me')).status).toBe(200);
  });

  it('accepts a quoted reason that starts with a number', async () => {
    expect(await run('suspend', userName, '3 complaints of spam')).toEqual([`${userName} is suspended.`]);
  });

  it.each([
    [[], USAGE],
    [['promote', 'x'], USAGE],
    [['make'], 'A user name is missing.'],
    [['make', 'nobody_at_all'], 'User not found.'],
    [['suspend', 'nobody_at_all'], 'There is no user nobody_at_all.'],
    [['log', 'all'], USAGE],
  ])('rejects %j with a message', async (args, message) => {
    await expect(run(...args)).rejects.toThrow(CommandRefusal);
    await expect(run(...args)).rejects.toThrow(message);
  });
});
