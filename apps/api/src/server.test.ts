import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { Agent as HttpAgent, request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { pino } from 'pino';
import request from 'supertest';
import { afterEach, describe, expect, inject, it, vi } from 'vitest';
import { overrideConfig, type ConfigOverrides } from './testing/override-config.js';
import { createContext, type AppContext } from './context.js';
import { startServer, type RunningServer } from './server.js';
import { openDatabaseProxy, type DatabaseProxy } from './testing/database-proxy.js';
import { newAccount, testConfig } from './testing/test-app.js';

const WAIT = { timeout: 25_000, interval: 100 };

interface Running {
  ctx: AppContext;
  server: RunningServer;
  proxy: DatabaseProxy;
}

const opened: Running[] = [];
afterEach(async () => {
  for (const { ctx, server, proxy } of opened.splice(0)) {
    await proxy.restore();
    if (ctx.isReady()) await vi.waitFor(() => ctx.connection.dropDatabase(), WAIT);
    await server.stop();
    await proxy.close();
  }
});

async function start({
  down = false,
  config = {},
}: { down?: boolean; config?: ConfigOverrides } = {}): Promise<Running> {
  const proxy = await openDatabaseProxy(inject('mongoUri'), { down });
  const settings = overrideConfig(testConfig(config, proxy.uri), { port: 0 });
  const ctx = createContext(
    overrideConfig(settings, {
      mongo: {
        dbName: `test_${randomBytes(8).toString('hex')}`,
        serverSelectionTimeout: 300,
        connectTimeout: 500,
        heartbeat: 500,
        ...config.mongo,
      },
    }),
    { log: pino({ level: 'silent' }) },
  );
  const server = await startServer(ctx);
  const running = { ctx, server, proxy };
  opened.push(running);
  return running;
}

const credentials = { emailOrUsername: 'nobody', password: 'secret 1' };

describe('a database that is away', () => {
  it('at the start: liveness answers, all else is 503 until it returns', async () => {
    const { server, proxy } = await start({ down: true });
    const api = request(server.url);
    expect((await api.get('/health/live')).status).toBe(200);
    expect((await api.get('/api/health/live')).status).toBe(200);
    for (const call of [api.get('/health'), api.get('/auth/me'), api.post('/auth/login').send(credentials)]) {
      const answer = await call;
      expect(answer.status).toBe(503);
      expect(answer.body).toEqual({
        success: false,
        code: 'SERVICE_UNAVAILABLE',
        message: 'Service temporarily unavailable',
      });
      expect(answer.headers['retry-after']).toMatch(/^\d+$/);
    }
    await proxy.restore();
    await server.ready;
    expect((await api.get('/health')).status).toBe(200);
    expect((await api.post('/auth/login').send(credentials)).status).toBe(401);
  });

  it('builds the unique indexes before it serves', async () => {
    const { ctx, server } = await start();
    await server.ready;
    const indexes = await ctx.models.User.collection.indexes();
    expect(indexes.filter(({ unique }) => unique).map(({ key }) => key)).toEqual(
      expect.arrayContaining([{ userNameLower: 1 }, { email: 1 }]),
    );
  });

  it('during service: 503, and service again by itself', async () => {
    const { server, proxy } = await start();
    await server.ready;
    const agent = request.agent(server.url);
    expect((await agent.post('/auth/register').send(newAccount())).status).toBe(201);

    await proxy.cut();
    expect((await agent.get('/health')).status).toBe(503);
    expect((await agent.get('/auth/me')).status).toBe(503);
    expect((await agent.get('/health/live')).status).toBe(200);

    await proxy.restore();
    await vi.waitFor(async () => expect((await agent.get('/health')).status).toBe(200), WAIT);
    await vi.waitFor(async () => expect((await agent.get('/auth/me')).status).toBe(200), WAIT);
  });

  it('hanging: requests get 503 at their deadline, and service again by itself', async () => {
    const { server, proxy } = await start({ config: { limits: { requestDeadline: 400 } } });
    await server.ready;
    const agent = request.agent(server.url);
    await agent.post('/auth/register').send(newAccount());

    proxy.hang();
    const [me, login, health, live] = await Promise.all([
      agent.get('/auth/me'),
      agent.post('/auth/login').send(credentials),
      agent.get('/health'),
      agent.get('/health/live'),
    ]);
    expect([me.status, login.status, health.status, live.status]).toEqual([503, 503, 503, 200]);

    await proxy.restore();
    await vi.waitFor(async () => expect((await agent.get('/auth/me')).status).toBe(200), WAIT);
  });
});

describe('stopping', () => {
  /** Holds every password check until it is let go, so that a request is surely in flight. */
  function holdPasswords(ctx: AppContext) {
    let letGo: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    let arrived: () => void = () => undefined;
    const inFlight = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    const passwords = { ...ctx.passwords };
    ctx.passwords.verify = async (stored, password) => {
      arrived();
      await held;
      return passwords.verify(stored, password);
    };
    return { inFlight, letGo };
  }

  it('lets requests in flight finish, refuses new ones and answers whether all ended well', async () => {
    const { ctx, server } = await start();
    await server.ready;
    const { inFlight, letGo } = holdPasswords(ctx);
    const answer = request(server.url)
      .post('/auth/login')
      .send(credentials)
      .then((result) => result);
    await inFlight;
    const stopped = server.stop();
    await expect(request(server.url).get('/health/live')).rejects.toThrow(/ECONNREFUSED/);
    letGo();
    expect((await answer).status).toBe(401);
    expect(await stopped).toBe(true);
    expect(ctx.connection.readyState).toBe(0);
  });

  it('closes connections that browsers keep open', async () => {
    const { server } = await start();
    await server.ready;
    const keepAlive = new HttpAgent({ keepAlive: true });
    const ask = () =>
      new Promise<number | undefined>((resolve, reject) => {
        httpRequest(`${server.url}/health/live`, { agent: keepAlive }, (response) => {
          response.resume().on('end', () => resolve(response.statusCode));
        })
          .on('error', reject)
          .end();
      });
    expect(await ask()).toBe(200);
    expect(await server.stop()).toBe(true);
    await expect(ask()).rejects.toThrow();
    keepAlive.destroy();
  });

  it('cuts what does not finish within the grace', async () => {
    const { ctx, server } = await start({ config: { limits: { shutdownGrace: 200 } } });
    await server.ready;
    const { inFlight, letGo } = holdPasswords(ctx);
    const answer = request(server.url)
      .post('/auth/login')
      .send(credentials)
      .then(
        () => 'answered',
        () => 'cut',
      );
    await inFlight;
    expect(await server.stop()).toBe(false);
    expect(await answer).toBe('cut');
    letGo();
  });

  it('can be done while the database was never reached', async () => {
    const { server } = await start({ down: true });
    expect(await server.stop()).toBe(true);
  });
});

describe('too much at once', () => {
  it('is refused with 503 and Retry-After while liveness answers', async () => {
    const { ctx, server } = await start({ config: { limits: { maxInFlight: 1 } } });
    await server.ready;
    let letGo: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    let arrived: () => void = () => undefined;
    const inFlight = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    Object.assign(ctx, {
      authenticate: async () => {
        arrived();
        await held;
        return null;
      },
    });
    const first = request(server.url)
      .get('/auth/me')
      .then((result) => result);
    await inFlight;
    const excess = await request(server.url).get('/auth/me');
    expect(excess.status).toBe(503);
    expect(excess.body.code).toBe('SERVICE_UNAVAILABLE');
    expect(excess.headers['retry-after']).toBe('1');
    expect(excess.headers['x-content-type-options']).toBe('nosniff');
    expect((await request(server.url).get('/health/live')).status).toBe(200);
    letGo();
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
