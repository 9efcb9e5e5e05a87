import type { Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { chromiumPath } from './support/chromium.js';
import { fake, FEED, feedPage } from './support/fake-feed.js';
import {
  clockFromNow,
  headerSizeOf,
  openFeed,
  scrollTo,
  scrollWindow,
  stopClock,
  tapInPlace,
  visiting,
} from './support/visits.js';

const section = (page: Page, name: string) =>
  page.getByRole('group', { name: 'Section' }).getByRole('button', { name, exact: true });
const progress = (page: Page) =>
  page
    .locator('header[data-size] [style*="--progress"]')
    .evaluate((line) => Number(getComputedStyle(line).getPropertyValue('--progress')));

describe.skipIf(chromiumPath === undefined)('the home header', () => {
  const web = inject('web');
  const visits = visiting();

  const openedFeed = async (posts = 2) => {
    const page = await visits.memberPage();
    const calls = await fake(page, FEED, feedPage(1, posts));
    await openFeed(page);
    await stopClock(page);
    return { page, calls };
  };

  it('switches to Messages and back, updates the address, and locks for 450 ms each time [F1-5 F1-19 F2-3 F2-12 F2-17]', async () => {
    const { page } = await openedFeed();
    expect(await section(page, 'Home').getAttribute('aria-pressed')).toBe('true');
    for (const [name, address, other] of [
      ['Messages', '/messages', 'Home'],
      ['Home', '/', 'Messages'],
    ] as const) {
      const goTo = await clockFromNow(page);
      await section(page, name).click();
      await page.waitForURL(web + address);
      await goTo(449);
      expect(await section(page, other).isDisabled()).toBe(true);
      await goTo(450);
      await expect.poll(() => section(page, other).isDisabled()).toBe(false);
    }
    await page.clock.resume();
    await section(page, 'Messages').click();
    await page.getByText('Coming Soon', { exact: true }).waitFor();
    for (const plan of ['Direct messages', 'Group chats', 'Real-time notifications'])
      await expect.poll(() => page.getByText(plan, { exact: true }).count()).toBe(1);
    expect(await section(page, 'Messages').getAttribute('aria-pressed')).toBe('true');
  });

  it('shows its name and a hint, follows scrolling, and returns to the top on a single tap [F1-18 F2-10 F2-18 F2-21 F2-22]', async () => {
    const { page, calls } = await openedFeed(20);
    const title = page.getByRole('heading', { level: 1, name: 'Social Feed' });
    expect(await title.getAttribute('title')).toBe('Double-click to refresh');
    expect(await headerSizeOf(page)).toBe('normal');
    expect(await progress(page)).toBe(0);
    for (const [y, size] of [
      [50, 'normal'],
      [51, 'compact'],
      [300, 'compact'],
      [301, 'ultra-compact'],
      [40, 'normal'],
    ] as const) {
      await scrollTo(page, y);
      await expect.poll(async () => ({ y, size: await headerSizeOf(page) })).toEqual({ y, size });
    }
    // faster than 10 px per ms
    for (const [y, size] of [
      [219, 'compact'],
      [222, 'ultra-compact'],
    ] as const) {
      await scrollTo(page, 60);
      await scrollTo(page, y, 0);
      await expect.poll(async () => ({ y, size: await headerSizeOf(page) })).toEqual({ y, size });
    }
    // the position is read every 16 ms
    await scrollTo(page, 150);
    await expect.poll(() => progress(page)).toBe(0.5);
    await page.clock.runFor(1000);
    await scrollWindow(page, 300);
    await page.clock.runFor(15);
    expect(await progress(page)).toBe(0.5);
    await page.clock.runFor(1);
    await expect.poll(() => progress(page)).toBe(1);
    await scrollTo(page, 900);
    expect(await progress(page)).toBe(1);
    await tapInPlace(section(page, 'Home'));
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
    await page.clock.runFor(2000);
    expect(calls).toHaveLength(1);
  });
});
