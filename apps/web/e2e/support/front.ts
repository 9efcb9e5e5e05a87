import { once } from 'node:events';
import { createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, inject } from 'vitest';
import { closePages, launch, openPage, type PageOptions, type WatchedPage } from './browser.js';

/** Name of the entry script. */
const ENTRY = /index-[\w-]{8}\.js/g;
const NEXT_ENTRY = 'index-nextNext.js';

/** A proxy in front of the running web server, which can go down, deploy a new build, or lose files. */
interface Front {
  web: string;
  /** Drops every connection, or accepts them again. */
  setDown(down: boolean): void;
  /** Accepts every connection but never responds. */
  setSilent(): void;
  /** Serves a new build: page, worker and entry script change. */
  deploy(): void;
  /** Returns 404 for matching paths. */
  lose(path: RegExp): void;
  close(): Promise<void>;
}

const bodyOf = async (message: IncomingMessage): Promise<Buffer> => {
  const parts: Buffer[] = [];
  for await (const part of message) parts.push(part as Buffer);
  return Buffer.concat(parts);
};

/** Starts a proxy in front of `web`, using its origin for writes. It also serves the demo's pictures of `api`. */
async function startFront(web: string, api: string): Promise<Front> {
  const { hostname, port } = new URL(web);
  let down = false;
  let silent = false;
  let deployed = false;
  let lost: RegExp | undefined;
  let former = '';

  const answer = async (incoming: IncomingMessage, response: ServerResponse) => {
    const path = incoming.url ?? '/';
    if (down) {
      incoming.socket.destroy();
      return;
    }
    if (silent) return;
    if (lost?.test(path) || (deployed && former !== '' && path.includes(former))) {
      response.writeHead(404, { 'cache-control': 'no-store' }).end();
      return;
    }
    const headers: Record<string, string | string[] | undefined> = {
      ...incoming.headers,
      host: `${hostname}:${port}`,
    };
    // writes use the origin that the API allows; texts are requested uncompressed, so that they can be changed
    if (headers['origin']) headers['origin'] = web;
    delete headers['accept-encoding'];
    const real = deployed && former !== '' ? path.replace(NEXT_ENTRY, former) : path;
    const passed = ask({ hostname, port, path: real, method: incoming.method, headers });
    passed.end(await bodyOf(incoming));
    const [message] = (await once(passed, 'response')) as [IncomingMessage];
    let body = await bodyOf(message);
    const type = message.headers['content-type'] ?? '';
    if (/html|javascript/.test(type) && !path.startsWith('/assets/')) {
      const text = body.toString();
      former = ENTRY.exec(text)?.[0] ?? former;
      ENTRY.lastIndex = 0;
      if (deployed) body = Buffer.from(text.replaceAll(ENTRY, NEXT_ENTRY));
    }
    if (type.includes('json'))
      body = Buffer.from(body.toString().replaceAll(`${api}/demo-media`, `${address()}/api/demo-media`));
    const { 'content-length': _length, etag: _etag, ...kept } = message.headers;
    response.writeHead(message.statusCode ?? 502, kept).end(body);
  };

  const address = () => `http://localhost:${(server.address() as AddressInfo).port}`;
  const server = createServer((incoming, response) => {
    answer(incoming, response).catch(() => incoming.socket.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    web: address(),
    setDown: (value) => {
      down = value;
      if (value) server.closeIdleConnections();
    },
    setSilent: () => {
      silent = true;
    },
    deploy: () => {
      deployed = true;
    },
    lose: (path) => {
      lost = path;
    },
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

/** A browser for all tests of a file, and for each test its own proxy and pages, which are ready to go offline. */
export function eachWithFront() {
  let browser: Browser;
  let front: Front;
  const open: WatchedPage[] = [];
  beforeAll(async () => {
    browser = await launch();
  });
  afterAll(() => closePages(browser));
  beforeEach(async () => {
    front = await startFront(inject('web'), inject('api'));
  });
  afterEach(async () => {
    for (const watched of open.splice(0)) await watched.close();
    await front.close();
  });
  return {
    get front() {
      return front;
    },
    async open(options?: PageOptions): Promise<WatchedPage> {
      const watched = await openPage(browser, { warmUp: true, ...options });
      open.push(watched);
      return watched;
    },
  };
}
