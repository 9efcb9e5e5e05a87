import type { Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { chromiumPath } from './support/chromium.js';
import { fake, failing, type Answer, FEED, feedOf, feedPage, gated } from './support/fake-feed.js';
import { cards } from './support/feed.js';
import { cardOf, openFeed, scrollWindow, sightSettled, titlesOf, visiting } from './support/visits.js';

const wrong = (page: Page) => page.getByRole('heading', { name: 'Something went wrong' });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const toBottom = (page: Page, above = 0) =>
  page.evaluate((rest) => document.documentElement.scrollHeight - window.innerHeight - rest, above);

describe.skipIf(chromiumPath === undefined)('the home feed', () => {
  const web = inject('web');
  const visits = visiting();

  /** Opens the feed without waiting for posts. */
  const visitFeed = async (...answers: Answer[]) => {
    const page = await visits.memberPage();
    const calls = await fake(page, FEED, ...answers);
    await page.goto(`${web}/home`);
    return { page, calls };
  };

  it('shows that it loads, fails, is empty, is interrupted or at its end, and continues on request [F2-30 F2-31 F2-33 F2-34 F2-35]', async () => {
    const [first, second] = [gated(failing.refused), gated(feedOf([]))];
    const { page, calls } = await visitFeed(
      first.answer,
      second.answer,
      feedPage(1, 3, 2),
      failing.refused,
      feedPage(4, 1),
    );
    const loading = page.getByText('Loading fresh content...', { exact: true });
    await loading.waitFor();
    first.open();
    await wrong(page).waitFor();
    expect(await loading.count()).toBe(0);
    await page
      .getByText('Unable to load posts. Please check your connection and try again.', { exact: true })
      .waitFor();
    await button(page, 'Try Again').click();
    await button(page, 'Retrying...').waitFor();
    second.open();
    await page
      .getByText(
        /A unique, relaxing platform to learn about people.s thoughts, friends, family and the world/,
      )
      .first()
      .waitFor();
    expect(await wrong(page).count()).toBe(0);
    await button(page, 'View Posts').click();
    await page.getByText('Failed to load more posts', { exact: true }).waitFor();
    await expect.poll(() => titlesOf(page)).toEqual(['Post 1', 'Post 2', 'Post 3']);
    expect(calls).toHaveLength(4);
    await button(page, 'Try Again').click();
    await cardOf(page, 'Post 4').waitFor();
    await expect.poll(() => page.getByText('Failed to load more posts').count()).toBe(0);
    await page.getByText("You've reached the end!", { exact: true }).waitFor();
  });

  it('loads the next page within 1000 px of the bottom, not before [F2-28 F9-9]', async () => {
    const held = gated(feedPage(21, 10));
    const { page, calls } = await visitFeed(feedPage(1, 20, 2), held.answer);
    await cards(page).first().waitFor();
    // the estimated height of an unmeasured card, so that only scrolling moves the bottom closer
    await page.addStyleTag({ content: '[role=feed] article { min-height: 552px }' });
    // on a slow machine the bottom may be near only briefly
    const near = await page.locator('[role=feed] + div').evaluateHandle((sentinel) => {
      const seen = { ever: false };
      const watch = new IntersectionObserver(
        (entries) => (seen.ever ||= entries.some((entry) => entry.isIntersecting)),
        { rootMargin: '1000px 0px' },
      );
      watch.observe(sentinel);
      return seen;
    });
    for (;;) {
      const asked = calls.length;
      if (await near.evaluate((seen) => seen.ever)) break;
      expect(asked).toBe(1);
      const by = (await toBottom(page)) - (await page.evaluate(() => window.scrollY)) > 1700 ? 500 : 20;
      await scrollWindow(page, (await page.evaluate(() => window.scrollY)) + by);
      await sightSettled(page);
    }
    // without any further scrolling
    await expect.poll(() => calls.length).toBe(2);
    held.open();
  });

  it('shows the back-to-top button after about 200 to 300 px [F2-29 F9-23]', async () => {
    const { page } = await visitFeed(feedPage(1, 20));
    const up = button(page, 'Scroll to top');
    const isOffered = () => page.locator('button[aria-label="Scroll to top"]:not([inert])').isVisible();
    await cards(page).first().waitFor();
    await scrollWindow(page, 200);
    expect(await isOffered()).toBe(false);
    await scrollWindow(page, 301);
    await expect.poll(isOffered).toBe(true);
    await up.click();
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
  });

  it('works while neighbouring components fail to load, and shows them once loaded', async () => {
    const page = await visits.memberPage();
    await fake(page, FEED, feedPage(1, 2));
    await page.route(/\/assets\/(right-panel|search-box)-/, (route) => route.abort(), { times: 2 });
    await openFeed(page);
    await page.getByPlaceholder(/^Search hashtags/).waitFor();
    await page.getByRole('heading', { name: 'Features' }).waitFor();
    await expect.poll(() => titlesOf(page)).toEqual(['Post 1', 'Post 2']);
  });
});
