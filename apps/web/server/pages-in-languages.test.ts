import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inLanguage } from './in-language.js';
import { closeAll, listen, testWebServer } from './test-servers.js';

const PAGE =
  '<!doctype html><html lang="en"><script type="module" src="/assets/index-1a2b3c4d.js"></script></html>';
const ARABIC = { code: 'ar', at: '/l/ar-1', dir: 'rtl' as const };

describe('a web server with a second language', () => {
  const folder = mkdtempSync(join(tmpdir(), 'languages-'));
  let api: Server;
  let web: Server;
  let origin: string;
  let apiIsUp = true;

  beforeAll(async () => {
    for (const [file, text] of Object.entries({
      'index.html': PAGE,
      'theme.js': 'theme()',
      'assets/index-1a2b3c4d.js': '"Sign In"',
      'assets/vendor-1a2b3c4d.js': 'vendor()',
      'l/languages.json': JSON.stringify([ARABIC]),
      'l/ar-1/index.html': inLanguage(PAGE, ARABIC),
      'l/ar-1/assets/index-1a2b3c4d.js': '"دخول"',
    })) {
      mkdirSync(join(folder, file, '..'), { recursive: true });
      writeFileSync(join(folder, file), text);
    }
    api = createServer((_request, response) => {
      if (apiIsUp)
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
