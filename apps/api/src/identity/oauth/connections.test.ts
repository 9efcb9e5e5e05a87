import { OAUTH_PROVIDER_NAMES, OAUTH_PROVIDERS, type OAuthProvider } from '@social-feed/contracts';
import { describe, expect, it, vi } from 'vitest';
import { MINUTE } from '../../platform/time.js';
import { secondBrowser } from '../../testing/browsers.js';
import {
  SETTINGS,
  begin,
  connect,
  connectedTo,
  locationOf,
  methodsOf,
  ticketFor,
  visit,
} from '../../testing/connecting.js';
import { choose, pathOfLocation, socialScene, socialSignIn } from '../../testing/social-sign-in.js';
import { createTestApp, type Agent } from '../../testing/test-app.js';

const START_AGAIN = 'Please connect the account from Settings again.';

const scene = socialScene();

describe('GET /auth/connections', () => {
  it('lists the account’s sign-in methods', async () => {
    const { agent } = await scene.app.signUp();
    expect(await methodsOf(agent)).toEqual({
      hasPassword: true,
      connections: OAUTH_PROVIDERS.map((provider) => ({
        provider,
        name: provider === 'oidc' ? 'Club ID' : OAUTH_PROVIDER_NAMES[provider],
        available: true,
        connectedAt: null,
        lastUsedAt: null,
      })),
    });
    const social = await socialSignIn(scene.app, {
      provider: 'linkedin',
      choice: 'own',
      email: 'own.1@example.net',
    });
    const now = scene.app.clock.now().toISOString();
    const methods = await methodsOf(social.agent);
    expect(methods.hasPassword).toBe(false);
    expect(methods.connections[2]).toEqual({
      provider: 'linkedin',
      name: 'LinkedIn',
      available: true,
      connectedAt: now,
      lastUsedAt: now,
    });
  });

  it('marks providers that are not set up', async () => {
    const bare = await createTestApp({ config: { oauth: { demo: false } } });
    try {
      const { agent } = await bare.signUp();
      const { connections } = (await agent.get('/auth/connections')).body.data;
      expect(connections.map(({ available }: { available: boolean }) => available)).toEqual([
        false,
        false,
        false,
      ]);
    } finally {
      await bare.close();
    }
  });

  it('rejects API tokens', async () => {
    const { agent } = await scene.app.signUp();
    const { token } = (await agent.post('/auth/tokens').send({ name: 'Script' })).body;
    const bearer = { Authorization: `Bearer ${token}` };
    for (const call of [
      scene.app.agent().get('/auth/connections'),
      scene.app.agent().post('/auth/connections/google'),
      scene.app.agent().delete('/auth/connections/google'),
    ])
      expect((await call.set(bearer)).status).toBe(403);
  });
});

