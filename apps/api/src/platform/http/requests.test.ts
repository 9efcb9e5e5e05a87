import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, newAccount, type TestApp } from '../../testing/test-app.js';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

const post = (body: string | Buffer, headers: Record<string, string> = {}) =>
  test
    .agent()
    .post('/auth/login')
    .set({ 'Content-Type': 'application/json', ...headers })
    .serialize((value: unknown) => value as string)
    .send(body as string);

describe('request bodies', () => {
  it('are limited to 100 kB', async () => {
    const answer = await post(JSON.stringify({ emailOrUsername: 'a'.repeat(101_000), password: 'secret 1' }));
    expect(answer.status).toBe(413);
    expect(answer.body).toEqual({
      success: false,
      code: 'PAYLOAD_TOO_LARGE',
      message: 'The request is too large',
    });
  });

  it('must not be compressed', async () => {
    const bomb = gzipSync(JSON.stringify({ emailOrUsername: 'a'.repeat(5_000_000), password: 'x' }));
    const answer = await post(bomb, { 'Content-Encoding': 'gzip' });
    expect(answer.status).toBe(415);
    expect(answer.body.code).toBe('UNSUPPORTED_MEDIA_TYPE');
  });

  it.each([
    ['lists', `${'['.repeat(45_000)}${']'.repeat(45_000)}`],
    ['objects', `${'{"a":'.repeat(15_000)}1${'}'.repeat(15_000)}`],
    ['a field', `{"emailOrUsername":${'['.repeat(100)}${']'.repeat(100)},"password":"secret 1"}`],
  ])('must not nest %s deeply', async (_case, body) => {
    const answer = await post(body);
    expect(answer.status).toBe(400);
    expect(answer.body.success).toBe(false);
  });

  it('cannot reach prototypes', async () => {
    const answer = await post(
      '{"__proto__":{"isAdmin":true},"constructor":{"prototype":{"isAdmin":true}},"emailOrUsername":"nobody","password":"secret 1"}',
    );
    expect(answer.status).toBe(401);
    expect(({} as Record<string, unknown>)['isAdmin']).toBeUndefined();
  });

  it('may have a charset if it is Unicode', async () => {
    const body = JSON.stringify({ emailOrUsername: 'nobody', password: 'secret 1' });
    expect((await post(body, { 'Content-Type': 'application/json; charset=utf-8' })).status).toBe(401);
    expect((await post(body, { 'Content-Type': 'application/json; charset="UTF8"' })).status).toBe(401);
    expect((await post(body, { 'Content-Type': 'application/json; charset=latin1' })).status).toBe(415);
    expect((await post(body, { 'Content-Type': 'application/jsonp' })).status).toBe(415);
  });

  it('need no type when empty', async () => {
    const answer = await test.agent().post('/auth/logout').set('Content-Type', 'text/plain');
    expect(answer.status).toBe(200);
  });
});

describe('responses', () => {
  it('carry security headers, even errors', async () => {
    for (const path of ['/health', '/auth/me', '/nothing']) {
      const { headers } = await test.agent().get(path);
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'strict-origin-when-cross-origin',
        'x-frame-options': 'DENY',
        'cache-control': 'no-store',
      });
      expect(headers['content-security-policy']).toBe(
        "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
      );
      expect(headers['x-powered-by']).toBeUndefined();
      expect(headers['strict-transport-security']).toBeUndefined();
      expect(headers['x-request-id']).toMatch(/^[\w-]{36}$/);
      expect(headers['content-type']).toBe('application/json; charset=utf-8');
    }
  });

  it('insist on HTTPS in production', async () => {
    const production = await createTestApp({ config: { production: true } });
    try {
      const { headers } = await production.agent().get('/health/live');
      expect(headers['strict-transport-security']).toBe('max-age=63072000');
    } finally {
      await production.close();
    }
  });

  it('carry the proxy’s request ID if it is valid', async () => {
    const ask = (id: string) => test.agent().get('/health/live').set('X-Request-Id', id);
    expect((await ask('proxy-id-12345')).headers['x-request-id']).toBe('proxy-id-12345');
    expect((await ask('<script>alert(1)</script>')).headers['x-request-id']).toMatch(/^[\w-]{36}$/);
  });
});

it('by TRACE are rejected without an echo', async () => {
  const answer = await test.agent().trace('/health').set('X-Secret', 'sesame');
  expect(answer.status).toBe(405);
  expect(JSON.stringify([answer.text, answer.headers])).not.toContain('sesame');
});

it('with a malformed Host header are rejected if the host matters', async () => {
  const answer = await test.agent().get('/auth/google').set('Host', '[::1');
  expect(answer.status).toBe(400);
  expect(answer.body.message).toBe('The Host header is malformed');
});

describe('other origins', () => {
  it('send cookies only if listed', async () => {
    const listed = await test.agent().get('/health/live').set('Origin', 'http://localhost:3000');
    expect(listed.headers['access-control-allow-origin']).toBe('http://localhost:3000');
    expect(listed.headers['access-control-allow-credentials']).toBe('true');
    expect(listed.headers['vary']).toContain('Origin');
    for (const origin of ['https://other.example', 'null', 'http://localhost:3000.evil.example']) {
      const foreign = await test.agent().get('/nothing').set('Origin', origin);
      expect(foreign.headers['access-control-allow-origin']).toBe('*');
      expect(foreign.headers['access-control-allow-credentials']).toBeUndefined();
      expect(foreign.headers['access-control-expose-headers']).toContain('Retry-After');
      expect(foreign.headers['vary']).toContain('Origin');
    }
    const program = await test.agent().get('/health/live');
    expect(program.headers['access-control-allow-origin']).toBeUndefined();
    expect(program.headers['vary']).toContain('Origin');
  });

  it('may send preflight requests without a session, with the headers of calls', async () => {
    for (const [origin, credentials] of [
      ['http://localhost:3000', 'true'],
      ['https://other.example', undefined],
      ['null', undefined],
    ] as const) {
      const answer = await test
        .agent()
        .options('/api/posts')
        .set({ Origin: origin, 'Access-Control-Request-Method': 'POST' });
      expect(answer.status).toBe(204);
      expect(answer.headers['access-control-allow-origin']).toBe(credentials ? origin : '*');
      expect(answer.headers['access-control-allow-credentials']).toBe(credentials);
      expect(answer.headers['access-control-allow-methods']).toContain('PATCH');
      for (const name of ['Authorization', 'Content-Type', 'Idempotency-Key', 'Last-Event-ID']) {
        expect(answer.headers['access-control-allow-headers']).toContain(name);
      }
    }
  });

  it('create no account when they try to write', async () => {
    const account = newAccount();
    await test.agent().post('/auth/register').set('Origin', 'https://evil.example').send(account);
    expect(await test.ctx.models.User.countDocuments({ email: account.email })).toBe(0);
  });
});
