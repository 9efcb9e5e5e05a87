import { describe, expect, it } from 'vitest';
import { MINUTE, SECOND } from '../../platform/time.js';
import { PASSWORD, secondBrowser } from '../../testing/browsers.js';
import { addApp, addPasskey, confirmedUser, firstStep } from '../../testing/factor-scene.js';
import { adminPerson } from '../../testing/people.js';
import { appScene } from '../../testing/scene.js';
import { parametersOf, socialSignIn } from '../../testing/social-sign-in.js';
import type { Agent } from '../../testing/test-app.js';

const scene = appScene();
const LATE = 15 * MINUTE;
/** Waits until a confirmation no longer counts, and refreshes the session. */
async function waitIn(agent: Agent): Promise<void> {
  scene.app.clock.advance(LATE);
  await agent.post('/auth/refresh');
}
const NEEDED = { code: 'STEP_UP_REQUIRED', message: 'Please confirm that it is you, and try again.' };

/** The calls that ask again, with bodies that would do nothing. */
const sensitive = (agent: Agent) => [
  agent.get('/auth/confirm'),
  agent.get('/auth/export'),
  agent.post('/auth/tokens').send({ name: 'Script' }),
  agent.post('/auth/delete-account').send({ password: 'wrong horse 1' }),
  agent.post('/auth/email').send({ email: 'new@example.org', password: 'wrong horse 1' }),
  agent
    .post('/auth/change-password')
    .send({ currentPassword: 'wrong horse 1', newPassword: 'Better horse 2!' }),
  agent.delete('/auth/connections/google'),
];
/** Those that ask every user. */
const newWaysIn = (agent: Agent) => [
  agent.post('/auth/connections/google'),
  agent.post('/auth/factors/passkeys/options'),
  agent.post('/auth/factors/totp/options'),
  agent.delete(`/auth/factors/${'f'.repeat(24)}`),
  agent.post('/auth/factors/recovery-codes'),
];

describe('confirming the identity again', () => {
  it('applies to users with a second factor 15 minutes after they used it [B21-12]', async () => {
    const { app } = scene;
    const { agent } = await confirmedUser(app);
    const { code } = await addApp(app, agent);
    expect((await agent.get('/auth/confirm')).status).toBe(200);
    await waitIn(agent);
    for (const call of [...sensitive(agent), ...newWaysIn(agent)]) {
      const answer = await call;
      expect(answer.status, answer.text).toBe(403);
      expect(answer.body).toMatchObject(NEEDED);
    }
    expect((await agent.post('/auth/confirm/options')).body.data).toEqual({
      ways: ['code', 'recovery'],
      passkey: null,
    });
    expect((await agent.post('/auth/confirm').send({ password: PASSWORD })).status).toBe(400);
    expect((await agent.get('/auth/confirm')).status).toBe(403);
    expect((await agent.post('/auth/confirm').send({ code: code() })).status).toBe(200);
    for (const call of [...sensitive(agent), ...newWaysIn(agent)])
      expect((await call).body.code).not.toBe(NEEDED.code);
    await waitIn(agent);
    expect((await agent.get('/auth/confirm')).status).toBe(403);
  });

  it('accepts a passkey for this session only, and no answer to another challenge', async () => {
    const { app } = scene;
    const { agent, user } = await confirmedUser(app);
    const other = await secondBrowser(app, user.userName);
    const { passkey } = await addPasskey(agent);
    expect((await other.get('/auth/confirm')).body).toMatchObject(NEEDED);
    const { agent: waiting } = await firstStep(app, user);
    const foreign = (await waiting.post('/auth/second-factor/options')).body.data.passkey;
    expect((await other.post('/auth/confirm').send({ passkey: passkey.use(foreign) })).status).toBe(400);
    const options = (await other.post('/auth/confirm/options')).body.data.passkey;
    expect((await other.post('/auth/confirm').send({ passkey: passkey.use(options) })).status).toBe(200);
    expect((await other.get('/auth/confirm')).status).toBe(200);
    await waitIn(other);
    expect((await other.get('/auth/confirm')).status).toBe(403);
  });

  it('asks others for their password before a first factor or provider account only [B21-13 B21-40]', async () => {
    const { app } = scene;
    const { agent } = await confirmedUser(app);
    await waitIn(agent);
    for (const call of sensitive(agent)) expect((await call).body.code).not.toBe(NEEDED.code);
    for (const call of newWaysIn(agent)) expect((await call).body).toMatchObject(NEEDED);
    expect((await agent.post('/auth/confirm/options')).body.data).toEqual({
      ways: ['password'],
      passkey: null,
    });
    const wrong = await agent.post('/auth/confirm').send({ password: 'wrong horse 1' });
    expect(wrong.body).toMatchObject({ errors: [{ path: 'password' }] });
    expect((await agent.post('/auth/confirm').send({})).status).toBe(400);
    expect((await agent.post('/auth/confirm').send({ password: PASSWORD })).status).toBe(200);
    expect((await agent.post('/auth/factors/totp/options')).status).toBe(200);
  });

  it('limits wrong codes', async () => {
    const { app } = scene;
    const { agent } = await confirmedUser(app);
    const { code } = await addApp(app, agent);
    for (let count = 0; count < 25; count += 1) await agent.post('/auth/confirm').send({ code: '000000' });
    app.clock.advance(MINUTE);
    expect((await agent.post('/auth/confirm').send({ code: code() })).status).toBe(429);
  });
});

