import { OAUTH_PROVIDERS } from '@social-feed/contracts';
import { describe, expect, it, vi } from 'vitest';
import { sentCookie, sentCookies } from '../../testing/cookies.js';
import {
  LANDING,
  choose,
  openProvider,
  parametersOf,
  pathOfLocation,
  socialScene,
  socialSignIn,
} from '../../testing/social-sign-in.js';
import { isSignedIn } from '../../testing/browsers.js';
import { createGate } from '../../testing/gate.js';
import { createTestApp } from '../../testing/test-app.js';

const NOT_OURS = 'This sign-in was not started in this browser, or it took too long. Please try again.';

const scene = socialScene();

describe.each(OAUTH_PROVIDERS)('signing in with %s', (provider) => {
  it('creates an account, signs in and redirects to the callback [A7.1-18]', async () => {
    const { agent, landing, answer } = await socialSignIn(scene.app, { provider, choice: 'robin' });
    expect(answer.status).toBe(302);
    expect(landing.href).toBe(`${LANDING}?oauth_success=true`);
    const { user } = (await agent.get('/auth/me')).body;
    expect(user).toMatchObject({ fullName: 'Robin Vale', email: `robin.${provider}@example.net` });
    expect(user.userName).toMatch(/^robin_vale(_[0-9a-f]{6})?$/);
    expect(await scene.app.ctx.models.Board.countDocuments({ user: user._id })).toBe(1);
    const stored = await scene.app.ctx.models.User.findById(user._id).lean();
    expect(stored).toMatchObject({ emailVerified: provider !== 'facebook' });
    expect(stored).not.toHaveProperty('passwordHash');
  });

  it('finds the same account the next time, even with another e-mail address', async () => {
    const first = await socialSignIn(scene.app, { provider, choice: 'noor' });
    const { _id } = (await first.agent.get('/auth/me')).body.user;
    await scene.app.ctx.models.User.updateOne({ _id }, { $set: { email: `moved.${provider}@example.org` } });
    const second = await socialSignIn(scene.app, { provider, choice: 'noor' });
    expect((await second.agent.get('/auth/me')).body.user._id).toBe(_id);
  });

  it.each([
    ['refuse', `${provider}_auth_failed`],
    ['garbage', `${provider}_auth_failed`],
    ['timeout', `${provider}_auth_failed`],
    ['no-email', 'oauth_no_user'],
  ])('ends with an error and no session if the choice is "%s"', async (choice, error) => {
    const { agent, landing, answer } = await socialSignIn(scene.app, { provider, choice });
    expect(landing.origin + landing.pathname).toBe(LANDING);
    expect(parametersOf(landing)).toEqual({ error });
    expect(sentCookies(answer).map(({ name }) => name)).toEqual(['sf_oauth']);
    expect(await isSignedIn(agent)).toBe(false);
  });

  it('rejects a state that is missing, foreign, expired or of another provider', async () => {
    const agent = scene.app.agent();
    const back = await choose(agent, provider, await openProvider(agent, provider), 'mika');
    const url = new URL(back, 'http://api');
    const expectRefused = async (path: string, by = agent) => {
      const landing = new URL((await by.get(path)).headers['location'] ?? '');
      expect(parametersOf(landing)).toEqual({ error: 'oauth_error', details: NOT_OURS });
      expect(await isSignedIn(by)).toBe(false);
    };
    // Another browser, for example of a victim who was sent the address.
    await expectRefused(back, scene.app.agent());

    const reopen = async () => {
      const next = scene.app.agent();
      return { next, path: await choose(next, provider, await openProvider(next, provider), 'mika') };
    };
    for (const state of ['', 'guess', url.searchParams.get('state') ?? '']) {
      const { next, path } = await reopen();
      const changed = new URL(path, 'http://api');
      if (state === '') changed.searchParams.delete('state');
      else changed.searchParams.set('state', state);
      await expectRefused(changed.pathname + changed.search, next);
    }
    const other = provider === 'google' ? 'linkedin' : 'google';
    const swapped = await reopen();
    await expectRefused(swapped.path.replace(`/auth/${provider}/`, `/auth/${other}/`), swapped.next);
    const doubled = await reopen();
    await expectRefused(`${doubled.path}&state=x`, doubled.next);

    const late = await reopen();
    scene.app.clock.advance(scene.app.ctx.config.oauth.flowTtl);
    await expectRefused(late.path, late.next);
  });

  it('accepts a state once, even with a copied cookie', async () => {
    const agent = scene.app.agent();
    const start = await agent.get(`/auth/${provider}`).query({ callback: LANDING });
    const cookie = `sf_oauth=${sentCookie(start, 'sf_oauth').value}`;
    const back = await choose(agent, provider, await agent.get(pathOfLocation(start)), 'mika');
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => scene.app.agent().get(back).set('Cookie', cookie)),
    );
    const landings = answers.map(({ headers }) => new URL(headers['location'] ?? ''));
    expect(landings.filter(({ searchParams }) => searchParams.has('oauth_success'))).toHaveLength(1);
    expect(landings.filter(({ searchParams }) => searchParams.get('details') === NOT_OURS)).toHaveLength(3);
  });
});

