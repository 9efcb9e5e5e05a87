import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import express, { type Errback } from 'express';
import { pino } from 'pino';
import { afterEach, describe, expect, it } from 'vitest';
import { errorHandler } from '../../platform/http/error-handler.js';
import { diskStorage } from '../../platform/storage/media-storage.js';
import { serveUpload, type ServeUploadDeps } from './serve-upload.js';

const FILE = '/media/0123456789abcdef0123456789abcdef/320.webp';
const never = () => new Promise<never>(() => undefined);

let server: Server | undefined;
afterEach(async () => {
  server?.closeAllConnections();
  await new Promise((resolve) => (server === undefined ? resolve(undefined) : server.close(resolve)));
  server = undefined;
});

async function serve(deps: Partial<ServeUploadDeps>): Promise<string> {
  const app = express();
  const storage: ServeUploadDeps['storage'] = { serve: (_key, _req, res) => void res.end('picture') };
  const access = { isShown: () => Promise.resolve(true) };
  app.get('/media/:id/:name', serveUpload({ storage, access, deadline: 100, ...deps }));
  app.use(errorHandler(pino({ level: 'silent' })));
  server = createServer(app);
  await new Promise<void>((resolve) => server!.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}${FILE}`;
}

describe('GET /media/:id/:name', () => {
  it('responds with 503 by the deadline while the database hangs', async () => {
    const answer = await fetch(await serve({ access: { isShown: never } }));
    expect(answer.status).toBe(503);
    expect(answer.headers.get('retry-after')).toBe('1');
  });

  it('aborts the storage by the deadline', async () => {
    const storage: ServeUploadDeps['storage'] = {
      serve: (_key, _req, res, _next, signal) =>
        signal?.addEventListener('abort', () => res.end('the store gave up')),
    };
    expect(await (await fetch(await serve({ storage }))).text()).toBe('the store gave up');
  });

  it('does not treat a disconnect before the file starts as an error', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'social-feed-media-'));
    const disk = diskStorage(directory);
    await disk.put(FILE.slice('/media/'.length), Buffer.from('picture'));
    const reader = new AbortController();
    const failures: unknown[] = [];
    let over: () => void = () => undefined;
    const ended = new Promise<void>((resolve) => (over = resolve));
    const storage: ServeUploadDeps['storage'] = {
      serve: async (key, req, res) => {
        reader.abort();
        await once(res, 'close');
        const sendFile = res.sendFile.bind(res);
        res.sendFile = ((path: string, options: object, done: Errback) =>
          sendFile(path, options, (error) => {
            done(error);
            over();
          })) as typeof res.sendFile;
        await disk.serve(key, req, res, (error) => failures.push(error));
      },
    };
    await expect(fetch(await serve({ storage }), { signal: reader.signal })).rejects.toThrow('aborted');
    await ended;
    expect(failures).toEqual([]);
    await rm(directory, { recursive: true });
  });

  it('rejects more waiting readers than allowed, and accepts new ones after those have left', async () => {
    let ask: (shown: boolean) => void = () => undefined;
    const shown = new Promise<boolean>((resolve) => (ask = resolve));
    const url = await serve({ access: { isShown: () => shown }, deadline: 20_000 });
    const waiting = Array.from({ length: 250 }, () => fetch(url));
    await expect
      .poll(async () => (await fetch(url, { signal: AbortSignal.timeout(300) }).catch(() => null))?.status, {
        timeout: 10_000,
      })
      .toBe(503);
    ask(true);
    for (const { status } of await Promise.all(waiting)) expect(status).toBe(200);
    expect((await fetch(url)).status).toBe(200);
  });
});
