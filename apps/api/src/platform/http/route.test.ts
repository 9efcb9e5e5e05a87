import * as z from 'zod/mini';
import { success, type Endpoint } from '@social-feed/contracts';
import express from 'express';
import request from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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
});
