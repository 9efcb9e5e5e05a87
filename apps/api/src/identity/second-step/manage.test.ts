import { describe, expect, it } from 'vitest';
import { DAY, MINUTE, SECOND } from '../../platform/time.js';
import { softPasskey } from '../../testing/authenticator.js';
import { secondBrowser } from '../../testing/browsers.js';
import { subjectsTo } from '../../testing/connecting.js';
import { addApp, addPasskey, confirmedUser, firstStep } from '../../testing/factor-scene.js';
import { appScene } from '../../testing/scene.js';
import type { Agent } from '../../testing/test-app.js';

const scene = appScene();
const factorsOf = async (agent: Agent) => (await agent.get('/auth/factors')).body.data;
const eventsOf = async (agent: Agent): Promise<string[]> =>
  (await agent.get('/auth/security-log')).body.data.map(({ event }: { event: string }) => event);
const CHANGED = 'How you sign in has changed';

describe('adding factors', () => {
  it('lists them without secrets, tells the owner and logs it; the first comes with codes [B21-8]', async () => {
    const { app } = scene;
    const { agent, user } = await confirmedUser(app);
    expect(await factorsOf(agent)).toEqual({ factors: [], recoveryCodes: 0 });
    const { recoveryCodes, factor, secret } = await addApp(app, agent);
    expect(new Set(recoveryCodes).size).toBe(10);
    app.clock.advance(SECOND);
    const key = await addPasskey(agent, softPasskey(), 'Blue key');
    expect(key.recoveryCodes).toBeUndefined();
    const listed = await factorsOf(agent);
    expect(listed).toEqual({ factors: [factor, key.factor], recoveryCodes: 10 });
    expect(key.factor).toMatchObject({ kind: 'passkey', name: 'Blue key', lastUsedAt: null });
    expect(key.factor).toHaveProperty('credentialId', key.passkey.use({ challenge: '' }).id);
    expect(await subjectsTo(app, user)).toEqual(expect.arrayContaining([CHANGED, CHANGED]));
    expect((await eventsOf(agent)).slice(0, 2)).toEqual(['factor-added', 'factor-added']);
    const stored = JSON.stringify(await app.ctx.models.Factor.find().lean());
    expect(stored).not.toContain(secret);
    const exported = JSON.parse((await agent.get('/auth/export')).text) as { factors: object[] };
    expect(exported.factors).toHaveLength(2);
    for (const each of exported.factors) expect(each).not.toHaveProperty('publicKey');
    expect(JSON.stringify(exported)).not.toMatch(/"secret"|"key"/);
  });

  it('names the instance in passkeys and apps [B21-43]', async () => {
    const { app } = scene;
    const { agent } = await confirmedUser(app);
    await app.ctx.instance.update({ name: 'Harbour: a club' });
    const passkey = (await agent.post('/auth/factors/passkeys/options')).body.data;
    expect(passkey.rp).toEqual({ name: 'Harbour: a club', id: 'localhost' });
    // A colon would end the name there.
    const { uri } = (await agent.post('/auth/factors/totp/options')).body.data;
    expect(uri).toMatch(/^otpauth:\/\/totp\/Harbour%20a%20club:/);
    expect(new URL(uri).searchParams.get('issuer')).toBe('Harbour a club');
    await app.ctx.instance.update({ name: null });
    expect((await agent.post('/auth/factors/passkeys/options')).body.data.rp.name).toBe('Social Feed');
  });

  it('refuses them while the e-mail address is unconfirmed', async () => {
    const { agent } = await scene.app.signUp();
    for (const kind of ['passkeys', 'totp']) {
      const answer = await agent.post(`/auth/factors/${kind}/options`);
      expect(answer.body).toMatchObject({ code: 'CONFLICT' });
    }
  });

  it('refuses wrong codes, foreign and late tickets, and a second app', async () => {
    const { app } = scene;
    const [{ agent }, other] = await Promise.all([confirmedUser(app), confirmedUser(app)]);
    const begun = (await agent.post('/auth/factors/totp/options')).body.data;
    expect(begun.uri).toMatch(/^otpauth:\/\/totp\/Social%20Feed:/);
    const add = (by: Agent, body: object) => by.post('/auth/factors/totp').send(body);
    expect((await add(agent, { ...begun, code: '000000' })).body.code).toBe('INVALID_FACTOR');
    expect((await add(agent, { ticket: 'x', code: '123456' })).status).toBe(400);
    const { code } = await addApp(app, agent);
    expect((await add(other.agent, { ticket: begun.ticket, code: code() })).status).toBe(400);
    const again = (await agent.post('/auth/factors/totp/options')).body.data;
    app.clock.advance(10 * MINUTE);
    expect((await add(agent, { ticket: again.ticket, code: code() })).status).toBe(400);
    await expect(addApp(app, agent)).rejects.toThrow('Remove it first');
  });

  it('refuses passkeys of other origins, unknown challenges and the same passkey twice', async () => {
    const [{ agent }, other] = await Promise.all([confirmedUser(scene.app), confirmedUser(scene.app)]);
    const options = async (by = agent) => (await by.post('/auth/factors/passkeys/options')).body.data;
    const add = (passkey: object, by = agent) =>
      by.post('/auth/factors/passkeys').send({ name: 'Laptop', passkey });
    const passkey = softPasskey();
    const evil = passkey.create(await options(), { origin: 'https://evil.example' });
    expect((await add(evil)).body.code).toBe('INVALID_FACTOR');
    expect((await add(passkey.create(await options(other.agent)))).status).toBe(400);
    const made = passkey.create(await options());
    expect((await add(made)).status).toBe(201);
    expect((await add(made)).status).toBe(400);
    expect((await options()).excludeCredentials).toMatchObject([{ id: passkey.id }]);
    expect((await add(passkey.create(await options(other.agent)), other.agent)).body.code).toBe(
      'ALREADY_EXISTS',
    );
    for (const body of [{}, { name: 'x' }, { name: ' ', passkey: made }, { name: 'x', passkey: { id: '!' } }])
      expect((await agent.post('/auth/factors/passkeys').send(body)).status).toBe(400);
  });

  it('keeps at most ten passkeys', async () => {
    const { agent } = await confirmedUser(scene.app);
    for (let count = 0; count < 10; count += 1) await addPasskey(agent);
    await expect(addPasskey(agent)).rejects.toThrow('at most 10');
    expect((await factorsOf(agent)).factors).toHaveLength(10);
  });

  it('removes what a session added that ended during the call', async () => {
    const { app } = scene;
    const { agent, user } = await confirmedUser(app);
    const other = await secondBrowser(app, user.userName);
    const options = (await agent.post('/auth/factors/passkeys/options')).body.data;
    await app.ctx.models.Session.updateMany({ user: user._id }, { $set: { expiresAt: app.clock.now() } });
    const late = await agent
      .post('/auth/factors/passkeys')
      .send({ name: 'x', passkey: softPasskey().create(options) });
    expect(late.status).toBe(401);
    expect((await other.get('/auth/factors')).status).toBe(401);
    expect(await app.ctx.models.Factor.countDocuments({ user: user._id })).toBe(0);
  });
});