describe('a social sign-in', () => {
  it('is not started by a page of another site', async () => {
    const from = (site: string) => scene.app.agent().get('/auth/google').set('Sec-Fetch-Site', site);
    const foreign = await from('cross-site');
    expect(parametersOf(new URL(foreign.headers['location'] ?? ''))).toEqual({
      error: 'oauth_error',
      details: 'Please sign in from the sign-in page.',
    });
    expect(sentCookies(foreign)).toEqual([]);
    for (const site of ['same-origin', 'same-site', 'none']) {
      expect(sentCookies(await from(site)).map(({ name }) => name)).toEqual(['sf_oauth']);
    }
  });

  it('is not started by a picture, script or stylesheet of an own page [B26-11]', async () => {
    const from = (mode: string) =>
      scene.app.agent().get('/auth/google').set({ 'Sec-Fetch-Site': 'same-origin', 'Sec-Fetch-Mode': mode });
    for (const mode of ['no-cors', 'cors', 'same-origin']) expect(sentCookies(await from(mode))).toEqual([]);
    expect(sentCookies(await from('navigate')).map(({ name }) => name)).toEqual(['sf_oauth']);
  });

  it('replaces the browser’s previous session', async () => {
    const { agent, user } = await scene.app.signUp();
    await socialSignIn(scene.app, { provider: 'google', choice: 'mika', agent });
    expect((await agent.get('/auth/me')).body.user._id).not.toBe(user._id);
    expect(await scene.app.ctx.models.Session.countDocuments({ user: user._id })).toBe(0);
  });

  it('sends PKCE and a state to the provider, and stores its secrets in a cookie hidden from scripts', async () => {
    const start = await scene.app.agent().get('/auth/google').query({ callback: LANDING });
    const { searchParams } = new URL(start.headers['location'] ?? '');
    expect(searchParams.get('code_challenge_method')).toBe('S256');
    expect(searchParams.get('code_challenge')).toMatch(/^[\w-]{43}$/);
    expect(searchParams.get('state')).toMatch(/^[\w-]{43}$/);
    expect(searchParams.get('scope')).toBe('openid email profile');
    const cookie = sentCookie(start, 'sf_oauth');
    expect(cookie.attributes).toMatchObject({ httponly: '', samesite: 'Lax', 'max-age': '600' });
    expect(Buffer.from(cookie.value, 'base64url').toString('latin1')).not.toContain('verifier');
  });

  it('uses no PKCE for LinkedIn, which rejects it for apps with a secret', async () => {
    const start = await scene.app.agent().get('/auth/linkedin');
    expect(start.headers['location']).not.toContain('code_challenge');
  });

  it('works under /api too, including the provider and the return', async () => {
    const agent = scene.app.agent();
    const page = await openProvider(agent, 'google', '/api');
    expect(page.text).toContain('This is not Google');
    expect(page.text).toContain(encodeURIComponent('/api/auth/google/callback'));
  });

  it.each([
    'https://evil.example/auth/callback',
    'http://localhost:3000.evil.example/auth/callback',
    'http://localhost:3000@evil.example/',
    'http://user@localhost:3000/auth/callback',
    '//evil.example/',
    '/\\evil.example',
    'http:\\\\evil.example',
    'http://localhost:3000%2eevil.example/',
    'http%3A%2F%2Flocalhost%3A3000%2Fauth%2Fcallback',
    'https://localhost:3000/auth/callback',
    'javascript:alert(1)//http://localhost:3000',
    'data:text/html,x',
    '\thttps://evil.example',
    'null',
  ])('rejects the callback %j', async (callback) => {
    const answer = await scene.app.agent().get('/auth/google').query({ callback });
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ code: 'VALIDATION_FAILED', errors: [{ path: 'callback' }] });
    expect(answer.headers).not.toHaveProperty('location');
  });

  it('redirects to the web app without a callback or with an unknown one', async () => {
    const answer = await scene.app.agent().get('/auth/google/callback?code=x&state=y');
    expect(new URL(answer.headers['location'] ?? '').href.startsWith(`${LANDING}?error=oauth_error`)).toBe(
      true,
    );
  });

  it('keeps the query of the callback', async () => {
    const agent = scene.app.agent();
    const start = await agent.get('/auth/google').query({ callback: `${LANDING}?from=signup` });
    const back = await choose(agent, 'google', await agent.get(pathOfLocation(start)), 'refuse');
    const landing = new URL((await agent.get(back)).headers['location'] ?? '');
    expect(parametersOf(landing)).toEqual({ from: 'signup', error: 'google_auth_failed' });
  });

  it.each(['/auth/x', '/auth/twitter'])('with X is coming soon (%s) [A7.1-19]', async (path) => {
    const answer = await scene.app.agent().get(path);
    expect(answer.status).toBe(200);
    expect(answer.body.message).toBe('Twitter login is coming soon!');
  });
});

