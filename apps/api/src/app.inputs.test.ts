import type { Endpoint } from '@social-feed/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApi } from './api.js';
import { errorCodesOf } from './outward/reference/errors.js';
import { AppError } from './platform/http/errors.js';
import { parsePart } from './platform/http/parse-part.js';
import { call, expectError, lastingBrowser } from './testing/endpoint-calls.js';
import { bodyFields, idParams, paramsOf, pathOf, queryFields, textFields } from './testing/endpoint-cases.js';
import { createTestApp, testConfig, type TestApp } from './testing/test-app.js';

/**
 * Malformed input, for every endpoint. The schemas are asked by the function that `route` asks for each call; what
 * they accept goes on to the API, and so does one refused input of each kind and endpoint.
 */
const mounted: Endpoint[] = createApi(testConfig()).http.endpoints;
const rows = mounted.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const);
const unsafe = rows.filter(([, endpoint]) => endpoint.method !== 'GET');

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

const signedIn = lastingBrowser(() => test);

/** Expects a documented error with status 400. */
function expectRefusal(endpoint: Endpoint, part: 'params' | 'body', input: unknown): void {
  const { refused, data } = parsed(endpoint, part, input);
  if (refused === undefined) expect.fail(`accepts ${JSON.stringify(input)} as ${JSON.stringify(data)}`);
  expect(refused.status, refused.message).toBe(400);
}

/** The refusal of a part of a request, which must be documented, or what the handler gets. */
function parsed(
  endpoint: Endpoint,
  part: 'params' | 'query' | 'body',
  input: unknown,
): { refused?: AppError; data?: unknown } {
  try {
    return { data: parsePart(endpoint[part], input, part) };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { code, message, errors, status } = error;
    const body = { success: false, code, message, errors };
    expectError({ status, body, text: JSON.stringify(body) }, 400);
    expect(errorCodesOf(endpoint)).toContain(code);
    return { refused: error };
  }
}

/** Those inputs that reach the handler, one for each different input of the handler, and the first refused one. */
function worthCalling<T>(
  endpoint: Endpoint,
  part: 'query' | 'body',
  inputs: T[],
  read: (input: T) => unknown,
) {
  const different = new Map<string, T>();
  for (const input of inputs) {
    const { refused, data } = parsed(endpoint, part, read(input));
    const key = refused === undefined ? JSON.stringify(data ?? null) : 'refused';
    if (!different.has(key)) different.set(key, input);
  }
  return different.values();
}

const MALFORMED_IDS = [
  '1',
  'not-an-id',
  '%24ne',
  '%00',
  'x'.repeat(2000),
  '0123456789abcdef0123456g',
  '%5B%5D',
];
const ABSURD = ['', '-1', '1e9', '99999999999999999999', 'abc', '%00', '[object Object]', 'a'.repeat(3000)];
const NOT_TEXT: unknown[] = [{ $gt: '' }, ['a', 'b'], 12_345, { toString: 'x' }];
const WRONG: unknown[] = [null, true, -1, 'text', '\u0000', [], {}, [[null]], [{ $gt: 1 }]];

describe.each(rows)('%s', (_name, endpoint) => {
  it('answers 400 to malformed ids', async () => {
    const names = idParams(endpoint);
    if (names.length === 0) return;
    const agent = await signedIn();
    for (const name of names) {
      for (const id of MALFORMED_IDS)
        expectRefusal(endpoint, 'params', { ...paramsOf(endpoint), [name]: decodeURIComponent(id) });
      for (const id of ['1', '%E0%A4%A'])
        expectError(await call(agent, endpoint, pathOf(endpoint, { [name]: id })), 400);
    }
  });

  it('handles repeated, nested and absurd query parameters', async () => {
    const agent = await signedIn();
    const read = test.app.get('query parser fn') as (query: string) => unknown;
    const queries = queryFields(endpoint).flatMap((field) => [
      `${field}=1&${field}=2`,
      ...ABSURD.map((value) => `${field}=${value}&${field}[$gt]=1`),
    ]);
    const unknown = '__proto__=1&constructor=2&$where=3';
    for (const query of [...worthCalling(endpoint, 'query', queries, read), unknown]) {
      const answer = await call(agent, endpoint, `${pathOf(endpoint)}?${query}`);
      expect(answer.status, `${query}: ${answer.text}`).toBeLessThan(500);
    }
  });
});

describe.each(unsafe)('%s', (_name, endpoint) => {
  it('answers 400 to any non-text value in a text field', async () => {
    const fields = textFields(endpoint);
    if (fields[0] === undefined) return;
    for (const field of fields)
      for (const value of NOT_TEXT) expectRefusal(endpoint, 'body', { [field]: value });
    expectError(await call(await signedIn(), endpoint).send({ [fields[0]]: NOT_TEXT[0] }), 400);
  });

  it('never fails on wrong types in any field', async () => {
    const agent = await signedIn();
    const bodies = bodyFields(endpoint).flatMap((field) => WRONG.map((value) => ({ [field]: value })));
    for (const body of worthCalling(endpoint, 'body', bodies, (sent) => sent)) {
      const answer = await call(agent, endpoint).send(body);
      expect(answer.status, `${JSON.stringify(body)}: ${answer.text}`).toBeLessThan(500);
    }
  });
});
