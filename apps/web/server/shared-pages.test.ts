import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PROFILE_TABS } from '@social-feed/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { paths } from '../src/config/paths.js';
import { closeAll, listen, testWebServer } from './test-servers.js';

describe('shared pages', () => {
  let answer: (request: IncomingMessage, response: ServerResponse) => void;
  const api = createServer((request, response) => {
    asked.push(request);
    answer(request, response);
  });
  const asked: IncomingMessage[] = [];
  const folder = mkdtempSync(join(tmpdir(), 'shared-pages-'));
  let web: Server;
  let origin: string;

  beforeAll(async () => {
    writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Plain</title>');
    writeFileSync(join(folder, 'manifest.webmanifest'), '{"name":"Built"}');
    web = testWebServer({ folder, apiTarget: await listen(api) });
    origin = await listen(web);
  });
  afterAll(() => {
    closeAll(web, api);
    rmSync(folder, { recursive: true });
  });

  const page = (text: string) => (_request: IncomingMessage, response: ServerResponse) =>
    response.setHeader('content-type', 'text/html; charset=utf-8').end(text);
  const ask = async (path: string) => {
    asked.length = 0;
    const got = await fetch(origin + path, { headers: { 'x-forwarded-for': '192.0.2.7' } });
    return { got, text: await got.text() };
  };

  it.each([
    ...[
      '/p/0123456789abcdef01234567',
      '/p/x?a=%231',
      '/some_user',
      '/search?q=%23tea',
      '/P/1/',
      '/today?date=2026-11-26',
      '/home?shuffle=amber-leopard-bridge',
      '/home?utm=x&seed=4711',
    ],
    ...[
      '/some_user/posts',
      '/some_user/About/',
      '/some_user/media?x=1',
      '/some_user/bookmarks',
      '/profile/1',
    ],
    '/some_user/status/1/photo/2',
  ])('come from the API for %s, with the headers of pages [B8-1]', async (path) => {
    answer = page('<title>Shared</title>');
    const { got, text } = await ask(path);
    expect([got.status, text]).toEqual([200, '<title>Shared</title>']);
    expect(got.headers.get('content-security-policy')).toContain("default-src 'self'");
    expect(got.headers.get('cache-control')).toBe('no-cache');
    expect(asked.map(({ url }) => url)).toEqual([`/page?address=${encodeURIComponent(path)}`]);
    expect(asked[0]?.headers['x-forwarded-for']).toBe('192.0.2.7, 127.0.0.1');
  });

  it.each([
    '/home',
    '/home?way=newest',
    '/Messages',
    '/settings',
    '/settings/profile',
    '/i/account/forgotpassword',
    '/settings/about',
    '/some_user/else',
  ])('are not requested from the API for %s', async (path) => {
    answer = page('<title>Shared</title>');
    expect((await ask(path)).text).toContain('Plain');
    expect(asked).toEqual([]);
  });

  it.each(['/', '/?x=1', '/i/account/login', '/i/account/login?redirect=%2Fhome', '/i/account/signup'])(
    'come from the API for %s, where people arrive first [B18-4]',
    async (path) => {
      answer = page('<title>Harbour</title>');
      expect((await ask(path)).text).toBe('<title>Harbour</title>');
      expect(asked.map(({ url }) => url)).toEqual([`/page?address=${encodeURIComponent(path)}`]);
    },
  );

  it('have the manifest of the API, or the build’s if the API is away [B18-4]', async () => {
    answer = (_request, response) =>
      void response.setHeader('content-type', 'application/manifest+json').end('{"name":"Harbour"}');
    const made = await ask('/manifest.webmanifest');
    expect(made.text).toBe('{"name":"Harbour"}');
    expect(made.got.headers.get('content-type')).toContain('application/manifest+json');
    expect(asked.map(({ url }) => url)).toEqual(['/manifest.webmanifest']);
    answer = (_request, response) => void response.writeHead(503).end('{}');
    expect((await ask('/manifest.webmanifest')).text).toBe('{"name":"Built"}');
  });

  it('come from the API for every route that shows a post or a profile', async () => {
    answer = page('<title>Shared</title>');
    const post = paths.post.getHref('1', '2');
    const made: Record<keyof typeof paths, string | undefined> = {
      ...(Object.fromEntries(Object.keys(paths).map((name) => [name, undefined])) as Record<
        keyof typeof paths,
        undefined
      >),
      root: '/',
      login: paths.login.getHref(),
      signup: paths.signup.getHref(),
      post,
      search: paths.search.getHref('#tea'),
      today: paths.today.getHref('2026-11-26'),
      profile: paths.profile.getHref('some_user'),
      profileTab: paths.profileTab.getHref('some_user', 'media'),
      profileLink: paths.profileLink.getHref('1'),
      photo: paths.photo.getHref('some_user', '1', 1),
    };
    for (const [name, { path }] of Object.entries(paths)) {
      const address = made[name as keyof typeof paths];
      const { text } = await ask(address ?? path.replace(/\/:\w+\?/g, '').replace(/:\w+/g, '@x'));
      expect([name, text]).toEqual([name, expect.stringContaining(address ? 'Shared' : 'Plain')]);
    }
    for (const tab of PROFILE_TABS)
      expect((await ask(paths.profileTab.getHref('some_user', tab))).text).toContain('Shared');
  });

  it.each([
    ['refuses', (response: ServerResponse) => response.writeHead(429).end('{}')],
    ['is in trouble', (response: ServerResponse) => response.writeHead(503).end('<title>No</title>')],
    ['answers something else', (response: ServerResponse) => response.end('{}')],
    ['breaks off', (response: ServerResponse) => response.destroy()],
    ['never answers', () => undefined],
  ])('are the plain page if the API %s [B8-9]', async (_does, handle) => {
    answer = (_request, response) => void handle(response);
    const { got, text } = await ask('/some_user');
    expect([got.status, text]).toEqual([200, '<!doctype html><title>Plain</title>']);
  });

  it.each([
    '/some_user.atom',
    '/some_user.json',
    '/tag/tea%20time.json',
    '/tag/v1.2.atom',
    '/robots.txt',
    '/.well-known/security.txt',
    '/sitemap.xml',
    '/sitemap-2026-11.xml',
  ])('have feeds, sitemaps and robots.txt, served by the API for %s [B8-10]', async (path) => {
    answer = (request, response) => void response.end(request.url);
    const { got, text } = await ask(path);
    expect(text).toBe(`/api/feeds${path}`);
    expect(got.headers.get('content-security-policy')).toBeNull();
  });
});
