import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, get, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import express, { type ErrorRequestHandler } from 'express';
import { afterEach, describe, expect, it } from 'vitest';
import { drip, startSlowStore, type SlowStore } from '../../testing/slow-store.js';
import { createTestApp } from '../../testing/test-app.js';
import { incomingIn, smallPng, upload } from '../../testing/uploads.js';
import type { AppError } from '../http/errors.js';
import { MINUTE } from '../time.js';
import type { MediaStorage } from './media-storage.js';
import { s3Storage } from './s3-storage.js';

const PATIENCE = { connect: 300, answer: 300, pace: 1_000_000, lag: 100 };
/** For a store that is not slow itself. */
const PATIENT = { ...PATIENCE, connect: MINUTE, answer: MINUTE };
const KEY = '0123456789abcdef0123456789abcdef/video.mp4';
const FILE = Buffer.alloc(24_000_000, 'clip');

const stores: { store: SlowStore; storage: MediaStorage }[] = [];
const servers: Server[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
  for (const { store, storage } of stores.splice(0)) {
    storage.close?.();
    await store.close();
  }
});

async function open(handle: Parameters<typeof startSlowStore>[0], patience = PATIENCE) {
  const store = await startSlowStore(handle);
  const storage = s3Storage(store.config, patience);
  stores.push({ store, storage });
  return { store, storage };
}

/** Starts a server that serves one stored file. */
async function serve(storage: MediaStorage): Promise<string> {
  const app = express();
  app.get('/', (req, res, next) => void storage.serve(KEY, req, res, next));
  const refuse: ErrorRequestHandler = (error: AppError, _req, res, _next) =>
    void res.sendStatus(error.status);
  app.use(refuse);
  const server = createServer(app);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}
const statusAt = async (url: string) => (await fetch(url)).status;
const away = { code: 'SERVICE_UNAVAILABLE', retryAfterSeconds: 10 };

const silence = () => undefined;
const HEAD = 'HTTP/1.1 200 OK\r\nX-Slow: a';

describe.each([
  ['never answers', silence],
  ['answers a byte at a time', (req: IncomingMessage) => drip(req.socket, HEAD)],
])('a store that %s', (_name, handle) => {
  it('rejects saving, removing and reading with 503 after the timeout', async () => {
    const { store, storage } = await open(handle);
    await expect(storage.put(KEY, Buffer.from('x'))).rejects.toMatchObject(away);
    await expect(storage.remove('0123456789abcdef0123456789abcdef')).rejects.toMatchObject(away);
    expect(await statusAt(await serve(storage))).toBe(503);
    await expect.poll(() => store.connections()).toBe(0);
  });

  it('is abandoned as soon as the caller aborts', async () => {
    const { storage } = await open(handle);
    const caller = new AbortController();
    const put = storage.put(KEY, Buffer.from('x'), caller.signal);
    const reason = new Error('the sender left');
    caller.abort(reason);
    await expect(put).rejects.toBe(reason);
  });
});

/** Announces 100,000 bytes at once, and then sends them one at a time. */
const dripBody = ({ socket }: IncomingMessage, body: string) => {
  socket.write('HTTP/1.1 200 OK\r\nETag: "a"\r\nContent-Length: 100000\r\n\r\n');
  drip(socket, body);
};

describe('an unreadable file', () => {
  it('is reported as such, not as an error of the store', async () => {
    const { storage } = await open((_req, res) => void res.end());
    await expect(storage.put(KEY, tmpdir())).rejects.toMatchObject({ code: 'EISDIR' });
  });
});

describe('a store that lists a byte at a time', () => {
  it('rejects removing with 503 after the timeout', async () => {
    const { storage } = await open((req) => dripBody(req, '<'));
    await expect(storage.remove('0123456789abcdef0123456789abcdef')).rejects.toMatchObject(away);
  });
});

describe('a store that sends a file a byte at a time', () => {
  it('disconnects its client after the timeout', async () => {
    const { store, storage } = await open((req) => dripBody(req, 'x'));
    const answer = await fetch(await serve(storage));
    expect(answer.status).toBe(200);
    await expect(answer.arrayBuffer()).rejects.toThrow();
    await expect.poll(() => store.connections()).toBe(0);
  });
});

describe('a client that reads nothing', () => {
  it('holds no connection to the store, and gets the whole file when it reads', async () => {
    const ranges: (string | undefined)[] = [];
    const { store, storage } = await open((req, res) => {
      const { range } = req.headers;
      ranges.push(range);
      const [, first = '0', last = String(FILE.length - 1)] = /bytes=(\d+)-(\d+)/.exec(range ?? '') ?? [];
      const part = FILE.subarray(Number(first), Number(last) + 1);
      res.writeHead(range === undefined ? 200 : 206, {
        'Content-Length': part.length,
        ETag: '"a"',
        ...(range === undefined ? {} : { 'Content-Range': `bytes ${first}-${last}/${FILE.length}` }),
      });
      res.end(part);
    }, PATIENT);
    const url = await serve(storage);
    const answer = await new Promise<IncomingMessage>((resolve) => get(url, resolve));
    answer.pause();
    await expect.poll(() => store.connections()).toBe(0);

    const parts: Buffer[] = [];
    for await (const part of answer) parts.push(part as Buffer);
    expect(Buffer.concat(parts).equals(FILE)).toBe(true);
    expect(ranges[0]).toBeUndefined();
    expect(ranges.length).toBeGreaterThan(1);
  });
});

describe('uploads while the store hangs', () => {
  it('release their slots, and the sweep ends', async () => {
    const { storage } = await open(silence);
    const directory = await mkdtemp(join(tmpdir(), 'social-feed-media-'));
    const app = await createTestApp({ storage, config: { media: { directory } } });
    const { agent } = await app.signUp();
    for (let turn = 0; turn < 2; turn += 1) {
      const answers = await Promise.all(
        Array.from({ length: 6 }, async () => upload(agent, [await smallPng(), 'a.png'])),
      );
      expect(answers.map(({ status }) => status)).toEqual([503, 503, 503, 503, 503, 503]);
    }
    expect(await incomingIn(directory)).toEqual([]);
    app.clock.advance(11 * MINUTE);
    await expect(app.ctx.media.sweep()).rejects.toMatchObject(away);
    await app.close();
    await rm(directory, { recursive: true, force: true });
  });
});
