import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { runAdmin } from './support/admin.js';
import { onceDrawn, outOfReach, tooWide } from './support/accessible.js';
import { closePages, launch } from './support/browser.js';
import { CHROMIUM_ARGS, chromiumPath } from './support/chromium.js';
import { isLong } from './support/long.js';
import { misfits } from './support/misfits.js';
import { noteCalls } from './support/page-report.js';
import {
  adminScreens,
  memberScreens,
  moveTo,
  visitorScreens,
  type ScreenOf,
} from './support/screen-paths.js';
import { temporaryFolder } from './support/stack.js';
import { newMember, type Member } from './support/visits.js';

const WIDTHS = [1440, 820, 390, 320];

interface TextSize {
  name: string;
  /** Chromium preferences. */
  webprefs?: { default_font_size?: number; minimum_font_size?: number };
  /** Font size of the root element, in px. */
  root?: number;
}

const SIZES: TextSize[] = [
  { name: 'a default size of 32 px', webprefs: { default_font_size: 32 } },
  { name: 'a smallest size of 20 px', webprefs: { minimum_font_size: 20 } },
  { name: 'a root of 24 px', root: 24 },
];

const LONG_WORD = 'Rindfleischetikettierungsueberwachungsaufgaben'.repeat(2);

/** An admin, with a report in words that no line holds. */
async function newAdmin(browser: Browser): Promise<Member> {
  const [admin, author] = [await newMember(browser), await newMember(browser)];
  await runAdmin('make', admin.userName);
  const origin = inject('web');
  const sent = async (by: Member, path: string, data: object) => {
    const context = await browser.newContext({ storageState: by.state });
    const answer = await context.request.post(`${origin}/api${path}`, { data, headers: { origin } });
    expect(answer.status()).toBe(201);
    const { data: made } = (await answer.json()) as { data?: { _id: string } };
    await context.close();
    return made?._id;
  };
  const target = await sent(author, '/posts', { title: LONG_WORD, description: LONG_WORD });
  await sent(admin, '/reports', { kind: 'post', target, reason: 'spam', text: LONG_WORD });
  return admin;
}

describe.skipIf(chromiumPath === undefined)('large text', () => {
  let member: Member;
  let admin: Member;
  let screens: { member: ScreenOf; visitor: ScreenOf };
  const folders: string[] = [];

  /** A browser context with these settings. */
  const withSize = async ({ webprefs = {} }: TextSize): Promise<BrowserContext> => {
    const folder = temporaryFolder();
    folders.push(folder);
    mkdirSync(join(folder, 'Default'));
    writeFileSync(join(folder, 'Default', 'Preferences'), JSON.stringify({ webkit: { webprefs } }));
    return chromium.launchPersistentContext(folder, {
      executablePath: chromiumPath!,
      args: CHROMIUM_ARGS,
      serviceWorkers: 'block',
      reducedMotion: 'reduce',
    });
  };

  /** Every screen at every width, or every screen once, at the smallest width and at one of the others. */
  const casesOf = (size: TextSize, paths: ScreenOf): { path: string; widths: number[] }[] =>
    isLong
      ? paths.map((path) => ({ path, widths: WIDTHS }))
      : paths.flatMap((path, index) =>
          index % SIZES.length === SIZES.indexOf(size)
            ? { path, widths: [WIDTHS[Math.floor(index / SIZES.length) % 3]!, 320] }
            : [],
        );

  const look = async (
    page: Page,
    { path, widths }: { path: string; widths: number[] },
  ): Promise<string[]> => {
    const all: string[] = [];
    await moveTo(page, path);
    for (const width of widths) {
      await page.setViewportSize({ width, height: width < 800 ? 812 : 1000 });
      await page.locator('[aria-label^="Loading"]').first().waitFor({ state: 'detached' });
      const found = await onceDrawn(page, async () =>
        [await tooWide(page), await outOfReach(page), await misfits(page)].flat(),
      );
      all.push(...found.map((each) => `${path}, ${width} px: ${each}`));
    }
    return all;
  };

  beforeAll(async () => {
    member = await newMember(await launch());
    admin = await newAdmin(await launch());
    screens = { member: await memberScreens(inject('api')), visitor: visitorScreens };
  });
  afterAll(async () => {
    await closePages(await launch());
    for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
  });

  it.each(SIZES)('fits every screen, with $name', async (size) => {
    const context = await withSize(size);
    if (size.root !== undefined)
      await context.addInitScript((px) => {
        document.addEventListener('DOMContentLoaded', () => {
          document.documentElement.style.fontSize = `${px}px`;
        });
      }, size.root);
    const page = await context.newPage();
    noteCalls(page);
    const comeBack = async ({ state }: Member) => {
      // the app reloads the page of a user whom its storage does not name
      await page.evaluate(() => localStorage.clear());
      await page.goto('about:blank');
      await context.clearCookies();
      await context.addCookies(state.cookies);
    };
    const found: string[] = [];
    for (const one of casesOf(size, screens.visitor)) found.push(...(await look(page, one)));
    await comeBack(member);
    for (const one of casesOf(size, screens.member)) found.push(...(await look(page, one)));
    await comeBack(admin);
    for (const one of casesOf(size, adminScreens)) found.push(...(await look(page, one)));
    const text = await page.evaluate(() => Number.parseFloat(getComputedStyle(document.body).fontSize));
    await context.close();
    expect(found).toEqual([]);
    // the setting has taken effect
    const root = size.root ?? size.webprefs?.default_font_size ?? 16;
    expect(text).toBe(Math.max(root * 0.9375, size.webprefs?.minimum_font_size ?? 0));
  });
});
