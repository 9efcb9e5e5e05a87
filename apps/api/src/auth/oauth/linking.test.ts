import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { socialSignIn } from '../../testing/social-sign-in.js';
import { createTestApp, newAccount, type TestApp } from '../../testing/test-app.js';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp({ config: { oauth: { answerWithin: 300 } } });
});
afterAll(() => test.close());

const parameters = (landing: URL) => Object.fromEntries(landing.searchParams);
const signedIn = async (agent: ReturnType<TestApp['agent']>) => (await agent.get('/auth/me')).status === 200;

describe('an account that has the e-mail already', () => {
  it.each(['google', 'linkedin'] as const)('is linked when %s vouches for the address', async (provider) => {
    const { user } = await test.signUp();
    await test.ctx.models.User.updateOne({ _id: user._id }, { $set: { emailVerified: true } });
    const { agent, landing } = await socialSignIn(test, { provider, choice: 'own', email: user.email });
    expect(parameters(landing)).toEqual({ oauth_success: 'true' });
    expect((await agent.get('/auth/me')).body.user._id).toBe(user._id);
    expect(await test.ctx.models.User.findById(user._id).lean()).toHaveProperty('passwordHash');
  });

  it.each([
    ['facebook', 'own'],
    ['google', 'unverified'],
    ['linkedin', 'unverified'],
  ] as const)('is not linked when %s does not vouch for it (%s)', async (provider, choice) => {
    const { user } = await test.signUp();
    const { agent, landing } = await socialSignIn(test, { provider, choice, email: user.email });
    expect(parameters(landing)['error']).toBe('oauth_error');
    expect(parameters(landing)['details']).toMatch(/exists already.*does not confirm/);
    expect(await signedIn(agent)).toBe(false);
    expect(await test.ctx.models.Identity.countDocuments({ user: user._id })).toBe(0);
  });

  it('loses a password that somebody else may have set before the owner came', async () => {
    const squatter = newAccount();
    const { agent: squatting, user } = await test.signUp(squatter);
    const { agent } = await socialSignIn(test, { provider: 'google', choice: 'own', email: user.email });
    expect((await agent.get('/auth/me')).body.user._id).toBe(user._id);
    expect(await signedIn(squatting)).toBe(false);
    const login = { emailOrUsername: squatter.userName, password: squatter.password };
    const answer = await test.agent().post('/auth/login').send(login);
    expect(answer.status).toBe(401);
    expect(answer.body.message).toMatch(/social/);
    expect((await test.ctx.mail.kept(user.email))[0]?.subject).toBe('You now sign in with Google');
  });

  it('is rid of that password even where the linking is cut off', async () => {
    const squatter = newAccount();
    const { agent: squatting, user } = await test.signUp(squatter);
    const { Identity } = test.ctx.models;
    const cutOff = vi.spyOn(Identity, 'create').mockRejectedValueOnce(new Error('killed'));
    const mine = { provider: 'google', choice: 'own', email: user.email } as const;
    const failed = await socialSignIn(test, mine);
    cutOff.mockRestore();
    expect(parameters(failed.landing)['error']).toBe('oauth_handler_error');
    expect(await signedIn(squatting)).toBe(false);
    const { agent } = await socialSignIn(test, mine);
    expect((await agent.get('/auth/me')).body.user._id).toBe(user._id);
    const login = { emailOrUsername: squatter.userName, password: squatter.password };
    expect((await test.agent().post('/auth/login').send(login)).status).toBe(401);
  });

  it('keeps no other way in that came before the owner of the address', async () => {
    const email = 'claimed@example.org';
    const early = await socialSignIn(test, { provider: 'facebook', choice: 'own', email });
    const { _id } = (await early.agent.get('/auth/me')).body.user;
    const owner = await socialSignIn(test, { provider: 'linkedin', choice: 'own', email });
    expect((await owner.agent.get('/auth/me')).body.user._id).toBe(_id);
    expect(await signedIn(early.agent)).toBe(false);
    const again = await socialSignIn(test, { provider: 'facebook', choice: 'own', email });
    expect(parameters(again.landing)['error']).toBe('oauth_error');
    const still = await socialSignIn(test, { provider: 'linkedin', choice: 'own', email });
    expect((await still.agent.get('/auth/me')).body.user._id).toBe(_id);
  });

  it('is not signed in while it is suspended', async () => {
    const { user } = await test.signUp();
    const now = test.clock.now();
    await test.ctx.models.User.updateOne({ _id: user._id }, { $set: { suspendedAt: now } });
    const { agent, landing } = await socialSignIn(test, {
      provider: 'google',
      choice: 'own',
      email: user.email,
    });
    expect(parameters(landing)).toEqual({ error: 'oauth_error', details: 'This account is suspended.' });
    expect(await signedIn(agent)).toBe(false);
  });
});
