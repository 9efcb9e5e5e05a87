import { EventEmitter } from 'node:events';
import type { Request, Response } from 'express';
import type { Test } from 'supertest';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sentCookie } from '../../testing/cookies.js';
import { createTestApp, newAccount, type Agent, type TestApp } from '../../testing/test-app.js';
import { createLogger, requestLog } from './logging.js';

let text = '';
let test: TestApp;
beforeAll(async () => {
  const log = createLogger('trace', { write: (line) => void (text += line) });
  test = await createTestApp({ log });
});
afterAll(() => test.close());

it('writes a line per request with its ID, path and status, and no credentials', async () => {
  const account = newAccount({ password: 'open sesame 1' });
  const { agent } = await test.signUp(account);
  const answer = await agent
    .post('/auth/login?token=token-in-query')
    .set('Authorization', 'Bearer bearer-token')
    .set('X-Request-Id', 'request-12345')
    .send({ emailOrUsername: account.email, password: account.password });
  await agent.post('/auth/login').send({ emailOrUsername: account.email, password: 'wrong sesame 2' });
  await agent
    .post('/auth/login')
    .set('Content-Type', 'application/json')
    .send('{"password":"broken sesame 3"');

  for (const email of ['somebody@example.org', 'somebody%40example.org']) {
    await agent.get(`/users/email/${email}/availability`);
  }
  expect(text).toContain('"path":"/users/email/[redacted]/availability"');

  const line = text.split('\n').find((candidate) => candidate.includes('request-12345'));
  expect(JSON.parse(line ?? '')).toMatchObject({
    level: 30,
    reqId: 'request-12345',
    method: 'POST',
    path: '/auth/login',
    status: 200,
  });
  for (const secret of [
    'sesame',
    'somebody',
    'token-in-query',
    'bearer-token',
    'argon2',
    'sf_access',
    sentCookie(answer, 'sf_access').value,
    sentCookie(answer, 'sf_refresh').value,
  ]) {
    expect(text).not.toContain(secret);
  }
  expect(text).not.toContain('"level":50');
});

it('writes the code of a refusal, and who was refused if it may be an attack', async () => {
  const { agent, user } = await test.signUp();
  const lineOf = async (path: string, send: (call: Agent) => Test) => {
    const before = text.length;
    await send(test.agent()).set('X-Request-Id', `line-of-${path}`);
    const line = text
      .slice(before)
      .split('\n')
      .find((candidate) => candidate.includes(`line-of-${path}`));
    return JSON.parse(line ?? '') as Record<string, unknown>;
  };
  const network = '127.0.0.0/24';
  expect(await lineOf('suspended', () => agent.get('/admin/suspended'))).toMatchObject({
    code: 'PERMISSION_DENIED',
    user: user._id,
    network,
  });
  const credentials = { emailOrUsername: 'nobody', password: 'wrong sesame 4' };
  const failed = await lineOf('login', (call) => call.post('/auth/login').send(credentials));
  expect(failed).toMatchObject({ code: 'INVALID_CREDENTIALS', network });
  expect(failed).not.toHaveProperty('user');
  const foreign = await lineOf('posts', (call) => call.post('/posts').set('Origin', 'https://evil.example'));
  expect(foreign).toMatchObject({ code: 'FOREIGN_ORIGIN', network });
  for (const [path, code] of [
    ['/auth/me', 'AUTHENTICATION_REQUIRED'],
    ['/nothing\n{"level":50}', 'ROUTE_NOT_FOUND'],
    ['/posts/1', 'INVALID_ID'],
  ] as const) {
    const line = await lineOf('reader', (call) => call.get(encodeURI(path)));
    expect(line).toMatchObject({ code });
    expect(line).not.toHaveProperty('network');
  }
});

it('writes successful health checks at debug, since they come every second', async () => {
  const lines = () => text.split('\n').filter((line) => line.includes('/health/live'));
  const before = lines().length;
  await test.agent().get('/health/live');
  expect(JSON.parse(lines()[before]!)).toMatchObject({ level: 20, status: 200 });
});

it('writes one line for an unknown health path too', async () => {
  const before = text.split('\n').length;
  await test.agent().get('/health/nothing');
  expect(
    text
      .split('\n')
      .slice(before - 1)
      .filter(Boolean),
  ).toHaveLength(1);
});

// A pattern with quadratic time would take minutes.
it('writes the line of an address of any length at once', () => {
  let line = '';
  const log = createLogger('info', { write: (written) => void (line += written) });
  const res = Object.assign(new EventEmitter(), { setHeader: () => undefined });
  const req = { headers: {}, originalUrl: `/${'a'.repeat(300_000)}/b%40c/d` };
  requestLog(log)(req as Request, res as unknown as Response, () => undefined);
  res.emit('close');
  expect(line).toContain('a/[redacted]/d"');
});

it('redacts secrets logged by mistake', () => {
  let line = '';
  const log = createLogger('info', { write: (written) => void (line += written) });
  log.info({
    body: { password: 'sesame', otp: '123456' },
    headers: { cookie: 'sesame', authorization: 'sesame' },
  });
  log.info({ token: 'sesame', req: { headers: { 'set-cookie': ['sesame'] } } });
  expect(line).not.toMatch(/sesame|123456/);
});

it('writes only type, code, message and causes of errors', () => {
  let line = '';
  const log = createLogger('info', { write: (written) => void (line += written) });
  const error = Object.assign(new Error('outer', { cause: new Error('inner') }), {
    code: 'E_OUTER',
    topology: { servers: ['everything about them'] },
  });
  log.error({ err: error }, 'failed');
  const { err } = JSON.parse(line) as { err: Record<string, string> };
  expect(err).toMatchObject({ type: 'Error', code: 'E_OUTER', message: expect.stringContaining('outer') });
  expect(err['stack']).toContain('caused by: Error: inner');
  expect(line).not.toContain('everything about them');
});
