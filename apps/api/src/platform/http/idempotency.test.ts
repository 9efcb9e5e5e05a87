import * as z from 'zod/mini';
import { plainAnswer, success, type Endpoint } from '@social-feed/contracts';
import express, { type Request, type Response } from 'express';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createServer } from 'node:http';
import request from 'supertest';
import { createTestApp, type TestApp } from '../../testing/test-app.js';
import { runForRequest } from '../request-context.js';
import { errorHandler } from './error-handler.js';
import { AppError } from './errors.js';
import { createMount } from './route.js';
import type { Viewer } from './viewer.js';

const createNote = {
  name: 'createNote',
  method: 'POST',
  path: '/notes/:folder',
  access: 'user',
  status: 201,
  params: z.object({ folder: z.string() }),
  body: z.object({ text: z.string(), fail: z.optional(z.boolean()), lose: z.optional(z.boolean()) }),
  answer: z.object({ ...success, data: z.object({ number: z.number() }) }),
  idempotent: true,
} as const satisfies Endpoint;
const deleteNote = {
  name: 'deleteNote',
  method: 'DELETE',
  path: '/notes/:folder',
  access: 'user',
  answer: plainAnswer,
  idempotent: true,
} as const satisfies Endpoint;

const stampNote = {
  name: 'stampNote',
  method: 'POST',
  path: '/admin/stamps',
  access: 'user',
  answer: plainAnswer,
  idempotent: true,
} as const satisfies Endpoint;

let test: TestApp;
let made = 0;
let holdUntil: Promise<void> = Promise.resolve();
/** Runs during authentication. */
let onAsking: () => unknown = () => undefined;
let onArrival: () => unknown = () => undefined;
let beforeReplay: (folder: string) => Promise<void> = () => Promise.resolve();
let arrivals = 0;
const server = createServer();

beforeAll(async () => {
  test = await createTestApp();
  const app = express();
  app.use(express.json());
  const http = {
    ...test.ctx.http,
    authenticate: async (req: { headers: Record<string, unknown> }): Promise<Viewer> => {
      await onAsking();
      return {
        id: String(req.headers['x-user']).padEnd(24, '0'),
        userName: 'somebody',
        isAdmin: req.headers['x-admin'] === 'yes',
        sessionId: 'a'.repeat(24),
      };
    },
  };
  const router = express.Router();
  const mount = createMount(http, router);
  mount(stampNote, { adminsOnly: true }, () => ({ message: 'Stamped' }));
  mount(createNote, { beforeReplay: ({ params }) => beforeReplay(params.folder) }, async ({ body }) => {
    arrivals += 1;
    await onArrival();
    await holdUntil;
    if (body.lose === true) throw new Error('Something went away');
    if (body.fail === true) throw new AppError('CONFLICT', 'Not now');
    made += 1;
    return { data: { number: made } };
  });
  mount(deleteNote, () => ({ message: 'Gone' }));
  app.use(router);
  app.use(errorHandler(test.ctx.log));
  server.on('request', (req, res) => void app(req, res));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  server.close();
  await test.close();
});

const post = (key: string, body: object = { text: 'a' }, user = '1', folder = 'inbox') =>
  request(server)
    .post(`/notes/${folder}`)
    .set({ 'Idempotency-Key': key, 'X-User': user })
    .send(body)
    .then((answer) => answer);

