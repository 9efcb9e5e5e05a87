import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, get, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import mongoose from 'mongoose';
import fc from 'fast-check';
import request from 'supertest';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { hasCaddy, startCaddy, type RunningCaddy } from './testing/caddy.js';
import { createMember, healthIs, HEALTHY_WITHIN } from './testing/faults/member.js';
import { freePort, killNow, startApi, type RunningApi } from './testing/faults/processes.js';
import { newAccount } from './testing/test-app.js';
import { smallPng } from './testing/uploads.js';

const uri = new URL(inject('mongoUri'));
uri.pathname = `/test_${randomBytes(8).toString('hex')}`;
const folder = mkdtempSync(join(tmpdir(), 'behind-caddy-'));
const apis: RunningApi[] = [];
let ports: number[] = [];
let caddy: RunningCaddy;

const startAt = async (port: number, origin: string, hops = '1') => {
  const env = {
    API_PORT: String(port),
    DATA_DIR: folder,
    PUBLIC_WEB_ORIGIN: origin,
    PUBLIC_API_ORIGIN: origin,
    WEB_PAGE_URL: caddy.page,
  };
  const api = await startApi(uri.toString(), { ...env, TRUST_PROXY: hops });
  await healthIs(api.url, 200, HEALTHY_WITHIN);
  return api;
};

/** The headers of a response as received, and the names that occur more than once. */
async function fieldsOf(path: string, headers: Record<string, string> = {}, at = caddy.url) {
  const [answer] = (await once(get(`${at}${path}`, { headers }), 'response')) as [IncomingMessage];
  answer.resume();
  const names = answer.rawHeaders.filter((_, index) => index % 2 === 0).map((name) => name.toLowerCase());
  const twice = names.filter((name, index) => name !== 'vary' && names.indexOf(name) !== index);
  return { status: answer.statusCode, headers: answer.headers, twice };
}

/** What an address answers at Caddy or at the web server alone, without what differs between any two answers. */
async function answerOf(at: string, path: string) {
  const { status, headers, twice } = await fieldsOf(path, {}, at);
  const kept = [
    ...['content-type', 'cache-control', 'location', 'retry-after', 'allow', 'access-control-allow-origin'],
    ...['content-security-policy', 'cross-origin-resource-policy', 'referrer-policy'],
    ...['strict-transport-security', 'x-content-type-options', 'x-frame-options'],
  ];
  return { status, twice, ...Object.fromEntries(kept.map((name) => [name, headers[name]])) };
}

/**
 * Addresses of every kind, for both ways of serving them. Go itself refuses a percent sign without two digits after it;
 * the web server has the app's page there.
 */
const ADDRESSES = [
  // pages of the API's making, pages of the build, and those nobody knows
  ...['/', '/?x=1', '/i/account/login?redirect=%2Fhome', '/nobody_here', '/nobody_here/media', '/profile/1'],
  ...['/p/0123456789abcdef01234567', '/P/1/', '/search?q=%23tea', '/today', '/nobody_here/status/1/photo/1'],
  ...[
    '/home',
    '/Messages',
    '/settings/profile',
    '/featurepanel',
    '/index.html',
    '/index',
    '/no/such/page',
    '/a.json',
  ],
  // feeds and what machines ask for
  ...['/nobody_here.atom', '/Nobody_Here.JSON', '/tag/tea.json', '/tag/a%20b.atom', '/tag/a/b.json'],
  ...['/robots.txt', '/sitemap.xml', '/sitemap-2026-11.xml', '/sitemap-1.xml', '/manifest.webmanifest'],
  ...['/.well-known/security.txt', '/.well-known/change-password', '/.well-known/nodeinfo', '/.WELL-KNOWN/x'],
  // files
  ...[
    '/assets/app-1a2b.js',
    '/assets/app-1a2b.js?v=1',
    '/assets/app-1a2b.js?/',
    '/assets/app-3c4d.js',
    '/assets/',
    '/assets',
    '/ASSETS/app-1a2b.js',
    '/l/de-5e6f/assets/app-1a2b.js',
    '/l/de-5e6f/assets/app-3c4d.js',
    '/l/de-5e6f/assets/%2e%2e/app-1a2b.js',
    '/l/de-5e6f/',
    '/l/assets/app-1a2b.js',
  ],
  ...['/sw.js', '/sw.js?1', '/theme.js', '/.env', '/assets/.env'],
  // calls, uploads and what only begins like them
  ...[
    '/api/posts/infinite?page=1&limit=1',
    '/api/nothing',
    '/API/nothing',
    '/api/',
    '/api',
    '/apifoo',
    '/api/auth/me',
  ],
  ...[
    '/api/docs/openapi.json',
    '/media/x/y.webp',
    '/media/',
    '/media',
    '/demo-media/none.webp',
    '/Demo-Media/x',
  ],
  // odd encodings
  ...['//x.json', '//api/posts', '/%61pi/posts', '/api%2Fposts', '/%2e%2e/x.json', '/assets/%2e%2e/x.atom'],
  ...['/assets/%2e%2e/api/posts', '/assets/..%2f..%2findex.html', '/x/../api/nothing', '/%00', '/a%0d%0ab'],
  ...[
    '/assets/%61pp-1a2b.js',
    '/assets//app-1a2b.js',
    '/assets/app-1a2b.js/',
    '/api/%2e%2e/home',
    '/é',
    '/assets/é',
  ],
].map((address) => encodeURI(address).replaceAll('%25', '%'));

