import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { chromiumPath } from './support/chromium.js';
import { AUTHOR, fake, fakePost, FEED, feedOf, idOf } from './support/fake-feed.js';
import { topOf } from './support/feed.js';
import { atRest, cardOf, openFeed, resize, scrollWindow, visiting } from './support/visits.js';

const OTHER = { ...AUTHOR, _id: idOf(902), userName: 'oskar', fullName: 'Oskar Lind' };
const PHONE = { width: 375, height: 667 };
const WIDER = { width: 700, height: 667 };

/** Posts of which every fourth one is by another author. */
const posts = (from: number, count: number) =>
  Array.from({ length: count }, (_unused, index) =>
    fakePost(from + index, (from + index) % 4 === 0 ? { user: OTHER } : {}),
  );

/** Opens a feed of 40 posts and scrolls until all are loaded. */
const openWhole = async (page: Page) => {
  await fake(page, FEED, feedOf(posts(1, 20), 2), feedOf(posts(21, 20)));
  await openFeed(page);
  await expect
    .poll(async () => {
      await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
      return cardOf(page, 'Post 40').count();
    })
    .toBe(1);
  await atRest(page);
};

/** Scrolls until the top of a card is this many pixels below the top of the screen. */
const bringTo = async (page: Page, title: string, top: number) => {
  const card = cardOf(page, title);
  await expect
    .poll(async () => {
      // scrolls up until it is drawn
      const by = (await card.count()) === 1 ? (await topOf(card)) - top : -600;
      if (Math.abs(by) > 1) await page.evaluate((pixels) => window.scrollBy(0, pixels), by);
      await atRest(page);
      return Math.abs(by);
    })
    .toBeLessThanOrEqual(1);
  return card;
};

/** Blocks the other author as in another tab. */
const blockOther = (page: Page) =>
  page.evaluate((author) => {
    localStorage.setItem('blocked-authors', JSON.stringify([author]));
    window.dispatchEvent(new StorageEvent('storage', { key: 'blocked-authors' }));
  }, OTHER);

describe.skipIf(chromiumPath === undefined)('the place in the list of posts', () => {
  const visits = visiting();

  it('stays when posts above it go, e.g. those of an author who is blocked in another tab', async () => {
    const page = await visits.visitorPage();
    await openWhole(page);
    const card = await bringTo(page, 'Post 25', 100);
    await blockOther(page);
    await expect.poll(() => cardOf(page, 'Post 28').count()).toBe(0);
    await atRest(page);
    expect(Math.abs((await topOf(card)) - 100)).toBeLessThanOrEqual(2);
  });

  it('is that of the next post after Back if the first one in sight is gone meanwhile', async () => {
    const page = await visits.visitorPage();
    await openWhole(page);
    await bringTo(page, 'Post 24', -100);
    const next = await topOf(cardOf(page, 'Post 25'));
    await page.getByRole('link', { name: 'Search', exact: true }).first().click();
    await page.waitForURL('**/search');
    await page.locator('[role=feed]').waitFor({ state: 'detached' });
    await blockOther(page);
    await page.goBack();
    await expect.poll(() => cardOf(page, 'Post 25').count()).toBe(1);
    await atRest(page);
    await expect
      .poll(async () => Math.abs((await topOf(cardOf(page, 'Post 25'))) - next))
      .toBeLessThanOrEqual(2);
  });

  it('stays at the end when the window becomes wider', async () => {
    const page = await visits.visitorPage({ viewport: PHONE });
    await openWhole(page);
    const end = page.getByText("You've reached the end!", { exact: true });
    await end.waitFor();
    await scrollWindow(page, 0);
    await atRest(page);
    await expect
      .poll(async () => {
        await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
        await atRest(page);
        return (await end.boundingBox())!.y;
      })
      .toBeLessThan(PHONE.height);
    await resize(page, WIDER);
    await atRest(page);
    await expect.poll(async () => (await end.boundingBox())!.y).toBeLessThan(WIDER.height);
  });
});
