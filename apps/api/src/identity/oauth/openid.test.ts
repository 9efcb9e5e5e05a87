import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { isSignedIn } from '../../testing/browsers.js';
import { LANDING, parametersOf, pathOfLocation } from '../../testing/social-sign-in.js';
import { createTestApp, type TestApp } from '../../testing/test-app.js';
import { createConfig } from '../../platform/config/config.js';
import { readEnv } from '../../platform/config/env.js';

const ANSWER_WITHIN = 500;
const CLIENT = { clientId: 'feed', clientSecret: 'secret of the feed' };
const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const stranger = generateKeyPairSync('ec', { namedCurve: 'P-256' });

/** A fault of the issuer in a test. */
interface Wrong {
  claims?: object;
  key?: KeyObject;
  userinfo?: object;
  document?: object;
  token?: object;
  /** The key that signs userinfo. */
  signs?: KeyObject;
  /** How userinfo is refused. */
  refuses?: { status: number; challenge?: string };
  hangs?: boolean;
  huge?: boolean;
  noIdToken?: boolean;
}

let wrong: Wrong = {};
let nonce: string;
let requests: { path: string; authorization: string | undefined; body: string }[] = [];
let server: Server;
let issuer: string;
let app: TestApp;

const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
function signed(claims: object, by = wrong.key ?? pair.privateKey): string {
  const content = `${encode({ alg: 'ES256', kid: 'one' })}.${encode(claims)}`;
  const key = { key: by, dsaEncoding: 'ieee-p1363' } as const;
  return `${content}.${sign('sha256', Buffer.from(content), key).toString('base64url')}`;
}
function idToken(): string {
  const iat = Math.floor(Date.now() / 1000);
  const claims = {
    iss: issuer,
    aud: CLIENT.clientId,
    sub: 'ada',
    iat,
    exp: iat + 60,
    nonce,
    ...wrong.claims,
  };
  return signed(claims);
}
const document = () => ({
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  userinfo_endpoint: `${issuer}/userinfo`,
  jwks_uri: `${issuer}/jwks`,
  id_token_signing_alg_values_supported: ['ES256'],
  ...wrong.document,
});
const answers: Readonly<Record<string, () => object>> = {
  '/.well-known/openid-configuration': document,
  '/club/.well-known/openid-configuration': document,
  '/jwks': () => ({ keys: [{ ...pair.publicKey.export({ format: 'jwk' }), kid: 'one', alg: 'ES256' }] }),
  '/token': () => ({
    access_token: 'access',
    token_type: 'Bearer',
    ...(wrong.noIdToken === true ? {} : { id_token: idToken() }),
    ...wrong.token,
  }),
  '/userinfo': () => ({
    sub: 'ada',
    name: 'Ada Byron',
    email: 'ada@id.example.org',
    email_verified: true,
    ...wrong.userinfo,
  }),
};

