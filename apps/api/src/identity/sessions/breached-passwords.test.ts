import { newPasswordField, resetPasswordField } from '@social-feed/contracts';
import { expect, it } from 'vitest';
import { PASSWORD } from '../../testing/browsers.js';
import { appScene } from '../../testing/scene.js';
import { newAccount, testConfig } from '../../testing/test-app.js';
import { BREACHED_MESSAGE, createBreachedPasswords, GUESSABLE_MESSAGE } from './breached-passwords.js';

const scene = appScene();
const refused = (path: string) => ({
  success: false,
  code: 'VALIDATION_FAILED',
  message: BREACHED_MESSAGE,
  errors: [{ path, message: BREACHED_MESSAGE }],
});

it('knows the passwords of the list that the rules accept, in any letter case', async () => {
  const breached = createBreachedPasswords(testConfig());
  expect(await breached.count()).toBe(20_847);
  for (const password of ['password1', 'Password1', 'PASSWORD1', 'qwerty123', 'Trustno1']) {
    await expect(breached.refuse(password, 'password')).rejects.toThrow(BREACHED_MESSAGE);
  }
  expect(newPasswordField.safeParse('trustno1').success).toBe(true);
  expect(resetPasswordField.safeParse('Password').success).toBe(true);
  await expect(breached.refuse('Password', 'password')).rejects.toThrow(BREACHED_MESSAGE);
  // The seeded demo account, and passwords of the tests.
  for (const password of ['Demo1234', PASSWORD, 'Better horse 2!'])
    await breached.refuse(password, 'password');
});

it('refuses words of the service with mere digits and signs around them [B26-1]', async () => {
  const instance = { ...testConfig().instance, name: 'Rowing Club' };
  const breached = createBreachedPasswords({ webOrigin: 'https://www.oarsmen.example', instance });
  for (const password of ['SocialFeed-2026', 'Feed 12345678', 'admin#2026!', 'rowing-club 1', '4Oarsmen4']) {
    await expect(breached.refuse(password, 'password')).rejects.toThrow(GUESSABLE_MESSAGE);
  }
  for (const password of ['feeding time 1', '12345678-!', 'www 1', 'my rowing club 1']) {
    await breached.refuse(password, 'password');
  }
  const account = newAccount({ password: 'Social Feed 1' });
  const { body } = await scene.app.agent().post('/auth/register').send(account);
  expect(body.errors).toEqual([{ path: 'password', message: GUESSABLE_MESSAGE }]);
});

it('refuses a breached password at sign-up, after the specified rules [B22-1]', async () => {
  const sign = (password: string) => scene.app.agent().post('/auth/register').send(newAccount({ password }));
  const { status, body } = await sign('Password1');
  expect([status, body]).toEqual([400, refused('password')]);
  expect((await sign('password')).body.message).toBe(
    'Password must contain at least one letter and one number',
  );
  expect((await sign('Password 1 of mine')).status).toBe(201);
});

it('refuses a breached password in the settings, and keeps the current one [B22-1]', async () => {
  const { agent, user } = await scene.app.signUp();
  const change = (newPassword: string, currentPassword = PASSWORD) =>
    agent.post('/auth/change-password').send({ currentPassword, newPassword });
  const { status, body } = await change('Qwerty123');
  expect([status, body]).toEqual([400, refused('newPassword')]);
  expect((await change('Qwerty123', 'wrong horse 1')).body.errors[0].path).toBe('currentPassword');
  const signIn = { emailOrUsername: user.userName, password: PASSWORD };
  expect((await scene.app.agent().post('/auth/login').send(signIn)).status).toBe(200);
});

it('signs in owners whose password became breached [B22-2]', async () => {
  const { user } = await scene.app.signUp();
  const { ctx } = scene.app;
  const passwordHash = await ctx.sessions.passwords.hash('password1');
  await ctx.models.User.updateOne({ _id: user._id }, { $set: { passwordHash } });
  const signIn = { emailOrUsername: user.userName, password: 'password1' };
  expect((await scene.app.agent().post('/auth/login').send(signIn)).status).toBe(200);
});