describe('a social sign-in', () => {
  it('asks for the second factor too, and signs nobody in before [B21-14]', async () => {
    const { app } = scene;
    const { agent: owner } = await socialSignIn(app, { provider: 'google', choice: 'robin' });
    expect((await owner.post('/auth/confirm/options')).body.data.ways).toEqual([]);
    const { code } = await addApp(app, owner);
    app.clock.advance(MINUTE);
    const { agent, landing } = await socialSignIn(app, { provider: 'google', choice: 'robin' });
    expect(parametersOf(landing)).toEqual({ error: 'second_factor_required' });
    expect((await agent.get('/auth/me')).status).toBe(401);
    const done = await agent.post('/auth/second-factor').send({ code: code() });
    expect(done.status, done.text).toBe(200);
    expect((await agent.get('/auth/me')).status).toBe(200);
    const { agent: late } = await socialSignIn(app, { provider: 'google', choice: 'robin' });
    await app.ctx.models.Identity.deleteMany({});
    app.clock.advance(MINUTE);
    expect((await late.post('/auth/second-factor').send({ code: code() })).body.code).toBe('SESSION_EXPIRED');
  });

  describe('to an account with the address that the provider verified', () => {
    const person = (email: string) => ({ provider: 'google', choice: 'own', email }) as const;
    const traces = async ({ _id, email }: { _id: string; email: string }) => {
      const { models, mail } = scene.app.ctx;
      return {
        identities: await models.Identity.find({ user: _id }, { provider: 1, lastUsedAt: 1 }).lean(),
        log: await models.SecurityLog.find({ user: _id, event: 'provider-connected' }).lean(),
        mails: (await mail.kept(email)).map(({ subject }) => subject).sort(),
        user: await models.User.findById(_id).lean(),
      };
    };
    const connected = 'How you sign in has changed';

    it('changes nothing before the second factor is given, then connects and mails it [B21-62]', async () => {
      const { agent: owner, user } = await confirmedUser(scene.app);
      const { code } = await addApp(scene.app, owner);
      scene.app.clock.advance(MINUTE);
      const before = await traces(user);
      const { agent, landing } = await socialSignIn(scene.app, person(user.email));
      expect(parametersOf(landing)).toEqual({ error: 'second_factor_required' });
      await agent.post('/auth/second-factor').send({ code: '000000' }).expect(400);
      expect(await traces(user)).toEqual({ ...before, user: expect.anything() as unknown });
      expect((await traces(user)).user).toEqual(before.user);
      await agent.post('/auth/second-factor').send({ code: code() }).expect(200);
      const after = await traces(user);
      expect([after.identities.length, after.log.length]).toEqual([1, 1]);
      const told = (mails: string[]) => mails.filter((subject) => subject === connected).length;
      expect(told(after.mails)).toBe(told(before.mails) + 1);
      scene.app.clock.advance(MINUTE);
      const again = await socialSignIn(scene.app, person(user.email));
      expect(await traces(user)).toMatchObject({ identities: after.identities });
      await again.agent.post('/auth/second-factor').send({ code: code() }).expect(200);
      expect((await traces(user)).identities[0]!.lastUsedAt).not.toEqual(after.identities[0]!.lastUsedAt);
    });

    it('connects nothing if the address has changed in between, or the account was suspended [B21-62]', async () => {
      for (const change of [{ email: 'moved@example.org' }, { suspendedAt: new Date() }]) {
        const { agent: owner, user } = await confirmedUser(scene.app);
        const { code } = await addApp(scene.app, owner);
        scene.app.clock.advance(MINUTE);
        const { agent } = await socialSignIn(scene.app, person(user.email));
        await scene.app.ctx.models.User.updateOne({ _id: user._id }, { $set: change });
        const answer = await agent.post('/auth/second-factor').send({ code: code() });
        expect([401, 403]).toContain(answer.status);
        expect((await traces(user)).identities).toEqual([]);
      }
    });

    it('without a second factor connects at once, and mails it [B21-63]', async () => {
      const { user } = await confirmedUser(scene.app);
      await socialSignIn(scene.app, person(user.email));
      const { mails, log } = await traces(user);
      expect([mails.filter((subject) => subject === connected).length, log.length]).toEqual([1, 1]);
    });
  });

  it('confirms the identity; later, without a password, only signing in again does', async () => {
    const { app } = scene;
    const { agent } = await socialSignIn(app, {
      provider: 'google',
      choice: 'own',
      email: 'solo@example.org',
    });
    await waitIn(agent);
    expect((await agent.post('/auth/factors/totp/options')).body).toMatchObject(NEEDED);
    expect((await agent.post('/auth/confirm').send({})).body.code).toBe('CONFLICT');
  });

  it('leads to a first password only lately after signing in [B21-40]', async () => {
    const { app } = scene;
    const person = { provider: 'google', choice: 'own', email: 'first@example.org' } as const;
    const { agent } = await socialSignIn(app, person);
    const set = (by: Agent) => by.post('/auth/change-password').send({ newPassword: 'Better horse 2!' });
    await waitIn(agent);
    const refused = await set(agent);
    expect([refused.status, refused.body.code]).toEqual([403, NEEDED.code]);
    expect((await agent.get('/auth/connections')).body.data.hasPassword).toBe(false);
    const { agent: again } = await socialSignIn(app, person);
    expect((await set(again)).status).toBe(200);
  });
});

