import type { IncomingMessage } from 'node:http';
import { createRequire } from 'node:module';
import { errorAnswer, type Endpoint } from '@social-feed/contracts';
import { docsOf } from '@social-feed/contracts/docs';
import type { Response } from 'supertest';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createApi } from './api.js';
import { errorCodesOf } from './features/reference/errors.js';
import { operationOf } from './features/reference/operation.js';
import { createSchemas } from './features/reference/schemas.js';
import { bodyFields, idParams, pathOf, queryFields, textFields } from './testing/endpoint-cases.js';
import { signUpAdmin } from './testing/people.js';
import { createTestApp, testConfig, type Agent, type TestApp } from './testing/test-app.js';

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

type Parser = Parameters<ReturnType<Agent['get']>['parse']>[0];

/** A new session for each row, because some calls end the session they use. */
const freshAgent = async () => (await test.signUp()).agent;

/** Calls an endpoint, which may answer documented error codes only. */
const call = (agent: Agent, endpoint: Endpoint, path = pathOf(endpoint)) => {
  const method = endpoint.method.toLowerCase() as 'get' | 'post' | 'put' | 'patch' | 'delete';
  const calling = agent[method](path).expect(({ body: { code } }) => {
    if (code !== undefined) expect(errorCodesOf(endpoint)).toContain(code);
  });
  return docsOf(endpoint).answers === 'events' ? calling.buffer(true).parse(beginningOf) : calling;
};

/** Reads the first chunk of a stream, and errors completely. */
const beginningOf: Parser = (stream, done) => {
  const answer = stream as unknown as IncomingMessage & { text: string };
  answer.text = '';
  answer.setEncoding('utf8').on('data', (more: string) => (answer.text += more));
  if (answer.headers['content-type']?.startsWith('text/event-stream') === true) {
    answer.once('data', () => {
      done(null, {});
      answer.destroy();
    });
  } else answer.on('end', () => done(null, JSON.parse(answer.text)));
};

function expectError(answer: Response, ...statuses: number[]): void {
  expect(statuses, answer.text).toContain(answer.status);
  expect(() => errorAnswer.parse(answer.body)).not.toThrow();
  expect(answer.body.message.length).toBeGreaterThan(5);
  expect(answer.text).not.toMatch(/\bat .*\.(ts|js):\d|node_modules|Mongo|Cast|ZodError/);
}

const NOT_TEXT: unknown[] = [{ $gt: '' }, ['a', 'b'], 12_345, { toString: 'x' }];

/**
 * Limits that cause no error response: an order is returned unpinned, and a sign-in redirects with an error in the
 * URL.
 */
const SILENT_LIMIT = /^(new-seeds|oauth-return):/;
/** Calls per counted use of limits with `every`. */
const CALLS_OF_A_USE = 20;

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
    const agent = await freshAgent();
    await test.ctx.models.Throttle.deleteMany({});
    const countedLimits = async () =>
      (await test.ctx.models.Throttle.find().lean())
        .map(({ _id }) => _id)
        .filter((key) => !SILENT_LIMIT.test(key));
    for (let index = 0; index < CALLS_OF_A_USE && (await countedLimits()).length === 0; index += 1) {
      const calling = call(agent, endpoint);
      if (docsOf(endpoint).takesFiles === true) await calling.attach('files', Buffer.from('x'), 'x.txt');
      else await (endpoint.method === 'GET' ? calling : calling.send(exampleOf(endpoint)));
    }
    const counted = await countedLimits();
    expect(counted.length > 0, counted.join()).toBe(docsOf(endpoint).throttled === true);
  });

  it('accepts API tokens, except where a signed-in browser is required', async () => {
    const agent = await freshAgent();
    const { token } = (await agent.post('/auth/tokens').send({ name: 'Table' })).body;
    const answer = await call(test.agent(), endpoint).set('Authorization', `Bearer ${token}`);
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

  it('answers 400 to malformed ids', async () => {
    const agent = await freshAgent();
    for (const name of idParams(endpoint)) {
      for (const id of [
        '1',
        'not-an-id',
        '%24ne',
        '%00',
        'x'.repeat(2000),
        '0123456789abcdef0123456g',
        '%5B%5D',
      ]) {
        expectError(await call(agent, endpoint, pathOf(endpoint, { [name]: id })), 400);
      }
      expectError(await call(agent, endpoint, pathOf(endpoint, { [name]: '%E0%A4%A' })), 400);
    }
  });

  it('handles repeated, nested and absurd query parameters', async () => {
    const agent = await freshAgent();
    const values = [
      '',
      '-1',
      '1e9',
      '99999999999999999999',
      'abc',
      '%00',
      '[object Object]',
      'a'.repeat(3000),
    ];
    for (const field of queryFields(endpoint)) {
      const repeated = await call(agent, endpoint, `${pathOf(endpoint)}?${field}=1&${field}=2`);
      expect(repeated.status, repeated.text).toBeLessThan(500);
      for (const value of values) {
        const answer = await call(agent, endpoint, `${pathOf(endpoint)}?${field}=${value}&${field}[$gt]=1`);
        expect(answer.status, answer.text).toBeLessThan(500);
      }
    }
    const unknown = await call(agent, endpoint, `${pathOf(endpoint)}?__proto__=1&constructor=2&$where=3`);
    expect(unknown.status, unknown.text).toBeLessThan(500);
  });
});

describe.each(unsafe)('%s', (_name, endpoint) => {
  it('answers 400 to any non-text value in a text field', async () => {
    const agent = await freshAgent();
    for (const field of textFields(endpoint)) {
      for (const value of NOT_TEXT) {
        expectError(await call(agent, endpoint).send({ [field]: value }), 400);
      }
    }
  });

  it('never fails on wrong types in any field', async () => {
    const agent = await freshAgent();
    for (const field of bodyFields(endpoint)) {
      for (const value of [null, true, -1, 'text', '\u0000', [], {}, [[null]], [{ $gt: 1 }]]) {
        const answer = await call(agent, endpoint).send({ [field]: value });
        expect(answer.status, `${field}=${JSON.stringify(value)}: ${answer.text}`).toBeLessThan(500);
      }
    }
  });

  it('rejects malformed JSON, other content types and non-objects', async () => {
    const agent = await freshAgent();
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
    const agent = await freshAgent();
    for (const headers of [
      { Origin: 'https://evil.example' },
      { Origin: 'null' },
      { Origin: 'http://localhost:3000.evil.example' },
      { 'Sec-Fetch-Site': 'cross-site' },
      { 'Sec-Fetch-Site': 'same-site' },
    ]) {
      const answer = await call(agent, endpoint).set(headers).send({});
      if (endpoint.anyOrigin === true) {
        expect(answer.status).toBe(400);
        continue;
      }
      expectError(answer, 403);
      expect(answer.body.code).toBe('FOREIGN_ORIGIN');
    }
    for (const headers of [
      {},
      { Origin: 'http://localhost:3000' },
      { 'Sec-Fetch-Site': 'same-origin' },
      { 'Sec-Fetch-Site': 'none' },
    ]) {
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
