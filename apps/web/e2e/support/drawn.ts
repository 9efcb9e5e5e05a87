import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterEach, expect, inject } from 'vitest';
import { openPage, type WatchedPage } from './browser.js';
import type { Visits } from './visits.js';

/** An order may begin with a post that is not drawn. */
const TRIES = 5;

export interface Box {
  id: string | undefined;
  top: number;
  height: number;
}
export const boxes = (page: Page, within: string): Promise<Box[]> =>
  page.evaluate(
    (root) =>
      [...document.querySelectorAll<HTMLElement>(`${root} [role=feed] article`)].map((article) => {
        const { top, height } = article.getBoundingClientRect();
        return { id: article.dataset['postId'], top: Math.round(top), height: Math.round(height) };
      }),
    within,
  );

/** The posts that the page arrived with, once they are drawn with styles and folds. */
export const drawnBoxes = async (page: Page): Promise<Box[]> => {
  await expect.poll(() => page.locator('#drawn article').first().isVisible()).toBe(true);
  await page.waitForFunction(() => [...document.styleSheets].some(({ href }) => href));
  // the page's head looks in the next frame which texts are folded
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
  return boxes(page, '#drawn');
};

/**
 * Call in the body of a `describe`. Returns a function that opens home, or another page, as a phone's cold visit;
 * `release` lets the app's scripts through, except those with the given part in their address.
 */
export function arriving(visits: Visits) {
  const web = inject('web');
  const open: WatchedPage[] = [];
  afterEach(async () => {
    for (const watched of open.splice(0)) await watched.close();
  });
  return async (
    given: BrowserContextOptions | (() => Promise<BrowserContextOptions>) = {},
    holds = true,
    path = '/home',
  ) => {
    for (let left = TRIES; ; left -= 1) {
      const options = typeof given === 'function' ? await given() : given;
      const watched = await openPage(visits.browser, {
        storageState: visits.member.state,
        extraHTTPHeaders: {},
        viewport: { width: 412, height: 915 },
        ...options,
      });
      open.push(watched);
      const { page } = watched;
      page.setDefaultTimeout(30_000);
      const asked: string[] = [];
      page.on('request', (request) => asked.push(request.url().slice(web.length)));
      let release: (except?: string) => void = () => undefined;
      const held = new Promise<string | undefined>((resolve) => (release = resolve));
      // a page with routes has no cache
      if (holds)
        await page.route('**/assets/*.js', async (route) => {
          const except = await held;
          if (except === undefined || !route.request().url().includes(except)) await route.continue();
        });
      await page.goto(web + path, { waitUntil: 'commit' });
      await page.locator('#root').waitFor({ state: 'attached' });
      if (left === 1 || !holds || (await page.locator('#drawn').isVisible()))
        return { ...watched, asked, release };
      release();
      await watched.close();
    }
  };
}
