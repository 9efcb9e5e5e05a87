import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer, request, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Request, Response } from 'express';
import { afterEach, expect, it, vi } from 'vitest';
import type { AppError } from '../../platform/http/errors.js';
import { createFormReader } from './receive-form.js';

const undo: (() => unknown)[] = [];
afterEach(() => Promise.all(undo.splice(0).map((each) => each())));

it('deletes a form without a declared size that turns out too large, even if it is received completely', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'social-feed-form-'));
  undo.push(() => rm(directory, { recursive: true, force: true }));
  const receive = createFormReader(directory, 100_000);
  const refused = vi.fn<(code: string) => void>();
  const handle: RequestListener = (req, res) => {
    receive(req as Request, res as Response).catch((error: unknown) => {
      refused((error as AppError).code);
      res.writeHead(413).end();
    });
  };
  const server = createServer(handle).listen(0, '127.0.0.1');
  undo.push(
    () => server.closeAllConnections(),
    () => server.close(),
  );
  await expect.poll(() => server.listening).toBe(true);
  const call = request({
    port: (server.address() as AddressInfo).port,
    method: 'POST',
    headers: { 'Content-Type': 'multipart/form-data; boundary=b' },
  });
  const status = new Promise((resolve) => call.on('response', (res) => resolve(res.resume().statusCode)));
  const part = '--b\r\nContent-Disposition: form-data; name="files"; filename="a.mp4"\r\n\r\n';
  const head = Buffer.from(part);
  for (let index = 0; index < 2; index += 1) {
    call.write(Buffer.concat([head, Buffer.alloc(80_000), Buffer.from('\r\n')]));
  }
  expect(await status).toBe(413);
  expect(refused).toHaveBeenCalledExactlyOnceWith('PAYLOAD_TOO_LARGE');
  await expect.poll(() => readdir(directory)).toHaveLength(2);
  call.end('--b--\r\n');
  await expect.poll(() => readdir(directory)).toEqual([]);
});
