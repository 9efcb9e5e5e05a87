import { AsyncResource } from 'node:async_hooks';
import { once } from 'node:events';
import { get, type ClientRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { Types } from 'mongoose';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { runForRequest } from '../../platform/request-context.js';
import { insertPosts } from '../../testing/content.js';
import { appScene } from '../../testing/scene.js';
import { createTestApp, type TestApp } from '../../testing/test-app.js';

const scene = appScene();
let other: TestApp;
beforeAll(async () => {
  other = await createTestApp({ dbName: scene.app.ctx.connection.name, clock: scene.app.clock });
});
afterAll(() => other.close());

const open: ClientRequest[] = [];
afterEach(() => {
  for (const request of open.splice(0)) request.destroy();
});

/** A user with browser cookies and a post. */
async function person() {
  const { agent, user } = await scene.app.signUp();
  const [post] = await insertPosts(scene.app, 1, new Types.ObjectId(user._id));
  const jar = agent.jar.getCookies({ domain: '127.0.0.1', path: '/', secure: false, script: false });
  return { agent, post: post!, id: user._id, cookie: jar.toValueString() };
}
type Person = Awaited<ReturnType<typeof person>>;

/** Listens like a browser. `events` grows; `ended` resolves when the server ends the stream. */
async function listen({ cookie }: Pick<Person, 'cookie'>, lastEventId?: string, app = scene.app) {
  const headers = { cookie, ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }) };
  const request = get(`${app.url}/notifications/events`, { headers });
  open.push(request);
  request.on('error', () => undefined);
  const [answer] = (await once(request, 'response')) as [IncomingMessage];
  let text = '';
  answer.setEncoding('utf8').on('data', (more: string) => (text += more));
  const ended = new Promise((resolve) => answer.once('end', resolve));
  answer.on('error', () => undefined);
  const events = () =>
    text
      .split('\n\n')
      .map((block) => Object.fromEntries(block.split('\n').map((line) => line.split(/: (.*)/s))))
      .filter(({ event }) => event !== undefined) as { event: string; data: string; id?: string }[];
  const unread = () =>
    events().flatMap(({ event, data }) => (event === 'unread' ? (JSON.parse(data).unread as number) : []));
  return { answer, events, unread, ended, request };
}
const like = (who: Person, { post }: Person) => who.agent.post(`/post-interactions/${post}/like`).expect(200);
const tick = (app = scene.app) => app.ctx.notifications.live.tick();

