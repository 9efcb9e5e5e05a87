import type { Locator } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { expectAccessible } from './support/accessible.js';
import { chromiumPath } from './support/chromium.js';
import { failing, fake, FEED, feedPage, fakePost, idOf, queryOf } from './support/fake-feed.js';
import { topOf } from './support/feed.js';
import { atRest, cardOf, openFeed, resize, visiting } from './support/visits.js';

const CURSOR = '/posts/infinite-cursor';

describe.skipIf(chromiumPath === undefined)('home feed modes', () => {
  const web = inject('web');
  const visits = visiting();
  const listed = (...numbers: number[]) => ({
    success: true,
    data: numbers.map((number) => fakePost(number)),
    seed: 5,
    hasNextPage: false,
    nextCursor: null,
  });

  it('can be chosen by keyboard, also on a phone, and are kept after Back [B3-8]', async () => {
    const page = await visits.memberPage({ colorScheme: 'light' });
    await fake(page, FEED, feedPage(1, 2));
    const asked = await fake(page, CURSOR, listed(7, 8));
    await fake(page, `/posts/${idOf(7)}`, { success: true, data: fakePost(7) });
    await openFeed(page);
    const button = page.getByRole('button', { name: 'Ways to read' });
    await button.focus();
    await page.keyboard.press('Enter');
    const shuffle = page.getByRole('menuitemradio', { name: 'Shuffle', exact: true });
    const hasFocus = (item: Locator) =>
      expect.poll(() => item.evaluate((element) => element === document.activeElement)).toBe(true);
    await hasFocus(shuffle);
    expect(await shuffle.getAttribute('aria-checked')).toBe('true');
    await expectAccessible(page, 'the ways to read', 'as it is');
    await page.keyboard.press('Escape');
    await hasFocus(button);
    // a phone shows them in a sheet
    await page.setViewportSize({ width: 375, height: 720 });
    await page.keyboard.press('Enter');
    await hasFocus(shuffle);
    await page.keyboard.press('ArrowDown');
    await hasFocus(page.getByRole('menuitemcheckbox', { name: 'Leave out what I have seen' }));
    await page.keyboard.press('Enter');
    await cardOf(page, 'Post 7').waitFor();
    expect(page.url()).toBe(`${web}/home?way=unseen`);
    expect(queryOf(asked, 'unseen')).toEqual(['true']);
    await page.getByRole('heading', { name: 'You have seen everything' }).waitFor();
    await expectAccessible(page, 'everything seen');
    await cardOf(page, 'Post 7').getByRole('link', { name: 'Post 7' }).click();
    await page.waitForURL(`${web}/p/${idOf(7)}`);
    await page.goBack();
    await cardOf(page, 'Post 8').waitFor();
    expect(asked).toHaveLength(1);
  });

  it('offer another draw in a button as wide as the menu', async () => {
    const page = await visits.memberPage({ colorScheme: 'light' });
    await fake(page, FEED, feedPage(1, 2));
    await openFeed(page);
    for (const width of [1440, 820, 390, 320]) {
      await resize(page, { width, height: 800 });
      await page.getByRole('button', { name: 'Ways to read' }).click();
      const draw = page.getByRole('menuitem', { name: 'Draw again' });
      await atRest(page);
      const [wide, menu] = [await draw.boundingBox(), await page.getByRole('menu').boundingBox()];
      expect(menu!.width - wide!.width).toBeLessThan(20);
      expect(wide!.height).toBeGreaterThanOrEqual(44);
      await page.keyboard.press('Escape');
      await page.getByRole('menu').waitFor({ state: 'detached' });
    }
  });

  it('keep the scroll position after a reload [B3-14]', async () => {
    const page = await visits.memberPage({ colorScheme: 'light' });
    const numbers = (from: number, count: number) => Array.from({ length: count }, (_unused, i) => from + i);
    const asked = await fake(
      page,
      CURSOR,
      { ...listed(...numbers(1, 20)), nextCursor: 'a' },
      listed(...numbers(21, 20)),
    );
    await page.goto(`${web}/home?way=day`);
    await cardOf(page, 'Post 1').waitFor();
    await expect
      .poll(async () => {
        // at once: turns of a wheel would go on after the next scroll
        await page.evaluate(() => window.scrollBy(0, 2000));
        return cardOf(page, 'Post 40').count();
      })
      .toBe(1);
    const card = cardOf(page, 'Post 35');
    await card.evaluate((article) => article.scrollIntoView({ block: 'center' }));
    await atRest(page);
    const left = await topOf(card);
    await page.reload();
    await card.waitFor();
    await expect.poll(async () => Math.abs((await topOf(card)) - left)).toBeLessThanOrEqual(2);
    expect(asked).toHaveLength(2);
  });

  it('suggest users if the member follows nobody, and report a lost network [B3-12]', async () => {
    const page = await visits.memberPage({ colorScheme: 'dark' });
    await fake(page, CURSOR, failing.offline, failing.offline, listed());
    await page.goto(`${web}/home?way=following`);
    await page.getByRole('heading', { name: 'Something went wrong' }).waitFor();
    await expectAccessible(page, 'a way that failed');
    await page.getByRole('button', { name: 'Try Again' }).click();
    await page.getByRole('link', { name: 'Find people' }).waitFor();
    await expectAccessible(page, 'nobody followed');
  });

  it('pause after the chosen number of posts [B3-17]', async () => {
    const page = await visits.memberPage({ colorScheme: 'light' });
    await page.addInitScript(() => localStorage.setItem('rest', '20'));
    await fake(page, FEED, feedPage(1, 20, 2), feedPage(21, 3));
    await openFeed(page);
    await page.keyboard.press('End');
    const goOn = page.getByRole('button', { name: 'Go on' });
    await expect
      .poll(async () => {
        await page.mouse.wheel(0, 4000);
        return goOn.isVisible();
      })
      .toBe(true);
    await expectAccessible(page, 'a rest');
    await goOn.click();
    await expect
      .poll(async () => {
        await page.mouse.wheel(0, 4000);
        return page.getByText("You've reached the end!").isVisible();
      })
      .toBe(true);
  });
});
