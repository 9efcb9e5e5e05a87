import type { Post } from '@social-feed/contracts';
import type { Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { expectAccessible } from './support/accessible.js';
import { register } from './support/accounts.js';
import type { WatchedPage } from './support/browser.js';
import { chromiumPath } from './support/chromium.js';
import { cards, feedIsOpen } from './support/feed.js';
import { eachWithFront } from './support/front.js';
import { sightSettled } from './support/visits.js';

/** For conditions that no element shows. */
const WAIT = { timeout: 30_000 };
const NOTICE = /^No connection/;
const OFFLINE_NOISE = /ERR_INTERNET_DISCONNECTED|ERR_EMPTY_RESPONSE|ERR_CONNECTION|ERR_FAILED/;

describe.skipIf(chromiumPath === undefined)('the installed app', () => {
  const scene = eachWithFront();

  /** Opens the feed as a signed-in user with the service worker active. */
  const keptFeed = async (): Promise<WatchedPage> => {
    const watched = await scene.open({ serviceWorkers: 'allow' });
    const { page } = watched;
    page.setDefaultTimeout(30_000);
    // the worker is installed at sign-in
    await page.goto(`${scene.front.web}/i/account/login`);
    await expect
      .poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state), WAIT)
      .toBe('activated');
    await register(watched.context, scene.front.web);
    // posts are random, and sometimes none of the first has a picture: then in another order, which the tab would keep
    await expect
      .poll(async () => {
        await page.evaluate(() => sessionStorage.clear());
        await page.goto(`${scene.front.web}/home`);
        await feedIsOpen(page);
        await postsOf(page);
        return firstPicture(page).count();
      }, WAIT)
      .toBeGreaterThan(0);
    return watched;
  };

  /** Opens the feed without the tab's own cache. */
  const openElsewhere = async (page: Page) => {
    await page.goto(`${scene.front.web}/contact`);
    await page.getByRole('heading', { name: 'Contact Us', level: 1 }).waitFor();
    await page.evaluate(() => sessionStorage.clear());
    await page.goto(`${scene.front.web}/home`);
    await feedIsOpen(page);
  };
  /** The feed stored outside the tab. */
  const keptFeedOf = (page: Page) => page.evaluate(() => localStorage.getItem('last-feed'));
  const workerIsActive = (page: Page) =>
    page.evaluate(async () => {
      await navigator.serviceWorker.ready;
    });
  const waitingWorker = (page: Page) =>
    page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.waiting);
  /** Paths in one of the browser's caches. */
  const keptIn = (page: Page, cache: string): Promise<string[]> =>
    page.evaluate(async (name) => {
      if (!(await caches.has(name))) return [];
      return (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname);
    }, cache);
  const firstPicture = (page: Page) => page.locator('[role=feed] article img[src*="/pictures/"]').first();
  /** Posts in the page, from the first. Those out of view are added after the first picture. */
  const postsOf = async (page: Page) => {
    await expect.poll(() => cards(page).count(), WAIT).toBeGreaterThan(1);
    await sightSettled(page);
    return cards(page).evaluateAll((all) =>
      all.map((card) => `${card.getAttribute('aria-posinset')}: ${card.getAttribute('data-post-id')}`),
    );
  };
  /** The number of posts in the page depends on the measured heights, so only the common part is compared. */
  const showsAgain = async (page: Page, seen: string[]) => {
    const shown = await postsOf(page);
    expect(shown.slice(0, seen.length)).toEqual(seen.slice(0, shown.length));
    expect(shown[0]).toMatch(/^1: \w+$/);
  };

  it('can be installed: its manifest is valid and its icons load', async () => {
    const watched = await scene.open({ serviceWorkers: 'allow' });
    const { page, context } = watched;
    await page.goto(`${inject('web')}/i/account/login`);
    await workerIsActive(page);
    const devtools = await context.newCDPSession(page);
    const { errors, data, url } = await devtools.send('Page.getAppManifest');
    expect(errors).toEqual([]);
    expect(new URL(url).pathname).toBe('/manifest.webmanifest');
    const manifest = JSON.parse(data ?? '{}') as { icons: { src: string; sizes: string }[]; display: string };
    expect(manifest.display).toBe('standalone');
    expect(manifest.icons.map(({ sizes }) => sizes)).toEqual(['192x192', '512x512', '512x512']);
    const touch = await page.locator('link[rel="apple-touch-icon"]').getAttribute('href');
    for (const src of [...manifest.icons.map((icon) => icon.src), touch ?? '']) {
      const answer = await context.request.get(`${inject('web')}${src}`);
      expect(answer.headers()['content-type']).toBe('image/png');
    }
    const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
    // a test browser is always incognito, which is no fault of the app
    expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito')).toEqual(
      [],
    );
    expect(watched.problems).toEqual([]);
  });

  it('shows the frame and the last feed with a notice while offline, and continues when the network is back [B15-4 B15-8]', async () => {
    const { page, context, problems } = await keptFeed();
    const seen = await postsOf(page);
    const chosen = () => firstPicture(page).evaluate((img: HTMLImageElement) => img.currentSrc);
    // empty until the picture is fetched
    await expect.poll(chosen, WAIT).not.toBe('');
    const shown = new URL(await chosen()).pathname;
    await expect.poll(() => keptIn(page, 'last-pictures'), WAIT).toContain(shown);
    scene.front.setDown(true);
    await context.setOffline(true);
    await page.getByText(NOTICE).waitFor();
    await page.reload();
    await feedIsOpen(page);
    await page.getByText(NOTICE).waitFor();
    // another tab, as when the installed app starts, shares no tab state
    await openElsewhere(page);
    await showsAgain(page, seen);
    await page.getByText(NOTICE).waitFor();
    // the picture of the first card that has one is cached with it
    const picture = firstPicture(page);
    await expect
      .poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth), WAIT)
      .toBeGreaterThan(0);

    // reactions wait, also over a reload
    const postId = await cards(page).first().getAttribute('data-post-id');
    const card = page.locator(`[role=feed] article[data-post-id="${postId}"]`);
    const waiting = card.getByRole('button', { name: /^(Like|Save), .*waiting to be sent$/, pressed: true });
    await card.getByRole('button', { name: /^Like/ }).click();
    await card.getByRole('button', { name: /^Save/ }).click();
    await expect.poll(() => waiting.count(), WAIT).toBe(2);
    await page.getByText('It is sent when the connection is back.').waitFor();
    // colours would fade into those of the other theme
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await expectAccessible(page, 'reactions that wait');
    await page.reload();
    await feedIsOpen(page);
    await expect.poll(() => waiting.count(), WAIT).toBe(2);

    // pages that were never opened are precached too
    await page.getByRole('link', { name: 'About Us' }).click();
    await page.getByRole('heading', { name: 'About Us', level: 1 }).waitFor();

    scene.front.setDown(false);
    await context.setOffline(false);
    await page.getByText(NOTICE).waitFor({ state: 'detached' });
    // the account gets the reactions
    const held = async () => {
      const answer = await context.request.get(`${scene.front.web}/api/posts/${postId}`);
      const { data } = (await answer.json()) as { data: Post };
      return [data.userInteraction.liked, data.isBookmarked];
    };
    await expect.poll(held, WAIT).toEqual([true, true]);
    expect(problems.filter((problem) => !OFFLINE_NOISE.test(problem))).toEqual([]);

    // the same when only the server is unreachable
    scene.front.setDown(true);
    await openElsewhere(page);
    await showsAgain(page, seen);
    await page.getByText(NOTICE).waitFor();
    scene.front.setDown(false);
    await openElsewhere(page);
    await expect.poll(() => page.getByText(NOTICE).count(), WAIT).toBe(0);
    // it accepts connections but never responds
    scene.front.setSilent();
    await page.goto(`${scene.front.web}/home`, { waitUntil: 'commit' });
    await page.locator('#root > *').first().waitFor();
  });

  it('deletes all user data at sign-out and never shows it to the next user', async () => {
    const { page, context } = await keptFeed();
    await expect.poll(() => keptIn(page, 'last-pictures'), WAIT).not.toEqual([]);
    await page.reload();
    await feedIsOpen(page);
    await expect.poll(() => keptFeedOf(page), WAIT).not.toBeNull();
    await page.getByRole('button', { name: /^Account of/ }).click();
    await page.getByRole('menuitem', { name: 'Logout' }).click();
    await page.waitForURL(/\/i\/account\/login/);
    await expect.poll(() => keptIn(page, 'last-pictures'), WAIT).toEqual([]);
    await expect.poll(() => keptFeedOf(page), WAIT).toBeNull();
    const cacheNames = () => page.evaluate(() => caches.keys());
    // looking into a cache that is being deleted creates an empty one
    await expect
      .poll(async () => {
        const others = (await cacheNames()).filter((name) => !name.startsWith('workbox-precache'));
        return (await Promise.all(others.map((name) => keptIn(page, name)))).flat();
      }, WAIT)
      .toEqual([]);
    // the build itself contains no user data
    for (const name of await cacheNames()) {
      expect((await keptIn(page, name)).filter((path) => /^\/(api|media|demo-media)/.test(path))).toEqual([]);
    }

    // data cached too late is not shown to another user either
    await page.evaluate(() => {
      const data = { pages: [{ data: [], seed: 1, hasNextPage: false, nextPage: null }], pageParams: [1] };
      const kept = { version: 4, viewerId: 'somebody-else', entry: 'default', data, updatedAt: 0 };
      localStorage.setItem('last-feed', JSON.stringify(kept));
    });
    await register(context, scene.front.web);
    await page.goto(`${scene.front.web}/contact`);
    await page.getByRole('heading', { name: 'Contact Us', level: 1 }).waitFor();
    await expect.poll(() => keptFeedOf(page), WAIT).toBeNull();
    scene.front.setDown(true);
    await page.goto(`${scene.front.web}/home`);
    await page.getByText('Unable to load posts. Please check your connection and try again.').waitFor();
  });

  it('offers a new version and loads it only on request', async () => {
    const { page } = await keptFeed();
    const entry = () => page.locator('script[type="module"]').getAttribute('src');
    const former = await entry();
    await page.evaluate(() => Object.assign(window, { stayed: true }));
    const stayed = () => page.evaluate(() => (window as { stayed?: true }).stayed === true);
    scene.front.deploy();
    const look = () =>
      page.evaluate(async () => {
        await (await navigator.serviceWorker.getRegistration())?.update();
      });
    await look();
    await page.getByText('A new version is ready.').waitFor();
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await expectAccessible(page, 'a new version', 'as it is');
    expect(await stayed()).toBe(true);
    await page.getByRole('button', { name: 'Reload', exact: true }).click();
    await expect.poll(entry, WAIT).not.toBe(former);
    await feedIsOpen(page);
    // the page runs the new build, so nothing is offered
    await workerIsActive(page);
    await expect.poll(() => waitingWorker(page), WAIT).toBeNull();
    expect(await page.getByText('A new version is ready.').count()).toBe(0);
  });

  it('activates a new build automatically if the page already runs it', async () => {
    const { page } = await keptFeed();
    scene.front.deploy();
    await page.reload();
    await feedIsOpen(page);
    const files = () => keptIn(page, `workbox-precache-v2-${scene.front.web}/`);
    await expect.poll(async () => (await files()).some((path) => path.includes('nextNext')), WAIT).toBe(true);
    await expect.poll(() => waitingWorker(page), WAIT).toBeNull();
    expect(await page.getByText('A new version is ready.').count()).toBe(0);
  });

  it('reloads the page once for a missing chunk, then shows an error', async () => {
    const watched = await scene.open();
    const { page, context } = watched;
    await register(context, scene.front.web);
    await page.goto(`${scene.front.web}/home`);
    await feedIsOpen(page);
    let loads = 0;
    page.on('load', () => (loads += 1));
    scene.front.lose(/\/assets\/about-/);
    await page.getByRole('link', { name: 'About Us' }).click();
    await page.getByRole('heading', { name: 'Unexpected Application Error!' }).waitFor();
    await page.getByText('A part of this page could not be loaded.').waitFor();
    await expect.poll(() => loads, WAIT).toBe(1);
    scene.front.lose(/never/);
    await page.getByRole('button', { name: 'Reload page' }).click();
    await page.getByRole('heading', { name: 'About Us', level: 1 }).waitFor();
    await expect.poll(() => loads, WAIT).toBe(2);
  });
});