describe.skipIf(!hasCaddy())('the service behind Caddy', () => {
  beforeAll(async () => {
    ports = [await freePort(), await freePort()];
    caddy = await startCaddy(ports);
    for (const port of ports) apis.push(await startAt(port, caddy.url));
  }, 400_000);
  afterAll(async () => {
    await Promise.all(apis.map(killNow));
    await caddy.close();
    rmSync(folder, { recursive: true, force: true });
    const connection = await mongoose.createConnection(uri.toString()).asPromise();
    await connection.dropDatabase();
    await connection.close();
  });

  it('sends every header once, with one policy, for pages, files and the API', async () => {
    for (const path of ['/', '/i/settings', '/sw.js', '/assets/app-1a2b.js', '/api/health', '/api/nothing']) {
      const { headers, twice } = await fieldsOf(path);
      expect([path, twice]).toEqual([path, []]);
      expect(headers['content-security-policy']).toMatch(
        path.startsWith('/api') ? /^default-src 'none'/ : /^default-src 'self'/,
      );
      expect(headers['content-security-policy']).not.toContain(', default-src');
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['server']).toBeUndefined();
    }
  });

  it('lets only the service worker call every site', async () => {
    const policyOf = async (path: string) => (await fieldsOf(path)).headers['content-security-policy'];
    expect(await policyOf('/sw.js')).toContain("connect-src 'self' http: https:;");
    expect(await policyOf('/home')).toContain("connect-src 'self' https://official-joke-api.appspot.com ");
  });

  it.each([
    ...[
      '/assets/nothing.json',
      '/a.json',
      '/p/0123456789abcdef01234567.json',
      '/some/where.atom',
      '/x.y.json',
    ],
    ...['/tag/a/b.json', '/tag/.json', '/.json', '/.atom', '/sw.js.json', '/manifest.webmanifest.json'],
    ...[
      '/no-user.json',
      '/settings/profile.json',
      '/%2e%2e/x.json',
      '/assets/%2e%2e/x.atom',
      '/x.JSON',
      '/a.json/',
    ],
    ...[
      `/${'x'.repeat(31)}.json`,
      '/api',
      '/media',
      '/demo-media',
      '/assets',
      '/assets/',
      '//x.json',
      '/a.json?b=.atom',
    ],
  ])('sends the page policy once with %s', async (path) => {
    const { status, headers, twice } = await fieldsOf(path);
    expect(twice).toEqual([]);
    expect(headers['content-security-policy']).toMatch(/^default-src 'self'/);
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'strict-transport-security': 'max-age=31536000',
    });
    expect(headers['server']).toBeUndefined();
    expect(status).toBe(['/assets/nothing.json', '/assets/'].includes(path) ? 404 : 200);
  });

  it.each([
    '/nobody_here.json',
    '/nobody_here.ATOM',
    '/Tag/tea.json',
    '/settings.json',
    '/API/nothing.json',
    '/api/posts',
    '/api/media',
  ])('sends the API policy once with %s', async (path) => {
    const { headers, twice } = await fieldsOf(path);
    expect(twice).toEqual([]);
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'/);
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['x-frame-options']).toBe('DENY');
  });

  it.each(ADDRESSES)('answers %s as the web server does alone', async (path) => {
    expect(await answerOf(caddy.url, path)).toEqual(await answerOf(caddy.web, path));
  });

  it('answers other addresses as the web server does alone', async () => {
    const parts = [
      'api',
      'media',
      'assets',
      'tag',
      'p',
      'i',
      '.well-known',
      'x',
      'app-1a2b.js',
      'a.json',
      'b.atom',
    ];
    const odd = ['..', '.', '', '%2e%2e', '%2F', '%5c', '%61pi', 'A', '?', '?a=.atom', '~', '%C3%A9'];
    const part = fc.constantFrom(...parts, ...odd);
    const address = fc.array(part, { maxLength: 4 }).map((all) => `/${all.join('/')}`);
    await fc.assert(
      fc.asyncProperty(address, async (path) => {
        expect(await answerOf(caddy.url, path)).toEqual(await answerOf(caddy.web, path));
      }),
      { numRuns: process.env['TEST_LONG'] === '1' ? 2000 : 150 },
    );
  });

  it('caches hashed files permanently, revalidates pages, and compresses both and the API', async () => {
    const compressed = { 'Accept-Encoding': 'br, gzip' };
    const file = await fieldsOf('/assets/app-1a2b.js', compressed);
    expect(file.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-encoding': 'br',
    });
    const gone = await fieldsOf('/assets/app-3c4d.js');
    expect([gone.status, gone.headers['cache-control']]).toEqual([404, 'no-store']);
    const page = await fieldsOf('/i/settings', compressed);
    expect(page.headers).toMatchObject({ 'cache-control': 'no-cache', 'content-encoding': 'gzip' });
    const manifest = await fieldsOf('/manifest.webmanifest');
    expect(manifest.headers['content-type']).toContain('application/manifest+json');
    expect(manifest.twice).toEqual([]);
    const reference = await fieldsOf('/api/docs/openapi.json', compressed);
    expect(reference.headers['content-encoding']).toBe('gzip');
  });

  it('passes on cookies, uploads and streamed responses', async () => {
    const agent = request.agent(caddy.url);
    const registered = await agent.post('/api/auth/register').send(newAccount());
    expect(registered.status).toBe(201);
    expect(registered.headers['set-cookie']?.length).toBeGreaterThanOrEqual(2);
    expect((await agent.get('/api/auth/me')).status).toBe(200);

    const uploaded = await agent.post('/api/media').attach('files', await smallPng(), 'a.png');
    expect(uploaded.status).toBe(201);
    const { url } = uploaded.body.data[0] as { url: string };
    expect(url.startsWith(`${caddy.url}/`)).toBe(true);
    const picture = await fieldsOf(url.slice(caddy.url.length));
    expect([picture.status, picture.twice, picture.headers['content-type']]).toEqual([200, [], 'image/webp']);

    const exported = await agent.get('/api/auth/export');
    expect(exported.headers['transfer-encoding']).toBe('chunked');
    expect(exported.body.user.userName).toBe(registered.body.user.userName);
  });

  it('passes on stream events at once and unchanged, whichever process serves them [B5-26]', async () => {
    const [reader, liker] = [request.agent(caddy.url), request.agent(caddy.url)];
    const registered = await reader.post('/api/auth/register').send(newAccount());
    await liker.post('/api/auth/register').send(newAccount());
    const post = (await reader.post('/api/posts').send({ title: 'Sea' })).body.data._id as string;
    const cookies = registered.headers['set-cookie'] as unknown as string[];
    const headers = {
      Cookie: cookies.map((cookie) => cookie.split(';')[0]).join('; '),
      Accept: 'text/event-stream',
      'Accept-Encoding': 'gzip, deflate, br, zstd',
    };
    const sent = get(`${caddy.url}/api/notifications/events`, { headers });
    const [stream] = (await once(sent, 'response')) as [IncomingMessage];
    let told = '';
    stream.setEncoding('utf8').on('data', (part: string) => (told += part));
    expect(stream.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
    });
    expect(stream.headers['content-encoding']).toBeUndefined();
    await expect.poll(() => told).toContain('data: {"unread":0}');
    await liker.post(`/api/post-interactions/${post}/like`).expect(200);
    await expect.poll(() => told).toContain('data: {"unread":1}');
    sent.destroy();
  });

  // A buffered stream would occupy connections reserved for quick responses.
  it('passes them on at once with a trailing slash too', async () => {
    const reader = request.agent(caddy.url);
    const registered = await reader.post('/api/auth/register').send(newAccount());
    const cookies = registered.headers['set-cookie'] as unknown as string[];
    const headers = { Cookie: cookies.map((cookie) => cookie.split(';')[0]).join('; ') };
    const sent = get(`${caddy.url}/api/notifications/events/`, { headers });
    try {
      const signal = AbortSignal.timeout(5000);
      const [stream] = (await once(sent, 'response', { signal })) as [IncomingMessage];
      expect(stream.headers['content-type']).toBe('text/event-stream; charset=utf-8');
    } finally {
      sent.on('error', () => undefined).destroy();
    }
  });

  it('answers while more requests than its connection limit stall in their bodies', async () => {
    const { hostname, port } = new URL(caddy.url);
    const begun = `POST /api/auth/login HTTP/1.1\r\nHost: ${hostname}:${port}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{`;
    const slow = Array.from({ length: 300 * ports.length }, () => connect(Number(port), hostname));
    try {
      await Promise.all(slow.map((socket) => new Promise((resolve) => socket.write(begun, resolve))));
      const answer = await fetch(`${caddy.url}/api/posts/random`, { signal: AbortSignal.timeout(10_000) });
      expect(answer.status).toBe(200);
    } finally {
      for (const socket of slow) socket.destroy();
    }
  });

  it('lets the API render shared pages and their feeds [B8-10]', async () => {
    const agent = request.agent(caddy.url);
    const { user } = (await agent.post('/api/auth/register').send(newAccount())).body as {
      user: { userName: string; fullName: string };
    };
    const tagged = { title: 'Told & shared', tags: ['a b'] };
    const post = (await agent.post('/api/posts').send(tagged)).body.data._id as string;
    for (const [path, title] of [
      [`/p/${post}?x=%231&y=2`, 'Told &amp; shared'],
      [`/${user.userName}`, user.fullName],
      [`/${user.userName}/media`, user.fullName],
      [`/${user.userName}/status/${post}/photo/1`, 'Told &amp; shared'],
      ['/search?q=%23a+b', '#a b'],
      ['/', 'Social Feed'],
      ['/i/account/login?redirect=%2Fhome', 'Social Feed'],
    ] as const) {
      const page = await request(caddy.url).get(path).expect(200);
      expect(page.text).toContain(`<title>${title}`);
      const { headers, twice } = await fieldsOf(path);
      expect(twice).toEqual([]);
      expect(headers['content-security-policy']).toMatch(/^default-src 'self'/);
      expect(headers['cache-control']).toBe('no-cache');
    }
    expect((await request(caddy.url).get('/')).text).toContain('<meta name="instance"');
    const manifest = await request(caddy.url).get('/manifest.webmanifest').buffer().expect(200);
    expect(JSON.parse(manifest.text ?? String(manifest.body))).toMatchObject({ name: 'Social Feed' });
    const feed = await request(caddy.url).get(`/${user.userName}.atom`).expect(200);
    expect(feed.headers['content-type']).toBe('application/atom+xml; charset=utf-8');
    const robots = await request(caddy.url).get('/robots.txt').expect(200);
    expect(robots.text).toContain('/sitemap.xml\n');
    const sitemap = await request(caddy.url).get('/sitemap.xml').expect(200);
    const month = /\/sitemap-\d{4}-\d\d\.xml/.exec(sitemap.text)?.[0] ?? '';
    expect((await request(caddy.url).get(month).expect(200)).text).toContain(`/p/${post}</loc>`);
    expect((await fieldsOf('/tag/a%20b.json')).twice).toEqual([]);
    const tag = await request(caddy.url).get('/tag/a%20b.json').expect(200);
    expect(JSON.parse(tag.text).items).toHaveLength(1);
    const again = await fieldsOf('/tag/a%20b.json', { 'If-None-Match': tag.headers['etag']! });
    expect(again.status).toBe(304);
  });

  it('knows the address of a client behind a trusted second proxy, and believes no other', async () => {
    const port = await freePort();
    const trusting = await startCaddy([port], { TRUSTED_PROXIES: '127.0.0.0/8 ::1/128' });
    apis.push(await startAt(port, trusting.url, '2'));
    await healthIs(`${trusting.url}/api`, 200, HEALTHY_WITHIN);
    const networkOf = async (url: string, forwarded: string) => {
      const agent = request.agent(url).set('X-Forwarded-For', forwarded);
      await agent.post('/api/auth/register').send(newAccount()).expect(201);
      return ((await agent.get('/api/auth/sessions').expect(200)).body.data as { network: string }[])[0]!
        .network;
    };
    expect(await networkOf(trusting.url, '198.51.100.7')).toBe('198.51.100.0/24');
    expect(await networkOf(trusting.url, '192.0.2.1, 198.51.100.7')).toBe('198.51.100.0/24');
    // the first stack trusts no proxy in front of it
    expect(await networkOf(caddy.url, '198.51.100.7')).toMatch(/^(127\.0\.0\.0\/24|0:0:0::\/48)$/);
    await trusting.close();
  });

  it('leads password managers to the settings, and has nothing else at well-known addresses [B18-3]', async () => {
    const found = await fieldsOf('/.well-known/change-password');
    expect([found.status, found.headers.location]).toEqual([302, '/settings/security']);
    expect((await fieldsOf('/.well-known/nodeinfo')).status).toBe(404);
    const none = await request(caddy.url).get('/.well-known/security.txt').expect(404);
    expect(none.body.message).toBe('This instance names no contact');
  });

  it('serves the plain page while the API rejects requests or is down [B8-9]', async () => {
    expect(
      (
        await request(caddy.url)
          .get(`/p/${'x'.repeat(3000)}`)
          .expect(200)
      ).text,
    ).toContain('Social Feed');
    const alone = await startCaddy([await freePort()]);
    const built = await request(alone.url).get('/manifest.webmanifest').buffer().expect(200);
    expect(built.headers['content-type']).toBe('application/manifest+json');
    expect(built.text ?? String(built.body)).toBe('{}');
    for (const path of ['/', '/p/0123456789abcdef01234567', '/somebody', '/search?q=%23tea']) {
      const page = await request(alone.url).get(path).expect(200);
      expect(page.text).toContain('<title>Social Feed</title>');
      expect(page.headers['cache-control']).toBe('no-cache');
    }
    for (const path of ['/api/posts', '/somebody.atom', '/tag/tea.json', '/sitemap.xml', '/media/x/y.json']) {
      const away = await request(alone.url).get(path).expect(503);
      expect(JSON.parse(away.text).code).toBe('SERVICE_UNAVAILABLE');
      expect(away.headers).toMatchObject({
        'content-security-policy': "default-src 'none';frame-ancestors 'none';base-uri 'none'",
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'cache-control': 'no-store',
      });
    }
    await request(alone.url).get('/assets/nothing.json').expect(404);
    for (const path of ['/', '/home', '/assets/app-1a2b.js', '/nobody_here.atom', '/api/posts', '/media/x'])
      expect([path, await answerOf(alone.url, path)]).toEqual([path, await answerOf(alone.web, path)]);
    await alone.close();
  });

  it('answers every request, at the latest on its retry, while API processes restart one after the other', async () => {
    const member = createMember(`${caddy.url}/api`);
    await member.signUp();
    const answers = new Map<string, number>();
    let over = false;
    /** Retries on 503, as `Retry-After` asks and the web app does. */
    const untilAnswered = async (send: () => Promise<string>) => {
      let answer = await send();
      for (let tries = 0; tries < 5 && / 503 /.test(answer); tries += 1) {
        await pause(1000);
        answer = await send();
      }
      return answer;
    };
    const ask = async (begin: () => () => Promise<string>) => {
      while (!over) {
        const answer = await untilAnswered(begin());
        answers.set(answer, (answers.get(answer) ?? 0) + 1);
        await pause(20);
      }
    };
    const reader = () => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      return ask(() => async () => {
        try {
          const call = get(`${caddy.url}/api/posts/infinite?page=1&limit=5`, { agent });
          const [answer] = (await once(call, 'response')) as [IncomingMessage];
          const body = (await answer.setEncoding('utf8').toArray()).join('');
          return `read ${answer.statusCode ?? 0}${answer.statusCode === 200 ? '' : ` ${body}`}`;
        } catch (error) {
          return String(error);
        }
      });
    };
    const writer = () =>
      ask(() => {
        const body = JSON.stringify({ title: 'Written meanwhile' });
        const headers = { ...member.headersOf(body), 'idempotency-key': randomUUID() };
        return async () => {
          const answer = await fetch(`${caddy.url}/api/posts`, { method: 'POST', body, headers });
          const text = await answer.text();
          return `write ${answer.status}${answer.ok ? '' : ` ${text}`}`;
        };
      });
    const load = [...Array.from({ length: 6 }, reader), ...Array.from({ length: 2 }, writer)];
    for (const [index, port] of ports.entries()) {
      const api = apis[index]!;
      api.child.kill('SIGTERM');
      expect(await api.ended).toBe(0);
      const next = await startAt(port, caddy.url);
      apis[index] = next;
      // Restarts the next process once Caddy sends requests to the new one, as in a deployment.
      await next.line('/posts/infinite');
    }
    over = true;
    await Promise.all(load);
    expect([...answers.keys()].sort()).toEqual(['read 200', 'write 201']);
  }, 180_000);
});