beforeAll(async () => {
  server = createServer((req, res) => {
    let body = '';
    req.on('data', (chunk: Buffer) => (body += chunk.toString()));
    req.on('end', () => {
      requests.push({ path: req.url ?? '', authorization: req.headers.authorization, body });
      const answer = answers[req.url ?? ''];
      if (wrong.hangs === true) return;
      if (wrong.signs !== undefined && req.url === '/userinfo') {
        res.setHeader('Content-Type', 'application/jwt').end(signed(answer?.() ?? {}, wrong.signs));
        return;
      }
      if (wrong.refuses !== undefined && req.url === '/userinfo') {
        const { status, challenge } = wrong.refuses;
        res.writeHead(status, challenge === undefined ? {} : { 'WWW-Authenticate': challenge }).end();
        return;
      }
      res.writeHead(answer === undefined ? 404 : 200, { 'Content-Type': 'application/json' });
      res.end(JSON.stringify({ ...answer?.(), ...(wrong.huge === true && { filler: 'x'.repeat(200_000) }) }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(async () => {
  wrong = {};
  requests = [];
  await app.close();
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

async function open(at = issuer): Promise<void> {
  app = await createTestApp({
    config: { oauth: { oidc: { issuer: at, ...CLIENT }, oidcName: 'Club ID', answerWithin: ANSWER_WITHIN } },
  });
}

/** Signs in. @returns the parameters of the landing page */
async function attempt(agent = app.agent()) {
  const start = await agent.get('/auth/oidc').query({ callback: LANDING });
  const page = new URL(start.headers['location'] ?? '');
  if (page.pathname !== '/authorize') return parametersOf(page);
  nonce = page.searchParams.get('nonce') ?? '';
  const state = page.searchParams.get('state') ?? '';
  const back = await agent.get('/auth/oidc/callback').query({ code: 'the code', state });
  const landing = new URL(back.headers['location'] ?? '');
  return parametersOf(landing);
}

it('signs in by the standard: discovery, PKCE, state, nonce and a signed ID token [B22-10]', async () => {
  await open();
  const agent = app.agent();
  const start = await agent.get('/auth/oidc').query({ callback: LANDING });
  const { searchParams } = new URL(start.headers['location'] ?? '');
  expect(Object.fromEntries(searchParams)).toMatchObject({
    client_id: CLIENT.clientId,
    response_type: 'code',
    scope: 'openid email profile',
    code_challenge_method: 'S256',
    redirect_uri: expect.stringMatching(/\/auth\/oidc\/callback$/),
  });
  for (const name of ['state', 'nonce', 'code_challenge']) {
    expect(searchParams.get(name)).toMatch(/^[\w-]{43}$/);
  }
  expect(await attempt(agent)).toEqual({ oauth_success: 'true' });
  const { user } = (await agent.get('/auth/me')).body;
  expect(user).toMatchObject({ fullName: 'Ada Byron', email: 'ada@id.example.org' });
  const token = requests.find(({ path }) => path === '/token')!;
  expect(token.authorization).toMatch(/^Basic /);
  expect(new URLSearchParams(token.body).get('code_verifier')).toMatch(/^[\w-]{43}$/);
  expect(requests.filter(({ path }) => path.startsWith('/.well-known'))).toHaveLength(1);
  expect((await agent.get('/auth/security-log')).body.data[0]).toMatchObject({ detail: 'Club ID' });
});

it.each([
  ['/club', '/club/'],
  ['/club/', '/club'],
])('signs in where the host wrote the issuer as %s and the provider as %s', async (written, named) => {
  await open(issuer + written);
  wrong = { document: { issuer: issuer + named }, claims: { iss: issuer + named } };
  expect(await attempt()).toEqual({ oauth_success: 'true' });
});

it('takes no document of another issuer', async () => {
  await open(`${issuer}/club`);
  wrong = { document: { issuer: `${issuer}/other` }, claims: { iss: `${issuer}/other` } };
  expect(await attempt()).toEqual({ error: 'oidc_auth_failed' });
});

it.each<[string, Wrong]>([
  ['of another sign-in', { claims: { nonce: 'other' } }],
  ['for another client', { claims: { aud: 'other' } }],
  ['of another issuer', { claims: { iss: 'https://other.example' } }],
  ['that has expired', { claims: { exp: 1 } }],
  ['signed with an unknown key', { key: stranger.privateKey }],
  ['that is missing', { noIdToken: true }],
])('rejects an ID token %s', async (_what, mistake) => {
  await open();
  wrong = mistake;
  const agent = app.agent();
  expect(await attempt(agent)).toEqual({ error: 'oidc_auth_failed' });
  expect(await isSignedIn(agent)).toBe(false);
});

it.each<[string, Wrong]>([
  ['of another subject', { userinfo: { sub: 'ben' } }],
  ['of another subject, signed', { userinfo: { sub: 'ben' }, signs: pair.privateKey }],
  ['signed with an unknown key', { signs: stranger.privateKey }],
  ['that is too large', { huge: true }],
  ['that fails for now', { refuses: { status: 503 } }],
  ['that is asked for too often', { refuses: { status: 429 } }],
])('rejects userinfo %s', async (_what, mistake) => {
  await open();
  expect((await app.agent().get('/auth/oidc')).status).toBe(302);
  wrong = mistake;
  expect(await attempt()).toEqual({ error: 'oidc_auth_failed' });
});

it.each<[string, Wrong]>([
  ['no refresh token and no scope', { token: { refresh_token: null, scope: null, expires_in: null } }],
  ['a list of scopes, and empty texts', { token: { refresh_token: '', scope: ['openid'], expires_in: '' } }],
  ['no address of userinfo', { document: { userinfo_endpoint: null }, claims: { name: 'Ada Byron' } }],
  ['signed userinfo', { signs: pair.privateKey }],
])('signs in at a provider that names %s', async (_what, other) => {
  await open();
  wrong = { ...other, claims: { email: 'ada@id.example.org', email_verified: true, ...other.claims } };
  expect(await attempt()).toEqual({ oauth_success: 'true' });
});

it.each([
  { status: 401, challenge: 'Bearer error="invalid_token"' },
  { status: 401 },
  { status: 403 },
  { status: 404 },
])('signs in by the ID token alone where userinfo answers $status', async (refuses) => {
  await open();
  wrong = { refuses, claims: { email: 'ada@id.example.org', email_verified: true, name: 'Ada Byron' } };
  const agent = app.agent();
  expect(await attempt(agent)).toEqual({ oauth_success: 'true' });
  expect((await agent.get('/auth/me')).body.user).toMatchObject({ fullName: 'Ada Byron' });
});

it('links an existing account only if the provider has verified the address', async () => {
  await open();
  await app.signUp({ email: 'ada@id.example.org' });
  const other = { email: 'other@id.example.org', email_verified: true };
  for (const mistake of [
    { userinfo: { email_verified: false } },
    { claims: other, userinfo: { email_verified: undefined } },
  ]) {
    wrong = mistake;
    expect(await attempt()).toEqual({
      error: 'oauth_error',
      details: expect.stringContaining('Club ID does not confirm that the address is yours'),
    });
  }
  wrong = {};
  expect(await attempt()).toEqual({ oauth_success: 'true' });
});

it('says that the sign-in failed while the issuer is away, hangs or names another issuer [B22-11]', async () => {
  await open();
  wrong = { hangs: true };
  expect(await attempt()).toEqual({ error: 'oidc_auth_failed' });
  wrong = { document: { issuer: 'https://other.example' } };
  expect(await attempt()).toEqual({ error: 'oidc_auth_failed' });
  wrong = {};
  expect(await attempt()).toEqual({ oauth_success: 'true' });
  await app.close();
  await open('http://127.0.0.1:9');
  expect(await attempt()).toEqual({ error: 'oidc_auth_failed' });
});

it('GET /instance names it if it is configured [B22-12]', async () => {
  await open();
  const signIn = async () => (await app.agent().get('/instance')).body.data.signIn as object;
  expect(await signIn()).toMatchObject({ oidc: 'Club ID' });
  await app.close();
  app = await createTestApp({ config: { oauth: { oidcName: null } } });
  expect(await signIn()).toMatchObject({ oidc: null });
  const start = await app.agent().get('/auth/oidc').query({ callback: LANDING });
  expect(pathOfLocation(start)).toContain('This+way+to+sign+in+is+not+set+up+here');
  const { agent } = await app.signUp();
  const { connections } = (await agent.get('/auth/connections')).body.data;
  expect(connections.map(({ provider }: { provider: string }) => provider)).toEqual([
    'google',
    'facebook',
    'linkedin',
  ]);
});

it.each([
  [
    { OIDC_ISSUER: 'https://id.example' },
    'OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET are set together.',
  ],
  [{ OIDC_CLIENT_ID: 'x' }, 'OIDC_CLIENT_SECRET is missing beside OIDC_CLIENT_ID.'],
  [{ OIDC_ISSUER: 'id.example' }, 'OIDC_ISSUER must be an address such as https://id.example.org'],
])('%j is an error of the configuration', async (env, message) => {
  await open();
  expect(() => createConfig(readEnv({ MONGODB_URI: 'mongodb://x', ...env }))).toThrow(message);
});

it('opens no account of another issuer whose user has the same id [B26-14]', async () => {
  await open();
  const agent = app.agent();
  expect(await attempt(agent)).toEqual({ oauth_success: 'true' });
  const { Identity } = app.ctx.models;
  expect((await Identity.findOne({ provider: 'oidc' }).lean())?.issuer).toBe(issuer);
  // The host has changed OIDC_ISSUER since.
  await Identity.updateOne({ provider: 'oidc' }, { issuer: 'https://former.example' });
  wrong = { userinfo: { email: 'eve@id.example.org', name: 'Eve' } };
  const eve = app.agent();
  expect(await attempt(eve)).toEqual({
    error: 'oauth_error',
    details:
      'The host has changed Club ID, and another user had this id there before. Please sign in another way.',
  });
  expect(await isSignedIn(eve)).toBe(false);
  // The owner of the confirmed address comes back, and the connection is of the new issuer.
  wrong = {};
  expect(await attempt()).toEqual({ oauth_success: 'true' });
  expect((await Identity.findOne({ provider: 'oidc' }).lean())?.issuer).toBe(issuer);
});