describe('GET /notifications/events', () => {
  it('tells moderators how many entries wait for them [B40-1]', async () => {
    const moderator = await person();
    await scene.app.ctx.models.User.updateOne({ _id: moderator.id }, { isModerator: true });
    const { events } = await listen(moderator);
    await expect.poll(events).not.toEqual([]);
    const [first] = events().filter(({ event }) => event === 'unread');
    expect(JSON.parse(first!.data)).toEqual({ unread: 0, waiting: 0 });
  });

  it('sends the unread count at once, by events that proxies may not cache or change', async () => {
    const [ada, bob] = [await person(), await person()];
    await like(bob, ada);
    const { answer, unread } = await listen(ada);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
    });
    await expect.poll(unread).toEqual([1]);
  });

  it('answers HEAD with the headers of a stream, and holds no stream for it', async () => {
    const ada = await person();
    for (let asked = 0; asked < 9; asked += 1) {
      const { headers } = await ada.agent.head('/notifications/events').expect(200);
      expect(headers['content-type']).toBe('text/event-stream; charset=utf-8');
    }
  });

  it('sends an event for a like, for reading, and for a like that is removed [B5-7]', async () => {
    const [ada, bob] = [await person(), await person()];
    const { unread } = await listen(ada);
    await expect.poll(unread).toEqual([0]);
    await like(bob, ada);
    await tick();
    await expect.poll(unread).toEqual([0, 1]);
    await ada.agent.post('/notifications/read').send({ until: scene.app.clock.now().toISOString() });
    await tick();
    await expect.poll(unread).toEqual([0, 1, 0]);
    await like(bob, ada);
    await tick();
    await tick();
    await expect.poll(unread).toEqual([0, 1, 0, 0]);
  });

  it('notifies listeners of another process [B5-7]', async () => {
    const [ada, bob] = [await person(), await person()];
    const { unread } = await listen(ada, undefined, other);
    await expect.poll(unread).toEqual([0]);
    await like(bob, ada);
    await tick(other);
    await expect.poll(unread).toEqual([0, 1]);
  });

  it('sends an event for a change whose write took ten seconds', async () => {
    const [ada, bob] = [await person(), await person()];
    const { unread } = await listen(ada);
    await expect.poll(unread).toEqual([0]);
    await tick();
    const now = scene.app.clock.now();
    const { Types } = (await import('mongoose')).default;
    const [recipient, user] = [new Types.ObjectId(ada.id), new Types.ObjectId(bob.id)];
    await scene.app.ctx.models.Notification.collection.insertOne({
      _id: `follow:${ada.id}` as never,
      kind: 'follow',
      recipient,
      entries: [{ ref: user, user, at: now, changedAt: now, isOn: true }],
      at: now,
      readAt: null,
      isUnread: true,
      touchedAt: new Date(now.getTime() - 10_000),
    });
    await tick();
    await expect.poll(unread).toEqual([0, 1]);
  });

  it('resumes: sends nothing if the client has the latest event, else the missed state [B5-7]', async () => {
    const [ada, bob] = [await person(), await person()];
    await like(bob, ada);
    const first = await listen(ada);
    await expect.poll(() => first.unread()).toEqual([1]);
    const { id } = first.events()[0]!;
    first.request.destroy();
    const second = await listen(ada, id);
    for (let seconds = 0; seconds < 15; seconds += 1) await tick();
    await expect.poll(() => second.events().map(({ event }) => event)).toEqual(['beat']);
    second.request.destroy();
    scene.app.clock.advance(1);
    await bob.agent.post('/comments').send({ postId: ada.post, body: 'Hi' }).expect(201);
    const third = await listen(ada, id);
    await expect.poll(() => third.unread()).toEqual([2]);
  });

  it('sends a heartbeat every 15 seconds [B5-7]', async () => {
    const ada = await person();
    const { events } = await listen(ada, '0');
    for (let seconds = 0; seconds < 45; seconds += 1) await tick();
    await expect.poll(() => events().map(({ event }) => event)).toEqual(['beat', 'beat', 'beat']);
  });

  it('ends with the session, and sends nothing after it [B5-8]', async () => {
    const [ada, bob] = [await person(), await person()];
    const { ended, unread } = await listen(ada);
    await expect.poll(unread).toEqual([0]);
    await ada.agent.post('/auth/logout').expect(200);
    await like(bob, ada);
    await tick();
    await ended;
    expect(unread()).toEqual([0]);
  });

  it('ends after the session has ended, even without new events [B5-8]', async () => {
    const ada = await person();
    const { ended } = await listen(ada);
    await ada.agent.post('/auth/logout').expect(200);
    for (let seconds = 0; seconds < 60; seconds += 1) await tick();
    await ended;
  });

  it('limits streams per user, and accepts new ones after others close', async () => {
    const ada = await person();
    const streams = await Promise.all(Array.from({ length: 8 }, () => listen(ada)));
    expect(streams.map(({ answer }) => answer.statusCode)).toEqual(Array(8).fill(200));
    expect((await listen(ada)).answer.statusCode).toBe(429);
    streams[0]!.request.destroy();
    await expect.poll(async () => (await listen(ada)).answer.statusCode).toBe(200);
  });

  it('limits streams per address across users, and releases their slots', async () => {
    const strict = await createTestApp({
      dbName: scene.app.ctx.connection.name,
      clock: scene.app.clock,
      config: { rateLimitFactor: 0.1 },
    });
    const people = [await person(), await person()];
    const streams = await Promise.all(
      Array.from({ length: 12 }, (_, index) => listen(people[index % 2]!, '0', strict)),
    );
    const statuses = streams.map(({ answer }) => answer.statusCode).sort();
    expect(statuses).toEqual([...Array<number>(10).fill(200), 429, 429]);
    for (const { request } of streams) request.destroy();
    await expect.poll(async () => (await listen(people[0]!, '0', strict)).answer.statusCode).toBe(200);
    await strict.close();
  });

  it('takes as many streams as the host allows a process [B5-30]', async () => {
    const config = { streamsMax: 2 };
    const strict = await createTestApp({
      dbName: scene.app.ctx.connection.name,
      clock: scene.app.clock,
      config,
    });
    const people = [await person(), await person(), await person()];
    const streams = await Promise.all(people.map((each) => listen(each, '0', strict)));
    const statuses = streams.map(({ answer }) => answer.statusCode).sort();
    expect(statuses).toEqual([200, 200, 503]);
    await strict.close();
  });

  it('rejects a stream that waits for another on its connection', async () => {
    const ada = await person();
    const { hostname, port } = new URL(scene.app.url);
    const ask = `GET /notifications/events HTTP/1.1\r\nHost: ${hostname}\r\nCookie: ${ada.cookie}\r\n\r\n`;
    const socket = connect(Number(port), hostname);
    let text = '';
    socket.setEncoding('utf8').on('data', (more: string) => (text += more));
    socket.write(ask + ask);
    await expect.poll(() => text).toContain('event: unread');
    await ada.agent.post('/auth/logout').expect(200);
    for (let seconds = 0; seconds < 60; seconds += 1) await tick();
    await expect.poll(() => text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 503']);
    socket.destroy();
  });

  it('releases the slots of clients that left before their stream started', async () => {
    const ada = await person();
    const { collection } = scene.app.ctx.models.Session;
    const read = collection.findOne.bind(collection) as (...args: unknown[]) => Promise<unknown>;
    const findOne = vi.spyOn(collection, 'findOne');
    for (let streams = 0; streams < 8; streams += 1) {
      let goOn = () => {};
      const left = new Promise<void>((resolve) => (goOn = resolve));
      findOne.mockImplementationOnce(async (...args: unknown[]) => {
        await left;
        return read(...args);
      });
      const request = get(`${scene.app.url}/notifications/events`, { headers: { cookie: ada.cookie } });
      request.on('error', () => undefined);
      const [, answer] = (await once(scene.app.server, 'request')) as [IncomingMessage, ServerResponse];
      request.destroy();
      await once(answer, 'close');
      goOn();
    }
    findOne.mockRestore();
    expect((await listen(ada)).answer.statusCode).toBe(200);
  });

  it('resumes after a database outage', async () => {
    const [ada, bob] = [await person(), await person()];
    const { unread } = await listen(ada);
    await expect.poll(unread).toEqual([0]);
    await like(bob, ada);
    vi.spyOn(scene.app.ctx.models.Notification.collection, 'find').mockImplementationOnce(() => {
      throw new Error('away');
    });
    await tick();
    await tick();
    await expect.poll(() => unread().at(-1)).toBe(1);
  });
});

