import { once } from 'node:events';
import type { RequestListener, ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { afterEach, expect, it, vi } from 'vitest';
import { createHttpServer } from './http-server.js';

const MEGABYTE = 1024 ** 2;
const large = Buffer.alloc(8 * MEGABYTE, 'x');

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** Starts a server; returns it with the sockets of its connections. */
async function serve(handle: RequestListener, unsentBytes = 64 * MEGABYTE) {
  const onRefused = vi.fn();
  const http = createHttpServer(handle, {
    requestWithin: 60_000,
    standstill: 60_000,
    unsentBytes,
    onRefused,
  });
  const sockets: Socket[] = [];
  http.server.on('connection', (socket) => sockets.push(socket));
  http.server.listen(0, '127.0.0.1');
  await once(http.server, 'listening');
  closing.push(() => {
    http.server.closeAllConnections();
    return http.stop(0);
  });
  const unsent = () =>
    sockets.reduce((sum, socket) => sum + (socket.destroyed ? 0 : socket.writableLength), 0);
  return { port: (http.server.address() as AddressInfo).port, sockets, unsent, onRefused };
}

function open(port: number, text: string) {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write(text);
  closing.push(() => Promise.resolve(socket.destroy()));
  return socket;
}

/** A client that reads nothing. */
const openIdle = (port: number, text: string) => open(port, text).pause();

const ask = (path = '/') => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`;

/** Opens streams for `/stream` and sends large responses otherwise. Records the requests it handled. */
function streaming() {
  const handled: (string | undefined)[] = [];
  const streams: ServerResponse[] = [];
  const handle: RequestListener = (req, res) => {
    handled.push(req.url);
    if (req.url !== '/stream') return void res.end(large);
    res.setHeader('Content-Type', 'text/event-stream; charset=utf-8');
    streams.push(res);
    res.write('retry: 1\n\n');
  };
  return { handle, handled, streams };
}

it('handles no request behind an event stream, so that no response is buffered there', async () => {
  const { handle, handled, streams } = streaming();
  const { port, unsent } = await serve(handle);
  const clients = Array.from({ length: 16 }, () => open(port, ask('/stream') + ask('/list').repeat(3)));
  await Promise.all(clients.map((client) => once(client, 'data')));
  for (const client of clients) client.write(ask('/list').repeat(3));
  for (const stream of streams) stream.write('event: beat\n\n');
  await Promise.all(clients.map((client) => once(client, 'data')));
  expect(handled).toEqual(Array(16).fill('/stream'));
  expect(unsent()).toBeLessThan(MEGABYTE);
});

it('rejects the request behind a stream after the stream ends, and closes the connection', async () => {
  const { handle, handled, streams } = streaming();
  const { port } = await serve(handle);
  const client = open(port, ask('/stream') + ask('/list').repeat(2));
  let text = '';
  client.on('data', (bytes: Buffer) => (text += bytes.toString('latin1')));
  await expect.poll(() => streams).toHaveLength(1);
  streams[0]!.end();
  await once(client, 'close');
  expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 503']);
  expect(handled).toEqual(['/stream']);
});

it('closes a connection that keeps sending requests behind a stream', async () => {
  const { handle, handled } = streaming();
  const { port, sockets } = await serve(handle);
  const client = open(port, ask('/stream'));
  await once(client, 'data');
  client.write(ask('/list').repeat(20_000));
  await new Promise((resolve) => client.resume().once('close', resolve));
  expect(sockets[0]!.bytesRead).toBeLessThan(MEGABYTE / 2);
  expect(handled).toEqual(['/stream']);
});

it('buffers one response for a connection that pipelines and reads nothing', async () => {
  const handle = vi.fn<RequestListener>((_req, res) => void res.end(large));
  const { port, unsent } = await serve(handle);
  const clients = Array.from({ length: 4 }, () => openIdle(port, ask().repeat(4)));
  await expect.poll(() => handle).toHaveBeenCalledTimes(clients.length);
  expect(unsent()).toBeLessThanOrEqual(clients.length * (large.length + 1000));
});

it('closes the connections with the most buffered bytes if clients read nothing, and no others', async () => {
  const { port, unsent, sockets, onRefused } = await serve((req, res) => {
    res.end(req.url === '/small' ? large.subarray(0, 6 * MEGABYTE) : large);
  }, 40 * MEGABYTE);
  const small = openIdle(port, ask('/small'));
  await expect.poll(unsent).toBeGreaterThan(MEGABYTE);
  for (let count = 0; count < 20; count += 1) openIdle(port, ask());
  await expect.poll(() => sockets).toHaveLength(21);
  await expect.poll(unsent).toBeLessThanOrEqual(40 * MEGABYTE);
  expect(sockets[0]!.destroyed).toBe(false);
  expect(onRefused).toHaveBeenCalledTimes(sockets.filter(({ destroyed }) => destroyed).length);
  small.destroy();
});

it('serves a client that reads while others use the whole buffer', async () => {
  const { port, unsent } = await serve((_req, res) => void res.end(large), 20 * MEGABYTE);
  for (let count = 0; count < 8; count += 1) openIdle(port, ask());
  await expect.poll(unsent).toBeGreaterThan(10 * MEGABYTE);
  let bytes = 0;
  const reader = open(port, ask());
  for await (const chunk of reader as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes >= large.length) break;
  }
  expect(bytes).toBeGreaterThanOrEqual(large.length);
  expect(unsent()).toBeLessThanOrEqual(20 * MEGABYTE);
});

it('closes connections whose responses are written in chunks too', async () => {
  const { port, unsent, sockets } = await serve((_req, res) => {
    for (let count = 0; count < 8; count += 1) res.write(large.subarray(0, MEGABYTE));
  }, 20 * MEGABYTE);
  for (let count = 0; count < 8; count += 1) openIdle(port, ask());
  await expect.poll(() => sockets.some(({ destroyed }) => destroyed)).toBe(true);
  expect(unsent()).toBeLessThanOrEqual(20 * MEGABYTE);
});
