import type { IncomingMessage, ServerResponse } from 'node:http';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PUBLIC_ADDRESS, startForeignSite, type ForeignSite } from '../../testing/foreign-site.js';
import { startRawServer, type Handle } from '../../testing/raw-server.js';
import { runs } from '../../testing/runs.js';
import { testConfig } from '../../testing/test-app.js';
import { OutboundError } from './outbound-error.js';
import { createOutbound, type FetchOptions, type OutboundDeps } from './outbound.js';

let site: ForeignSite;
beforeAll(async () => {
  site = await startForeignSite();
});
afterAll(() => site.close());

const WANTED: FetchOptions = {
  accept: 'text/plain',
  isWanted: (type) => type === 'text/plain',
  bytesMax: 1000,
  longer: 'refuse',
};

const outboundWith = (deps: Partial<OutboundDeps> = {}) =>
  createOutbound({ config: testConfig(), now: () => new Date(0), ...site.outbound, ...deps });

const fetchWith = (address: string, deps: Partial<OutboundDeps> = {}, options: Partial<FetchOptions> = {}) =>
  outboundWith(deps).fetch(address, { ...WANTED, ...options });

/** Resolves each name to what it says: `10-0-0-1--1-1-1-1.example` to these two. */
const byName = (name: string) =>
  Promise.resolve(
    name
      .replace('.example', '')
      .split('--')
      .map((part) => (part.includes('x') ? part.replaceAll('x', ':') : part.replaceAll('-', '.'))),
  );

describe('what is fetched', () => {
  it('comes from the checked address, without cookies and referrer, under the name of the service', async () => {
    site.at('http://plain.example/a?b=1', 'text', 'text/plain; charset=utf-8');
    const answer = await fetchWith('http://plain.example/a?b=1#c');
    expect(answer).toEqual({
      url: 'http://plain.example/a?b=1#c',
      type: 'text/plain; charset=utf-8',
      body: Buffer.from('text'),
    });
    expect(site.targets.at(-1)).toEqual({ addresses: [PUBLIC_ADDRESS], port: 80 });
    const { cookie, referer, ...headers } = site.requests.at(-1)!.headers;
    expect([cookie, referer]).toEqual([undefined, undefined]);
    expect(headers).toMatchObject({
      host: 'plain.example',
      'accept-encoding': 'identity',
      'user-agent': 'SocialFeed/1.0 (+http://localhost:3000)',
    });
  });

  it('is connected to what was checked, if the resolver answers otherwise later [B23-2]', async () => {
    site.at('http://rebinding.example/', 'text', 'text/plain');
    const answers = [[PUBLIC_ADDRESS], ['127.0.0.1']];
    let asked = 0;
    const resolve = () => Promise.resolve(answers[asked++]!);
    await fetchWith('http://rebinding.example/', { resolve });
    expect([asked, site.targets.at(-1)!.addresses]).toEqual([1, [PUBLIC_ADDRESS]]);
    await expect(fetchWith('http://rebinding.example/', { resolve })).rejects.toThrow('not in the public');
  });

  it('follows at most 10 redirects', async () => {
    const to = (location: string, status = 302) => ({ status, location });
    const hops = [to('/2'), to('//other.example/3', 301), to('http://other.example/4', 307)];
    for (const [index, { status, location }] of hops.entries()) {
      const host = index < 2 ? 'hops' : 'other';
      site.at(`http://${host}.example/${index + 1}`, (_req, res) =>
        res.writeHead(status, { Location: location }).end(),
      );
    }
    site.at('http://other.example/4', 'arrived', 'text/plain');
    const { url, body } = await fetchWith('http://hops.example/1');
    expect([url, body.toString()]).toEqual(['http://other.example/4', 'arrived']);
    site.at('http://loop.example/', (_req, res) => res.writeHead(302, { Location: '/' }).end());
    await expect(fetchWith('http://loop.example/')).rejects.toThrow('Too many redirects');
    expect(site.countOf('http://loop.example/')).toBe(11);
  });

  it('gives each host the cookies that it set on the way, and no other', async () => {
    const asked: (string | undefined)[] = [];
    const bounce = (location: string, set: string[]) => (req: IncomingMessage, res: ServerResponse) => {
      asked.push(req.headers.cookie);
      if (req.headers.cookie === undefined)
        res.writeHead(302, { Location: location, 'Set-Cookie': set }).end();
      else res.writeHead(200, { 'Content-Type': 'text/plain' }).end('in');
    };
    site.at(
      'http://bounce.example/',
      bounce('http://wall.example/', ['seen=1; Path=/; HttpOnly', 'b="x"', 'no']),
    );
    site.at('http://wall.example/', (req, res) => {
      asked.push(req.headers.cookie);
      res.writeHead(302, { Location: 'http://bounce.example/' }).end();
    });
    expect((await fetchWith('http://bounce.example/')).body.toString()).toBe('in');
    expect(asked).toEqual([undefined, undefined, 'seen=1; b="x"']);
    asked.length = 0;
    await fetchWith('http://bounce.example/');
    expect(asked[0]).toBeUndefined();
  });

  it('gives the hosts of a domain the cookies that one of them set for all', async () => {
    const asked: (string | undefined)[] = [];
    const set = [
      'ok=1; Path=/; Domain=.Gate.example',
      'own=2',
      'wide=3; domain=example',
      'other=4; Domain=shop.example',
    ];
    site.at('http://consent.gate.example/', (_req, res) =>
      res.writeHead(302, { Location: 'http://www.gate.example/', 'Set-Cookie': set }).end(),
    );
    site.at('http://www.gate.example/', (req, res) => {
      asked.push(req.headers.cookie);
      res.writeHead(302, { Location: 'http://shop.example/' }).end();
    });
    site.at('http://shop.example/', (req, res) => {
      asked.push(req.headers.cookie);
      res.writeHead(200, { 'Content-Type': 'text/plain' }).end('in');
    });
    await fetchWith('http://consent.gate.example/');
    expect(asked).toEqual(['ok=1', undefined]);
  });

  it('follows a redirect to an address that is not escaped', async () => {
    site.at('http://raw.example/', (_req, res) =>
      res.writeHead(302, { Location: Buffer.from('/café?q=東').toString('latin1') }).end(),
    );
    site.at('http://raw.example/caf%C3%A9?q=%E6%9D%B1', 'arrived', 'text/plain');
    expect((await fetchWith('http://raw.example/')).body.toString()).toBe('arrived');
  });

  it.each([
    'http://10.0.0.1/',
    'http://secret.internal/',
    'http://[::ffff:7f00:1]/',
    'http://a:b@hops.example/',
  ])('does not follow a redirect to %s [B23-2]', async (location) => {
    site.at('http://bad.example/', (_req, res) => res.writeHead(302, { Location: location }).end());
    const before = site.requests.length;
    await expect(fetchWith('http://bad.example/')).rejects.toMatchObject({ kind: 'refused' });
    expect(site.requests.length).toBe(before + 1);
  });
});

