import type { Page } from 'playwright-core';
import { afterEach, describe, expect, inject, it } from 'vitest';
import { openPage, type WatchedPage } from './support/browser.js';
import { chromiumPath } from './support/chromium.js';
import { cards } from './support/feed.js';
import { openFeed, visiting } from './support/visits.js';
import { callsEnded } from './support/page-report.js';

/** Beyond that a stored session is checked (A §4.1). */
const LONG_AGO = 4 * 60_000;

describe.skipIf(chromiumPath === undefined)('the first calls of a page, made by its head', () => {
  const web = inject('web');
  const visits = visiting();
  const open: WatchedPage[] = [];
  /** A page with the browser's own clock: another would hide how the page was come to. */
  const openOwn = async (state?: typeof visits.member.state) => {
    const watched = await openPage(visits.browser, {
      reducedMotion: 'reduce',
      ...(state && { storageState: state }),
    });
    open.push(watched);
    watched.page.setDefaultTimeout(30_000);
    return watched.page;
  };
  afterEach(async () => {
    for (const watched of open.splice(0)) await watched.close();
  });

  /** Calls for the session and the feed from now on, as `METHOD /path`. */
  const listen = (page: Page) => {
    const calls: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (/^\/api\/(auth|posts\/infinite)/.test(pathname))
        calls.push(`${request.method()} ${pathname.slice(4)}`);
    });
    return calls;
  };
  /** A page whose session was checked long ago. */
  const laterPage = async () => {
    const page = await openOwn(visits.member.state);
    await openFeed(page);
    await page.evaluate((ago) => {
      const kept = JSON.parse(localStorage.getItem('auth-storage') ?? '') as {
        state: { lastAuthCheck: number };
      };
      kept.state.lastAuthCheck -= ago;
      localStorage.setItem('auth-storage', JSON.stringify(kept));
    }, LONG_AGO);
    // from elsewhere: the same address once more would be a reload
    await page.goto(`${web}/robots.txt`);
    return page;
  };
  /** Of the first post: how many are drawn below it depends on the moment. */
  const title = (page: Page) => cards(page).first().getByRole('heading').textContent();

  it('are made before the app has a script, and each once', async () => {
    const page = await laterPage();
    const calls = listen(page);
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/assets/*.js', async (route) => {
      await held;
      await route.continue();
    });
    const opened = openFeed(page);
    await expect.poll(() => calls).toEqual(['GET /auth/me', 'GET /posts/infinite']);
    release();
    await opened;
    await callsEnded(page);
    expect(calls).toEqual(['GET /auth/me', 'GET /posts/infinite']);
  });

  it('keep the seed, and a reload its feed', async () => {
    const page = await laterPage();
    await openFeed(page);
    const before = await title(page);
    const calls = listen(page);
    await page.reload();
    await cards(page).first().waitFor();
    expect(await title(page)).toEqual(before);
    expect(calls).not.toContain('GET /posts/infinite');
    await page.goto(`${web}/robots.txt`);
    await openFeed(page);
    expect(await title(page)).toEqual(before);
    expect(calls.filter((call) => call === 'GET /posts/infinite')).toHaveLength(1);
  });

  it('cost nothing where the access has run out: the session is refreshed first', async () => {
    const page = await laterPage();
    await page.context().clearCookies({ name: 'sf_access' });
    const calls = listen(page);
    await openFeed(page);
    expect(calls).toEqual(['GET /auth/me', 'POST /auth/refresh', 'GET /auth/me', 'GET /posts/infinite']);
  });

  it('that do not arrive are made again by the app', async () => {
    const page = await laterPage();
    let lost = 0;
    await page.route('**/api/posts/infinite?*', (route) => {
      lost += 1;
      return lost === 1 ? route.abort('connectionreset') : route.continue();
    });
    await openFeed(page);
    expect(lost).toBe(2);
  });

  it('are one for a visitor, and none where nobody is let in', async () => {
    const page = await openOwn();
    await page.addInitScript(() => sessionStorage.setItem('visitor-mode', 'on'));
    const calls = listen(page);
    await openFeed(page);
    expect(calls).toEqual(['GET /posts/infinite']);
    const stranger = await openOwn();
    const none = listen(stranger);
    await stranger.goto(`${web}/home`);
    await stranger.getByRole('form', { name: 'Sign In' }).waitFor();
    expect(none).toEqual([]);
  });
});
