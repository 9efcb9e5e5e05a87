import * as z from 'zod/mini';
import { success, type Endpoint } from '@social-feed/contracts';
import express from 'express';
import request from 'supertest';
import { mongo } from 'mongoose';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTestApp, type TestApp } from '../../testing/test-app.js';
import { errorHandler } from './error-handler.js';
import { createMount } from './route.js';

const echo = {
  name: 'echo',
  method: 'POST',
  path: '/echo/:postId',
  access: 'public',
  status: 202,
  params: z.object({ postId: z.string().check(z.regex(/^\d+$/, 'Invalid post ID')) }),
  query: z.object({ times: z.optional(z.string({ error: 'times must be given once' })) }),
  body: z.object({ text: z.string(), list: z.optional(z.array(z.object({ n: z.number() }))) }),
  answer: z.object({ ...success, data: z.object({ text: z.string() }) }),
} as const satisfies Endpoint;

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

function appThatAnswers(data: (text: string) => object, checkAnswers = true) {
  const app = express();
  const router = express.Router();
  const http = { ...test.ctx.http, config: { ...test.ctx.config, checkAnswers } };
  createMount(http, router)(echo, ({ body }) => ({ data: data(body.text) as { text: string } }));
  app.use(express.json(), router, errorHandler(test.ctx.log));
  return app;
}

describe('route', () => {
  it('passes parsed input and responds with the contract’s status', async () => {
    const app = appThatAnswers((text) => ({ text }));
    const answer = await request(app).post('/echo/1').send({ text: 'hello', unknown: 1 });
    expect(answer.status).toBe(202);
    expect(answer.body).toEqual({ success: true, data: { text: 'hello' } });
  });

  it('reports every issue of a body with its path and a message', async () => {
    const answer = await request(appThatAnswers((text) => ({ text })))
      .post('/echo/1')
      .send({ list: [{ n: 'x' }] });
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual({
      success: false,
      code: 'VALIDATION_FAILED',
      message: 'text is invalid',
      errors: [
        { path: 'text', message: 'text is invalid' },
        { path: 'list.0.n', message: 'list.0.n is invalid' },
      ],
    });
  });

  it('distinguishes a malformed ID from other malformed input', async () => {
    const answer = await request(appThatAnswers((text) => ({ text })))
      .post('/echo/x')
      .send({ text: 'a' });
    expect(answer.body).toMatchObject({ code: 'INVALID_ID', message: 'Invalid post ID' });
  });

  it('rejects a repeated query parameter', async () => {
    const app = appThatAnswers((text) => ({ text }));
    const answer = await request(app).post('/echo/1?times=1&times=2').send({ text: 'a' });
    expect(answer.status).toBe(400);
    expect(answer.body.message).toBe('times must be given once');
  });

  it('fails in tests if a response has more or less than its contract', async () => {
    for (const data of [() => ({ text: 'a', passwordHash: 'x' }), () => ({})]) {
      const answer = await request(appThatAnswers(data)).post('/echo/1').send({ text: 'a' });
      expect(answer.status).toBe(500);
      expect(answer.body).toEqual({
        success: false,
        code: 'INTERNAL',
        message: 'Server error. Please try again later',
      });
    }
    const unchecked = appThatAnswers(() => ({ text: 'a', more: 1 }), false);
    expect((await request(unchecked).post('/echo/1').send({ text: 'a' })).status).toBe(202);
  });

  describe('at its deadline', () => {
    /** Runs the handler with 50 ms, and answers what the caller gets. */
    async function late(
      handle: (users: TestApp['ctx']['models']['User']) => Promise<unknown>,
      method = 'POST',
    ) {
      const app = express();
      const router = express.Router();
      const limits = { ...test.ctx.config.limits, requestDeadline: 50 };
      const http = { ...test.ctx.http, config: { ...test.ctx.config, limits } };
      const endpoint = { ...echo, method: method as 'POST', body: z.object({}) };
      createMount(http, router)(endpoint, async () => {
        await handle(test.ctx.models.User);
        return { data: { text: '' } };
      });
      app.use(express.json(), router, errorHandler(test.ctx.log));
      const answer = await (method === 'GET'
        ? request(app).get('/echo/1')
        : request(app).post('/echo/1').send({}));
      expect(answer.status).toBe(503);
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
      return answer.body.code as string;
    }
    const write = (users: TestApp['ctx']['models']['User']) =>
      users.updateOne({ userNameLower: 'nobody' }, { fullName: 'X' }).exec();
    const end = () => new Promise((resolve) => setTimeout(resolve, 120));

    it('says that nothing was done if no write had begun, and begins none later', async () => {
      let later: Promise<unknown> = Promise.resolve();
      const code = await late(async (users) => {
        await end();
        later = write(users);
        later.catch(() => undefined);
        await later;
      });
      expect(code).toBe('SERVICE_UNAVAILABLE');
      await vi.waitFor(() => expect(later).rejects.toThrow('Service temporarily unavailable'), {
        timeout: 15_000,
      });
    });

    it('says that a write may have been done, whether it ended or not', async () => {
      const ended = late(async (users) => {
        await write(users);
        await end();
      });
      expect(await ended).toBe('MAY_BE_DONE');
      const update = vi.spyOn(mongo.Collection.prototype, 'updateOne');
      update.mockImplementationOnce(() => end() as never);
      expect(await late(write)).toBe('MAY_BE_DONE');
      update.mockRestore();
    });

    it('says so of a write whose connection broke, but not of one that the database refused', async () => {
      const code = (error: Error) =>
        late((users) => {
          const update = vi.spyOn(mongo.Collection.prototype, 'updateOne').mockRejectedValueOnce(error);
          return write(users).finally(() => update.mockRestore());
        });
      expect(await code(new mongo.MongoNetworkError('connection 3 closed'))).toBe('MAY_BE_DONE');
      expect(await code(Object.assign(new Error(), { code: 'ECONNRESET' }))).toBe('MAY_BE_DONE');
      const unreachable = new mongo.MongoServerSelectionError('none is there', {} as never);
      expect(await code(unreachable)).toBe('SERVICE_UNAVAILABLE');
    });

    it('says nothing of a read', async () => {
      const code = await late(async (users) => {
        await write(users);
        await end();
      }, 'GET');
      expect(code).toBe('SERVICE_UNAVAILABLE');
    });
  });
});
