import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { chromiumPath } from './support/chromium.js';
import { fake, fakePost, FEED, feedOf, feedPage } from './support/fake-feed.js';
import { atRest, cardOf, openFeed, scrollWindow, visiting } from './support/visits.js';

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const DESKTOP = { viewport: { width: 1280, height: 800 } };

describe.skipIf(chromiumPath === undefined)('the way back to the top', () => {
  const visits = visiting();
  const opened = async (options: typeof PHONE | typeof DESKTOP): Promise<Page> => {
    const page = await visits.memberPage(options);
    await fake(page, FEED, feedPage(1, 20));
    await openFeed(page);
    return page;
  };
  const offered = 'button[aria-label="Scroll to top"]:not([inert])';

  it('covers no control beside the posts, nor any of the navigation', async () => {
    const page = await opened(DESKTOP);
    await scrollWindow(page, 900);
    await atRest(page);
    const button = page.locator(offered);
    await button.waitFor();
    const box = (await button.boundingBox())!;
    const others = await page
      .locator('a, button:not([inert])')
      .evaluateAll((nodes) =>
        nodes
          .filter((node) => node.getAttribute('aria-label') !== 'Scroll to top')
          .map((node) => node.getBoundingClientRect().toJSON() as DOMRect),
      );
    const covered = others.filter(
      ({ left, right, top, bottom }) =>
        left < box.x + box.width && right > box.x && top < box.y + box.height && bottom > box.y,
    );
    expect(covered).toEqual([]);
    await button.click();
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
  });

  it('comes on phones to whoever turns back, and leaves whoever reads on', async () => {
    const page = await opened(PHONE);
    await scrollWindow(page, 900);
    await page.locator('button[aria-label="Scroll to top"]').waitFor({ state: 'attached' });
    await expect.poll(() => page.locator(offered).count()).toBe(0);
    await scrollWindow(page, 700);
    await page.locator(offered).waitFor();
    await scrollWindow(page, 900);
    await expect.poll(() => page.locator(offered).count()).toBe(0);
  });
});

describe.skipIf(chromiumPath === undefined)('a folded text', () => {
  const visits = visiting();

  it('ends with words, not with a blank line', async () => {
    const page = await visits.memberPage(PHONE);
    const description = 'One.\n\nTwo.\n\nThree.\n\nFour.\n\nFive.\n\nSix.';
    await fake(page, FEED, feedOf([fakePost(1, { description })]));
    await openFeed(page);
    const card = cardOf(page, 'Post 1');
    await card.getByRole('button', { name: 'Show more' }).waitFor();
    const text = card.locator('p', { hasText: 'One.' });
    /** How far above the end of the folded text its last line of words ends, in lines. */
    const gap = await text.evaluate((node) => {
      const end = node.getBoundingClientRect().bottom;
      const range = document.createRange();
      range.selectNodeContents(node);
      const lines = [...range.getClientRects()].filter(({ width, bottom }) => width > 0 && bottom <= end + 1);
      return (
        (end - Math.max(...lines.map(({ bottom }) => bottom))) / parseFloat(getComputedStyle(node).lineHeight)
      );
    });
    expect(gap).toBeLessThan(0.5);
    await card.getByRole('button', { name: 'Show more' }).click();
    await card.getByText('Six.').waitFor();
  });
});
