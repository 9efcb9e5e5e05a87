import type { Page } from 'playwright-core';
import { afterEach, describe, expect, inject, it } from 'vitest';
import { openPage, type WatchedPage } from './support/browser.js';
import { chromiumPath } from './support/chromium.js';
import { cards } from './support/feed.js';
import { openFeed, visiting } from './support/visits.js';
import { callsEnded } from './support/page-report.js';

/** Older than the age after which a stored session is checked (A §4.1). */
const LONG_AGO = 4 * 60_000;

describe.skipIf(chromiumPath === undefined)('early calls from the page head', () => {
  const web = inject('web');
  const visits = visiting();
  const open: WatchedPage[] = [];
  /** A page with the browser's real clock, since a fake one would hide the navigation type. */
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

  /** Records session and feed calls from now on, as `METHOD /path`. */
  const listen = (page: Page) => {
    const calls: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (/^\/api\/(auth|posts\/infinite)/.test(pathname))
        calls.push(`${request.method()} ${pathname.slice(4)}`);
    });
    return calls;
  };
  /** A page whose session was last checked long ago. */
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
    // from another page, since opening the same address would be a reload
    await page.goto(`${web}/robots.txt`);
    return page;
  };
  /** The first post only: the number of cards drawn below it varies. */
  const title = (page: Page) => cards(page).first().getByRole('heading').textContent();

  it('are sent before the app has a script, once each', async () => {
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

  it('use the stored seed, and a reload shows the same feed', async () => {
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

  it('do no harm with an expired access token: the session is refreshed first', async () => {
    const page = await laterPage();
    await page.context().clearCookies({ name: 'sf_access' });
    const calls = listen(page);
    await openFeed(page);
    expect(calls).toEqual(['GET /auth/me', 'POST /auth/refresh', 'GET /auth/me', 'GET /posts/infinite']);
  });

  it('are retried by the app if they fail', async () => {
    const page = await laterPage();
    let lost = 0;
    await page.route('**/api/posts/infinite?*', (route) => {
      lost += 1;
      return lost === 1 ? route.abort('connectionreset') : route.continue();
    });
    await openFeed(page);
    expect(lost).toBe(2);
  });

  it('fetch only the feed for a visitor, and nothing for a signed-out user', async () => {
    const page = await openOwn();
    await page.addInitScript(() => localStorage.setItem('visitor-mode', 'on'));
    const calls = listen(page);
    await openFeed(page);
    expect(calls).toEqual(['GET /posts/infinite']);
    const stranger = await openOwn();
    const none = listen(stranger);
    await stranger.goto(`${web}/home`);
    await stranger.getByRole('form', { name: 'Sign In' }).waitFor();
    // the sign-in page asks for a passkey's challenge once it is there
    expect(none.filter((call) => call !== 'POST /auth/passkey/options')).toEqual([]);
  });
});
