import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, get, type IncomingMessage, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readConfig } from './config.js';
import { writePublicEntry } from './public-entry.js';
import { closeAll, listen, testWebServer } from './test-servers.js';

describe('web server', () => {
  let folder: string;
  let api: Server;
  let apiOrigin: string;
  let web: Server;
  let origin: string;

  const start = async ({ production = false, publicBrowsing = false, behindProxy = false } = {}) => {
    web = testWebServer({
      folder,
      apiTarget: apiOrigin,
      apiOrigin,
      production,
      behindProxy,
      publicBrowsing,
      featureOrigins: ['https://jokes.example', 'https://facts.example'],
    });
    origin = await listen(web);
  };

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'web-server-'));
    mkdirSync(join(folder, 'assets'));
    writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Social Feed</title>');
    writeFileSync(join(folder, 'assets/app-1a2b.js'), 'export {};');
    writeFileSync(join(folder, 'theme.js'), 'theme();\n');
    writePublicEntry(folder);
    writeFileSync(join(folder, 'assets/app-1a2b.js.gz'), 'compressed');
    api = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk: Buffer) => (body += String(chunk)));
      request.on('end', () => {
        response.setHeader('set-cookie', ['a=1', 'b=2']);
        response.end(
          JSON.stringify({
            url: request.url,
            method: request.method,
            body,
            host: request.headers.host,
            forwardedFor: request.headers['x-forwarded-for'],
          }),
        );
      });
    });
    apiOrigin = await listen(api);
    await start();
  });

  afterEach(() => {
    closeAll(web, api);
    rmSync(folder, { recursive: true });
  });

  it.each(['/', '/home', '/p/0123456789abcdef01234567', '/some_user'])(
    'serves the app at %s',
    async (path) => {
      const answer = await fetch(origin + path);
      expect(answer.status).toBe(200);
      expect(await answer.text()).toContain('Social Feed');
      expect(answer.headers.get('cache-control')).toBe('no-cache');
    },
  );

  it('sends hashed files compressed and immutable', async () => {
    const answer = await fetch(`${origin}/assets/app-1a2b.js`, {
      headers: { 'accept-encoding': 'gzip' },
    }).catch((error: unknown) => error);
    // the test file is not real gzip, so a failed read proves that the server chose it
    expect(answer instanceof Response ? answer.headers.get('content-encoding') : 'gzip').toBe('gzip');
    const plain = await fetch(`${origin}/assets/app-1a2b.js`, { headers: { 'accept-encoding': 'identity' } });
    expect(await plain.text()).toBe('export {};');
    expect(plain.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  });

  it('answers 404 for a missing file instead of the app', async () => {
    const answer = await fetch(`${origin}/assets/app-old.js`);
    expect(answer.status).toBe(404);
  });

  it('keeps running when a build removes a file while it is being sent', async () => {
    rmSync(join(folder, 'assets/app-1a2b.js'));
    const headers = { 'accept-encoding': 'identity' };
    const gone = fetch(`${origin}/assets/app-1a2b.js`, { headers }).then((answer) => answer.text());
    await expect(gone).rejects.toThrow();
    expect((await fetch(`${origin}/home`)).status).toBe(200);
  });

  it('fails a request whose answer throws, and no other', async () => {
    const error = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    rmSync(join(folder, 'manifest.webmanifest'), { force: true });
    mkdirSync(join(folder, 'l'));
    writeFileSync(join(folder, 'l/languages.json'), '[{"code":"de","at":"/l/de"}]');
    closeAll(web);
    await start();
    const failed = await fetch(`${origin}/manifest.webmanifest?language=de`);
    expect([failed.status, ((await failed.json()) as { code: string }).code]).toEqual([500, 'INTERNAL']);
    expect(error).toHaveBeenCalledWith(expect.stringContaining('ENOENT'));
    expect((await fetch(`${origin}/home`)).status).toBe(200);
    error.mockRestore();
  });

  it('serves only files inside the folder', async () => {
    const answer = await fetch(`${origin}/..%2f..%2f..%2fetc/passwd`);
    expect(await answer.text()).not.toContain('root:');
  });

  it('lists no folder and serves no hidden file', async () => {
    writeFileSync(join(folder, '.env'), 'JWT_SECRET=sesame');
    for (const path of ['/assets/', '/assets', '/.env', '/assets/../.env']) {
      const text = await (await fetch(origin + path)).text();
      expect([path, text]).toEqual([path, expect.not.stringMatching(/app-1a2b|sesame/)]);
    }
  });

  it('forbids inline scripts, framing and sniffing on every response', async () => {
    for (const path of ['/', '/assets/app-old.js']) {
      const { headers } = await fetch(origin + path);
      const policy = headers.get('content-security-policy') ?? '';
      expect(policy).toContain("script-src 'self';");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).toContain("object-src 'none'");
      expect(policy).toContain("base-uri 'none'");
      expect(policy).toContain(
        `connect-src 'self' ${apiOrigin} https://jokes.example https://facts.example;`,
      );
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin');
      expect(headers.get('strict-transport-security')).toBeNull();
    }
  });

  it('lets only the service worker fetch pictures from other sites', async () => {
    writeFileSync(join(folder, 'sw.js'), 'self;');
    web.close();
    await start();
    const { headers } = await fetch(`${origin}/sw.js`);
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain(`connect-src 'self' ${apiOrigin} http: https:;`);
    expect(policy).toContain("script-src 'self';");
    expect(headers.get('cache-control')).toBe('no-cache');
  });

  it('marks public browsing in the first script that the app loads', async () => {
    expect(await (await fetch(`${origin}/theme.js`)).text()).toBe('theme();\n');
    web.close();
    await start({ publicBrowsing: true });
    for (const path of ['/theme.js', '/theme.js?1']) {
      const answer = await fetch(origin + path);
      expect(answer.headers.get('content-type')).toMatch(/javascript/);
      expect(answer.headers.get('cache-control')).toBe('no-cache');
      expect(await answer.text()).toBe(
        "document.documentElement.dataset.publicBrowsing = 'true';\ntheme();\n",
      );
    }
  });

  it.each([
    [undefined, false],
    ['', false],
    ['false', false],
    ['true', true],
    [' TRUE ', true],
  ])('reads PUBLIC_BROWSING=%j from the environment', (value, expected) => {
    expect(readConfig({ PUBLIC_BROWSING: value }).publicBrowsing).toBe(expected);
  });

  it('leads password managers to the settings, and has nothing else at well-known addresses [B18-3]', async () => {
    const found = await fetch(`${origin}/.well-known/change-password`, { redirect: 'manual' });
    expect([found.status, found.headers.get('location')]).toEqual([302, '/settings/security']);
    expect(found.headers.get('x-content-type-options')).toBe('nosniff');
    const other = await fetch(`${origin}/.well-known/nodeinfo`);
    expect([other.status, await other.json()]).toEqual([404, expect.objectContaining({ code: 'NOT_FOUND' })]);
  });

  it('requires https in production', async () => {
    web.close();
    await start({ production: true });
    const { headers } = await fetch(`${origin}/`);
    expect(headers.get('strict-transport-security')).toBe('max-age=31536000');
  });

  it('proxies /api with method, body, query, host and every cookie', async () => {
    const answer = await fetch(`${origin}/api/auth/login?x=1`, { method: 'POST', body: '{"a":1}' });
    expect(await answer.json()).toEqual({
      url: '/api/auth/login?x=1',
      method: 'POST',
      body: '{"a":1}',
      host: origin.replace('http://', ''),
      forwardedFor: '127.0.0.1',
    });
    expect(answer.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
  });

  it('appends the client address to the forwarded addresses', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.7, 203.0.113.8' };
    const answer = await fetch(`${origin}/api/health`, { headers });
    expect(await answer.json()).toMatchObject({ forwardedFor: '203.0.113.7, 203.0.113.8, 127.0.0.1' });
  });

  it('passes the addresses on as a proxy sent them that calls the API as well, and leaves compression to it', async () => {
    web.close();
    await start({ behindProxy: true });
    const headers = { 'x-forwarded-for': '203.0.113.7' };
    const answer = await fetch(`${origin}/api/${'x'.repeat(2000)}`, { headers });
    expect(await answer.json()).toMatchObject({ forwardedFor: '203.0.113.7' });
    expect(answer.headers.get('content-encoding')).toBeNull();
  });

  it.each(['/api/posts', '/API/posts', '/media/a/b.webp', '/demo-media/1.webp'])(
    'lets the API answer %s',
    async (path) => {
      expect(await (await fetch(origin + path)).json()).toMatchObject({ url: path });
    },
  );

  it.each([
    [{}, '127.0.0.1'],
    [{ WEB_HOST: ' ' }, '127.0.0.1'],
    [{ NODE_ENV: 'production' }, '0.0.0.0'],
    [{ WEB_HOST: '192.0.2.1' }, '192.0.2.1'],
  ])('listens with %j on %s', (env, host) => {
    expect(readConfig(env).host).toBe(host);
  });

  it('answers 503 in the API error format while the API is down', async () => {
    api.close();
    api.closeAllConnections();
    const answer = await fetch(`${origin}/api/health`);
    expect(answer.status).toBe(503);
    expect(await answer.json()).toEqual({
      success: false,
      message: 'Service temporarily unavailable',
      code: 'SERVICE_UNAVAILABLE',
    });
    expect(answer.headers.get('retry-after')).toBe('1');
    expect(answer.headers.get('content-security-policy')).toMatch(/^default-src 'none';/);
  });

  it('rejects writes outside the API, and serves /apifoo as a page', async () => {
    const answer = await fetch(`${origin}/home`, { method: 'POST' });
    expect(answer.status).toBe(405);
    expect(answer.headers.get('allow')).toBe('GET, HEAD');
    expect(await (await fetch(`${origin}/apifoo`)).text()).toContain('Social Feed');
  });

  it.each([
    ['/api/posts?limit=1', '"url":"/api/posts?limit=1"'],
    ['/robots.txt', '"url":"/api/feeds/robots.txt"'],
    ['', 'Social Feed'],
    ['?way=best', 'Social Feed'],
  ])('takes the whole address of %j, as a proxy may send it', async (path, found) => {
    const request = get(origin, { path: `http://feed.example${path}` });
    const [answer] = (await once(request, 'response')) as [IncomingMessage];
    expect(await text(answer)).toContain(found);
  });

  it('explains that the app is not built', () => {
    expect(() => testWebServer({ folder: join(folder, 'none'), apiTarget: apiOrigin })).toThrow(
      /There is no built web app in .*; run "npm run build" first\./,
    );
  });
});
