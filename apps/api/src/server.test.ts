import { once } from 'node:events';
import { Agent as HttpAgent, get as httpGet, type IncomingMessage } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import request from 'supertest';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Api } from './api.js';
import { dropDatabases, openDatabase } from './testing/databases.js';
import { createGate } from './testing/gate.js';
import { newAccount } from './testing/test-app.js';
import { start, stopServers, WAIT } from './testing/test-server.js';

afterEach(async () => {
  await stopServers();
  await dropDatabases();
});

const credentials = { emailOrUsername: 'nobody', password: 'secret 1' };

describe('a database outage', () => {
  it('on start: liveness succeeds, everything else gets 503 until the database is back', async () => {
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
    await vi.waitFor(async () => expect((await api.get('/health')).status).toBe(200), WAIT);
    expect((await api.post('/auth/login').send(credentials)).status).toBe(401);
  });

  it('builds the unique indexes before serving requests', async () => {
    const { ctx, server } = await start();
    await server.ready;
    const indexes = await ctx.models.User.collection.indexes();
    expect(indexes.filter(({ unique }) => unique).map(({ key }) => key)).toEqual(
      expect.arrayContaining([{ userNameLower: 1 }, { email: 1 }]),
    );
  });

  it('builds every index of every collection before serving requests', async () => {
    const { ctx, server } = await start();
    await server.ready;
    for (const model of Object.values(ctx.models)) {
      const wanted = model.schema.indexes().map(([key]) => JSON.stringify(key));
      // Such a collection begins with its first document.
      if (wanted.length === 0) continue;
      const built = (await model.collection.indexes()).map(({ key }) => JSON.stringify(key));
      expect(built, model.modelName).toEqual(expect.arrayContaining(wanted));
    }
  });

  it('while running: requests get 503, and succeed again without a restart [A7.1-14]', async () => {
    const { server, proxy } = await start({ outages: true });
    await server.ready;
    const agent = request.agent(server.url);
    // On a busy machine a first call may reach its deadline.
    await vi.waitFor(async () => {
      expect((await agent.post('/auth/register').send(newAccount())).status).toBe(201);
    }, WAIT);

    await proxy.cut();
    expect((await agent.get('/health')).status).toBe(503);
    expect((await agent.get('/auth/me')).status).toBe(503);
    expect((await agent.get('/health/live')).status).toBe(200);

    await proxy.restore();
    await vi.waitFor(async () => expect((await agent.get('/health')).status).toBe(200), WAIT);
    await vi.waitFor(async () => expect((await agent.get('/auth/me')).status).toBe(200), WAIT);
  });

  it('with a hanging database: requests get 503 at their deadline, and succeed again without a restart', async () => {
    const { server, proxy } = await start({ outages: true, config: { limits: { requestDeadline: 400 } } });
    await server.ready;
    const agent = request.agent(server.url);
    // On a busy machine the short deadline may end this too.
    await vi.waitFor(async () => {
      expect((await agent.post('/auth/register').send(newAccount())).status).toBe(201);
    }, WAIT);

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

describe('a database that cannot be prepared', () => {
  it('fails liveness with a message without user data until the cause is fixed', async () => {
    const lines: string[] = [];
    const { ctx, server, proxy } = await start({ down: true, log: (line) => lines.push(line) });
    const { users } = await fillWithDuplicates(ctx.config.mongo.dbName!);
    await proxy.restore();
    const api = request(server.url);
    await vi.waitFor(async () => expect((await api.get('/health/live')).status).toBe(503), WAIT);
    for (const path of ['/health/live', '/health', '/api/health/live']) {
      const { status, body } = await api.get(path);
      expect(status).toBe(503);
      expect(body.message).toMatch(/^The collection users has several documents with the same email/);
      expect(body.message).not.toContain('@');
    }
    expect((await api.get('/posts')).status).toBe(503);
    const told = lines.filter((line) => line.includes('several documents'));
    expect(told).toHaveLength(1);
    expect(told[0]).toContain('twice@example.org');

    await users.deleteOne({ userNameLower: 'second' });
    await server.ready;
    expect((await api.get('/health/live')).status).toBe(200);
    await vi.waitFor(async () => expect((await api.get('/health')).status).toBe(200), WAIT);
  });

  /** A database like one restored without indexes: two accounts with the same address. */
  async function fillWithDuplicates(dbName: string) {
    const users = (await openDatabase(dbName)).db!.collection('users');
    await users.insertMany(
      ['first', 'second'].map((userNameLower) => ({ userNameLower, email: 'twice@example.org' })),
    );
    return { users };
  }
});

describe('stopping', () => {
  /** Blocks every password check until released, so that a request is certainly in flight. */
  function holdPasswords(ctx: Api) {
    const gate = createGate();
    const passwords = { ...ctx.sessions.passwords };
    ctx.sessions.passwords.verify = async (stored, password) => {
      await gate.pass();
      return passwords.verify(stored, password);
    };
    return gate;
  }

  it('lets requests in flight finish, rejects new ones and returns whether all finished', async () => {
    const { ctx, server } = await start();
    await server.ready;
    const gate = holdPasswords(ctx);
    const answer = request(server.url)
      .post('/auth/login')
      .send(credentials)
      .then((result) => result);
    await gate.reached;
    const stopped = server.stop();
    // Those who connect before it hears of the signal are answered.
    await vi.waitFor(
      () => expect(request(server.url).get('/health/live')).rejects.toThrow(/ECONNREFUSED/),
      WAIT,
    );
    gate.open();
    expect((await answer).status).toBe(401);
    expect(await stopped).toBe(true);
    expect(ctx.connection.readyState).toBe(0);
  });

  it('ends jobs and requests concurrently, so that both end within the grace', async () => {
    const { ctx, server } = await start();
    await server.ready;
    const told = new Promise<void>((resolve) => {
      ctx.jobs.define('endless', {}, (_nothing, { signal }) => {
        signal.addEventListener('abort', () => resolve());
        return new Promise<void>(() => undefined);
      });
    });
    await ctx.jobs.add('endless');
    const gate = holdPasswords(ctx);
    const answer = request(server.url)
      .post('/auth/login')
      .send(credentials)
      .then((result) => result);
    await gate.reached;
    await vi.waitFor(async () => {
      expect(await ctx.models.Job.findOne({ type: 'endless' }).lean()).toMatchObject({ attempts: 1 });
    }, WAIT);
    const stopped = server.stop();
    await told;
    gate.open();
    expect((await answer).status).toBe(401);
    expect(await stopped).toBe(true);
  });

  it('closes connections that browsers keep open, even busy ones', async () => {
    const { server } = await start();
    await server.ready;
    let stopping = false;
    const late: (string | undefined)[] = [];
    const client = async () => {
      const agent = new HttpAgent({ keepAlive: true, maxSockets: 1 });
      for (;;) {
        const before = stopping;
        const call = httpGet(`${server.url}/health/live`, { agent });
        try {
          const [answer] = (await once(call, 'response')) as [IncomingMessage];
          if (before) late.push(answer.headers.connection);
          await once(answer.resume(), 'end');
        } catch {
          return call.reusedSocket ? 'cut' : 'refused';
        }
      }
    };
    const clients = Promise.all(Array.from({ length: 6 }, client));
    await pause(200);
    stopping = true;
    expect(await server.stop()).toBe(true);
    expect(await clients).toEqual(Array(6).fill('refused'));
    expect(late.every((connection) => connection === 'close')).toBe(true);
    expect(late.length).toBeLessThanOrEqual(6);
  });

  it('cuts requests that do not finish within the grace', async () => {
    const { ctx, server } = await start({ config: { limits: { shutdownGrace: 200 } } });
    await server.ready;
    const gate = holdPasswords(ctx);
    const answer = request(server.url)
      .post('/auth/login')
      .send(credentials)
      .then(
        () => 'answered',
        () => 'cut',
      );
    await gate.reached;
    expect(await server.stop()).toBe(false);
    expect(await answer).toBe('cut');
    gate.open();
  });

  it('works even if the database was never reached', async () => {
    const { server } = await start({ down: true });
    expect(await server.stop()).toBe(true);
  });
});
