import { createRequire } from 'node:module';
import type { Endpoint } from '@social-feed/contracts';
import { docsOf } from '@social-feed/contracts/docs';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createApi } from './api.js';
import { errorCodesOf } from './outward/reference/errors.js';
import { operationOf } from './outward/reference/operation.js';
import { createSchemas } from './outward/reference/schemas.js';
import { LruCache } from './platform/lru-cache.js';
import { call, expectError, lastingBrowser } from './testing/endpoint-calls.js';
import { pathOf } from './testing/endpoint-cases.js';
import { signUpAdmin } from './testing/people.js';
import { createTestApp, testConfig, type TestApp } from './testing/test-app.js';

/** Creating an app registers its endpoints without connecting. */
const mounted: Endpoint[] = createApi(testConfig()).http.endpoints;
const rows = mounted.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const);
const unsafe = rows.filter(([, endpoint]) => endpoint.method !== 'GET');

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

/** A valid body for the endpoint: the example from the API reference. */
const exampleOf = (endpoint: Endpoint) => {
  const { requestBody } = operationOf(createSchemas(), endpoint);
  return { ...(requestBody?.content['application/json']?.example ?? {}), userId: undefined };
};

const signedIn = lastingBrowser(() => test);

/**
 * Limits that cause no error response: an order is returned unpinned, and a sign-in redirects with an error in the
 * URL.
 */
const SILENT_LIMIT = /^(new-seeds|oauth-return) /;
/** Where the API counts its limits: each use of one asks it first, by the limit's name and the caller. */
let uncounted: LruCache<string, number>;
beforeAll(async () => {
  const asked = vi.spyOn(LruCache.prototype, 'get');
  await test.ctx.rateLimits.consume({ name: 'probe', limit: 1, window: 1000 }, 'nobody');
  uncounted = asked.mock.contexts[
    asked.mock.calls.findIndex(([key]) => key === 'probe nobody')
  ] as typeof uncounted;
  asked.mockRestore();
});

let latestToken = '';
/** An API token: the same for all rows, until a call ends it. */
async function workingToken(): Promise<string> {
  const asked = test.agent().get('/auth/me').set('Authorization', `Bearer ${latestToken}`);
  if ((await asked).status !== 200)
    latestToken = (await (await signedIn()).post('/auth/tokens').send({ name: 'Table' })).body.token;
  return latestToken;
}

describe.each(rows)('%s', (_name, endpoint) => {
  it('requires a session exactly where the endpoint declares it, at the root and under /api', async () => {
    for (const path of [pathOf(endpoint), `/api${pathOf(endpoint)}`, `${pathOf(endpoint)}/`]) {
      const answer = await call(test.agent(), endpoint, path);
      if (endpoint.access === 'user') {
        expectError(answer, 401);
        expect(answer.body).toEqual({
          success: false,
          code: 'AUTHENTICATION_REQUIRED',
          message: 'Authentication required',
        });
      } else {
        expect(answer.status).toBeLessThan(500);
        expect(answer.body.message).not.toBe('Authentication required');
      }
    }
  });

  it('documents throttling exactly on endpoints with a rate limit', async () => {
    const agent = await signedIn();
    const uses = vi.spyOn(uncounted, 'get');
    const calling = call(agent, endpoint);
    if (docsOf(endpoint).takesFiles === true) await calling.attach('files', Buffer.from('x'), 'x.txt');
    else await (endpoint.method === 'GET' ? calling : calling.send(exampleOf(endpoint)));
    const counted = uses.mock.calls.map(([key]) => key).filter((key) => !SILENT_LIMIT.test(key));
    uses.mockRestore();
    expect(counted.length > 0, counted.join()).toBe(docsOf(endpoint).throttled === true);
  });

  it('accepts API tokens, except where a signed-in browser is required', async () => {
    const answer = await call(test.agent(), endpoint).set('Authorization', `Bearer ${await workingToken()}`);
    if (endpoint.browserOnly === true) {
      // The caller is checked before the format of parameters.
      expectError(answer, 403);
      expect(answer.body.message).toBe('This cannot be done with an API token. Please sign in.');
    } else expect(answer.body.code ?? '').not.toBe('AUTHENTICATION_REQUIRED');
  });

  it('treats broken cookies as missing, and never fails on them', async () => {
    const answer = await call(test.agent(), endpoint).set('Cookie', 'sf_access=a.b.c; sf_refresh=%00; =; x');
    expect(answer.status).toBeLessThan(500);
    if (endpoint.access === 'user') expectError(answer, 401);
  });
});

