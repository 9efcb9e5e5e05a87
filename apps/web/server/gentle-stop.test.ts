import { once } from 'node:events';
import { Agent, createServer, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { gentleStop } from './gentle-stop.js';

describe('gentleStop', () => {
  it('closes busy keep-alive connections without cutting a request', async () => {
    const server = createServer((_request, response) => void setTimeout(() => response.end('done'), 5));
    const stop = gentleStop(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const late: (string | undefined)[] = [];
    let stopping = false;
    const client = async () => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      for (;;) {
        const before = stopping;
        const request = get({ port, agent });
        try {
          const [answer] = (await once(request, 'response')) as [IncomingMessage];
          if (before) late.push(answer.headers.connection);
          await once(answer.resume(), 'end');
        } catch {
          return request.reusedSocket ? 'cut' : 'refused';
        }
      }
    };
    const clients = Promise.all(Array.from({ length: 6 }, client));
    await pause(100);
    stopping = true;
    await stop(10_000);
    expect(await clients).toEqual(Array(6).fill('refused'));
    expect(late.every((connection) => connection === 'close')).toBe(true);
    expect(late.length).toBeLessThanOrEqual(6);
  });

  it('cuts requests that are unanswered after the grace period', async () => {
    const server = createServer(() => undefined);
    const stop = gentleStop(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const cut = once(get({ port }), 'response').catch(() => 'cut');
    await once(server, 'request');
    await stop(100);
    expect(await cut).toBe('cut');
  });
});