describe('what is not fetched', () => {
  it.each([
    '10-0-0-1.example',
    '93-184-216-34--10-0-0-1.example',
    '93-184-216-34--fd00xx1.example',
    'xx1.example',
    'xxffffx7f00x1.example',
    '64xff9bxxa00x1.example',
    '2002x7f00x1xx1.example',
    'fe80xx1%eth0.example',
    '.example',
  ])('a host that resolves as %s says [B23-2]', async (host) => {
    const before = site.requests.length;
    const resolve = () => byName(host);
    await expect(fetchWith('http://name.example/', { resolve })).rejects.toMatchObject({ kind: 'refused' });
    expect(site.requests.length).toBe(before);
  });

  it.each([
    'ftp://plain.example/a',
    'file:///etc/passwd',
    'data:text/plain,a',
    'http://plain.example:8080/',
    'http://user@plain.example/',
    'http://user:word@plain.example/',
    'http://localhost:3000/',
    'http://localhost./',
    'http://[fe80::1%25eth0]/',
    'http://[::]/',
    'not an address',
  ])('%s', async (address) => {
    const before = site.requests.length;
    await expect(fetchWith(address)).rejects.toMatchObject({ kind: 'refused' });
    expect(site.requests.length).toBe(before);
  });

  it('the database, the store and the own origins, even with public addresses [B23-2]', async () => {
    const config = testConfig({ webOrigin: 'https://feed.example', apiOrigin: 'https://api.feed.example' });
    const own = {
      ...config,
      mongo: { ...config.mongo, uri: 'mongodb://user:word@db1.example:27017,db2.example/feed?x=y' },
      media: { ...config.media, s3: { endpoint: 'https://s3.example' } as typeof config.media.s3 },
    };
    const hosts = ['feed', 'api.feed', 'db1', 'db2', 's3', 'FEED', 'f%65ed', 'feed.example.'];
    for (const host of hosts) {
      const address = `http://${host.endsWith('.') ? host : `${host}.example`}/`;
      await expect(fetchWith(address, { config: own })).rejects.toThrow('from itself');
    }
  });

  it('a private address in any spelling [B23-2]', async () => {
    const octet = fc.integer({ min: 0, max: 255 });
    const address = fc.oneof(
      fc.tuple(fc.constantFrom(0, 10, 127), octet, octet, octet),
      fc.tuple(fc.constant(192), fc.constant(168), octet, octet),
      fc.tuple(fc.constant(169), fc.constant(254), octet, octet),
    );
    const number = ([a, b, c, d]: number[]) => ((a! * 256 + b!) * 256 + c!) * 256 + d!;
    const hex = (value: number) => `0x${value.toString(16)}`;
    const octal = (value: number) => `0${value.toString(8)}`;
    const pair = (a: number, b: number) => (a * 256 + b).toString(16);
    const spell = fc.constantFrom<(parts: number[]) => string>(
      (parts) => parts.join('.'),
      (parts) => `${parts.join('.')}.`,
      (parts) => parts.map(hex).join('.'),
      (parts) => parts.map(octal).join('.'),
      (parts) => parts.map((part, index) => (index % 2 === 0 ? hex(part) : octal(part))).join('.'),
      (parts) => String(number(parts)),
      (parts) => hex(number(parts)),
      (parts) => octal(number(parts)),
      ([a, b, c, d]) => `${a}.${(b! * 256 + c!) * 256 + d!}`,
      ([a, b, c, d]) => `${a}.${b}.${c! * 256 + d!}`,
      (parts) => parts.join('。'),
      (parts) => parts.join('.').replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit))),
      (parts) => parts.join('.').replace('.', '%2e'),
      ([a, b, c, d]) => `[::ffff:${pair(a!, b!)}:${pair(c!, d!)}]`,
      (parts) => `[::ffff:${parts.join('.')}]`,
      (parts) => `[::${parts.join('.')}]`,
      (parts) => `[64:ff9b::${parts.join('.')}]`,
      ([a, b, c, d]) => `[2002:${pair(a!, b!)}:${pair(c!, d!)}::1]`,
    );
    const outbound = outboundWith();
    const before = site.requests.length;
    await fc.assert(
      fc.asyncProperty(address, spell, async (parts, write) => {
        await expect(outbound.fetch(`http://${write(parts)}/`, WANTED)).rejects.toMatchObject({
          kind: 'refused',
        });
      }),
      { numRuns: runs(100, 500) },
    );
    expect(site.requests.length).toBe(before);
  });
});

