import { once } from 'node:events';
import { Agent, get, type IncomingMessage, type RequestListener } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { createHttpServer, type HttpServer } from './http-server.js';

const opened: HttpServer[] = [];
afterEach(async () => {
  for (const { server, stop } of opened.splice(0)) {
    server.closeAllConnections();
    await stop(0);
  }
});

async function serve(handle: RequestListener, standstill = 30_000, unsentBytes = 64 * 1024 ** 2) {
  const http = createHttpServer(handle, { requestWithin: 60_000, standstill, unsentBytes });
  opened.push(http);
  http.server.listen(0, '127.0.0.1');
  await once(http.server, 'listening');
  return { ...http, port: (http.server.address() as AddressInfo).port };
}

/** Opens a connection that sends a text and records what it receives. */
function open(port: number, text = '') {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write(text);
  let received = '';
  socket.on('data', (bytes: Buffer) => (received += bytes.toString('latin1')));
  return { socket, received: () => received, closed: once(socket, 'close') };
}

const ask = (path = '/') => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`;
/** Sends the given number of responses, each as soon as its request is handled. */
async function answerEach(answers: readonly (() => void)[], count: number) {
  for (let index = 0; index < count; index += 1) {
    await expect.poll(() => answers, { interval: 2 }).toHaveLength(index + 1);
    answers[index]!();
  }
}
const countOf = (text: string, part: string) => text.split(part).length - 1;

/** Returns the response, or `'cut'` (open connection) or `'refused'` (new connection) if there is none. */
async function answerTo(agent: Agent, port: number): Promise<IncomingMessage | 'cut' | 'refused'> {
  const request = get({ port, agent });
  try {
    const [answer] = (await once(request, 'response')) as [IncomingMessage];
    await once(answer.resume(), 'end');
    return answer;
  } catch {
    return request.reusedSocket ? 'cut' : 'refused';
  }
}

describe('stopping', () => {
  it('finishes with busy keep-alive clients and cuts no connection', async () => {
    const { port, stop } = await serve((_req, res) => void setTimeout(() => res.end('done'), 5));
    const after: { connection: string | undefined; agent: number }[] = [];
    let stopped = false;
    const clients = Array.from({ length: 6 }, async (_, agent) => {
      const connection = new Agent({ keepAlive: true, maxSockets: 1 });
      for (;;) {
        const before = stopped;
        const answer = await answerTo(connection, port);
        if (typeof answer !== 'object') return answer;
        if (before) after.push({ connection: answer.headers.connection, agent });
      }
    });
    await pause(100);
    stopped = true;
    // within its grace, so that no connection was cut
    expect(await stop(8000)).toBe(true);
    expect(await Promise.all(clients)).toEqual(Array(6).fill('refused'));
    expect(after.map(({ connection }) => connection)).toEqual(after.map(() => 'close'));
    expect(new Set(after.map(({ agent }) => agent)).size).toBe(after.length);
  });

  it('lets an idle connection send one more request, then closes it', async () => {
    const { port, stop } = await serve((_req, res) => res.end('done'));
    const asking = open(port, ask());
    const silent = open(port, ask());
    await once(asking.socket, 'data');
    await once(silent.socket, 'data');
    const stopped = stop(8000);
    asking.socket.write(ask());
    await asking.closed;
    expect(asking.received()).toMatch(/Connection: keep-alive.*Connection: close/s);
    await silent.closed;
    expect(silent.received()).not.toContain('Connection: close');
    expect(await stopped).toBe(true);
  });

  it.each([
    ['', 0],
    [', if the process is busy', 1200],
  ])('answers those who are connected, though not accepted yet%s', async (_when, busy) => {
    const { port, stop } = await serve((_req, res) => res.end('done'));
    const clients = Array.from({ length: 20 }, () => open(port, ask()));
    await new Promise<void>((resolve) => process.nextTick(resolve));
    const stopped = stop(30_000);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, busy);
    expect(await stopped).toBe(true);
    await Promise.all(clients.map(({ closed }) => closed));
    expect(clients.map(({ received }) => countOf(received(), 'done'))).toEqual(Array(20).fill(1));
  });

  it('answers a request that arrived while the process was busy', async () => {
    const { server, port, stop } = await serve((_req, res) => res.end('done'));
    const client = open(port);
    await Promise.all([once(client.socket, 'connect'), once(server, 'connection')]);
    const stopped = stop(30_000);
    client.socket.write(ask());
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1200);
    expect(await stopped).toBe(true);
    await client.closed;
    expect(countOf(client.received(), 'done')).toBe(1);
  });

  it('answers all requests already sent on a connection', async () => {
    const answers: (() => void)[] = [];
    const { port, stop } = await serve((_req, res) => void answers.push(() => res.end('done')));
    const { received, closed } = open(port, ask().repeat(3));
    await expect.poll(() => answers).toHaveLength(1);
    const stopped = stop(8000);
    await answerEach(answers, 3);
    await closed;
    expect(countOf(received(), 'HTTP/1.1 200')).toBe(3);
    expect(countOf(received(), 'Connection: close')).toBe(1);
    expect(await stopped).toBe(true);
  });

  it('cuts requests that do not finish within the grace', async () => {
    const { server, port, stop } = await serve(() => undefined);
    const { closed } = open(port, ask());
    await once(server, 'request');
    expect(await stop(100)).toBe(false);
    await closed;
  });
});

describe('a connection', () => {
  it('that sends many requests at once gets four responses, then 503 and is closed', async () => {
    const answers: (() => void)[] = [];
    const { port } = await serve((_req, res) => void answers.push(() => res.end('done')));
    const { received, closed } = open(port, ask().repeat(40));
    await answerEach(answers, 4);
    await closed;
    expect(answers).toHaveLength(4);
    expect(countOf(received(), 'HTTP/1.1 200')).toBe(4);
    expect(countOf(received(), 'HTTP/1.1 503')).toBe(1);
    expect(received()).toMatch(/HTTP\/1\.1 503 .*Retry-After: 1\r\n.*Connection: close/s);
    expect(received()).toContain("Content-Security-Policy: default-src 'none'; frame-ancestors 'none'");
    expect(received()).toContain('Strict-Transport-Security: max-age=63072000');
  });

  it.each([
    ['two lengths', 'Content-Length: 4\r\nContent-Length: 40'],
    ['a length beside chunks', 'Content-Length: 4\r\nTransfer-Encoding: chunked'],
    ['an unknown transfer encoding', 'Transfer-Encoding: chunked, identity'],
    ['a folded header', 'Transfer-Encoding:\r\n chunked\r\nContent-Length: 4'],
  ])('that announces a body by %s gets 400, and nothing behind it is handled', async (_case, headers) => {
    const handled: string[] = [];
    const { port } = await serve((req, res) => {
      handled.push(req.url ?? '');
      res.end('done');
    });
    const { received, closed } = open(
      port,
      `POST /a HTTP/1.1\r\nHost: a\r\n${headers}\r\n\r\n0\r\n\r\n${ask('/smuggled')}`,
    );
    await closed;
    expect(received()).toMatch(/^HTTP\/1\.1 400 /);
    expect(handled).toEqual([]);
  });

  it('may send any number of requests in sequence', async () => {
    const { port } = await serve((_req, res) => res.end('done'));
    const { socket, received } = open(port);
    for (let number = 1; number <= 10; number += 1) {
      socket.write(ask());
      await expect.poll(() => countOf(received(), 'HTTP/1.1 200'), { interval: 2 }).toBe(number);
    }
  });

  const large = Buffer.alloc(20_000_000);

  it('that reads nothing is closed when its response stalls', async () => {
    const { port, server } = await serve((_req, res) => res.end(large), 200);
    const socket = connect({ port, host: '127.0.0.1' });
    socket.on('error', () => undefined);
    socket.pause();
    socket.write(ask());
    await expect.poll(() => openOf(server)).toBe(1);
    await expect.poll(() => openOf(server)).toBe(0);
  });

  it('that reads slowly gets its whole response', async () => {
    // Longer than a busy machine keeps the reader waiting.
    const standstill = 1000;
    const { port } = await serve((_req, res) => res.end(large), standstill);
    const socket = connect({ port, host: '127.0.0.1' });
    socket.write(ask());
    let bytes = 0;
    const startedAt = performance.now();
    for await (const chunk of socket as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes >= large.length) break;
      await pause(5);
    }
    expect(bytes).toBeGreaterThanOrEqual(large.length);
    expect(performance.now() - startedAt).toBeGreaterThan(standstill);
  });

  it('that waits for a slow response stays open', async () => {
    const { port } = await serve((_req, res) => void setTimeout(() => res.end('done'), 500), 100);
    const { socket, received } = open(port, ask());
    await once(socket, 'data');
    expect(received()).toContain('HTTP/1.1 200');
  });

  it('that stops in the middle of a body gets an error and is closed', async () => {
    const { port } = await serve(() => undefined, 100);
    const { closed, received } = open(port, 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n{');
    await closed;
    expect(received()).toMatch(/^HTTP\/1\.1 408 .*Connection: close.*"code":"REQUEST_TIMEOUT"/s);
  });
});

const openOf = (server: { getConnections: (done: (error: Error | null, count: number) => void) => void }) =>
  new Promise<number>((resolve) => server.getConnections((_error, count) => resolve(count)));
