import { describe, expect, it, vi } from 'vitest';
import { MINUTE } from '../../platform/time.js';
import { PASSWORD } from '../../testing/browsers.js';
import { cookieHeader, sentCookies } from '../../testing/cookies.js';
import { addApp, confirmedUser } from '../../testing/factor-scene.js';
import { appScene } from '../../testing/scene.js';
import type { Agent } from '../../testing/test-app.js';

const scene = appScene();

/** The session of a user long after the sign-in, with a copy of its cookies. */
async function lateSession() {
  const { app } = scene;
  const { agent, user } = await confirmedUser(app);
  app.clock.advance(15 * MINUTE);
  const cookies = cookieHeader(await agent.post('/auth/refresh').expect(200));
  const copy = {
    delete: (path: string) => app.agent().delete(path).set('Cookie', cookies),
    get: (path: string) => app.agent().get(path).set('Cookie', cookies),
    post: (path: string) => app.agent().post(path).set('Cookie', cookies),
  };
  return { agent, user, copy };
}
const confirm = (agent: Agent, proof: object = { password: PASSWORD }) =>
  agent.post('/auth/confirm').send(proof);
const sessionsOf = async (agent: Agent) =>
  (await agent.get('/auth/sessions').expect(200)).body.data as { current: boolean; createdAt: string }[];
/** A call that needs a confirmed identity. */
const NEEDS_IT = '/auth/factors/totp/options';

describe('confirming the identity', () => {
  it('gives the session new tokens; those from before are not confirmed, and soon void [B21-41]', async () => {
    const { agent, copy } = await lateSession();
    const before = await sessionsOf(agent);
    const { sessionExpiry } = (await agent.get('/auth/me')).body;
    const answer = await confirm(agent).expect(200);
    expect(sentCookies(answer).map(({ name }) => name)).toEqual([
      'sf_access',
      'sf_refresh',
      'sf_session_hint',
    ]);
    expect((await agent.post(NEEDS_IT)).status).toBe(200);
    expect((await copy.post(NEEDS_IT)).body.code).toBe('STEP_UP_REQUIRED');
    // Still one session, as old as before.
    const after = await sessionsOf(agent);
    expect(after).toEqual([{ ...before[0], _id: expect.any(String) }]);
    expect((await agent.get('/auth/me')).body.sessionExpiry).toBe(sessionExpiry);
    scene.app.clock.advance(MINUTE);
    expect((await copy.get('/auth/me')).status).toBe(401);
    expect((await copy.post('/auth/refresh')).status).toBe(401);
    expect((await agent.get('/auth/me')).status).toBe(200);
    expect((await agent.post('/auth/refresh')).status).toBe(200);
  });

  it('also does so with a second factor [B21-41]', async () => {
    const { app } = scene;
    const { agent } = await confirmedUser(app);
    const { code } = await addApp(app, agent);
    app.clock.advance(15 * MINUTE);
    const cookies = cookieHeader(await agent.post('/auth/refresh').expect(200));
    await confirm(agent, { code: code() }).expect(200);
    expect((await agent.get('/auth/confirm')).status).toBe(200);
    expect((await app.agent().get('/auth/confirm').set('Cookie', cookies)).status).toBe(403);
  });

  it('leaves no confirmation to the tokens from before, however soon it follows another [B21-41]', async () => {
    const { app } = scene;
    const { agent } = await confirmedUser(app);
    const { code } = await addApp(app, agent);
    app.clock.advance(5 * MINUTE);
    const cookies = cookieHeader(await agent.post('/auth/refresh').expect(200));
    const former = (path: string) => app.agent().get(path).set('Cookie', cookies);
    expect((await former('/auth/confirm')).status).toBe(200);
    await confirm(agent, { code: code() }).expect(200);
    expect((await former('/auth/confirm')).body.code).toBe('STEP_UP_REQUIRED');
    expect((await former('/auth/me')).status).toBe(200);
  });

  it('keeps other tabs signed in, whose calls were under way [B21-42]', async () => {
    const { agent, copy } = await lateSession();
    const { sessionExpiry } = (await agent.get('/auth/me')).body;
    await confirm(agent).expect(200);
    expect((await copy.get('/auth/me')).body.sessionExpiry).toBe(sessionExpiry);
    const refreshed = await copy.post('/auth/refresh');
    // It must not overwrite the new cookies, which the tabs share.
    expect([refreshed.status, sentCookies(refreshed)]).toEqual([200, []]);
    expect(refreshed.body.sessionExpiry).toBe(sessionExpiry);
    await copy.delete('/auth/sessions').expect(200);
    expect((await agent.get('/auth/me')).status).toBe(200);
  });

  it('makes one session of parallel and repeated confirmations [B21-42]', async () => {
    const { agent, user, copy } = await lateSession();
    const again = () => copy.post('/auth/confirm').send({ password: PASSWORD });
    const answers = [...(await Promise.all([confirm(agent), again()])), await again()];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const { Session } = scene.app.ctx.models;
    expect(await Session.countDocuments({ user: user._id, continued: { $exists: false } })).toBe(1);
    // An answer may be lost, so each brings the new cookies.
    for (const answer of answers) {
      const call = scene.app.agent().post(NEEDS_IT).set('Cookie', cookieHeader(answer));
      expect((await call).status).toBe(200);
    }
    const wrong = await copy.post('/auth/confirm').send({ password: 'wrong horse 1' });
    expect([wrong.status, sentCookies(wrong)]).toEqual([400, []]);
  });

  it('ends with the session: signing out also ends the tokens from before', async () => {
    const { agent, copy } = await lateSession();
    await confirm(agent).expect(200);
    await agent.post('/auth/logout').expect(200);
    expect((await copy.get('/auth/me')).status).toBe(401);
    expect((await copy.post('/auth/refresh')).status).toBe(401);
  });

  it('starts no session if all were ended in the meantime', async () => {
    const { agent, user } = await lateSession();
    const { Session } = scene.app.ctx.models;
    const create = Session.create.bind(Session) as (documents: unknown) => Promise<unknown>;
    const write = vi.spyOn(Session, 'create').mockImplementationOnce((async (documents: unknown) => {
      await Session.deleteMany({ user: user._id });
      return create(documents);
    }) as never);
    const answer = await confirm(agent);
    write.mockRestore();
    expect([answer.status, sentCookies(answer)]).toEqual([401, []]);
    expect(await Session.countDocuments({ user: user._id })).toBe(0);
  });
});
