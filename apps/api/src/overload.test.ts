import { once } from 'node:events';
import { connect } from 'node:net';
import type { Request } from 'express';
import request from 'supertest';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createGate } from './testing/gate.js';
import { newAccount } from './testing/test-app.js';
import { start, stopServers, WAIT } from './testing/test-server.js';

afterEach(stopServers);

const credentials = { emailOrUsername: 'nobody', password: 'secret 1' };

describe('too much at once', () => {
  it('is refused with 503 and Retry-After while liveness answers', async () => {
    const { ctx, server } = await start({ config: { limits: { maxInFlight: 1 } } });
    await server.ready;
    const gate = createGate();
    Object.assign(ctx, { authenticate: () => gate.pass().then(() => null) });
    const first = request(server.url)
      .get('/auth/me')
      .then((result) => result);
    await gate.reached;
    const excess = await request(server.url).get('/auth/me');
    expect(excess.status).toBe(503);
    expect(excess.body.code).toBe('SERVICE_UNAVAILABLE');
    expect(excess.headers['retry-after']).toBe('1');
    expect(excess.headers['x-content-type-options']).toBe('nosniff');
    expect((await request(server.url).get('/health/live')).status).toBe(200);
    gate.open();
    expect((await first).status).toBe(401);
    expect((await request(server.url).get('/auth/me')).status).toBe(401);
  });

  it('is not what counts requests that waited behind one another on a connection which closed', async () => {
    const { ctx, server } = await start({ config: { limits: { maxInFlight: 3 } } });
    await server.ready;
    const pending: (() => void)[] = [];
    const authenticate = ctx.authenticate;
    Object.assign(ctx, {
      authenticate: () => new Promise<null>((resolve) => pending.push(() => resolve(null))),
    });
    const { hostname, port } = new URL(server.url);
    const socket = connect(Number(port), hostname);
    socket.write('GET /auth/me HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(3));
    await vi.waitFor(() => expect(pending).toHaveLength(3), WAIT);
    expect((await request(server.url).get('/auth/me')).status).toBe(503);
    Object.assign(ctx, { authenticate });
    socket.destroy();
    await vi.waitFor(async () => {
      const answers = await Promise.all([1, 2, 3].map(() => request(server.url).get('/auth/me')));
      expect(answers.map(({ status }) => status)).toEqual([401, 401, 401]);
    }, WAIT);
    for (const letGo of pending) letGo();
  });

  it('is not what counts requests whose bodies are still to come', async () => {
    const { server } = await start({ config: { limits: { maxInFlight: 1 } } });
    await server.ready;
    const { hostname, port } = new URL(server.url);
    const slow = connect(Number(port), hostname);
    const head = 'POST /posts HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 2\r\n';
    // Behind the answer to the first request the head of the second one was read for sure.
    slow.write(`GET /health/live HTTP/1.1\r\nHost: a\r\n\r\n${head}\r\n{`);
    await once(slow, 'data');
    expect((await request(server.url).get('/posts?page=1&limit=1')).status).toBe(200);
    const answer = once(slow, 'data') as Promise<[Buffer]>;
    slow.write('}');
    expect((await answer)[0].toString()).toMatch(/^HTTP\/1\.1 401 /);
    slow.destroy();
  });

  it('leaves places that readers of their data hold to others', async () => {
    const { ctx, server } = await start({ config: { limits: { maxInFlight: 1 } } });
    await server.ready;
    const pending: (() => void)[] = [];
    const authenticate = ctx.authenticate;
    Object.assign(ctx, {
      authenticate: (req: Request) =>
        req.url.startsWith('/auth/export')
          ? new Promise<null>((resolve) => pending.push(() => resolve(null)))
          : authenticate(req),
    });
    const exports = [1, 2].map(() =>
      request(server.url)
        .get('/api/auth/export')
        .then((result) => result),
    );
    await vi.waitFor(() => expect(pending).toHaveLength(2), WAIT);
    expect((await request(server.url).get('/posts?page=1&limit=1')).status).toBe(200);
    for (const letGo of pending) letGo();
    expect((await Promise.all(exports)).map(({ status }) => status)).toEqual([401, 401]);
  });

  it('of sign-ins is refused before their bodies come, also to pages of other origins', async () => {
    const { ctx, server } = await start({
      config: { argon2: { memoryCost: 64, timeCost: 1, concurrency: 1, queueMax: 1 } },
    });
    await server.ready;
    const pending: (() => void)[] = [];
    Object.assign(ctx, {
      passwords: { verify: () => new Promise<false>((resolve) => pending.push(() => resolve(false))) },
    });
    const held = ['somebody', 'somebody_else'].map((emailOrUsername) =>
      request(server.url)
        .post('/auth/login')
        .send({ ...credentials, emailOrUsername })
        .then((result) => result),
    );
    await vi.waitFor(() => expect(pending).toHaveLength(2), WAIT);

    const { hostname, port } = new URL(server.url);
    const [origin = ''] = ctx.config.allowedOrigins;
    const socket = connect(Number(port), hostname);
    socket.write(
      `POST /auth/login HTTP/1.1\r\nHost: a\r\nOrigin: ${origin}\r\nContent-Type: application/json\r\nContent-Length: 60\r\n\r\n`,
    );
    const [answer] = (await once(socket, 'data')) as [Buffer];
    socket.destroy();
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 503 .*\r\nRetry-After: 1\r\n/s);
    expect(answer.toString().toLowerCase()).toContain(`access-control-allow-origin: ${origin}\r\n`);
    expect((await request(server.url).get('/posts?page=1&limit=1')).status).toBe(200);
    // What only looks like a sign-in is none.
    const dressed = await request(server.url).post('/posts?as=/auth/login').send({});
    expect(dressed.status).toBe(401);
    for (const letGo of pending) letGo();
    expect((await Promise.all(held)).map(({ status }) => status)).toEqual([401, 401]);
  });

  it('of sign-ins fills their own queue and leaves reading alone', async () => {
    const { server } = await start({
      config: {
        argon2: { memoryCost: 4096, timeCost: 3, concurrency: 1, queueMax: 2 },
        mongo: { serverSelectionTimeout: 20_000 },
      },
    });
    await server.ready;
    const agent = request.agent(server.url);
    await agent.post('/auth/register').send(newAccount());
    const storm = Array.from({ length: 30 }, (_, index) =>
      request(server.url)
        .post('/auth/login')
        .send({ emailOrUsername: `nobody_${index}`, password: 'secret 1' })
        .then((result) => result),
    );
    expect((await agent.get('/auth/me')).status).toBe(200);
    const answers = await Promise.all(storm);
    const refused = answers.filter(({ status }) => status === 503);
    expect(refused.length).toBeGreaterThan(0);
    for (const answer of refused) expect(answer.headers['retry-after']).toBe('1');
    expect(answers.every(({ status }) => status === 401 || status === 503)).toBe(true);
  });
});
