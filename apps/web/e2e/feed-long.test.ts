import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closePages, launch, openPage } from './support/browser.js';
import { chromiumPath } from './support/chromium.js';
import { fake, FEED, feedPage } from './support/fake-feed.js';
import { openFeed } from './support/visits.js';

const POSTS = 1000;
/** Pixels of one frame, far more than a person scrolls: what moves at a person's speed, the journey asks. */
const STEP = 600;

describe.skipIf(chromiumPath === undefined)('a feed of a thousand posts', () => {
  let browser: Browser;

  beforeAll(async () => {
    browser = await launch();
  });
  afterAll(() => closePages(browser));

  it('draws cards below the screen also where its first post has no picture', async () => {
    const watched = await openPage(browser, { viewport: { width: 375, height: 667 } });
    await watched.context.addInitScript(() => sessionStorage.setItem('visitor-mode', 'on'));
    await fake(watched.page, FEED, feedPage(1, 20));
    await openFeed(watched.page);
    const drawn = watched.page.locator('[role=feed] article[aria-posinset]');
    await expect.poll(() => drawn.count()).toBeGreaterThan(3);
    const below = await drawn.last().boundingBox();
    expect(below!.y).toBeGreaterThan(667);
    await watched.close();
  });

  it('keeps at most 60 cards in the page, and no more elements at the end than at first', async () => {
    const watched = await openPage(browser, { reducedMotion: 'reduce' });
    await watched.context.addInitScript(() => sessionStorage.setItem('visitor-mode', 'on'));
    await openFeed(watched.page);
    // cards out of sight come after the first picture
    await watched.page.locator('[role=feed] article[aria-posinset="3"]').waitFor({ state: 'attached' });
    const seen = await watched.page.evaluate(
      async ([wanted, step]) => {
        const cards = () => [...document.querySelectorAll('[role=feed] article[aria-posinset]')];
        const last = () => Math.max(0, ...cards().map((card) => Number(card.getAttribute('aria-posinset'))));
        const most = { cards: 0, elements: 0 };
        const first = document.querySelectorAll('*').length;
        const deadline = performance.now() + 200_000;
        while (last() < wanted && performance.now() < deadline) {
          window.scrollBy(0, step);
          await new Promise((resolve) => requestAnimationFrame(resolve));
          most.cards = Math.max(most.cards, cards().length);
          most.elements = Math.max(most.elements, document.querySelectorAll('*').length);
        }
        return { ...most, first, posts: last() };
      },
      [POSTS, STEP] as const,
    );
    expect(seen.posts).toBeGreaterThanOrEqual(POSTS);
    expect(seen.cards).toBeLessThanOrEqual(60);
    // a screen of short posts has more of them than one of tall pictures
    expect(seen.elements).toBeLessThanOrEqual(seen.first * 3);
    await watched.close();
  }, 240_000);
});
