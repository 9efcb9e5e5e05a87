import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { testWebServer, closeAll, listen } from '../server/test-servers.js';
import { build } from 'vite';
import type { Server } from 'node:http';
import { onceDrawn, outOfReach, tooWide } from './support/accessible.js';
import { apiWithoutPages } from './support/api-without-pages.js';
import { runAdmin } from './support/admin.js';
import { chromiumPath } from './support/chromium.js';
import { closePages, launch, openPage } from './support/browser.js';
import { isLong } from './support/long.js';
import { misfits } from './support/misfits.js';
import { callsEnded } from './support/page-report.js';
import { register } from './support/accounts.js';
import { adminScreens, isTelling, memberScreens } from './support/screen-paths.js';

const WEB = fileURLToPath(new URL('..', import.meta.url));
const SIGN_IN = '/i/account/login';

/** Texts and names of controls that are not of the pseudo-language, outside of what people wrote. */
const plainEnglish = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const OWN = '[dir="auto"], bdi, [lang]:not(html), code, time, .sr-only, option, [data-written]';
    const found = new Set<string>();
    const check = (text: string | null, element: Element) => {
      const words = text?.trim() ?? '';
      // vowels of the pseudo-language have accents, and values stand between its brackets
      if (!/[a-z]{3}/i.test(words) || !/[aeiou]/i.test(words) || /[[\]·]/.test(words)) return;
      if (!element.closest(OWN)) found.add(`"${words.slice(0, 60)}" in ${element.outerHTML.slice(0, 100)}`);
    };
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement;
      if (element && !element.closest('script, style, noscript') && element.checkVisibility())
        check(node.textContent, element);
    }
    for (const element of document.querySelectorAll('[aria-label], [title], [placeholder]'))
      for (const name of ['aria-label', 'title', 'placeholder']) check(element.getAttribute(name), element);
    return [...found];
  });

describe.skipIf(chromiumPath === undefined)('the pseudo-language', () => {
  const folder = mkdtempSync(join(tmpdir(), 'pseudo-language-'));
  let browser: Browser;
  let api: Server;
  let web: Server;
  let origin: string;

  beforeAll(async () => {
    process.env['WORDS_TRY'] = 'en-XB';
    await build({ root: WEB, logLevel: 'error', build: { outDir: folder, emptyOutDir: true } });
    delete process.env['WORDS_TRY'];
    api = apiWithoutPages(inject('api'), inject('web'));
    web = testWebServer({ folder, apiTarget: await listen(api), language: 'en' });
    origin = await listen(web);
    browser = await launch();
  });
  afterAll(async () => {
    await closePages(browser);
    closeAll(web, api);
    rmSync(folder, { recursive: true });
  });

  it.each([320, 390, 1440])('fits the sign-in page of a window %d pixels wide', async (width) => {
    const watched = await openPage(browser, { locale: 'en-XB', viewport: { width, height: 900 } });
    const { page, problems } = watched;
    await page.goto(origin + SIGN_IN);
    const button = page.getByRole('button', { name: /^\[Šígñ Íñ·+\]$/ });
    await button.waitFor();
    expect(await page.evaluate(() => getComputedStyle(document.body).direction)).toBe('rtl');
    expect(await misfits(page)).toEqual([]);
    expect(problems).toEqual([]);
    await watched.close();
  });

  it('fits the screens of a newcomer and an admin, who read no English but what people wrote [B47-15]', async () => {
    const watched = await openPage(browser, { locale: 'en-XB' });
    const { page, context } = watched;
    const person = await register(context, origin);
    await runAdmin('make', person.userName);
    const found: string[] = [];
    const screens = [...(await memberScreens(inject('api'))), ...adminScreens].filter(
      (path) => isLong || isTelling(path) || path === '/admin/people',
    );
    for (const path of screens) {
      await page.goto(origin + path);
      await callsEnded(page);
      for (const width of isLong ? [1440, 390, 320] : [1440, 320]) {
        await page.setViewportSize({ width, height: 900 });
        const places = await onceDrawn(page, async () =>
          [await tooWide(page), await outOfReach(page), await misfits(page)].flat(),
        );
        found.push(...places.map((each) => `${path}, ${width} px: ${each}`));
      }
      found.push(...(await plainEnglish(page)).map((text) => `${path}: ${text} is not translated`));
    }
    expect(found).toEqual([]);
    await watched.close();
  });

  it('loads each script once, all from the folder of the language, and keeps the choice of another [B47-1]', async () => {
    const watched = await openPage(browser, { locale: 'en-XB' });
    const { page } = watched;
    const scripts: string[] = [];
    page.on('request', (request) => {
      if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname);
    });
    await page.goto(origin + SIGN_IN);
    const list = page.getByRole('combobox', { name: /^\[Láñgúágé·+\]$/ });
    await list.waitFor();
    const hashed = scripts.filter((path) => path.includes('/assets/'));
    expect(hashed.length).toBeGreaterThan(5);
    expect(hashed.filter((path) => !/^\/l\/en-XB-[0-9a-f]{8}\/assets\//.test(path))).toEqual([]);
    expect(new Set(hashed).size).toBe(hashed.length);
    await list.selectOption('en');
    await page.getByRole('button', { name: 'Sign In', exact: true }).waitFor();
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('en');
    await page.reload();
    await page.getByRole('button', { name: 'Sign In', exact: true }).waitFor();
    await watched.close();
  });
});
