import { rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import request from 'supertest';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { incomingFolder } from './platform/storage/writable-folder.js';
import { runs } from './testing/runs.js';
import { newAccount } from './testing/test-app.js';
import { start, stopServers, WAIT } from './testing/test-server.js';

afterEach(stopServers);

async function startWithMetrics({ outages = false } = {}) {
  const running = await start({ outages, config: { metricsPort: 0 } });
  await running.server.ready;
  const { url, metricsUrl } = running.server;
  return { ...running, api: request(url), scrape: async () => (await fetch(`${metricsUrl}/metrics`)).text() };
}

/** The value of a metric, by the start of its line. */
const valueOf = (text: string, line: string): number | undefined => {
  const found = text.split('\n').find((each) => each.startsWith(line));
  return found === undefined ? undefined : Number(found.slice(found.lastIndexOf(' ')));
};

describe('metrics', () => {
  it('are not served unless enabled', async () => {
    const { server } = await start();
    await server.ready;
    expect(server.metricsUrl).toBeUndefined();
    expect((await request(server.url).get('/metrics')).status).toBe(404);
  });

  it('are not reachable on the API port', async () => {
    const { api, server } = await startWithMetrics();
    for (const path of ['/metrics', '/api/metrics']) expect((await api.get(path)).status).toBe(404);
    expect((await request(server.metricsUrl!).get('/health')).status).toBe(404);
    expect((await request(server.metricsUrl!).get('/toString')).status).toBe(404);
    expect((await request(server.metricsUrl!).post('/metrics')).status).toBe(404);
  });

  it('count requests by route pattern and status, and rejections by reason', async () => {
    const { api, scrape } = await startWithMetrics();
    await api.get('/posts/665f1c2ab7e4d90012a3c4d5');
    await api.get('/api/posts/665f1c2ab7e4d90012a3c4d6');
    await api.post('/posts').send({});
    // a request is counted after its response is sent, which the client may receive first
    const counts = async () => {
      const text = await scrape();
      return [
        'http_request_duration_seconds_count{method="GET",route="/posts/:id",status="404"}',
        'http_request_duration_seconds_count{method="POST",route="/posts",status="401"}',
        'http_refusals_total{reason="NOT_FOUND"}',
        'http_refusals_total{reason="AUTHENTICATION_REQUIRED"}',
      ].map((name) => valueOf(text, name));
    };
    await expect.poll(counts, { timeout: 10_000 }).toEqual([2, 1, 2, 1]);
  });

  it('have no label chosen by a client', async () => {
    const { api, scrape } = await startWithMetrics();
    const word = 'chosenbyclient';
    await api.get(`/${word}?${word}=1`).set('X-Request-Id', word).set('User-Agent', word);
    await api.get(`/users/username/${word}`);
    await api.post('/auth/login').send({ emailOrUsername: word, password: word });
    await fetch(`${(await startWithMetrics()).server.url}/posts`, { method: 'PROPFIND' });
    const unknown = 'http_request_duration_seconds_count{method="",route="",status="404"}';
    await expect.poll(async () => valueOf(await scrape(), unknown), { timeout: 10_000 }).toBe(1);
    const text = await scrape();
    expect(text).not.toContain(word);
    expect(text).not.toContain('PROPFIND');
  });

  it('show the database, its connections, the event loop, jobs, the feed and counter changes', async () => {
    const { ctx, api, scrape } = await startWithMetrics();
    const agent = request.agent(ctx.app);
    const { user } = (await agent.post('/auth/register').send(newAccount())).body;
    await api.get('/posts/infinite?seed=7');
    await ctx.models.PostInteraction.collection.insertOne({
      post: ctx.models.Post.base.Types.ObjectId.createFromTime(1),
      user: ctx.models.Post.base.Types.ObjectId.createFromHexString(user._id),
      pending: [{ op: ctx.models.Post.base.Types.ObjectId.createFromTime(1), delta: {} }],
    });
    const text = await scrape();
    expect(
      valueOf(text, 'database_command_duration_seconds_count{command="find",outcome="ok"}'),
    ).toBeGreaterThan(0);
    expect(valueOf(text, 'database_connections{state="open"}')).toBeGreaterThan(0);
    expect(valueOf(text, 'database_connections{state="waiting"}')).toBe(0);
    expect(valueOf(text, 'nodejs_eventloop_lag_p99_seconds')).toBeGreaterThanOrEqual(0);
    expect(valueOf(text, 'jobs_oldest_seconds')).toBeGreaterThanOrEqual(0);
    expect(valueOf(text, 'feed_holes_ratio')).toBe(0);
    expect(valueOf(text, 'sign_ups_total')).toBe(1);
    expect(valueOf(text, 'storage_used_bytes')).toBe(0);
    expect(valueOf(text, 'storage_free_bytes')).toBeGreaterThan(1_000_000);
    expect(valueOf(text, 'pending_changes_oldest_seconds')).toBeGreaterThan(1_000_000_000);
  });

  it('exist before their first event, since alerts compare with the value before', async () => {
    const { scrape, ctx } = await startWithMetrics();
    const text = await scrape();
    const first = ['mails_total{outcome="sent"}', 'mails_total{outcome="failed"}', 'sign_ups_total'];
    const refusals = ['INTERNAL', 'OVERLOAD', 'CONNECTION', 'TOO_MANY_REQUESTS'].map(
      (reason) => `http_refusals_total{reason="${reason}"}`,
    );
    const types = ctx.jobs.types();
    expect(types).toEqual(expect.arrayContaining(['mail', 'upload-sweep', 'outbox']));
    const ofJobs = types.flatMap((type) =>
      ['waiting', 'failing', 'dead'].map((of) => `jobs_${of}{type="${type}"}`),
    );
    for (const line of [...first, ...refusals, ...ofJobs])
      expect([line, valueOf(text, line)]).toEqual([line, expect.any(Number)]);
    for (const type of types) expect(valueOf(text, `jobs_dead{type="${type}"}`)).toBe(0);
  });

  it('stand next to the checks of readiness, which the public answer leaves out [B22-8]', async () => {
    const { api, server, proxy, ctx } = await startWithMetrics({ outages: true });
    const details = async () => {
      const { status, body } = await request(server.metricsUrl!).get('/health/ready');
      return { status, body };
    };
    await ctx.jobs.stop();
    await ctx.models.Job.deleteMany({});
    const { body } = await api.get('/health/ready');
    expect(body).toEqual({ success: true, data: { status: 'ready' } });
    const figure = expect.any(Number);
    expect(await details()).toEqual({
      status: 200,
      body: {
        status: 'ready',
        checks: {
          database: { ok: true },
          migrations: { ok: true, reason: null },
          jobs: { ok: true, oldestSeconds: figure, failing: 0 },
          mail: { ok: true, server: true, waiting: 0, failing: 0 },
          disk: { ok: true, freeBytes: figure },
        },
      },
    });
    const incoming = incomingFolder(ctx.config.media.directory);
    await rm(incoming, { recursive: true });
    await writeFile(incoming, '');
    expect((await details()).body).toMatchObject({ status: 'degraded', checks: { disk: { ok: false } } });
    await rm(incoming);
    const failed = { type: 'mail', key: 'x', payload: {}, attempts: 3, version: 1, lastError: 'refused' };
    const at = new Date(ctx.now().getTime() + 60_000);
    const times = { createdAt: at, runAt: at, lockedUntil: new Date(0) };
    await ctx.models.Job.collection.insertOne({ ...failed, ...times });
    expect(await details()).toMatchObject({
      status: 200,
      body: { status: 'degraded', checks: { mail: { ok: false, failing: 1 }, database: { ok: true } } },
    });
    await proxy.cut();
    await vi.waitFor(async () => expect((await api.get('/health/ready')).status).toBe(503), WAIT);
    expect(await details()).toMatchObject({
      status: 503,
      body: { status: 'unavailable', checks: { database: { ok: false }, disk: { ok: true } } },
    });
  });

  it('are read without a warning, even with many abort listeners', async () => {
    const { scrape } = await startWithMetrics();
    const warnings: Error[] = [];
    const note = (warning: Error) => void warnings.push(warning);
    process.on('warning', note);
    await scrape();
    process.off('warning', note);
    expect(warnings).toEqual([]);
  });

  it('show waiting jobs by type', async () => {
    const { ctx, scrape } = await startWithMetrics();
    await ctx.jobs.stop();
    await ctx.models.Job.deleteMany({});
    const ago = new Date(ctx.now().getTime() - 60_000);
    await ctx.jobs.add('mail', {}, { key: 'one', runAt: ago });
    await ctx.jobs.add('mail', {}, { key: 'two', runAt: new Date(ctx.now().getTime() + 60_000) });
    const { createdAt } = (await ctx.models.Job.findOne({ key: 'one' }).lean())!;
    const due = { type: 'digest', runAt: createdAt, lockedUntil: new Date(0), createdAt };
    const many = runs(1001, 10_001);
    const keys = Array.from({ length: many }, (_, index) => String(index));
    await ctx.models.Job.collection.insertMany(
      keys.map((key) => ({ ...due, key, payload: {}, version: 1, attempts: 0 })),
    );
    // a busy machine may not read them within the time of one scrape
    await vi.waitFor(async () => {
      const text = await scrape();
      expect(valueOf(text, 'jobs_waiting{type="mail"}')).toBe(1);
      expect(valueOf(text, 'jobs_waiting{type="digest"}')).toBe(many);
      expect(valueOf(text, 'jobs_oldest_seconds')).toBeGreaterThanOrEqual(60);
    }, WAIT);
  });

  it('omit values that cannot be read while the database is down, and still respond', async () => {
    const { proxy, scrape } = await startWithMetrics({ outages: true });
    await proxy.cut();
    await vi.waitFor(async () => {
      const text = await scrape();
      expect(valueOf(text, 'feed_holes_ratio')).toBeUndefined();
      expect(valueOf(text, 'nodejs_eventloop_lag_p99_seconds')).toBeDefined();
    }, WAIT);
  });

  it('close their port when the server stops', async () => {
    const { server } = await startWithMetrics();
    await server.stop();
    await expect(fetch(`${server.metricsUrl}/metrics`)).rejects.toThrow();
  });

  it('prevent the server from starting if their port is in use', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as AddressInfo;
    try {
      await expect(start({ config: { metricsPort: port } })).rejects.toMatchObject({
        code: 'EADDRINUSE',
        port,
      });
    } finally {
      other.close();
    }
  });
});