describe('where the host requires a second factor of admins', () => {
  it('they have ordinary rights until they have one [B21-15]', async () => {
    const { app } = scene;
    const { agent, id } = await adminPerson(app);
    const { agent: author } = await app.signUp();
    const post = (await author.post('/posts').send({ title: 'A heron' })).body.data;
    await app.ctx.models.User.updateOne({ _id: id }, { $unset: { confirmEmail: 1 } });
    await app.ctx.instance.update({ requireSecondFactor: true });
    const refused = await agent.get('/admin/suspended');
    expect(refused.status).toBe(403);
    expect(refused.body.code).toBe('SECOND_FACTOR_MISSING');
    expect((await agent.delete(`/posts/${post._id}`)).body.code).toBe('PERMISSION_DENIED');
    expect((await author.get('/admin/suspended')).body.code).toBe('PERMISSION_DENIED');
    expect((await agent.post('/posts').send({ title: 'Mine' })).status).toBe(201);
    await addApp(app, agent);
    expect((await agent.get('/admin/suspended')).status).toBe(200);
    await app.ctx.instance.update({ requireSecondFactor: null });
  });
});

describe('where the host requires a second factor, the rights of staff', () => {
  const { require, tokenOf } = {
    require: (requireSecondFactor: true | null) => scene.app.ctx.instance.update({ requireSecondFactor }),
    tokenOf: async (agent: Agent) =>
      (await agent.post('/auth/tokens').send({ name: 'Script' })).body.token as string,
  };
  const byToken = (token: string) =>
    scene.app.agent().get('/admin/people').set('Authorization', `Bearer ${token}`);
  const staff = async () => {
    const { agent, user } = await confirmedUser(scene.app);
    await scene.app.ctx.models.User.updateOne({ _id: user._id }, { isAdmin: true });
    scene.app.clock.advance(SECOND);
    return { agent, user };
  };

  it('need a session that gave it [B21-60]', async () => {
    const { agent, user } = await staff();
    const { agent: former } = await firstStep(scene.app, user);
    const { code } = await addApp(scene.app, agent);
    expect((await former.get('/admin/people')).status).toBe(200);
    await require(true);
    expect((await former.get('/admin/people')).body).toMatchObject(NEEDED);
    expect((await former.delete(`/posts/${'f'.repeat(24)}`)).status).toBe(404);
    expect((await agent.get('/admin/people')).status).toBe(200);
    scene.app.clock.advance(MINUTE);
    expect((await former.post('/auth/confirm').send({ code: code() })).status).toBe(200);
    expect((await former.get('/admin/people')).status).toBe(200);
    await scene.app.ctx.admin.removeFactors(user.userName);
    expect((await former.get('/admin/people')).body.code).toBe('SECOND_FACTOR_MISSING');
    await require(null);
  });

  it('need a token made by such a session; tokens without a record of it have none [B21-60]', async () => {
    const { agent } = await staff();
    const former = await tokenOf(agent);
    await addApp(scene.app, agent);
    const token = await tokenOf(agent);
    expect((await byToken(former)).status).toBe(200);
    await require(true);
    expect((await byToken(former)).body).toMatchObject({
      code: 'SECOND_FACTOR_MISSING',
      message: 'This API token was made without a second step. Make a new one to do this.',
    });
    expect((await byToken(token)).status).toBe(200);
    await require(null);
  });

  it('to change settings, roles and accounts are confirmed lately, by no token [B21-61]', async () => {
    const { agent } = await staff();
    const { user: other } = await scene.app.signUp();
    const { code } = await addApp(scene.app, agent);
    const token = await tokenOf(agent);
    const calls = [
      () => agent.patch('/admin/instance').send({ name: 'Herons' }),
      () => agent.put(`/admin/users/${other._id}/moderator`).send({ isModerator: false }),
      () => agent.post(`/admin/users/${other._id}/reset-password`),
      () => agent.post(`/admin/users/${other._id}/delete`).send({ userName: other.userName }),
    ];
    await waitIn(agent);
    for (const call of calls) expect((await call()).body).toMatchObject(NEEDED);
    const settings = await scene.app
      .agent()
      .patch('/admin/instance')
      .set('Authorization', `Bearer ${token}`)
      .send({ requireSecondFactor: null });
    expect(settings.body.code).toBe('PERMISSION_DENIED');
    expect((await agent.get('/admin/people')).status).toBe(200);
    await agent.post('/auth/confirm').send({ code: code() }).expect(200);
    for (const call of calls) expect((await call()).status).toBe(200);
  });
});

describe('npm run admin -- factors', () => {
  it('removes the factors of a user who lost them, tells them and logs it [B21-16]', async () => {
    const { app } = scene;
    const { agent, user } = await confirmedUser(app);
    await addApp(app, agent);
    app.clock.advance(SECOND);
    expect(await app.ctx.admin.removeFactors(user.userName)).toEqual({ userName: user.userName, removed: 1 });
    expect(await app.ctx.admin.removeFactors(user.userName)).toMatchObject({ removed: 0 });
    expect((await firstStep(app, user)).answer.status).toBe(200);
    expect((await app.ctx.mail.kept(user.email))[1]!.text).toContain('The host removed the second step');
    expect((await app.ctx.admin.log.latest(1))[0]).toMatchObject({ act: 'remove-factors', admin: null });
    await expect(app.ctx.admin.removeFactors('nobody_at_all')).rejects.toThrow('User not found');
  });
});