describe('an answer', () => {
  it.each([
    ['of another status', (status: number) => ({ status, type: 'text/plain', encoding: 'identity' }), 404],
    ['of another type', (status: number) => ({ status, type: 'text/html', encoding: 'identity' }), 200],
  ] as const)('%s is refused', async (_what, answerOf, wanted) => {
    const { status, type, encoding } = answerOf(wanted);
    site.at('http://odd.example/', (_req, res) =>
      res.writeHead(status, { 'Content-Type': type, 'Content-Encoding': encoding }).end('text'),
    );
    await expect(fetchWith('http://odd.example/')).rejects.toMatchObject({ kind: 'refused' });
  });

  const text = 'sea '.repeat(100);
  it.each<[string, string, Buffer | string]>([
    ['gzip', 'gzip', gzipSync(text)],
    ['its old name', 'X-GZIP', gzipSync(text)],
    ['deflate', 'deflate', deflateSync(text)],
    ['deflate without a header', 'deflate', deflateRawSync(text)],
    ['Brotli', 'br', brotliCompressSync(text)],
    ['two codings', 'gzip, br', brotliCompressSync(gzipSync(text))],
    ['gzip in two parts', 'gzip', Buffer.concat([gzipSync(text.slice(0, 100)), gzipSync(text.slice(100))])],
    ['gzip with zeros behind it', 'gzip', Buffer.concat([gzipSync(text), Buffer.alloc(50)])],
    ['no coding', 'identity', text],
    ['what is no coding', 'utf-8', text],
    ['nothing', '', text],
    ['what is no coding beside gzip', 'utf-8,gzip', gzipSync(text)],
  ])('by %s is read as in browsers', async (_what, coding, body) => {
    site.at('http://coded.example/', (_req, res) => {
      res.writeHead(200, { 'Content-Type': 'text/plain', 'Content-Encoding': coding }).end(body);
    });
    expect((await fetchWith('http://coded.example/')).body.toString()).toBe(text);
  });

  it('that is compressed may be empty, or cut', async () => {
    const answer = (body: Buffer) =>
      site.at('http://short.example/', (_req, res) => {
        res.writeHead(200, { 'Content-Type': 'text/plain', 'Content-Encoding': 'gzip' }).end(body);
      });
    answer(Buffer.alloc(0));
    expect((await fetchWith('http://short.example/')).body.length).toBe(0);
    answer(gzipSync(text, { level: 0 }).subarray(0, 100));
    expect((await fetchWith('http://short.example/')).body.toString()).toMatch(/^(sea )+/);
  });

  it('that is compressed has the same limit for what comes in and for what comes out', async () => {
    const answer = (body: Buffer, coding: string) =>
      site.at('http://bomb.example/', (_req, res) => {
        res.writeHead(200, { 'Content-Type': 'text/plain', 'Content-Encoding': coding }).end(body);
      });
    const bomb = gzipSync(Buffer.alloc(10_000_000, 'x'));
    answer(gzipSync(Buffer.alloc(10_000, 'x')), 'gzip');
    await expect(fetchWith('http://bomb.example/')).rejects.toThrow('more than 1000 bytes');
    expect((await fetchWith('http://bomb.example/', {}, { longer: 'cut' })).body.length).toBe(1000);
    // The step between is large, and its end small.
    answer(gzipSync(bomb), 'gzip, gzip');
    await expect(fetchWith('http://bomb.example/')).rejects.toThrow('more than 1000 bytes');
    // Blocks without content
    const nothing = Buffer.concat(Array.from({ length: 1000 }, () => Buffer.from([0, 0, 0, 0xff, 0xff])));
    answer(nothing, 'deflate');
    await expect(fetchWith('http://bomb.example/')).rejects.toThrow('more than 1000 bytes');
    answer(gzipSync(text), 'gzip,'.repeat(4));
    await expect(fetchWith('http://bomb.example/')).rejects.toThrow('too often');
  });

  it('that is no such coding has failed', async () => {
    for (const coding of ['gzip', 'deflate', 'br', 'zstd']) {
      site.at('http://false.example/', (_req, res) => {
        res.writeHead(200, { 'Content-Type': 'text/plain', 'Content-Encoding': coding }).end('<p>text');
      });
      await expect(fetchWith('http://false.example/')).rejects.toThrow(OutboundError);
    }
  });

  it('of an error of the host may be asked for again later', async () => {
    site.at('http://down.example/', (_req, res) => res.writeHead(503).end());
    await expect(fetchWith('http://down.example/')).rejects.toMatchObject({ kind: 'failed' });
    site.at('http://cut.example/', (_req, res) => res.destroy());
    await expect(fetchWith('http://cut.example/')).rejects.toMatchObject({ kind: 'failed' });
    const resolve = () => Promise.reject(new Error('ENOTFOUND'));
    await expect(fetchWith('http://gone.example/', { resolve })).rejects.toMatchObject({ kind: 'failed' });
  });

  it('is counted as it arrives, and not by its Content-Length', async () => {
    site.at('http://endless.example/', (_req, res) => {
      res.writeHead(200, { 'Content-Type': 'text/plain' });
      const write = () => {
        while (!res.destroyed && res.write('x'.repeat(1000)));
        if (!res.destroyed) res.once('drain', write);
      };
      write();
    });
    await expect(fetchWith('http://endless.example/')).rejects.toThrow('more than 1000 bytes');
    const { body } = await fetchWith('http://endless.example/', {}, { longer: 'cut' });
    expect(body.length).toBe(1000);
  });

  it('ends with the caller', async () => {
    const ended = new AbortController();
    site.at('http://silent.example/', () => ended.abort(new Error('The caller left')));
    const fetching = fetchWith('http://silent.example/', {}, { signal: ended.signal });
    await expect(fetching).rejects.toThrow('The caller left');
  });

  it('calls one host at most 120 times a minute', async () => {
    site.at('http://busy.example/', 'text', 'text/plain');
    let time = 0;
    const outbound = outboundWith({ now: () => new Date(time) });
    for (let count = 0; count < 120; count += 1) await outbound.fetch('http://busy.example/', WANTED);
    await expect(outbound.fetch('http://busy.example/', WANTED)).rejects.toMatchObject({ kind: 'failed' });
    time = 60_000;
    await expect(outbound.fetch('http://busy.example/', WANTED)).resolves.toMatchObject({
      type: 'text/plain',
    });
  });
});

