import { describe, expect, it } from 'vitest';
import { chromiumPath } from './support/chromium.js';
import { fake, FEED, feedPage } from './support/fake-feed.js';
import { cards } from './support/feed.js';
import { drawsOf } from './support/page-report.js';
import { openFeed, visiting } from './support/visits.js';

const POSTS = 1000;
/** Pixels per frame, far faster than a user scrolls. The journey test checks layout shifts at normal speed. */
const STEP = 600;
/** The feed has stopped if no new post appears for this long, in milliseconds. */
const PATIENCE = 20_000;

describe.skipIf(chromiumPath === undefined)('a feed of a thousand posts', () => {
  const visits = visiting();

  it('draws cards below the screen even if its first post has no picture', async () => {
    const page = await visits.visitorPage({ viewport: { width: 375, height: 667 } });
    await fake(page, FEED, feedPage(1, 20));
    await openFeed(page);
    const drawn = page.locator('[role=feed] article[aria-posinset]');
    await expect.poll(() => drawn.count()).toBeGreaterThan(3);
    const below = await drawn.last().boundingBox();
    expect(below!.y).toBeGreaterThan(667);
  });

  /**
   * Scrolls through this many posts. Returns nothing if the browser stopped drawing, which is no fault of the app.
   */
  const scrolledThrough = async () => {
    const page = await visits.visitorPage();
    await openFeed(page);
    // cards below the screen are drawn after the first picture; their number depends on their heights
    await expect
      .poll(() =>
        cards(page).evaluateAll((all) => all.at(-1)!.getBoundingClientRect().bottom - window.innerHeight),
      )
      .toBeGreaterThan(700);
    const seen = await page.evaluate(
      async ([wanted, step, patience]) => {
        const cards = () => [...document.querySelectorAll('[role=feed] article[aria-posinset]')];
        const last = () => Math.max(0, ...cards().map((card) => Number(card.getAttribute('aria-posinset'))));
        const most = { posts: 0, cards: 0, elements: 0 };
        const first = document.querySelectorAll('*').length;
        let since = performance.now();
        while (most.posts < wanted && performance.now() - since < patience) {
          window.scrollBy(0, step);
          await new Promise((resolve) => requestAnimationFrame(resolve));
          if (last() > most.posts) since = performance.now();
          most.posts = Math.max(most.posts, last());
          most.cards = Math.max(most.cards, cards().length);
          most.elements = Math.max(most.elements, document.querySelectorAll('*').length);
        }
        return { ...most, first };
      },
      [POSTS, STEP, PATIENCE] as const,
    );
    return seen.posts < POSTS && (await drawsOf(page)) !== 'yes' ? undefined : seen;
  };

  it('keeps at most 60 cards in the page, and no more elements at the end than at the start', async () => {
    let seen = await scrolledThrough();
    for (let again = 0; !seen && again < 2; again += 1) seen = await scrolledThrough();
    if (!seen) throw new Error('The browser stopped drawing three times');
    expect(seen.posts).toBeGreaterThanOrEqual(POSTS);
    expect(seen.cards).toBeLessThanOrEqual(60);
    // a screen fits more short posts than tall pictures
    expect(seen.elements).toBeLessThanOrEqual(seen.first * 3);
  }, 240_000);
});
