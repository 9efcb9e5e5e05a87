import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import {
  createServer,
  get,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { closeAll, listen, testWebServer } from './test-servers.js';

describe('compression of API responses', () => {
  const api = createServer();
  let folder: string;
  let web: Server;
  let origin: string;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'web-server-'));
    writeFileSync(join(folder, 'index.html'), '<!doctype html>');
    const apiTarget = await listen(api);
    web = testWebServer({ folder, apiTarget });
    origin = await listen(web);
  });
  afterAll(() => {
    closeAll(web, api);
    rmSync(folder, { recursive: true });
  });

  const long = JSON.stringify({ data: 'a post '.repeat(500) });
  const ask = (path: string, headers: Record<string, string> = {}) =>
    new Promise<{ headers: IncomingHttpHeaders; status: number | undefined; body: Buffer }>(
      (resolve, reject) => {
        const sent = get(origin + path, { headers: { 'accept-encoding': 'gzip', ...headers } }, (answer) => {
          const parts: Buffer[] = [];
          answer.on('data', (part: Buffer) => parts.push(part));
          answer.once('error', reject);
          answer.once('end', () =>
            resolve({ headers: answer.headers, status: answer.statusCode, body: Buffer.concat(parts) }),
          );
        });
        sent.once('error', reject);
      },
    );
  const answerWith = (handle: (response: ServerResponse) => void) => {
    api.removeAllListeners('request');
    api.on('request', (_request, response: ServerResponse) => handle(response));
  };

  it('compresses longer texts if the client accepts it', async () => {
    answerWith((response) => response.setHeader('content-type', 'application/json').end(long));
    const packed = await ask('/api/posts');
    expect(packed.headers['content-encoding']).toBe('gzip');
    expect(packed.headers['vary']).toContain('Accept-Encoding');
    expect(gunzipSync(packed.body).toString()).toBe(long);
    expect(packed.body.length).toBeLessThan(long.length / 10);
    const plain = await ask('/api/posts', { 'accept-encoding': 'identity' });
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(plain.body.toString()).toBe(long);
  });

  it('leaves pictures and partial responses alone', async () => {
    answerWith((response) => response.setHeader('content-type', 'image/webp').end(long));
    expect((await ask('/api/media/a/640.webp')).headers['content-encoding']).toBeUndefined();
    answerWith((response) => {
      response.writeHead(206, { 'content-type': 'text/plain', 'content-range': 'bytes 0-2/9000' });
      response.end(long.slice(0, 2000));
    });
    const part = await ask('/api/files/a', { range: 'bytes=0-1999' });
    expect(part.status).toBe(206);
    expect(part.headers['content-encoding']).toBeUndefined();
    expect(part.body.toString()).toBe(long.slice(0, 2000));
  });

  it('leaves event streams alone, passes events on at once and closes with the client [B5-26]', async () => {
    let ended = false;
    answerWith((response) => {
      response.writeHead(200, {
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store, no-transform',
      });
      response.write('retry: 2000\n\n');
      response.once('close', () => (ended = true));
    });
    const sent = get(`${origin}/api/notifications/events`, { headers: { 'accept-encoding': 'gzip' } });
    const [stream] = (await once(sent, 'response')) as [IncomingMessage];
    expect(stream.headers['content-encoding']).toBeUndefined();
    const [part] = (await once(stream, 'data')) as [Buffer];
    expect(part.toString()).toBe('retry: 2000\n\n');
    sent.destroy();
    await vi.waitFor(() => expect(ended).toBe(true));
  });

  it('compresses a response while it is being written, and aborts when the API aborts', async () => {
    answerWith((response) => {
      response.setHeader('content-type', 'application/json');
      response.write(long);
      setImmediate(() => response.end(long));
    });
    expect(gunzipSync((await ask('/api/users/me/export')).body).toString()).toBe(long + long);
    answerWith((response) => {
      response.setHeader('content-type', 'application/json');
      response.write(long);
      setImmediate(() => response.destroy());
    });
    await expect(ask('/api/users/me/export')).rejects.toThrow();
  });
});