describe('removing factors and codes', () => {
  it('removes recovery codes with the last factor, and then asks for none [B21-9]', async () => {
    const { app } = scene;
    const { agent, user } = await confirmedUser(app);
    const { factor } = await addApp(app, agent);
    const key = await addPasskey(agent);
    expect((await agent.delete(`/auth/factors/${factor._id}`)).status).toBe(200);
    expect((await factorsOf(agent)).recoveryCodes).toBe(10);
    expect((await agent.delete(`/auth/factors/${key.factor._id}`)).status).toBe(200);
    expect(await factorsOf(agent)).toEqual({ factors: [], recoveryCodes: 0 });
    expect((await agent.delete(`/auth/factors/${key.factor._id}`)).status).toBe(404);
    expect((await firstStep(app, user)).answer.status).toBe(200);
    expect(await eventsOf(agent)).toEqual(expect.arrayContaining(['factor-removed']));
  });

  it('removes no factor of others', async () => {
    const [one, other] = await Promise.all([confirmedUser(scene.app), confirmedUser(scene.app)]);
    const { factor } = await addPasskey(one.agent);
    expect((await other.agent.delete(`/auth/factors/${factor._id}`)).status).toBe(404);
    expect((await factorsOf(one.agent)).factors).toHaveLength(1);
  });

  it('replaces recovery codes, and makes none without a factor', async () => {
    const { app } = scene;
    const { agent, user } = await confirmedUser(app);
    expect((await agent.post('/auth/factors/recovery-codes')).body.code).toBe('CONFLICT');
    const { recoveryCodes: former } = await addApp(app, agent);
    const made = await agent.post('/auth/factors/recovery-codes');
    expect(made.status).toBe(201);
    expect(await factorsOf(agent)).toMatchObject({ recoveryCodes: 10 });
    const other = (await firstStep(app, user)).agent;
    expect((await other.post('/auth/second-factor').send({ code: former[0] })).status).toBe(400);
    const [code] = made.body.recoveryCodes as string[];
    expect((await other.post('/auth/second-factor').send({ code })).status).toBe(200);
    expect(await eventsOf(other)).toEqual(
      expect.arrayContaining(['recovery-codes-created', 'recovery-code-used', 'factor-failed']),
    );
  });
});

describe('a reset of the password', () => {
  it('does not go past the second factor [B21-10]', async () => {
    const { app } = scene;
    const { agent, user } = await confirmedUser(app);
    const { code } = await addApp(app, agent);
    await app.agent().post('/auth/forgot-password').send({ email: user.email });
    const [mail] = await app.ctx.mail.kept(user.email);
    const otp = /\b\d{6}\b/.exec(mail!.text)![0];
    const stranger = app.agent();
    const { resetToken } = (await stranger.post('/auth/verify-otp').send({ email: user.email, otp })).body;
    const newPassword = 'Better horse 2!';
    const reset = await stranger
      .post('/auth/reset-password')
      .send({ email: user.email, resetToken, newPassword });
    expect(reset.status).toBe(200);
    const { agent: waiting, answer } = await firstStep(app, user, stranger, newPassword);
    expect(answer.body.code).toBe('SECOND_FACTOR_REQUIRED');
    app.clock.advance(MINUTE);
    expect((await waiting.post('/auth/second-factor').send({ code: code() })).status).toBe(200);
  });

  it('nor does a link that signs a device out, save for factors of the last three days [B21-11]', async () => {
    const { app } = scene;
    const { agent, user } = await confirmedUser(app);
    const { code } = await addApp(app, agent);
    app.clock.advance(4 * DAY);
    const { agent: attacker } = await firstStep(app, user);
    expect((await attacker.post('/auth/second-factor').send({ code: code() })).status).toBe(200);
    await addPasskey(attacker);
    const mails = await app.ctx.mail.kept(user.email);
    const mail = mails.find(({ subject }) => subject.startsWith('A new device'));
    const token = /not-me#([\w-]+)/.exec(mail!.text)![1];
    expect((await app.agent().post('/auth/sessions/disown').send({ token })).status).toBe(200);
    const left = await app.ctx.models.Factor.find({ user: user._id, kind: { $ne: 'recovery' } }).lean();
    expect(left.map(({ kind }) => kind)).toEqual(['totp']);
  });
});