describe('a process', () => {
  it('polls the database with one query for all listeners, and not at all without listeners [B5-9]', async () => {
    const strict = await createTestApp({ dbName: scene.app.ctx.connection.name, clock: scene.app.clock });
    const { live } = strict.ctx.notifications;
    const find = vi.spyOn(strict.ctx.models.Notification.collection, 'find');
    const looks = () => find.mock.calls.filter(([filter]) => 'touchedAt' in (filter as object)).length;
    await live.tick();
    expect([live.isLooking(), looks()]).toEqual([false, 0]);
    const people = [await person(), await person(), await person()];
    const streams = await Promise.all(people.map((each) => listen(each, '0', strict)));
    await expect.poll(() => live.isLooking()).toBe(true);
    const before = looks();
    await live.tick();
    expect(looks() - before).toBeLessThanOrEqual(2);
    for (const { request } of streams) request.destroy();
    await expect.poll(() => live.isLooking()).toBe(false);
    await strict.close();
  });

  it.each<[string, (socket: Socket, who: Person, tickOf: () => Promise<void>) => unknown]>([
    ['resets its connection', (socket) => socket.resetAndDestroy()],
    ['closes its half of it', (socket) => socket.end()],
    [
      'reads nothing, once the session has ended',
      async (_socket, { agent }, tickOf) => {
        await agent.post('/auth/logout').expect(200);
        for (let seconds = 0; seconds < 60; seconds += 1) await tickOf();
      },
    ],
  ])('takes the place of a client back that %s [B41-3]', async (_how, leave) => {
    const strict = await createTestApp({ dbName: scene.app.ctx.connection.name, clock: scene.app.clock });
    const { live } = strict.ctx.notifications;
    const who = await person();
    const { hostname, port } = new URL(strict.url);
    const socket = connect(Number(port), hostname).pause();
    socket.on('error', () => undefined);
    socket.write(`GET /notifications/events HTTP/1.1\r\nHost: ${hostname}\r\nCookie: ${who.cookie}\r\n\r\n`);
    await expect.poll(() => live.isLooking()).toBe(true);
    await leave(socket, who, () => live.tick());
    await expect.poll(() => live.isLooking()).toBe(false);
    socket.destroy();
    await strict.close();
  });

  it('polls outside of any request, since the request that started it may be past its deadline', async () => {
    const strict = await createTestApp({ dbName: scene.app.ctx.connection.name, clock: scene.app.clock });
    const { live } = strict.ctx.notifications;
    const [ada, bob] = [await person(), await person()];
    let look = () => {};
    const everySecond = vi.spyOn(globalThis, 'setInterval').mockImplementationOnce((run) => {
      look = AsyncResource.bind(run);
      return setTimeout(() => undefined);
    });
    const stream = { send: vi.fn(), end: () => undefined };
    const listener = { userId: ada.id, stream, isAllowed: () => Promise.resolve(true) };
    const late = new AbortController();
    const context = {
      signal: late.signal,
      deadlineAt: Infinity,
      answered: false,
      appendHeader: () => undefined,
    };
    const leave = await runForRequest(context, () => live.listen(listener, undefined));
    everySecond.mockRestore();
    late.abort();
    await like(bob, ada);
    look();
    await expect.poll(() => stream.send).toHaveBeenLastCalledWith('unread', { unread: 1 }, expect.anything());
    leave();
    await strict.close();
  });

  it('ends its streams on shutdown, so that browsers reconnect to another process', async () => {
    const strict = await createTestApp({ dbName: scene.app.ctx.connection.name, clock: scene.app.clock });
    const { ended } = await listen(await person(), '0', strict);
    strict.ctx.notifications.live.close();
    await ended;
    await strict.close();
  });
});
