import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { testWebServer, closeAll, listen } from '../server/test-servers.js';
import { build } from 'vite';
import type { Server } from 'node:http';
import { onceDrawn, outOfReach, tooWide } from './support/accessible.js';
import { register } from './support/accounts.js';
import { runAdmin } from './support/admin.js';
import { apiWithoutPages } from './support/api-without-pages.js';
import { chromiumPath } from './support/chromium.js';
import { closePages, launch, openPage } from './support/browser.js';
import { isLong } from './support/long.js';
import { misfits } from './support/misfits.js';
import { suspend } from './support/moderating-journey.js';
import { beginAsNewcomer } from './support/newcomer-journey.js';
import { markIntl, plainEnglish } from './support/plain-english.js';
import { adminScreens, isTelling, memberScreens, moveTo } from './support/screen-paths.js';
import { newMember } from './support/visits.js';
import { wordsIn } from './support/words.js';

const WEB = fileURLToPath(new URL('..', import.meta.url));
const SIGN_IN = '/i/account/login';
/** Screens of an admin that differ most in their layout. */
const IS_ADMIN = /^\/admin(?:\/(?:people|registration|instance))?$/;

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
    expect(await onceDrawn(page, () => misfits(page))).toEqual([]);
    expect(problems).toEqual([]);
    await watched.close();
  });

  it('fits the screens of a member and an admin, and leaves no text in English [B47-15]', async () => {
    const watched = await openPage(browser, { locale: 'en-XB' });
    const { page, context } = watched;
    await markIntl(context);
    const { userName } = await register(context, origin);
    await runAdmin('make', userName);
    const screens = [...(await memberScreens(inject('api'))), ...adminScreens];
    const found: string[] = [];
    for (const path of isLong ? screens : screens.filter((each) => isTelling(each) || IS_ADMIN.test(each))) {
      await moveTo(page, path, origin);
      const english = await onceDrawn(page, plainEnglish);
      found.push(...english.map((text) => `${path}: not translated: ${text}`));
      for (const width of isLong ? [1440, 390, 320] : [320, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        const places = await onceDrawn(page, async () =>
          [await tooWide(page), await outOfReach(page), await misfits(page)].flat(),
        );
        found.push(...places.map((place) => `${path}, ${width} px: ${place}`));
      }
    }
    expect(found).toEqual([]);
    await watched.close();
  });

  it.each(isLong ? [wordsIn('en-XB')] : [])(
    'leads a newcomer and an admin through their journeys',
    async (say) => {
      const newcomer = await openPage(browser, { locale: 'en-XB', viewport: { width: 375, height: 812 } });
      await beginAsNewcomer(newcomer.page, origin, say);
      expect(await newcomer.page.getByRole('article').count()).toBe(1);
      await newcomer.close();
      const admin = await openPage(browser, { locale: 'en-XB', colorScheme: 'light' });
      const { userName } = await register(admin.context, origin);
      await runAdmin('make', userName);
      const author = await newMember(browser, origin);
      await admin.page.goto(`${origin}/admin`);
      await suspend(admin.page, author.userName, say);
      expect([...newcomer.problems, ...admin.problems]).toEqual([]);
      await admin.close();
    },
  );

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