describe('a fetch ends, and its slot is free again', () => {
  const HEAD = 'HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n';
  const after =
    (text: string): Handle =>
    (socket) =>
      socket.once('data', () => socket.write(text));
  const gone: Handle = (socket) => socket.once('data', () => socket.destroy());
  it.each<[string, Handle, url?: string]>([
    ['closes at once', (socket) => socket.destroy()],
    ['resets at once', (socket) => socket.resetAndDestroy()],
    ['closes after the request', gone],
    ['never answers', () => undefined],
    ['never greets by TLS', () => undefined, 'https://raw.example/'],
    ['answers TLS with text', after(`${HEAD}\r\n`), 'https://raw.example/'],
    ['stops in the status line', after('HTTP/1.1 20')],
    ['stops in a header', after(`${HEAD}X-A: `)],
    ['stops before the body', after(`${HEAD}Content-Length: 5\r\n\r\n`)],
    ['stops in the body', after(`${HEAD}Content-Length: 5\r\n\r\nab`)],
    ['does not end a body without a length', after(`${HEAD}\r\nab`)],
    ['stops in a chunk', after(`${HEAD}Transfer-Encoding: chunked\r\n\r\n5\r\nab`)],
    ['stops before the last chunk', after(`${HEAD}Transfer-Encoding: chunked\r\n\r\n2\r\nab\r\n`)],
    ['stops in a compressed body', after(`${HEAD}Content-Encoding: gzip\r\n\r\n\x1f\x8b`)],
    [
      'breaks off the body',
      (socket) => socket.once('data', () => socket.end(`${HEAD}Content-Length: 5\r\n\r\nab`)),
    ],
    ['upgrades', after('HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n')],
    ['upgrades to nothing', after('HTTP/1.1 101 Switching Protocols\r\n\r\n')],
    ['asks to go on for ever', after('HTTP/1.1 100 Continue\r\n\r\n'.repeat(50))],
    ['hints for ever', after('HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n'.repeat(50))],
    ['is no web server', after('220 mail.example ESMTP\r\n')],
  ])('when the host %s [B23-2]', async (_what, handle, url = 'http://raw.example/') => {
    const raw = await startRawServer(handle);
    try {
      const dial = () => ({ addresses: ['127.0.0.1'], port: raw.port });
      const outbound = outboundWith({ dial, within: 200 });
      // more than there are slots
      for (let round = 0; round < 2; round += 1) {
        const all = Array.from({ length: 32 }, () => outbound.fetch(url, WANTED));
        for (const { status, reason } of (await Promise.allSettled(all)) as PromiseRejectedResult[])
          expect([status, reason]).toEqual(['rejected', expect.any(OutboundError)]);
      }
    } finally {
      await raw.close();
    }
  });

  it('when the resolver does not answer', async () => {
    const resolve = () => new Promise<never>(() => undefined);
    await expect(fetchWith('http://a.example/', { resolve, within: 20 })).rejects.toMatchObject({
      kind: 'failed',
    });
  });

  it('with the beginning of a body that did not end, if it is of use', async () => {
    const raw = await startRawServer(after(`${HEAD}\r\nab`));
    const dial = () => ({ addresses: ['127.0.0.1'], port: raw.port });
    const suffices = (beginning: Buffer) => beginning.toString() === 'ab';
    const fetched = await fetchWith('http://raw.example/', { dial, within: 200 }, { suffices });
    expect(fetched).toEqual({ url: 'http://raw.example/', type: 'text/plain', body: Buffer.from('ab') });
    await raw.close();
  });
});
