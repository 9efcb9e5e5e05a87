import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PUBLIC_ADDRESS, startForeignSite, type ForeignSite } from '../../testing/foreign-site.js';
import { runs } from '../../testing/runs.js';
import { testConfig } from '../../testing/test-app.js';
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

  it('follows at most 3 redirects', async () => {
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
    expect(site.countOf('http://loop.example/')).toBe(4);
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
    ['that is compressed', (status: number) => ({ status, type: 'text/plain', encoding: 'gzip' }), 200],
  ] as const)('%s is refused', async (_what, answerOf, wanted) => {
    const { status, type, encoding } = answerOf(wanted);
    site.at('http://odd.example/', (_req, res) =>
      res.writeHead(status, { 'Content-Type': type, 'Content-Encoding': encoding }).end('text'),
    );
    await expect(fetchWith('http://odd.example/')).rejects.toMatchObject({ kind: 'refused' });
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
