import { describe, expect, it, vi } from 'vitest';
import { parametersOf, socialScene, socialSignIn } from '../../testing/social-sign-in.js';
import { isSignedIn } from '../../testing/browsers.js';
import { connect } from '../../testing/connecting.js';
import { newAccount } from '../../testing/test-app.js';

const scene = socialScene();

describe('an account with the same e-mail address', () => {
  it.each(['google', 'linkedin'] as const)('is linked if %s has verified the address', async (provider) => {
    const { user } = await scene.app.signUp();
    await scene.app.ctx.models.User.updateOne({ _id: user._id }, { $set: { emailVerified: true } });
    const { agent, landing } = await socialSignIn(scene.app, { provider, choice: 'own', email: user.email });
    expect(parametersOf(landing)).toEqual({ oauth_success: 'true' });
    expect((await agent.get('/auth/me')).body.user._id).toBe(user._id);
    expect(await scene.app.ctx.models.User.findById(user._id).lean()).toHaveProperty('passwordHash');
  });

  it.each([
    ['facebook', 'own'],
    ['google', 'unverified'],
    ['linkedin', 'unverified'],
  ] as const)('is not linked if %s has not verified it (%s)', async (provider, choice) => {
    const { user } = await scene.app.signUp();
    const { agent, landing } = await socialSignIn(scene.app, { provider, choice, email: user.email });
    expect(parametersOf(landing)['error']).toBe('oauth_error');
    expect(parametersOf(landing)['details']).toMatch(/exists already.*does not confirm/);
    expect(await isSignedIn(agent)).toBe(false);
    expect(await scene.app.ctx.models.Identity.countDocuments({ user: user._id })).toBe(0);
  });

  it('loses a password that an attacker may have set before the owner signed in', async () => {
    const squatter = newAccount();
    const { agent: squatting, user } = await scene.app.signUp(squatter);
    const { agent } = await socialSignIn(scene.app, { provider: 'google', choice: 'own', email: user.email });
    expect((await agent.get('/auth/me')).body.user._id).toBe(user._id);
    expect(await isSignedIn(squatting)).toBe(false);
    const login = { emailOrUsername: squatter.userName, password: squatter.password };
    const answer = await scene.app.agent().post('/auth/login').send(login);
    expect(answer.status).toBe(401);
    expect(answer.body.message).toMatch(/social/);
    expect((await scene.app.ctx.mail.kept(user.email))[0]?.subject).toBe('You now sign in with Google');
  });

  it('loses a change of address that an attacker began', async () => {
    const squatter = newAccount();
    const { agent: squatting, user } = await scene.app.signUp(squatter);
    const change = { email: 'squatter@elsewhere.example', password: squatter.password };
    await squatting.post('/auth/email').send(change).expect(200);
    const { agent } = await socialSignIn(scene.app, { provider: 'google', choice: 'own', email: user.email });
    expect((await agent.get('/auth/email')).body.data).toEqual({
      email: user.email,
      confirmed: true,
      pending: null,
    });
  });

  it('loses that password even if linking is interrupted', async () => {
    const squatter = newAccount();
    const { agent: squatting, user } = await scene.app.signUp(squatter);
    const { Identity } = scene.app.ctx.models;
    const cutOff = vi.spyOn(Identity, 'create').mockRejectedValueOnce(new Error('killed'));
    const mine = { provider: 'google', choice: 'own', email: user.email } as const;
    const failed = await socialSignIn(scene.app, mine);
    cutOff.mockRestore();
    expect(parametersOf(failed.landing)['error']).toBe('oauth_handler_error');
    expect(await isSignedIn(squatting)).toBe(false);
    const { agent } = await socialSignIn(scene.app, mine);
    expect((await agent.get('/auth/me')).body.user._id).toBe(user._id);
    const login = { emailOrUsername: squatter.userName, password: squatter.password };
    expect((await scene.app.agent().post('/auth/login').send(login)).status).toBe(401);
  });

  it('never lets its creator set another password without the old one', async () => {
    const { agent: squatting, user } = await scene.app.signUp();
    const { User } = scene.app.ctx.models;
    const update = User.findOneAndUpdate.bind(User) as (...given: unknown[]) => Promise<unknown>;
    const tries: number[] = [];
    vi.spyOn(User, 'findOneAndUpdate').mockImplementation((async (...given: unknown[]) => {
      const done = await update(...given);
      const body = { newPassword: 'better horse 2' };
      tries.push((await squatting.post('/auth/change-password').send(body)).status);
      return done;
    }) as never);
    const { agent } = await socialSignIn(scene.app, { provider: 'google', choice: 'own', email: user.email });
    vi.restoreAllMocks();
    expect(tries.length).toBeGreaterThan(0);
    expect(new Set(tries)).toEqual(new Set([401]));
    expect((await agent.get('/auth/me')).body.user._id).toBe(user._id);
    expect(await User.findById(user._id).lean()).not.toHaveProperty('passwordHash');
  });

  it('loses all other sign-in methods added before the owner signed in', async () => {
    const email = 'claimed@example.org';
    const early = await socialSignIn(scene.app, { provider: 'facebook', choice: 'own', email });
    const { _id } = (await early.agent.get('/auth/me')).body.user;
    const owner = await socialSignIn(scene.app, { provider: 'linkedin', choice: 'own', email });
    expect((await owner.agent.get('/auth/me')).body.user._id).toBe(_id);
    expect(await isSignedIn(early.agent)).toBe(false);
    const again = await socialSignIn(scene.app, { provider: 'facebook', choice: 'own', email });
    expect(parametersOf(again.landing)['error']).toBe('oauth_error');
    const still = await socialSignIn(scene.app, { provider: 'linkedin', choice: 'own', email });
    expect((await still.agent.get('/auth/me')).body.user._id).toBe(_id);
  });

  it('is not signed in while it is suspended', async () => {
    const { user } = await scene.app.signUp();
    const now = scene.app.clock.now();
    await scene.app.ctx.models.User.updateOne({ _id: user._id }, { $set: { suspendedAt: now } });
    const { agent, landing } = await socialSignIn(scene.app, {
      provider: 'google',
      choice: 'own',
      email: user.email,
    });
    expect(parametersOf(landing)).toEqual({
      error: 'oauth_error',
      details: 'This account is suspended',
      code: 'ACCOUNT_SUSPENDED',
    });
    expect(await isSignedIn(agent)).toBe(false);
  });
});

