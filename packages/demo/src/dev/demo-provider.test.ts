import request from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApi } from '@social-feed/api/testing/test-app';
import { openProvider } from '@social-feed/api/testing/social-sign-in';
import { createTestApp, type TestApp } from '@social-feed/api/testing/test-app';
import { demo } from '../index.js';
import { facebookProof } from './demo-answers.js';

const KEYS = { clientId: 'demo-client', clientSecret: 'demo-secret' };
type Provider = 'google' | 'facebook' | 'linkedin';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

const redirectUri = (provider: Provider) => `${test.url}/auth/${provider}/callback`;
const ask = (provider: Provider, extra: Record<string, string> = {}) => ({
  client_id: KEYS.clientId,
  redirect_uri: redirectUri(provider),
  state: 's',
  ...extra,
});

async function codeOf(provider: Provider, extra: Record<string, string> = {}): Promise<string> {
  const answer = await test
    .agent()
    .get(`/dev/oauth/${provider}/grant`)
    .query({ ...ask(provider, extra), choice: 'robin' });
  return new URL(answer.headers['location'] ?? '').searchParams.get('code') ?? '';
}

const exchange = (provider: Provider, code: string, extra: Record<string, string> = {}) =>
  test
    .agent()
    .post(`/dev/oauth/${provider}/token`)
    .type('form')
    .send({
      grant_type: 'authorization_code',
      code,
      redirect_uri: redirectUri(provider),
      client_id: KEYS.clientId,
      client_secret: KEYS.clientSecret,
      ...extra,
    });

describe('the demo provider', () => {
  it('explains on its page that it is a demo, and offers users and failures', async () => {
    const page = await openProvider(test.agent(), 'linkedin');
    expect(page.text).toContain('This is not LinkedIn. It is a demo provider');
    for (const choice of [
      'robin',
      'noor',
      'mika',
      'refuse',
      'no-email',
      'unverified',
      'garbage',
      'timeout',
    ]) {
      expect(page.text).toContain(`choice=${choice}"`);
    }
  });

  it.each([
    ['google', ['access_token', 'expires_in', 'scope', 'token_type']],
    ['facebook', ['access_token', 'expires_in', 'token_type']],
    ['linkedin', ['access_token', 'expires_in', 'scope', 'token_type']],
  ] as const)('returns tokens and users as documented by %s', async (provider, fields) => {
    const token = await exchange(provider, await codeOf(provider));
    expect(token.status).toBe(200);
    expect(Object.keys(token.body).sort()).toEqual(fields);
    const access: string = token.body.access_token;
    const person =
      provider === 'facebook'
        ? await test
            .agent()
            .get('/dev/oauth/facebook/me')
            .query({ access_token: access, appsecret_proof: facebookProof(access, KEYS.clientSecret) })
        : await test.agent().get(`/dev/oauth/${provider}/userinfo`).set('Authorization', `Bearer ${access}`);
    expect(Object.keys(person.body).sort()).toEqual(
      {
        google: ['email', 'email_verified', 'family_name', 'given_name', 'name', 'sub'],
        facebook: ['email', 'id', 'name'],
        linkedin: ['email', 'email_verified', 'family_name', 'given_name', 'locale', 'name', 'sub'],
      }[provider],
    );
  });

  it('checks the code against PKCE, redirect URI, keys and time', async () => {
    const challenged = { code_challenge: 'x'.repeat(43), code_challenge_method: 'S256' };
    expect((await exchange('google', await codeOf('google', challenged))).body.error).toBe('invalid_grant');
    const wrong = { code_verifier: 'y'.repeat(43) };
    expect((await exchange('google', await codeOf('google', challenged), wrong)).status).toBe(400);
    const moved = { redirect_uri: 'http://elsewhere.example/' };
    expect((await exchange('google', await codeOf('google'), moved)).status).toBe(400);
    expect((await exchange('google', await codeOf('google'), { client_secret: 'x' })).status).toBe(401);
    expect((await exchange('facebook', await codeOf('google'))).body.error.type).toBe('OAuthException');
    const late = await codeOf('google');
    test.clock.advance(60_000);
    expect((await exchange('google', late)).status).toBe(400);
  });

  it('rejects PKCE like LinkedIn does, and a Facebook call without proof', async () => {
    const refused = await exchange('linkedin', await codeOf('linkedin'), { code_verifier: 'v' });
    expect([refused.status, refused.body.error]).toEqual([401, 'invalid_client']);
    const token = await exchange('facebook', await codeOf('facebook'));
    const query = { access_token: token.body.access_token as string };
    expect((await test.agent().get('/dev/oauth/facebook/me').query(query)).status).toBe(401);
  });

  it('redirects only to this API', async () => {
    for (const redirect of [
      'https://evil.example/auth/google/callback',
      'javascript:alert(1)',
      `${test.url}/x`,
    ]) {
      const query = { ...ask('google'), redirect_uri: redirect };
      expect((await test.agent().get('/dev/oauth/google/authorize').query(query)).status).toBe(400);
      const grant = await test
        .agent()
        .get('/dev/oauth/google/grant')
        .query({ ...query, choice: 'robin' });
      expect(grant.status).toBe(404);
    }
  });

  it('escapes input in its page', async () => {
    const state = '"><script>alert(1)</script>';
    const page = await test.agent().get('/dev/oauth/google/authorize').query(ask('google', { state }));
    expect(page.text).not.toContain('<script');
  });

  it('does not exist in production, with any configuration', async () => {
    const config = { ...test.ctx.config, production: true };
    const api = createApi(config, { backgroundWork: false, demo });
    await api.start();
    const production = api.app;
    for (const path of ['authorize', 'grant', 'userinfo', 'me']) {
      expect((await request(production).get(`/dev/oauth/google/${path}`)).status).toBe(404);
    }
    const token = await request(production).post('/dev/oauth/google/token').type('form').send('a=1');
    expect(token.status).toBe(415);
    const start = await request(production).get('/auth/google');
    expect(start.headers['location']).toContain('not+set+up+here');
    await api.destroy();
  });
});
