import { describe, expect, it } from 'vitest';
import { cookieHeader } from '../../testing/cookies.js';
import { connect } from '../../testing/connecting.js';
import { INVALID_OTP, resetScene } from '../../testing/reset-scene.js';
import { BREACHED_MESSAGE } from '../sessions/breached-passwords.js';
import { OTP_RULES } from './one-time-code.js';

const NEW_PASSWORD = 'better horse 2';

const scene = resetScene();
const { post, forgot, verify, mailsTo, personWithCode } = scene;
const reset = (email: string, resetToken: unknown, newPassword = NEW_PASSWORD) =>
  post('/auth/reset-password', { email, resetToken, newPassword });

describe('a reset', () => {
  it('sets the password, ends all sessions, signs no one in and notifies the owner', async () => {
    const account = await personWithCode();
    const signedIn = await post('/auth/login', {
      emailOrUsername: account.email,
      password: account.password,
    });
    const copied = cookieHeader(signedIn);
    const { resetToken } = (await verify(account.email, account.code)).body;

    const answer = await account.agent
      .post('/auth/reset-password')
      .send({ email: account.email, resetToken, newPassword: NEW_PASSWORD });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ success: true, message: 'Password reset successful' });
    expect((await account.agent.get('/auth/me')).status).toBe(401);
    expect((await scene.app.agent().get('/auth/me').set('Cookie', copied)).status).toBe(401);
    expect((await scene.app.agent().post('/auth/refresh').set('Cookie', copied)).status).toBe(401);
    const logIn = (password: string) => post('/auth/login', { emailOrUsername: account.email, password });
    expect((await logIn(account.password)).status).toBe(401);
    expect((await logIn(NEW_PASSWORD)).status).toBe(200);

    const word = (await mailsTo(account.email)).find(
      ({ subject }) => subject === 'Your password was changed',
    );
    expect(word).toBeDefined();
    expect(`${word?.text} ${word?.html}`).not.toContain(NEW_PASSWORD);
  });

  it('lists the providers that can still sign in to an account with a proved address', async () => {
    const { agent, email, user } = await scene.person();
    await scene.app.ctx.models.User.updateOne(
      { _id: user._id },
      { $set: { emailVerified: true }, $unset: { confirmEmail: 1 } },
    );
    await connect(agent, 'facebook', 'mika');
    await forgot(email);
    await reset(email, (await verify(email, await scene.lastCode(email))).body.resetToken);
    const [mail] = await mailsTo(email);
    expect(mail?.subject).toBe('Your password was changed');
    expect(mail?.text).toContain('Signing in with Facebook still works.');
  });

  it('voids personal API tokens, which an attacker may have created', async () => {
    const { agent, email, code, user } = await personWithCode();
    const { token } = (await agent.post('/auth/tokens').send({ name: 'script' })).body;
    const use = () =>
      scene.app.agent().post('/posts').set('Authorization', `Bearer ${token}`).send({ title: 'By a script' });
    const before = (await use()).status;
    await reset(email, (await verify(email, code)).body.resetToken);
    expect([before, (await use()).status]).toEqual([201, 401]);
    expect(await scene.app.ctx.models.ApiToken.countDocuments({ user: user._id })).toBe(0);
  });

  it('refuses a breached password without using up the token [B22-1]', async () => {
    const { email, code } = await personWithCode();
    const { resetToken } = (await verify(email, code)).body;
    const refused = await reset(email, resetToken, 'Password1');
    expect(refused.status).toBe(400);
    expect(refused.body.errors).toEqual([{ path: 'newPassword', message: BREACHED_MESSAGE }]);
    expect((await reset(email, 'x', 'Password1')).body.code).toBe('INVALID_RESET_TOKEN');
    expect((await reset(email, resetToken)).status).toBe(200);
  });

  it('works once under parallel requests, and voids the code [A7.1-12]', async () => {
    const { email, code } = await personWithCode();
    const { resetToken } = (await verify(email, code)).body;
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => reset(email, resetToken, `Password ${index}`)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const refused = answers.filter(({ status }) => status !== 200).map(({ body }) => body.code);
    expect(new Set(refused)).toEqual(new Set(['INVALID_RESET_TOKEN']));
    expect((await verify(email, code)).body).toMatchObject(INVALID_OTP);
    const mails = await mailsTo(email);
    expect(mails.filter(({ subject }) => subject === 'Your password was changed')).toHaveLength(1);
  });

  it('accepts a token only for its address, within ten minutes and after a correct code', async () => {
    const [one, other] = [await personWithCode(), await personWithCode()];
    const { resetToken } = (await verify(one.email, one.code)).body;
    expect((await reset(other.email, resetToken)).body.code).toBe('INVALID_RESET_TOKEN');
    expect((await reset(one.email, `${resetToken}x`)).body.code).toBe('INVALID_RESET_TOKEN');
    expect((await reset('nobody@example.org', resetToken)).body.code).toBe('INVALID_RESET_TOKEN');
    scene.app.clock.advance(OTP_RULES.tokenTtl);
    expect((await reset(one.email, resetToken)).body.code).toBe('INVALID_RESET_TOKEN');
  });

  it('gives a new token for a code that was entered, left and sent again [B10-21]', async () => {
    const { email, code } = await personWithCode();
    await verify(email, code);
    scene.app.clock.advance(OTP_RULES.codeTtl - 1);
    await forgot(email);
    scene.app.clock.advance(1);
    const { resetToken } = (await verify(email, code)).body;
    expect((await reset(email, resetToken)).status).toBe(200);
  });

  it('rejects the token of a code that a newer one replaced', async () => {
    const { email, code } = await personWithCode();
    const { resetToken } = (await verify(email, code)).body;
    scene.app.clock.advance(OTP_RULES.codeTtl);
    await forgot(email);
    expect((await reset(email, resetToken)).body.code).toBe('INVALID_RESET_TOKEN');
  });

  it.each([
    ['', 'Password is required'],
    ['Abc 12!', 'Password must be at least 8 characters'],
    ['abcdefgh', 'Password is too weak'],
  ])(
    'rejects the password "%s" and leaves the token unused [A5-38 A5-39 A7.1-12]',
    async (newPassword, message) => {
      const { email, code } = await personWithCode();
      const { resetToken } = (await verify(email, code)).body;
      const answer = await reset(email, resetToken, newPassword);
      expect(answer.status).toBe(400);
      expect(answer.body).toMatchObject({ message, errors: [{ path: 'newPassword', message }] });
      expect((await reset(email, resetToken)).status).toBe(200);
    },
  );

  it('ends when an admin resets the password or ends the sessions', async () => {
    const { agent: admin, user } = await scene.person();
    await scene.app.ctx.models.User.updateOne({ _id: user._id }, { $set: { isAdmin: true } });
    for (const act of ['reset-password', 'end-sessions']) {
      const { email, code, user: owner } = await personWithCode();
      const { resetToken } = (await verify(email, code)).body;
      const answer = await admin.post(`/admin/users/${owner._id}/${act}`).send({});
      expect(answer.status, answer.text).toBe(200);
      expect((await reset(email, resetToken)).body.code).toBe('INVALID_RESET_TOKEN');
    }
  });

  it('ends when the password is changed in the settings, since a reader of the mail may have started it', async () => {
    const { agent, email, code, password } = await personWithCode();
    const { resetToken } = (await verify(email, code)).body;
    const changed = await agent
      .post('/auth/change-password')
      .send({ currentPassword: password, newPassword: 'another horse 3' });
    expect(changed.status, changed.text).toBe(200);
    expect((await reset(email, resetToken)).body.code).toBe('INVALID_RESET_TOKEN');
    expect((await verify(email, code)).body).toMatchObject(INVALID_OTP);
  });

  it('marks the address as verified, because its owner read the mail', async () => {
    const { email, code } = await personWithCode();
    await reset(email, (await verify(email, code)).body.resetToken);
    expect(await scene.app.ctx.models.User.findOne({ email }).lean()).toMatchObject({ emailVerified: true });
  });
});