describe('an interrupted first sign-in', () => {
  const own = (email: string) => ({ provider: 'facebook', choice: 'own', email }) as const;

  it.each([
    ['before the identity is stored', 'Identity'],
    ['between the identity and the account', 'User'],
  ] as const)('%s does not block the next one', async (_when, model) => {
    const email = `cut.off.${model.toLowerCase()}@example.org`;
    const { models } = scene.app.ctx;
    const died = () => {
      throw new Error('the process died');
    };
    vi.spyOn(models[model], 'create').mockImplementationOnce(died);
    vi.spyOn(models.Identity, 'deleteOne').mockImplementationOnce(died);
    expect(parametersOf((await socialSignIn(scene.app, own(email))).landing)).toHaveProperty('error');
    vi.restoreAllMocks();
    const { agent, landing } = await socialSignIn(scene.app, own(email));
    expect(parametersOf(landing)).toEqual({ oauth_success: 'true' });
    expect(await isSignedIn(agent)).toBe(true);
    expect(await models.User.countDocuments({ email })).toBe(1);
    const { _id } = (await models.User.findOne({ email }).lean())!;
    expect(await models.Identity.countDocuments({ user: _id })).toBe(1);
  });
});

it('is not linked if another account of the provider is', async () => {
  const { agent, user } = await scene.app.signUp();
  await scene.app.ctx.models.User.updateOne({ _id: user._id }, { $set: { emailVerified: true } });
  await connect(agent, 'google', 'robin');
  const { landing } = await socialSignIn(scene.app, { provider: 'google', choice: 'own', email: user.email });
  expect(parametersOf(landing)['details']).toBe(
    'Another Google account is connected already. Disconnect it first.',
  );
});

describe('an account created by a social sign-in', () => {
  it('keeps its sign-in method if only a later step fails', async () => {
    const { Board, Identity } = scene.app.ctx.models;
    const early = { provider: 'facebook', choice: 'own', email: 'half-made@example.org' } as const;
    const failing = vi.spyOn(Board.collection, 'findOneAndUpdate').mockRejectedValueOnce(new Error('away'));
    const { landing } = await socialSignIn(scene.app, early);
    failing.mockRestore();
    expect(parametersOf(landing)['error']).toBe('oauth_handler_error');
    const user = await scene.app.ctx.models.User.findOne({ email: early.email }).lean();
    expect(await Identity.countDocuments({ user: user!._id })).toBe(1);
    expect(await isSignedIn((await socialSignIn(scene.app, early)).agent)).toBe(true);
  });
});