describe('connecting an account at a provider', () => {
  it.each(OAUTH_PROVIDERS)(
    'connects %s to the signed-in account, which can then sign in with it',
    async (provider) => {
      const { agent, user } = await scene.app.signUp();
      const person = { choice: 'robin', agent };
      const landing = await connect(agent, provider, person.choice);
      expect(landing.href).toBe(`${SETTINGS}?oauth_success=true`);
      expect((await agent.get('/auth/me')).body.user._id).toBe(user._id);
      expect(await connectedTo(agent)).toEqual([provider]);
      const mails = await scene.app.ctx.mail.kept(user.email);
      const word = mails.find(({ subject }) => subject === 'How you sign in has changed');
      expect(word?.text).toContain('This was not you? Disconnect what is not yours');
      const again = await socialSignIn(scene.app, { provider, choice: 'robin' });
      expect((await again.agent.get('/auth/me')).body.user._id).toBe(user._id);
      // A repetition changes nothing.
      expect((await connect(agent, provider, 'robin')).searchParams.get('oauth_success')).toBe('true');
      expect(await scene.app.ctx.models.Identity.countDocuments({ user: user._id })).toBe(1);
    },
  );

  it('rejects a provider account that belongs to another user, and keeps it there', async () => {
    const first = await socialSignIn(scene.app, { provider: 'google', choice: 'noor' });
    const { _id } = (await first.agent.get('/auth/me')).body.user;
    const { agent, user } = await scene.app.signUp();
    const landing = await connect(agent, 'google', 'noor');
    expect(Object.fromEntries(landing.searchParams)).toEqual({
      error: 'oauth_error',
      details: 'This Google account is connected to another user.',
    });
    expect((await agent.get('/auth/me')).body.user._id).toBe(user._id);
    expect(await connectedTo(agent)).toEqual([]);
    const again = await socialSignIn(scene.app, { provider: 'google', choice: 'noor' });
    expect((await again.agent.get('/auth/me')).body.user._id).toBe(_id);
  });

  it('rejects a second account of one provider', async () => {
    const { agent } = await scene.app.signUp();
    await connect(agent, 'facebook', 'noor');
    const landing = await connect(agent, 'facebook', 'mika');
    expect(landing.searchParams.get('details')).toBe(
      'Another Facebook account is connected already. Disconnect it first.',
    );
  });

  it('connects one of two accounts of a provider under parallel requests', async () => {
    const { agent, user } = await scene.app.signUp();
    const second = await secondBrowser(scene.app, user.userName);
    const { Identity } = scene.app.ctx.models;
    // Provider accounts that other tests connected.
    await Identity.deleteMany({ provider: 'google' });
    const backs = [await visit(agent, 'google', 'mika'), await visit(second, 'google', 'robin')] as const;
    const create = Identity.create.bind(Identity) as (documents: unknown) => Promise<unknown>;
    let other = new URL('about:blank');
    const write = vi.spyOn(Identity, 'create').mockImplementationOnce((async (documents: unknown) => {
      other = locationOf(await second.get(backs[1]));
      return create(documents);
    }) as never);
    const landing = locationOf(await agent.get(backs[0]));
    write.mockRestore();
    expect(other.search).toBe('?oauth_success=true');
    expect(landing.searchParams.get('details')).toBe(
      'Another Google account is connected already. Disconnect it first.',
    );
    expect(await Identity.countDocuments({ user: user._id })).toBe(1);
  });

  it.each([
    ['refuse', 'google_auth_failed'],
    ['garbage', 'google_auth_failed'],
    ['timeout', 'google_auth_failed'],
  ])('redirects with an error if the choice is "%s"', async (choice, error) => {
    const { agent, user } = await scene.app.signUp();
    const landing = await connect(agent, 'google', choice);
    expect(landing.origin + landing.pathname).toBe(SETTINGS);
    expect(Object.fromEntries(landing.searchParams)).toEqual({ error });
    expect((await agent.get('/auth/me')).body.user._id).toBe(user._id);
    expect(await connectedTo(agent)).toEqual([]);
  });

  it('works without an e-mail address from the provider', async () => {
    const { agent } = await scene.app.signUp();
    expect((await connect(agent, 'linkedin', 'no-email')).searchParams.get('oauth_success')).toBe('true');
    expect(await connectedTo(agent)).toEqual(['linkedin']);
  });

  it('accepts a ticket only for its session and its provider, for one minute', async () => {
    const [one, two] = await Promise.all([scene.app.signUp(), scene.app.signUp()]);
    const expectRefused = async (agent: Agent, provider: OAuthProvider, ticket: string) => {
      const landing = locationOf(await begin(agent, provider, ticket));
      expect(Object.fromEntries(landing.searchParams)).toEqual({
        error: 'oauth_error',
        details: START_AGAIN,
      });
      expect(landing.origin + landing.pathname).toBe(SETTINGS);
    };
    const ticket = await ticketFor(one.agent, 'google');
    await expectRefused(two.agent, 'google', ticket);
    await expectRefused(scene.app.agent(), 'google', ticket);
    await expectRefused(one.agent, 'facebook', ticket);
    await expectRefused(one.agent, 'google', 'forged');
    await expectRefused(one.agent, 'google', '');
    scene.app.clock.advance(MINUTE);
    await expectRefused(one.agent, 'google', ticket);
  });

  it('succeeds after the access cookie has expired, and fails after the session has ended', async () => {
    const { agent } = await scene.app.signUp();
    const { flowTtl } = scene.app.ctx.config.oauth;
    scene.app.clock.advance(scene.app.ctx.config.sessions.accessTtl - flowTtl + 5000);
    const page = await agent.get(pathOfLocation(await begin(agent, 'google')));
    scene.app.clock.advance(flowTtl - 1000);
    const back = await choose(agent, 'google', page, 'mika');
    expect((await agent.get('/auth/me')).status).toBe(401);
    expect(locationOf(await agent.get(back)).searchParams.get('oauth_success')).toBe('true');
    await agent.post('/auth/refresh').expect(200);

    await agent.post('/auth/confirm').send({ password: 'correct horse 1' }).expect(200);
    const late = await visit(agent, 'facebook', 'mika');
    await scene.app.ctx.models.Session.deleteMany({ user: (await agent.get('/auth/me')).body.user._id });
    expect(locationOf(await agent.get(late)).searchParams.get('details')).toBe(START_AGAIN);
  });

  it('does not connect to another user who signs in before the return', async () => {
    const { agent } = await scene.app.signUp();
    const back = await visit(agent, 'linkedin', 'mika');
    const other = (await scene.app.signUp()).user;
    await agent
      .post('/auth/login')
      .send({ emailOrUsername: other.userName, password: 'correct horse 1' })
      .expect(200);
    expect(locationOf(await agent.get(back)).searchParams.get('details')).toBe(START_AGAIN);
    expect(await scene.app.ctx.models.Identity.countDocuments({ user: other._id })).toBe(0);
  });

  it('rejects unknown providers', async () => {
    const { agent } = await scene.app.signUp();
    for (const answer of [
      await agent.post('/auth/connections/myspace'),
      await agent.delete('/auth/connections/myspace'),
    ]) {
      expect(answer.status).toBe(400);
      expect(answer.body.message).toBe('Unknown provider');
    }
  });
});
