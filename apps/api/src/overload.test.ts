import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import request from 'supertest';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Api } from './api.js';
import { createGate } from './testing/gate.js';
import { newAccount } from './testing/test-app.js';
import { start, stopServers, WAIT } from './testing/test-server.js';

afterEach(stopServers);

const credentials = { emailOrUsername: 'nobody', password: 'secret 1' };

/** Blocks password checks until the gate opens. */
function holdPasswords({ sessions: { passwords } }: Api) {
  const gate = createGate();
  const verify = passwords.verify.bind(passwords);
  passwords.verify = async (...check) => {
    await gate.pass();
    return verify(...check);
  };
  return gate;
}

const signIn = (url: string, emailOrUsername = 'nobody') =>
  request(url)
    .post('/auth/login')
    .send({ ...credentials, emailOrUsername })
    .then((result) => result);

describe('overload', () => {
  it('is answered with 503 and Retry-After, also for pages of other origins, while health checks succeed', async () => {
    const { ctx, server } = await start({ config: { limits: { maxInFlight: 1 } } });
    await server.ready;
    const gate = holdPasswords(ctx);
    const first = signIn(server.url);
    await gate.reached;
    const [origin = ''] = ctx.config.allowedOrigins;
    const excess = await request(server.url).get('/posts?page=1&limit=1').set('Origin', origin);
    expect(excess.status).toBe(503);
    expect(excess.body.code).toBe('SERVICE_UNAVAILABLE');
    expect(excess.headers).toMatchObject({
      'retry-after': '1',
      'x-content-type-options': 'nosniff',
      'access-control-allow-origin': origin,
    });
    expect((await request(server.url).get('/health/live')).status).toBe(200);
    expect((await request(server.url).get('/health')).status).toBe(200);
    gate.open();
    expect((await first).status).toBe(401);
    expect((await request(server.url).get('/posts?page=1&limit=1')).status).toBe(200);
  });

  it('is not caused by twelve connections that send 40 requests each and read nothing', async () => {
    const { ctx, server } = await start({ config: { limits: { maxInFlight: 20 } } });
    await server.ready;
    const agent = request.agent(server.url);
    await agent.post('/auth/register').send(newAccount());
    const post = { title: 'Large', description: '€'.repeat(5000) };
    for (let number = 0; number < 50; number += 1) {
      expect((await agent.post('/posts').send(post)).status).toBe(201);
    }
    const { hostname, port } = new URL(server.url);
    const ask = 'GET /posts?page=1&limit=50&sortBy=createdAt HTTP/1.1\r\nHost: a\r\n\r\n';
    const sockets = Array.from({ length: 12 }, () => {
      const socket = connect(Number(port), hostname).pause();
      socket.on('error', () => undefined);
      socket.write(ask.repeat(40));
      return socket;
    });
    // Requests in flight on arrival may be rejected; soon after none are.
    await vi.waitFor(() => expect(ctx.http.slots.isFull()).toBe(false), WAIT);
    await pause(1000);
    for (let probe = 0; probe < 40; probe += 1) {
      const answers = await Promise.all([
        request(server.url).get('/posts?page=1&limit=1'),
        request(server.url).get('/health'),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    }
    for (const socket of sockets) socket.destroy();
  });

  it('is not caused by requests whose bodies have not arrived', async () => {
    const { server } = await start({ config: { limits: { maxInFlight: 1 } } });
    await server.ready;
    const { hostname, port } = new URL(server.url);
    const slow = connect(Number(port), hostname);
    const head = 'POST /posts HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 2\r\n';
    // After the response to the first request, the head of the second one has been read.
    slow.write(`GET /health/live HTTP/1.1\r\nHost: a\r\n\r\n${head}\r\n{`);
    await once(slow, 'data');
    expect((await request(server.url).get('/posts?page=1&limit=1')).status).toBe(200);
    const answer = once(slow, 'data') as Promise<[Buffer]>;
    slow.write('}');
    expect((await answer)[0].toString()).toMatch(/^HTTP\/1\.1 401 /);
    slow.destroy();
  });

  it('of sign-ins fills only the password queue and does not block reads', async () => {
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