describe('Idempotency-Key', () => {
  it('runs a call once and repeats its response', async () => {
    const before = made;
    const first = await post('once');
    const again = await post('once');
    expect(first.status).toBe(201);
    expect(again.status).toBe(201);
    expect(again.body).toEqual(first.body);
    expect(again.headers['idempotency-replayed']).toBe('true');
    expect(made).toBe(before + 1);
  });

  it('does not repeat an admin’s response to a former admin', async () => {
    const stamp = (admin: string) =>
      request(server)
        .post('/admin/stamps')
        .set({ 'Idempotency-Key': 'stamp', 'X-User': '1', 'X-Admin': admin })
        .send({});
    expect((await stamp('yes')).status).toBe(200);
    const refused = await stamp('no');
    expect(refused.status).toBe(403);
    expect(refused.headers['idempotency-replayed']).toBeUndefined();
    expect((await stamp('yes')).headers['idempotency-replayed']).toBe('true');
  });

  it('does not repeat a response about a resource that the user can no longer see', async () => {
    const before = made;
    const first = await post('unseen', undefined, '1', 'secret');
    beforeReplay = (folder) => Promise.reject(new AppError('NOT_FOUND', `No ${folder}`));
    const refused = await post('unseen', undefined, '1', 'secret');
    beforeReplay = () => Promise.resolve();
    expect([refused.status, refused.body.message]).toEqual([404, 'No secret']);
    expect((await post('unseen', undefined, '1', 'secret')).body).toEqual(first.body);
    expect(made).toBe(before + 1);
  });

  it('runs every call without a key', async () => {
    const before = made;
    for (let index = 0; index < 2; index += 1) {
      await request(server).post('/notes/inbox').set('X-User', '1').send({ text: 'a' });
    }
    expect(made).toBe(before + 2);
  });

  it('is scoped to user, address and method', async () => {
    const before = made;
    await post('shared', { text: 'a' }, '1');
    await post('shared', { text: 'a' }, '2');
    await post('shared', { text: 'a' }, '1', 'archive');
    await request(server).delete('/notes/inbox').set({ 'Idempotency-Key': 'shared', 'X-User': '1' });
    expect(made).toBe(before + 3);
  });

  it('treats different spellings of an address as the same', async () => {
    const before = made;
    const folders = ['inbox', 'Inbox', 'inbox/', 'INBOX/'];
    for (const folder of folders) expect((await post('spelled', undefined, '1', folder)).status).toBe(201);
    expect(made).toBe(before + 1);
  });

  it('is rejected with another body', async () => {
    await post('reused', { text: 'a' });
    const answer = await post('reused', { text: 'b' });
    expect(answer.status).toBe(409);
    expect(answer.body).toEqual({
      success: false,
      code: 'CONFLICT',
      message: 'This Idempotency-Key was used for another request',
    });
  });

  it('makes concurrent repetitions wait for the first call', async () => {
    const before = made;
    let letGo: () => void = () => undefined;
    holdUntil = new Promise((resolve) => {
      letGo = resolve;
    });
    const arrived = new Promise<void>((resolve) => {
      onArrival = resolve;
    });
    const first = post('parallel');
    await arrived;
    const others = [post('parallel'), post('parallel')];
    letGo();
    const answers = await Promise.all([first, ...others]);
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(made).toBe(before + 1);
  });

  it('returns the result even if it cannot be stored', async () => {
    const before = made;
    const record = vi
      .spyOn(test.ctx.models.Idempotency.collection, 'updateOne')
      .mockRejectedValueOnce(new Error('the database went away'));
    const answer = await post('unrecorded');
    record.mockRestore();
    expect([answer.status, made]).toEqual([201, before + 1]);
    expect(await test.ctx.models.Idempotency.countDocuments({ status: { $exists: false } })).toBe(1);
    await test.ctx.models.Idempotency.deleteMany({ status: { $exists: false } });
  });

  it('forgets rejections, so that the call can be retried', async () => {
    const before = made;
    expect((await post('refused', { text: 'a', fail: true })).status).toBe(409);
    expect((await post('refused', { text: 'a' })).status).toBe(201);
    expect(made).toBe(before + 1);
  });

  it('stores the result even if the caller got a timeout', async () => {
    const { http, models } = test.ctx;
    const abort = new AbortController();
    const context = {
      signal: abort.signal,
      deadlineAt: performance.now() + 5000,
      answered: false,
      appendHeader: () => undefined,
    };
    const req = { get: () => 'late', path: '/notes/inbox' } as unknown as Request;
    const res = { set: vi.fn() } as unknown as Response;
    const viewer = { id: '1', userName: 'somebody', isAdmin: false, sessionId: '1' };
    const call = { req, res, viewer, endpoint: createNote };
    const run = vi.fn(async () => {
      await models.User.deleteOne({ userNameLower: 'nobody' });
      abort.abort(new Error('Request deadline passed'));
      return { status: 200, body: await models.User.countDocuments({ userNameLower: 'nobody' }) };
    });
    await runForRequest(context, () => http.runOnce(call, run));
    expect(await http.runOnce(call, run)).toEqual({ status: 200, body: 0 });
    expect(run).toHaveBeenCalledOnce();
  });

  it('does not repeat a call that failed partway', async () => {
    onArrival = () => test.ctx.models.User.deleteOne({ userNameLower: 'nobody' });
    const failed = await post('half done', { text: 'a', lose: true });
    expect(failed.status).toBe(500);
    const before = arrivals;
    const again = await post('half done', { text: 'a', lose: true });
    expect([again.status, again.body.code, again.headers['idempotency-replayed']]).toEqual([
      409,
      'OUTCOME_UNKNOWN',
      'true',
    ]);
    expect(arrivals).toBe(before);
    onArrival = () => undefined;
  });

  it('repeats a call that failed before its first write, ignoring writes of authentication', async () => {
    onAsking = () =>
      test.ctx.models.ApiToken.updateOne({ name: 'none' }, { $set: { lastUsedAt: new Date() } });
    const before = arrivals;
    for (let call = 0; call < 2; call += 1) {
      expect((await post('not begun', { text: 'a', lose: true })).status).toBe(500);
    }
    onAsking = () => undefined;
    expect(arrivals).toBe(before + 2);
  });

  it('passes to a repetition if the process of its first call died', async () => {
    await post('died');
    const { Idempotency } = test.ctx.models;
    await Idempotency.updateMany({}, { $unset: { status: 1, answer: 1 } });
    test.clock.advance(31_000);
    const before = made;
    expect((await post('died')).status).toBe(201);
    expect(made).toBe(before + 1);
  });

  it.each(['x'.repeat(201), 'caf\u00e9'])('must be 1 to 200 printable characters: %s', async (key) => {
    const answer = await post(encodeURI(key) === key ? key : Buffer.from(key).toString('latin1'));
    expect(answer.status).toBe(400);
  });
});
