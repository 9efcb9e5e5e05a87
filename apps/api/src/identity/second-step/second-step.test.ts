import { describe, expect, it } from 'vitest';
import { DAY, MINUTE, SECOND } from '../../platform/time.js';
import { isSignedIn, PASSWORD } from '../../testing/browsers.js';
import { softPasskey } from '../../testing/authenticator.js';
import { addApp, addPasskey, confirmedUser, firstStep } from '../../testing/factor-scene.js';
import { appScene } from '../../testing/scene.js';

const scene = appScene();
const STEP = 30 * SECOND;

/** A user with an authenticator app whose first code is used up. */
async function userWithApp() {
  const { agent, user } = await confirmedUser(scene.app);
  const own = await addApp(scene.app, agent);
  scene.app.clock.advance(2 * STEP);
  return { agent, user, ...own };
}

describe('signing in with a second factor', () => {
  it('asks for it after the password, and then answers like a sign-in [B21-1]', async () => {
    const { app } = scene;
    const { user, code } = await userWithApp();
    const { agent, answer } = await firstStep(app, user);
    expect(answer.status).toBe(401);
    expect(answer.body).toEqual({
      success: false,
      code: 'SECOND_FACTOR_REQUIRED',
      message: 'Confirm your sign-in with your second step.',
    });
    expect(answer.headers['set-cookie']).toHaveLength(1);
    expect(answer.headers['set-cookie']?.[0]).toMatch(/^sf_second_factor=.*HttpOnly; SameSite=Lax/);
    expect(await isSignedIn(agent)).toBe(false);
    const { data } = (await agent.post('/auth/second-factor/options')).body;
    expect(data).toEqual({ ways: ['code', 'recovery'], passkey: null });
    const done = await agent.post('/auth/second-factor').send({ code: code() });
    expect(done.status, done.text).toBe(200);
    expect(done.body.user._id).toBe(user._id);
    expect(await isSignedIn(agent)).toBe(true);
    expect((await agent.post('/auth/second-factor/options')).status).toBe(401);
  });

  it('does not reveal itself without the right password', async () => {
    const { user } = await userWithApp();
    const { answer } = await firstStep(scene.app, user, scene.app.agent(), 'wrong horse 1');
    expect(answer.body).toMatchObject({ code: 'INVALID_CREDENTIALS' });
    expect(answer.headers['set-cookie']).toBeUndefined();
  });

  it('accepts a code of the step before and after, each step once, also in parallel [B21-2 B21-65]', async () => {
    const { app } = scene;
    const { user, code } = await userWithApp();
    const first = code();
    const agents = await Promise.all([1, 2, 3].map(async () => (await firstStep(app, user)).agent));
    const tries = await Promise.all(
      agents.map((agent) => agent.post('/auth/second-factor').send({ code: first })),
    );
    expect(tries.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
    const { agent } = await firstStep(app, user);
    const old = code();
    app.clock.advance(STEP);
    const next = code();
    expect((await agent.post('/auth/second-factor').send({ code: old })).body).toMatchObject({
      code: 'INVALID_FACTOR',
      errors: [{ path: 'code', message: 'This code was used. Wait for the next one.' }],
    });
    app.clock.advance(STEP);
    expect((await agent.post('/auth/second-factor').send({ code: next })).status).toBe(200);
    const late = (await firstStep(app, user)).agent;
    const passed = code();
    app.clock.advance(2 * STEP);
    expect((await late.post('/auth/second-factor').send({ code: passed })).status).toBe(400);
  });

  it('accepts a code in the digits of any script [B21-64]', async () => {
    const { app } = scene;
    const { user, code } = await userWithApp();
    for (const zero of [0xff10, 0x660]) {
      const typed = Array.from(code(), (digit) => String.fromCharCode(zero + Number(digit))).join('');
      const { agent } = await firstStep(app, user);
      const body = { code: `${typed.slice(0, 3)}\u2013${typed.slice(3)}\u200b` };
      expect((await agent.post('/auth/second-factor').send(body)).status).toBe(200);
      app.clock.advance(STEP);
    }
  });

  it('accepts each recovery code once, in any spelling [B21-3]', async () => {
    const { app } = scene;
    const { user, recoveryCodes } = await userWithApp();
    expect(recoveryCodes).toHaveLength(10);
    expect(JSON.stringify(await app.ctx.models.Factor.find().lean())).not.toContain(
      recoveryCodes[0]!.slice(0, 5),
    );
    const typed = ` ${recoveryCodes[0]!.toUpperCase().replace('-', ' ')} `;
    const { agent } = await firstStep(app, user);
    expect((await agent.post('/auth/second-factor').send({ code: typed })).status).toBe(200);
    const again = (await firstStep(app, user)).agent;
    expect((await again.post('/auth/second-factor').send({ code: recoveryCodes[0] })).status).toBe(400);
    expect((await agent.get('/auth/factors')).body.data.recoveryCodes).toBe(9);
  });

  it('needs the ticket of this browser, for ten minutes, and either a code or a passkey', async () => {
    const { app } = scene;
    const { user, code } = await userWithApp();
    const stranger = await app.agent().post('/auth/second-factor').send({ code: code() });
    expect(stranger.body).toMatchObject({ code: 'SESSION_EXPIRED' });
    const { agent } = await firstStep(app, user);
    expect((await agent.post('/auth/second-factor').send({})).status).toBe(400);
    app.clock.advance(10 * MINUTE);
    expect((await agent.post('/auth/second-factor').send({ code: code() })).status).toBe(401);
  });

  it('is void once the password has changed or the account is suspended', async () => {
    const { app } = scene;
    const { agent: owner, user, code } = await userWithApp();
    const waiting = (await firstStep(app, user)).agent;
    const changed = { currentPassword: PASSWORD, newPassword: 'Better horse 2!' };
    expect((await owner.post('/auth/change-password').send(changed)).status).toBe(200);
    expect((await waiting.post('/auth/second-factor').send({ code: code() })).body.code).toBe(
      'SESSION_EXPIRED',
    );
    expect(await isSignedIn(waiting)).toBe(false);
    const suspended = (await firstStep(app, user, app.agent(), changed.newPassword)).agent;
    await app.ctx.models.User.updateOne({ _id: user._id }, { suspendedAt: app.clock.now() });
    app.clock.advance(STEP);
    const refused = await suspended.post('/auth/second-factor').send({ code: code() });
    expect(refused.body).toMatchObject({ code: 'ACCOUNT_SUSPENDED' });
  });

  it('limits wrong codes of an account, but not for its own browser [B21-4]', async () => {
    const { app } = scene;
    const { agent: own, user, code } = await userWithApp();
    const { agent } = await firstStep(app, user);
    for (let count = 0; count < 25; count += 1)
      expect((await agent.post('/auth/second-factor').send({ code: '000000' })).status).toBe(400);
    expect((await agent.post('/auth/second-factor').send({ code: code() })).status).toBe(429);
    await own.post('/auth/logout');
    await firstStep(app, user, own);
    expect((await own.post('/auth/second-factor').send({ code: code() })).status).toBe(200);
    app.clock.advance(DAY);
    await firstStep(app, user, agent);
    expect((await agent.post('/auth/second-factor').send({ code: code() })).status).toBe(200);
  });

  it('accepts a passkey that did not verify its user, but not that of another account [B21-5]', async () => {
    const { app } = scene;
    const one = await confirmedUser(app);
    const other = await confirmedUser(app);
    const { passkey } = await addPasskey(one.agent);
    const foreign = (await addPasskey(other.agent)).passkey;
    const { agent } = await firstStep(app, one.user);
    const options = async () => (await agent.post('/auth/second-factor/options')).body.data.passkey;
    const shown = await options();
    expect(shown).toMatchObject({
      rpId: 'localhost',
      userVerification: 'preferred',
      allowCredentials: [{ id: passkey.id }],
    });
    const refused = await agent.post('/auth/second-factor').send({ passkey: foreign.use(shown) });
    expect(refused.body).toMatchObject({ code: 'INVALID_FACTOR', errors: [{ path: 'passkey' }] });
    const use = passkey.use(await options(), { verified: false });
    expect((await agent.post('/auth/second-factor').send({ passkey: use })).status).toBe(200);
  });
});

describe('signing in with a passkey alone', () => {
  const options = async () => (await scene.app.agent().post('/auth/passkey/options')).body.data;
  const signIn = (passkey: object, more = {}) =>
    scene.app
      .agent()
      .post('/auth/passkey')
      .send({ passkey, ...more });

  it('works with one that verified its user, and asks for no second step [B21-6]', async () => {
    const { agent: owner, user } = await confirmedUser(scene.app);
    await addApp(scene.app, owner);
    const { passkey } = await addPasskey(owner);
    const shown = await options();
    expect(shown).toMatchObject({ rpId: 'localhost', userVerification: 'required', allowCredentials: [] });
    const agent = scene.app.agent();
    const answer = await agent.post('/auth/passkey').send({ passkey: passkey.use(shown), rememberMe: true });
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body.user._id).toBe(user._id);
    expect(String(answer.headers['set-cookie'])).toContain('Max-Age');
    expect((await agent.get('/auth/confirm')).status).toBe(200);
    expect((await agent.get('/auth/factors')).body.data.factors[1].lastUsedAt).not.toBeNull();
  });

  it('refuses unverified users, foreign origins and hosts, and other handles', async () => {
    const { agent: owner } = await confirmedUser(scene.app);
    const { passkey } = await addPasskey(owner);
    for (const deviation of [
      { verified: false },
      { origin: 'https://evil.example' },
      { origin: 'http://localhost:3000.evil.example' },
      { rpId: 'evil.example' },
      { userHandle: Buffer.from('f'.repeat(24)).toString('base64url') },
    ]) {
      const answer = await signIn(passkey.use(await options(), deviation));
      expect(answer.body, JSON.stringify(deviation)).toMatchObject({ code: 'INVALID_FACTOR' });
    }
    expect((await signIn(softPasskey().use(await options()))).status).toBe(400);
    const tampered = passkey.use(await options());
    tampered.response.signature = softPasskey().use(await options()).response.signature;
    expect((await signIn(tampered)).status).toBe(400);
  });

  it('accepts each challenge once, for ten minutes, and for its purpose only [B21-7]', async () => {
    const { app } = scene;
    const { agent: owner, user } = await confirmedUser(app);
    const { passkey } = await addPasskey(owner);
    const used = passkey.use(await options());
    const tries = await Promise.all([signIn(used), signIn(used), signIn(used)]);
    expect(tries.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
    expect((await signIn(passkey.use({ challenge: 'bWFkZSB1cA', rpId: 'localhost' }))).status).toBe(400);
    const { agent } = await firstStep(app, user);
    const second = (await agent.post('/auth/second-factor/options')).body.data.passkey;
    expect((await signIn(passkey.use(second))).status).toBe(400);
    const late = await options();
    app.clock.advance(10 * MINUTE);
    expect((await signIn(passkey.use(late))).status).toBe(400);
  });

  it('refuses a passkey whose counter goes back, and logs it', async () => {
    const { agent: owner } = await confirmedUser(scene.app);
    const { passkey } = await addPasskey(owner);
    expect((await signIn(passkey.use(await options(), { counter: 7 }))).status).toBe(200);
    expect((await signIn(passkey.use(await options(), { counter: 7 }))).status).toBe(400);
    expect((await signIn(passkey.use(await options(), { counter: 3 }))).status).toBe(400);
    expect((await signIn(passkey.use(await options(), { counter: 8 }))).status).toBe(200);
  });

  it('refuses suspended users and removed passkeys', async () => {
    const { app } = scene;
    const { agent: owner, user } = await confirmedUser(app);
    const { passkey, factor } = await addPasskey(owner);
    await app.ctx.models.User.updateOne({ _id: user._id }, { suspendedAt: app.clock.now() });
    expect((await signIn(passkey.use(await options()))).body.code).toBe('ACCOUNT_SUSPENDED');
    await app.ctx.models.User.updateOne({ _id: user._id }, { suspendedAt: null });
    expect((await owner.delete(`/auth/factors/${factor._id}`)).status).toBe(200);
    expect((await signIn(passkey.use(await options()))).body.code).toBe('UNKNOWN_PASSKEY');
  });
});