describe('without the demo provider', () => {
  it('marks a provider without keys as unavailable, and redirects to one with keys', async () => {
    const keys = { clientId: 'own-id', clientSecret: 'own-secret' };
    const app = await createTestApp({ config: { oauth: { demo: false, google: keys, facebook: keys } } });
    try {
      const unset = await app.agent().get('/auth/linkedin').query({ callback: LANDING });
      expect(parametersOf(new URL(unset.headers['location'] ?? ''))).toEqual({
        error: 'oauth_error',
        details: 'This way to sign in is not set up here.',
      });
      const google = new URL((await app.agent().get('/auth/google')).headers['location'] ?? '');
      expect(google.origin + google.pathname).toBe('https://accounts.google.com/o/oauth2/v2/auth');
      expect(google.searchParams.get('client_id')).toBe('own-id');
      expect(google.searchParams.get('redirect_uri')).toBe('http://localhost:4000/auth/google/callback');
      const facebook = new URL((await app.agent().get('/auth/facebook')).headers['location'] ?? '');
      expect(facebook.origin + facebook.pathname).toBe('https://www.facebook.com/v26.0/dialog/oauth');
      expect((await app.agent().get('/dev/oauth/google/authorize')).status).toBe(404);
    } finally {
      await app.close();
    }
  });
});

it('serves other requests while a provider hangs', async () => {
  const app = await createTestApp({ config: { limits: { maxInFlight: 1 } } });
  const agent = app.agent();
  const back = await choose(agent, 'google', await openProvider(agent, 'google'), 'robin');
  const gate = createGate();
  const provider = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => {
    await gate.pass();
    throw new Error('The provider was away');
  });
  try {
    const answer = agent.get(back).then((result) => result);
    await gate.reached;
    expect((await app.agent().get('/posts?page=1&limit=1')).status).toBe(200);
    gate.open();
    expect((await answer).headers['location']).toContain('error=google_auth_failed');
  } finally {
    provider.mockRestore();
    await app.close();
  }
});
