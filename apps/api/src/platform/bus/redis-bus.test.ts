import { pino } from 'pino';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startRedisServer } from '../../testing/redis-server.js';
import type { Bus } from './bus.js';
import { createBus } from './create-bus.js';

let server: Awaited<ReturnType<typeof startRedisServer>>;
const buses: Bus[] = [];
const logged: string[] = [];
const log = pino(
  { level: 'info' },
  { write: (line) => logged.push((JSON.parse(line) as { msg: string }).msg) },
);

beforeEach(async () => {
  server = await startRedisServer();
});
afterEach(async () => {
  for (const bus of buses.splice(0)) bus.close();
  await server.stop();
  logged.length = 0;
});

/** A process with a bus. */
async function connected(url = server.url): Promise<Bus> {
  const bus = createBus({ redisUrl: url }, log);
  buses.push(bus);
  bus.start();
  await expect.poll(bus.isUp).toBe(true);
  return bus;
}

it('passes messages on to the processes that subscribe to their topic [B5-29]', async () => {
  const [one, other] = [await connected(), await connected()];
  const [ada, bob, own] = [vi.fn(), vi.fn(), vi.fn()];
  other.subscribe('ada', ada);
  other.subscribe('bob', bob);
  one.subscribe('ada', own);
  await expect.poll(server.channels).toEqual(['ada', 'ada', 'bob']);
  one.publish(['ada', 'nobody']);
  await expect.poll(() => [ada, own, bob].map(({ mock }) => mock.calls.length)).toEqual([1, 1, 0]);
});

it('ends a subscription with the last one who hears', async () => {
  const bus = await connected();
  const [first, second] = [vi.fn(), vi.fn()];
  const leave = bus.subscribe('ada', first);
  const leaveToo = bus.subscribe('ada', second);
  await expect.poll(server.channels).toEqual(['ada']);
  leave();
  leave();
  bus.publish(['ada']);
  await expect.poll(() => second.mock.calls).toHaveLength(1);
  expect(first).not.toHaveBeenCalled();
  leaveToo();
  await expect.poll(server.channels).toEqual([]);
  bus.subscribe('ada', first);
  await expect.poll(server.channels).toEqual(['ada']);
  bus.publish(['ada']);
  await expect.poll(() => first.mock.calls).toHaveLength(1);
  expect(second).toHaveBeenCalledOnce();
});

it('is down while the server is, drops messages, and takes up all topics once it is back [B5-29]', async () => {
  const bus = await connected();
  const [ada, bob] = [vi.fn(), vi.fn()];
  bus.subscribe('ada', ada);
  await expect.poll(server.channels).toEqual(['ada']);
  await server.stop();
  await expect.poll(bus.isUp).toBe(false);
  bus.subscribe('bob', bob);
  bus.publish(['ada']);
  server = await startRedisServer(server.port);
  await expect.poll(bus.isUp, { timeout: 5000 }).toBe(true);
  await expect.poll(server.channels).toEqual(['ada', 'bob']);
  expect(ada).not.toHaveBeenCalled();
  await expect
    .poll(() => {
      bus.publish(['ada', 'bob']);
      return ada.mock.calls.length > 0 && bob.mock.calls.length > 0;
    })
    .toBe(true);
  expect(logged).toEqual([expect.stringContaining('Redis is away'), 'Redis is back']);
});

it('starts without a server, and connects once there is one', async () => {
  const { port } = server;
  await server.stop();
  const bus = createBus({ redisUrl: `redis://127.0.0.1:${port}` }, log);
  buses.push(bus);
  bus.start();
  const ada = vi.fn();
  bus.subscribe('ada', ada);
  bus.publish(['ada']);
  await expect.poll(() => logged).toHaveLength(1);
  expect(bus.isUp()).toBe(false);
  server = await startRedisServer(port);
  await expect.poll(server.channels, { timeout: 5000 }).toEqual(['ada']);
  await expect
    .poll(() => {
      bus.publish(['ada']);
      return ada.mock.calls.length;
    })
    .toBeGreaterThan(0);
});

it('counts a server that does not answer as down', async () => {
  const bus = await connected();
  bus.subscribe('ada', vi.fn());
  await expect.poll(server.channels).toEqual(['ada']);
  server.fallSilent();
  await expect.poll(bus.isUp, { timeout: 12_000, interval: 100 }).toBe(false);
}, 15_000);

it('connects nowhere without an address, and is never up', () => {
  const bus = createBus({ redisUrl: null }, log);
  bus.start();
  const hear = vi.fn();
  const leave = bus.subscribe('ada', hear);
  bus.publish(['ada']);
  leave();
  expect([bus.isUp(), hear.mock.calls]).toEqual([false, []]);
  bus.close();
});
