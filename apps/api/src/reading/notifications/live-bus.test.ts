import { Types } from 'mongoose';
import { pino } from 'pino';
import { beforeEach, expect, it, vi } from 'vitest';
import { unreadTopic } from '../../community/inboxes/inboxes.feature.js';
import { collectionOf } from '../../platform/db/collection-of.js';
import { SECOND } from '../../platform/time.js';
import { insertPosts } from '../../testing/content.js';
import { appScene } from '../../testing/scene.js';
import { createTestApp } from '../../testing/test-app.js';
import { createLive } from './live.js';

/** A bus that a test makes fail or lose messages. */
function fakeBus() {
  const hearers = new Map<string, Set<() => void>>();
  const bus = {
    up: true,
    loses: false,
    published: [] as string[],
    start: () => undefined,
    close: () => undefined,
    isUp: () => bus.up,
    publish: (topics: readonly string[]) => {
      bus.published.push(...topics);
      if (!bus.up || bus.loses) return;
      for (const topic of topics) hearers.get(topic)?.forEach((hear) => hear());
    },
    subscribe: (topic: string, hear: () => void) => {
      hearers.set(topic, (hearers.get(topic) ?? new Set()).add(hear));
      return () => void hearers.get(topic)!.delete(hear);
    },
    topics: () => [...hearers].filter(([, own]) => own.size > 0).map(([topic]) => topic),
  };
  return bus;
}

const bus = fakeBus();
const scene = appScene({ bus });
beforeEach(() => Object.assign(bus, { up: true, loses: false, published: [] }));

/** A process with listeners, which has polled once. */
async function processWith(count: number) {
  const { Notification } = scene.app.ctx.models;
  const unread = vi.fn(() => Promise.resolve(1));
  const parts = { notifications: collectionOf(Notification), bus, unread, log: pino({ level: 'silent' }) };
  const live = createLive({ ...parts, now: scene.app.clock.now });
  const people = await Promise.all(
    Array.from({ length: count }, async () => {
      const userId = new Types.ObjectId().toHexString();
      const send = vi.fn();
      const stream = { send, end: () => undefined };
      const leave = await live.listen({ userId, stream, isAllowed: () => Promise.resolve(true) }, '0');
      return { userId, leave, told: () => send.mock.calls.filter(([event]) => event === 'unread').length };
    }),
  );
  await live.tick();
  const find = vi.spyOn(Notification.collection, 'find');
  const looks = () =>
    find.mock.calls
      .splice(0)
      .map(([filter]) => filter as { touchedAt?: unknown; recipient?: { $in: unknown[] } })
      .filter(({ touchedAt }) => touchedAt !== undefined)
      .map(({ recipient }) => recipient?.$in.map(String) ?? 'everybody');
  return {
    live,
    people,
    looks,
    end: () => {
      find.mockRestore();
      for (const { leave } of people) leave();
    },
  };
}

/** As another process writes a notification, and tells of it. */
async function change({ userId }: { userId: string }, ago = 0): Promise<void> {
  const recipient = new Types.ObjectId(userId);
  const now = scene.app.clock.now().getTime();
  await scene.app.ctx.models.Notification.collection.insertOne({
    _id: new Types.ObjectId().toHexString() as never,
    recipient,
    touchedAt: new Date(now - ago),
    expiresAt: new Date(now + 1_000_000),
  });
  bus.publish([unreadTopic(userId)]);
}

const pass = async ({ live }: Pick<Awaited<ReturnType<typeof processWith>>, 'live'>, seconds: number) => {
  for (let second = 0; second < seconds; second += 1) {
    scene.app.clock.advance(SECOND);
    await live.tick();
  }
};

it('reads only whom messages name, and everybody every 15 seconds [B5-29]', async () => {
  const running = await processWith(3);
  const { people, looks, end } = running;
  await pass(running, 10);
  expect(looks()).toEqual([]);
  for (const ago of [0, 10_000, 5000]) await change(people[1]!, ago);
  await pass(running, 1);
  expect(looks()).toEqual([[people[1]!.userId]]);
  expect(people.map(({ told }) => told())).toEqual([0, 1, 0]);
  await pass(running, 4);
  expect(looks()).toEqual(['everybody']);
  await pass(running, 15);
  expect(looks()).toEqual(['everybody']);
  expect(people.map(({ told }) => told())).toEqual([0, 1, 0]);
  end();
});

it('makes up for lost messages within 15 seconds [B5-29]', async () => {
  const running = await processWith(2);
  const { people, end } = running;
  bus.loses = true;
  await change(people[0]!);
  await pass(running, 14);
  expect(people[0]!.told()).toBe(0);
  await pass(running, 1);
  expect(people.map(({ told }) => told())).toEqual([1, 0]);
  end();
});

it('polls every second while the bus is down, and once after it [B5-29]', async () => {
  const running = await processWith(2);
  const { people, looks, end } = running;
  bus.up = false;
  await change(people[0]!);
  await pass(running, 2);
  expect(looks()).toEqual(['everybody', 'everybody']);
  expect(people[0]!.told()).toBe(1);
  await change(people[1]!);
  bus.up = true;
  await pass(running, 3);
  expect(looks()).toEqual(['everybody']);
  expect(people[1]!.told()).toBe(1);
  end();
});

it('polls for everybody after a look that failed', async () => {
  const running = await processWith(1);
  const { people, looks, end } = running;
  await change(people[0]!);
  const { collection } = scene.app.ctx.models.Notification;
  vi.spyOn(collection, 'find').mockImplementationOnce(() => {
    throw new Error('away');
  });
  await pass(running, 1);
  expect(people[0]!.told()).toBe(0);
  looks();
  await pass(running, 1);
  expect(looks()).toEqual(['everybody']);
  expect(people[0]!.told()).toBe(1);
  end();
});

it('subscribes to those who listen, as long as they do', async () => {
  const running = await processWith(2);
  const topics = running.people.map(({ userId }) => unreadTopic(userId));
  expect(bus.topics().sort()).toEqual(topics.sort());
  running.end();
  expect(bus.topics()).toEqual([]);
});

it('tells processes of likes and of reading, after they are written [B5-29]', async () => {
  const other = await createTestApp({ dbName: scene.app.ctx.connection.name, clock: scene.app.clock, bus });
  const [ada, bob] = [await scene.app.signUp(), await scene.app.signUp()];
  const [post] = await insertPosts(scene.app, 1, new Types.ObjectId(ada.user._id));
  const send = vi.fn();
  const { live } = other.ctx.notifications;
  const stream = { send, end: () => undefined };
  const isAllowed = () => Promise.resolve(true);
  const leave = await live.listen({ userId: ada.user._id, stream, isAllowed }, undefined);
  await live.tick();
  const find = vi.spyOn(other.ctx.models.Notification.collection, 'find');
  const polls = () => find.mock.calls.filter(([filter]) => !('recipient' in (filter as object))).length;
  await bob.agent.post(`/post-interactions/${post}/like`).expect(200);
  await live.tick();
  await ada.agent.post('/notifications/read').send({ until: scene.app.clock.now().toISOString() });
  await live.tick();
  expect(send.mock.calls.map(([, data]) => data as unknown)).toEqual([
    { unread: 0 },
    { unread: 1 },
    { unread: 0 },
  ]);
  expect(polls()).toBe(0);
  leave();
  await other.close();
});