describe.each(unsafe)('%s', (_name, endpoint) => {
  it('rejects malformed JSON, other content types and non-objects', async () => {
    const agent = await signedIn();
    const malformed = await call(agent, endpoint).set('Content-Type', 'application/json').send('{"a":');
    if (endpoint.anyOrigin !== true) {
      expectError(malformed, 400);
      expect(malformed.body.code).toBe('MALFORMED_JSON');
    }
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
    ]) {
      // The upload endpoint answers a broken form with a form error.
      if (endpoint.path === '/media' && type.startsWith('multipart')) continue;
      // Endpoints open to any origin accept any body and do not read it.
      const answer = await call(agent, endpoint).set('Content-Type', type).send('a=1');
      if (endpoint.anyOrigin === true) expect(answer.status).toBe(400);
      else expectError(answer, 415);
    }
    if (endpoint.body !== undefined) {
      expectError(await call(agent, endpoint).send([1, 2]), 400);
      const bare = await call(agent, endpoint).set('Content-Type', 'application/json').send('"text"');
      expectError(bare, 400);
    }
  });

  it('rejects pages of foreign origins and accepts clients that are not browsers', async () => {
    const agent = await signedIn();
    // The other headers are asked of the guard itself (origin-guard.test.ts).
    for (const headers of [{ Origin: 'https://evil.example' }, { 'Sec-Fetch-Site': 'cross-site' }]) {
      const answer = await call(agent, endpoint).set(headers).send({});
      if (endpoint.anyOrigin === true) {
        expect(answer.status).toBe(400);
        continue;
      }
      expectError(answer, 403);
      expect(answer.body.code).toBe('FOREIGN_ORIGIN');
    }
    for (const headers of [{}, { Origin: 'http://localhost:3000' }]) {
      expect((await call(agent, endpoint).set(headers).send({})).body.code).not.toBe('FOREIGN_ORIGIN');
    }
  });
});

it('documents where admins need a second factor if the host requires one', async () => {
  const { agent } = await signUpAdmin(test);
  await test.ctx.instance.update({ requireSecondFactor: true });
  const refusing: string[] = [];
  for (const [name, endpoint] of rows) {
    if (!endpoint.path.startsWith('/admin/')) continue;
    const path = `${pathOf(endpoint)}?userId=0123456789abcdef01234567`;
    const { body } = await call(agent, endpoint, path).send(exampleOf(endpoint));
    if (body.code === 'SECOND_FACTOR_MISSING') refusing.push(name);
  }
  await test.ctx.instance.update({ requireSecondFactor: null });
  const documented = rows.filter(([, endpoint]) => errorCodesOf(endpoint).includes('SECOND_FACTOR_MISSING'));
  expect(refusing).toEqual(documented.map(([name]) => name));
  expect(refusing.length).toBeGreaterThan(20);
});

describe('unknown addresses', () => {
  it.each(['/nothing', '/api/nothing', '/api', '/', '/auth', '/apix/health', '/..%2f..%2fetc/passwd'])(
    'answers 404 to %s',
    async (path) => {
      const answer = await test.agent().get(path);
      expectError(answer, 404);
      expect(answer.body.code).toBe('ROUTE_NOT_FOUND');
    },
  );

  it('answers 405 with the allowed methods', async () => {
    const answer = await test.agent().get('/auth/login');
    expectError(answer, 405);
    expect(answer.headers['allow']).toBe('POST');
    expectError(await test.agent().delete('/api/auth/me'), 405);
  });
});

interface Layer {
  handle: { stack?: Layer[] };
  route?: { stack: Layer[] };
  match: (path: string) => boolean;
}

/** Counts the functions that a request passes, including its handler, and whether it reached the handler. */
function passedBy(layers: Layer[], path: string): { count: number; arrived: boolean } {
  let count = 0;
  for (const layer of layers) {
    if (!layer.match(path)) continue;
    if (layer.route !== undefined) return { count: count + layer.route.stack.length, arrived: true };
    count += 1;
    const inner = passedBy(layer.handle.stack ?? [], path);
    count += inner.count;
    if (inner.arrived) return { count, arrived: true };
  }
  return { count, arrived: false };
}

it('passes at most 12 functions for a page of the feed', () => {
  const { stack } = test.app.router as unknown as { stack: Layer[] };
  const way = passedBy(stack, '/posts/infinite');
  expect(way.arrived).toBe(true);
  expect(way.count).toBeLessThanOrEqual(12);
});

it('passes at most 12 Express functions for a page of the feed as deployed, including the handler', async () => {
  const express = createRequire(createRequire(import.meta.url).resolve('express'));
  const { prototype } = express('router/lib/layer.js') as { prototype: { handleRequest: () => void } };
  const deployed = await createTestApp({ config: { oauth: { demo: false } } });
  const passed = vi.spyOn(prototype, 'handleRequest');
  try {
    for (const path of ['/posts/infinite', '/api/posts/infinite']) {
      passed.mockClear();
      expect((await deployed.agent().get(path)).status).toBe(200);
      const names = passed.mock.contexts.map((layer) => (layer as { name: string }).name);
      expect(names.length, names.join(' ')).toBeGreaterThan(5);
      expect(names.length, names.join(' ')).toBeLessThanOrEqual(12);
    }
  } finally {
    passed.mockRestore();
    await deployed.close();
  }
});
