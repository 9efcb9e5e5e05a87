import { randomUUID } from 'node:crypto';
import request from 'supertest';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { collectionOf } from './platform/db/collection-of.js';
import { isDatabaseAway } from './platform/db/database-away.js';
import type { Way } from './testing/database-proxy.js';
import { newAccount } from './testing/test-app.js';
import { start, stopServers, WAIT, type Running } from './testing/test-server.js';

/** Milliseconds that calls may take at most on a busy machine. */
const WITHIN = 8000;
const DEADLINE = 700;
const ANSWER_WITHIN = 1500;
const POOL = 5;

const WAYS: readonly Way[] = [
  'never answers',
  'closes',
  'stops in the head',
  'stops in the body',
  'closes in the body',
];

let running: Running;
let agent: ReturnType<typeof request.agent>;
/** Connections of the pool in use. */
const inUse = new Set<unknown>();

beforeAll(async () => {
  running = await start({
    outages: true,
    config: {
      limits: { requestDeadline: DEADLINE },
      mongo: { maxPoolSize: POOL, answerWithin: { request: ANSWER_WITHIN, background: ANSWER_WITHIN } },
    },
  });
  await running.server.ready;
  const client = running.ctx.connection.getClient();
  client.on('connectionCheckedOut', ({ connectionId }) => inUse.add(connectionId));
  client.on('connectionCheckedIn', ({ connectionId }) => inUse.delete(connectionId));
  agent = request.agent(running.server.url);
  await vi.waitFor(async () => {
    expect((await agent.post('/auth/register').send(newAccount())).status).toBe(201);
  }, WAIT);
});
afterAll(stopServers);

const read = () => agent.get('/posts?page=1&limit=1');
const write = () => agent.post('/posts').send({ title: 'Morning light' });

/** Breaks off exchanges of a command during some work, which ends in time. Then the service works again. */
async function whileBroken(command: string, way: Way, work: () => Promise<unknown>): Promise<void> {
  const { proxy, ctx } = running;
  const before = proxy.brokenOff();
  proxy.breakOff(command, way);
  try {
    // on a busy machine the deadline of all calls can pass before one of them sends the command
    await vi.waitFor(async () => {
      const startedAt = performance.now();
      await work();
      expect(performance.now() - startedAt).toBeLessThan(WITHIN);
      expect(proxy.brokenOff()).toBeGreaterThan(before);
    }, WAIT);
    await vi.waitFor(() => expect([ctx.http.slots.underWay(), inUse.size]).toEqual([0, 0]), WAIT);
  } finally {
    await proxy.restore();
  }
  await vi.waitFor(async () => expect((await write()).status).toBe(201), WAIT);
}

/** More calls than the pool has connections, of which each must give its own back. */
async function refused(call: () => request.Test): Promise<void> {
  for (const { status, body } of await Promise.all(Array.from({ length: POOL + 3 }, () => call()))) {
    expect([status, body.success]).toEqual([503, false]);
    expect(['SERVICE_UNAVAILABLE', 'MAY_BE_DONE']).toContain(body.code);
  }
}

describe.each(WAYS)('calls end with 503 and give back what they hold if the database %s', (way) => {
  it('at the greeting of a connection [B41-3]', () =>
    whileBroken('hello', way, async () => {
      await running.proxy.disconnect();
      await refused(read);
    }));
  it('at a read [B41-3]', () => whileBroken('find', way, () => refused(read)));
  it('at an aggregation [B41-3]', () => whileBroken('aggregate', way, () => refused(read)));
  it('at a write [B41-3]', () => whileBroken('insert', way, () => refused(write)));
  it('in a turn, which the next call then gets [B41-3]', async () => {
    const create = () => agent.post('/collections').send({ name: `Kept ${randomUUID()}` });
    await whileBroken('insert', way, () => refused(create));
    await vi.waitFor(async () => expect((await create()).status).toBe(201), WAIT);
  });
  it('at the next part of a cursor [B41-3]', async () => {
    const posts = collectionOf(running.ctx.models.Post);
    await Promise.all([write(), write()]);
    await whileBroken('getMore', way, async () => {
      const reading = posts.find({}, { batchSize: 1 }).toArray();
      const error: unknown = await reading.catch((reason: unknown) => reason);
      expect(isDatabaseAway(error), String(error)).toBe(true);
    });
  });
});
