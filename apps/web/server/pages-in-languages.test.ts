import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inLanguage } from './in-language.js';
import { PAGE_TEXTS } from './page-texts.js';
import { closeAll, listen, testWebServer } from './test-servers.js';

const PAGE =
  '<!doctype html><html lang="en"><script type="module" src="/assets/index-1a2b3c4d.js"></script></html>';
const TEXTS = { description: '{name}: "منصة" & أكثر', about: 'منصة', create: 'إنشاء', search: 'بحث' };
const ARABIC = { code: 'ar', at: '/l/ar-1', dir: 'rtl' as const, texts: TEXTS };
const MANIFEST = {
  name: 'Harbour',
  description: PAGE_TEXTS.about,
  lang: 'en',
  dir: 'ltr',
  shortcuts: [
    { name: 'Create Post', url: '/createpost' },
    { name: 'Search', url: '/search' },
  ],
};

describe('a web server with a second language', () => {
  const folder = mkdtempSync(join(tmpdir(), 'languages-'));
  let api: Server;
  let web: Server;
  let origin: string;
  let apiIsUp = true;
  let manifest: object = MANIFEST;

  beforeAll(async () => {
    for (const [file, text] of Object.entries({
      'index.html': PAGE,
      'theme.js': 'theme()',
      'manifest.webmanifest': JSON.stringify(MANIFEST),
      'assets/index-1a2b3c4d.js': '"Sign In"',
      'assets/vendor-1a2b3c4d.js': 'vendor()',
      'l/languages.json': JSON.stringify([ARABIC]),
      'l/ar-1/index.html': inLanguage(PAGE, ARABIC),
      'l/ar-1/assets/index-1a2b3c4d.js': '"دخول"',
    })) {
      mkdirSync(join(folder, file, '..'), { recursive: true });
      writeFileSync(join(folder, file), text);
    }
    api = createServer(({ url }, response) => {
      if (apiIsUp && url === '/manifest.webmanifest')
        response.setHeader('content-type', 'application/manifest+json').end(JSON.stringify(manifest));
      else if (apiIsUp)
        response.setHeader('content-type', 'text/html').end(PAGE.replace('<html', '<!--made--><html'));
      else response.writeHead(503).end();
    });
    web = testWebServer({ folder, apiTarget: await listen(api), language: 'en' });
    origin = await listen(web);
  });
  afterAll(() => {
    closeAll(web, api);
    rmSync(folder, { recursive: true });
  });

  const get = async (path: string, headers: Record<string, string> = {}) => {
    const answer = await fetch(origin + path, { headers });
    return { answer, text: await answer.text() };
  };
  const arabic = { 'accept-language': 'ar' };

  it.each(['/', '/about', '/i/account/login'])(
    'sends %s in the language of the reader [B47-4]',
    async (path) => {
      for (const up of [true, false]) {
        apiIsUp = up;
        const asked = await get(path, arabic);
        expect(asked.text).toContain('<html lang="ar" dir="rtl" data-words="/l/ar-1">');
        expect(asked.text).toContain('src="/l/ar-1/assets/index-1a2b3c4d.js"');
        expect(asked.answer.headers.get('vary')).toMatch(/Accept-Language, Cookie/);
        const english = await get(path, { 'accept-language': 'fr, en;q=0.8, ar;q=0.5' });
        expect(english.text).toContain('<html lang="en"><script type="module" src="/assets/index');
        expect(english.answer.headers.get('vary')).toMatch(/Accept-Language, Cookie/);
      }
    },
  );

  it.each([
    'content="Social Feed: a unique, relaxing platform to learn about people\'s thoughts, friends, family and the world."',
    'content="Bread &amp; $& Butter: a unique, relaxing platform to learn about people&#39;s thoughts, friends, family and the world."',
  ])('describes itself in the language of the reader: %s [B47-4]', (english) => {
    const name = /"(.*): a/.exec(english)?.[1] ?? '';
    const page = `<html lang="en"><link rel="manifest" href="/manifest.webmanifest" /><meta ${english} />`;
    expect(inLanguage(page, ARABIC)).toBe(
      '<html lang="ar" dir="rtl" data-words="/l/ar-1"><link rel="manifest" href="/manifest.webmanifest?language=ar" />' +
        `<meta content="${name}: &quot;منصة&quot; &amp; أكثر" />`,
    );
  });

  it('has the description that the build has', () => {
    const built = readFileSync(new URL('../index.html', import.meta.url), 'utf8');
    expect(inLanguage(built, ARABIC).match(/content="Social Feed: &quot;منصة/g)).toHaveLength(2);
    const file = readFileSync(new URL('../public/manifest.webmanifest', import.meta.url), 'utf8');
    expect(JSON.parse(file)).toMatchObject({
      description: PAGE_TEXTS.about,
      shortcuts: [{ name: PAGE_TEXTS.create }, { name: PAGE_TEXTS.search }],
    });
  });

  it('installs the app in the language of its page [B47-10]', async () => {
    for (const up of [true, false]) {
      apiIsUp = up;
      const { answer, text } = await get('/manifest.webmanifest?language=ar');
      expect(answer.headers.get('content-type')).toBe('application/manifest+json; charset=utf-8');
      expect(JSON.parse(text)).toEqual({
        name: 'Harbour',
        description: 'منصة',
        lang: 'ar',
        dir: 'rtl',
        shortcuts: [
          { name: 'إنشاء', url: '/createpost' },
          { name: 'بحث', url: '/search' },
        ],
      });
      expect(JSON.parse((await get('/manifest.webmanifest', arabic)).text)).toEqual(MANIFEST);
    }
    apiIsUp = true;
    manifest = { ...MANIFEST, description: 'Ein Hafen', lang: 'de' };
    const own = JSON.parse((await get('/manifest.webmanifest?language=ar')).text) as object;
    expect(own).toMatchObject({ description: 'Ein Hafen', lang: 'de', dir: 'auto' });
  });

  it('sends the whole page to whoever has it in another language', async () => {
    apiIsUp = false;
    const { answer } = await get('/about', arabic);
    const again = await get('/about', { 'if-none-match': answer.headers.get('etag') ?? '' });
    expect([again.answer.status, again.text]).toEqual([200, PAGE]);
  });

  it('sends the API the English page, of which it makes others', async () => {
    expect((await get('/index.html', arabic)).text).toBe(PAGE);
  });

  it('has scripts with texts in the folder of the language, and the others as they are', async () => {
    const own = await get('/l/ar-1/assets/index-1a2b3c4d.js');
    expect(own.text).toBe('"دخول"');
    const shared = await get('/l/ar-1/assets/vendor-1a2b3c4d.js');
    expect(shared.text).toBe('vendor()');
    for (const { answer } of [own, shared]) {
      expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect(answer.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    }
  });

  it.each(['/l/ar-0/assets/vendor-1a2b3c4d.js', '/l/ar-1/assets/gone-1a2b3c4d.js'])(
    'has no %s, which is of another build',
    async (path) => {
      const { answer } = await get(path);
      expect(answer.status).toBe(404);
      expect(answer.headers.get('cache-control')).toBe('no-store');
    },
  );
});
