import { Types } from 'mongoose';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { before } from '../../testing/before.js';
import { isSignedIn } from '../../testing/browsers.js';
import { locationOf, visit } from '../../testing/connecting.js';
import { cookieHeader, sentCookies } from '../../testing/cookies.js';
import { resetScene } from '../../testing/reset-scene.js';
import { socialSignIn } from '../../testing/social-sign-in.js';

const NEW_PASSWORD = 'better horse 2';

const scene = resetScene();
const { post, forgot, lastCode, person, verify } = scene;
afterEach(() => vi.restoreAllMocks());

async function reset(email: string): Promise<void> {
  await forgot(email);
  const { resetToken } = (await verify(email, await lastCode(email))).body;
  const answer = await post('/auth/reset-password', { email, resetToken, newPassword: NEW_PASSWORD });
  expect(answer.status, answer.text).toBe(200);
}

describe('a concurrent sign-in', () => {
  it.each([
    ['as the password is reset', ({ email }: { email: string; id: string }) => reset(email)],
    [
      'as the user is suspended',
      ({ id }: { email: string; id: string }) => scene.app.ctx.admin.suspend(null, id),
    ],
  ])('%s leaves no session', async (_name, happen) => {
    const { email, password, user } = await person();
    before(scene.app.ctx.models.Session, 'create', () => happen({ email, id: user._id }));
    const answer = await post('/auth/login', { emailOrUsername: email, password });
    expect(answer.status).toBe(401);
    expect(answer.body.code).toBe('INVALID_CREDENTIALS');
    expect(sentCookies(answer).filter(({ name, value }) => name === 'sf_access' && value !== '')).toEqual([]);
    expect(await scene.app.ctx.models.Session.countDocuments({ user: user._id })).toBe(0);
    const me = await scene.app.agent().get('/auth/me').set('Cookie', cookieHeader(answer));
    expect(me.status).toBe(401);
  });
});

describe('connecting a provider account', () => {
  it('fails while the owner of an unconfirmed address resets the password', async () => {
    const { agent, email, user } = await person();
    const back = await visit(agent, 'google', 'robin');
    before(scene.app.ctx.models.Identity, 'create', () => reset(email));
    const landing = locationOf(await agent.get(back));
    expect(landing.searchParams.get('error')).toBe('oauth_error');
    expect(await scene.app.ctx.models.Identity.countDocuments({ user: user._id })).toBe(0);
    const mails = (await scene.mailsTo(email)).map(({ subject }) => subject);
    expect(mails).not.toContain('How you sign in has changed');
  });
});

describe('a concurrent social sign-in', () => {
  it('leaves no session if a reset removes its provider account', async () => {
    const email = 'claimed@example.org';
    const early = { provider: 'facebook', choice: 'own', email } as const;
    const { agent } = await socialSignIn(scene.app, early);
    expect(await isSignedIn(agent)).toBe(true);
    const { Identity, Session } = scene.app.ctx.models;
    const remove = Identity.deleteMany.bind(Identity) as (filter: unknown) => Promise<unknown>;
    const late: boolean[] = [];
    vi.spyOn(Identity, 'deleteMany').mockImplementationOnce((async (filter: unknown) => {
      late.push(await isSignedIn((await socialSignIn(scene.app, early)).agent));
      return remove(filter);
    }) as never);
    await reset(email);
    expect(late).toEqual([true]);
    const user = (await scene.app.ctx.models.User.findOne({ email }).lean())!._id;
    expect(await Session.countDocuments({ user })).toBe(0);
    expect(await Identity.countDocuments({ user })).toBe(0);
  });
});

describe('setting a password', () => {
  it('fails while all sessions end, if there was none before', async () => {
    const { agent, user } = await person();
    const { User } = scene.app.ctx.models;
    await User.updateOne({ _id: user._id }, { $unset: { passwordHash: 1 } });
    const { passwords } = scene.app.ctx.sessions;
    const hash = passwords.hash.bind(passwords);
    vi.spyOn(passwords, 'hash').mockImplementationOnce(async (password) => {
      await scene.app.ctx.sessions.revokeAccess(new Types.ObjectId(user._id));
      return hash(password);
    });
    const answer = await agent.post('/auth/change-password').send({ newPassword: NEW_PASSWORD });
    expect(answer.status, answer.text).toBe(401);
    expect(await User.findById(user._id).lean()).not.toHaveProperty('passwordHash');
  });
});

describe('creating an API token', () => {
  it('fails while the password is reset', async () => {
    const { agent, email, user } = await person();
    before(scene.app.ctx.models.ApiToken, 'create', () => reset(email));
    const answer = await agent.post('/auth/tokens').send({ name: 'Kept for later' });
    expect(answer.status, answer.text).toBe(401);
    expect(answer.body.token).toBeUndefined();
    expect(await scene.app.ctx.models.ApiToken.countDocuments({ user: user._id })).toBe(0);
  });
});

describe('if the session check fails', () => {
  const failNextLook = () =>
    vi.spyOn(scene.app.ctx.models.Session, 'exists').mockRejectedValueOnce(new Error('away'));
  const subjectsTo = async (email: string) => (await scene.mailsTo(email)).map(({ subject }) => subject);

  it('the former address is notified of the change, with a link to revert it', async () => {
    const { agent, email, password, user } = await person();
    await scene.app.ctx.models.User.updateOne({ _id: user._id }, { $unset: { confirmEmail: 1 } });
    const to = `new-${email}`;
    expect((await agent.post('/auth/email').send({ email: to, password })).status).toBe(200);
    const otp = await lastCode(to);
    failNextLook();
    expect((await agent.post('/auth/email/confirm').send({ otp })).status).toBe(500);
    const [mail] = await scene.mailsTo(email);
    expect(mail?.text).toContain('undo-email#');
  });

  it('the owner is notified of the password change', async () => {
    const { agent, email, password } = await person();
    failNextLook();
    const change = { currentPassword: password, newPassword: NEW_PASSWORD };
    expect((await agent.post('/auth/change-password').send(change)).status).toBe(500);
    expect(await subjectsTo(email)).toEqual(['Your password was changed']);
  });

  it('no provider account is connected', async () => {
    const { agent, user } = await person();
    const back = await visit(agent, 'google', 'robin');
    const { Identity } = scene.app.ctx.models;
    before(Identity, 'create', () => Promise.resolve(failNextLook()));
    const landing = locationOf(await agent.get(back));
    expect(landing.searchParams.get('error')).toBe('oauth_error');
    expect(await Identity.countDocuments({ user: user._id })).toBe(0);
  });
});
