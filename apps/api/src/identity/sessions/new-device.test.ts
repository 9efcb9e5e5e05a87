import { afterEach, describe, expect, it, vi } from 'vitest';
import { MINUTE } from '../../platform/time.js';
import { isSignedIn, secondBrowser } from '../../testing/browsers.js';
import { resetScene } from '../../testing/reset-scene.js';
import { socialSignIn } from '../../testing/social-sign-in.js';
import { createTestApp } from '../../testing/test-app.js';
import { ACCOUNT_LIMIT } from './auth.service.js';
import { DISOWN_FOR, NEW_DEVICE_LIMIT } from './new-device.js';

const scene = resetScene();
const { mailsTo, person, post } = scene;
afterEach(() => vi.restoreAllMocks());

const SUBJECT = 'A new device signed in to your account';
const wordsTo = async (email: string) => (await mailsTo(email)).filter(({ subject }) => subject === SUBJECT);
const tokenTo = async (email: string) =>
  /not-me#(\S+)/.exec((await wordsTo(email))[0]?.text ?? '')?.[1] ?? '';
const disown = (token: string) => post('/auth/sessions/disown', { token });

describe('a sign-in from a new device', () => {
  it('sends a mail with device, address and time, but not for sign-up', async () => {
    const { email, userName } = await person();
    expect(await mailsTo(email)).toEqual([]);
    await secondBrowser(scene.app, userName);
    const [word] = await wordsTo(email);
    const day = scene.app.clock.now().toISOString().slice(0, 10);
    for (const part of ['Firefox on Windows', '127.0.0.1', day]) expect(word?.text).toContain(part);
  });

  it('sends one mail: the next sign-in on the device is known [B10-15]', async () => {
    const { email, userName, password } = await person();
    const agent = await secondBrowser(scene.app, userName);
    await agent.post('/auth/logout');
    await agent.post('/auth/login').send({ emailOrUsername: userName, password });
    expect(await wordsTo(email)).toHaveLength(1);
  });

  it('through a provider sends a mail too, unless it creates the account [B10-15]', async () => {
    const email = 'traveller@example.org';
    const visit = () => socialSignIn(scene.app, { provider: 'google', choice: 'own', email });
    await visit();
    expect(await wordsTo(email)).toHaveLength(0);
    scene.app.clock.advance(1000);
    await visit();
    expect(await wordsTo(email)).toHaveLength(1);
  });

  it('sends no mail if it fails', async () => {
    const { email, userName } = await person();
    await secondBrowser(scene.app, userName, 'wrong 1');
    expect(await wordsTo(email)).toEqual([]);
  });

  it('works even if the mail cannot be enqueued', async () => {
    const { email, userName } = await person();
    vi.spyOn(scene.app.ctx.models.Mail, 'create').mockRejectedValueOnce(new Error('Full'));
    expect(await isSignedIn(await secondBrowser(scene.app, userName))).toBe(true);
    expect(await wordsTo(email)).toEqual([]);
  });

  it('and a sign-up keep their mails queued while the mail server is down [B10-15]', async () => {
    const away = await createTestApp({ config: { mail: { smtpUrl: 'smtp://127.0.0.1:1', mailbox: false } } });
    try {
      const { user } = await away.register();
      expect(await isSignedIn(await secondBrowser(away, user.userName))).toBe(true);
      await away.ctx.jobs.runDue('mail');
      expect(await away.ctx.models.Job.countDocuments({ type: 'mail' })).toBe(2);
    } finally {
      await away.close();
    }
  });

  it('sends at most twenty mails a day', async () => {
    const { email, userName } = await person();
    for (let index = 0; index <= NEW_DEVICE_LIMIT.limit; index += 1) {
      expect(await isSignedIn(await secondBrowser(scene.app, userName))).toBe(true);
    }
    expect(await wordsTo(email)).toHaveLength(NEW_DEVICE_LIMIT.limit);
  });
});

describe('the link of that mail', () => {
  it('signs out only that device, and can be used repeatedly [B10-16]', async () => {
    const { agent, email, userName } = await person();
    const stranger = await secondBrowser(scene.app, userName);
    const token = await tokenTo(email);
    expect((await scene.app.agent().get('/auth/sessions/disown')).status).toBe(405);
    expect(await isSignedIn(stranger)).toBe(true);
    const answer = await disown(token);
    expect(answer.body).toEqual({ success: true, message: 'That device is signed out' });
    expect([await isSignedIn(stranger), await isSignedIn(agent)]).toEqual([false, true]);
    expect((await disown(token)).status).toBe(200);
  });

  it('also signs out later sign-ins of the device, whose next sign-in is new again [B10-16]', async () => {
    const { email, userName, password } = await person();
    const stranger = await secondBrowser(scene.app, userName);
    const signIn = () => stranger.post('/auth/login').send({ emailOrUsername: userName, password });
    await stranger.post('/auth/logout');
    await signIn();
    expect(await isSignedIn(stranger)).toBe(true);
    await disown(await tokenTo(email));
    expect(await isSignedIn(stranger)).toBe(false);
    await signIn();
    expect(await wordsTo(email)).toHaveLength(2);
  });

  it('revokes the API tokens created since that device first signed in, and no older ones', async () => {
    const { agent, email, userName } = await person();
    const make = async (from: typeof agent) =>
      (await from.post('/auth/tokens').send({ name: 'Script' })).body.token as string;
    const works = async (token: string) => {
      const call = scene.app.agent().post('/posts').set('Authorization', `Bearer ${token}`);
      return (await call.send({ title: 'By a script' })).status === 201;
    };
    const older = await make(agent);
    scene.app.clock.advance(5 * MINUTE);
    const stranger = await secondBrowser(scene.app, userName);
    const strange = await make(stranger);
    scene.app.clock.advance(5 * MINUTE);
    const later = await make(stranger);
    expect(await Promise.all([older, strange, later].map(works))).toEqual([true, true, true]);
    expect((await disown(await tokenTo(email))).status).toBe(200);
    expect(await Promise.all([older, strange, later].map(works))).toEqual([true, false, false]);
  });

  it('removes the device’s own limit of wrong passwords', async () => {
    const { email, userName } = await person();
    const stranger = await secondBrowser(scene.app, userName);
    await disown(await tokenTo(email));
    const guess = () => stranger.post('/auth/login').send({ emailOrUsername: userName, password: 'wrong 1' });
    for (let index = 0; index < ACCOUNT_LIMIT.limit; index += 1) await guess();
    expect((await guess()).status).toBe(429);
    const other = await secondBrowser(scene.app, userName);
    expect(await isSignedIn(other)).toBe(false);
  });

  it.each(['x', 'a'.repeat(300)])('does nothing if forged as %j', async (token) => {
    expect((await disown(token)).body.code).toBe('INVALID_LINK');
  });

  it('expires after thirty days [B10-16]', async () => {
    const { email, userName } = await person();
    await secondBrowser(scene.app, userName);
    const token = await tokenTo(email);
    scene.app.clock.advance(DISOWN_FOR);
    expect((await disown(token)).body.code).toBe('INVALID_LINK');
  });
});
