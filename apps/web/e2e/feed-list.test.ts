import type { Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { chromiumPath } from './support/chromium.js';
import { commentPage, fake, fakePost, FEED, feedPage, gated, idOf } from './support/fake-feed.js';
import { cardInView, cards, placeOfClick, rememberPlaceOfClick, topOf } from './support/feed.js';
import { atRest, cardOf, openFeed, scrollWindow, sightSettled, visiting } from './support/visits.js';

const BOTTOM = 100_000_000;
const CARDS_MAX = 60;
const scrolled = (page: Page) => page.evaluate(() => Math.round(window.scrollY));

/** Records the maximum number of cards in the document. */
const watchCards = (page: Page) =>
  page.evaluate(() => {
    const count = () => document.querySelectorAll('[role=feed] article').length;
    const seen = { most: count() };
    Object.assign(window, { __cards: seen });
    new MutationObserver(() => {
      seen.most = Math.max(seen.most, count());
    }).observe(document.body, { childList: true, subtree: true });
  });
const mostCards = (page: Page) =>
  page.evaluate(() => (window as unknown as { __cards: { most: number } }).__cards.most);

/** Scrolls to the end of the list until a post with this title is loaded. */
const scrollDownTo = async (page: Page, title: string) => {
  await expect
    .poll(
      async () => {
        await page.evaluate((y) => window.scrollTo(0, y), BOTTOM);
        return cardOf(page, title).count();
      },
      { timeout: 60_000, interval: 50 },
    )
    .toBe(1);
};

describe.skipIf(chromiumPath === undefined)('the list of posts', () => {
  const web = inject('web');
  const visits = visiting();

  it('keeps at most 60 cards in the document after 1,000 posts, at every scroll position', async () => {
    const page = await visits.memberPage();
    const later = Array.from({ length: 7 }, (_unused, index) =>
      feedPage(21 + index * 140, 140, index === 6 ? null : index + 3),
    );
    await fake(page, FEED, feedPage(1, 20, 2), ...later);
    await openFeed(page);
    // cards below the screen are drawn after the first screen
    await expect.poll(() => cards(page).count()).toBeGreaterThan(3);
    const elements = () => page.evaluate(() => document.querySelectorAll('*').length);
    const first = await elements();
    await watchCards(page);
    await scrollDownTo(page, 'Post 1000');
    expect(await cardOf(page, 'Post 1000').getAttribute('aria-posinset')).toBe('1000');
    await page.getByText("You've reached the end!", { exact: true }).waitFor();
    for (const share of [0.7, 0.3, 0.5]) {
      await page.evaluate((part) => window.scrollTo(0, document.documentElement.scrollHeight * part), share);
      await expect.poll(async () => (await cards(page).count()) > 2).toBe(true);
    }
    expect(await mostCards(page)).toBeLessThanOrEqual(CARDS_MAX);
    expect(await elements()).toBeLessThan(3000);
    // the cards drawn differ in number with the position
    expect(await elements()).toBeLessThanOrEqual(first * 3);
  });

  it('draws cards below the screen even if its first post has no picture', async () => {
    const page = await visits.visitorPage({ viewport: { width: 375, height: 667 } });
    await fake(page, FEED, feedPage(1, 20));
    await openFeed(page);
    await expect.poll(() => cards(page).count()).toBeGreaterThan(3);
    const below = await cards(page).last().boundingBox();
    expect(below!.y).toBeGreaterThan(667);
  });

  it('handles clicks while the page still scrolls', async () => {
    const page = await visits.memberPage();
    await fake(page, FEED, feedPage(1, 20));
    await openFeed(page);
    const pressable = await page.evaluate(async () => {
      const frame = () => new Promise(requestAnimationFrame);
      const found: boolean[] = [];
      // the frames after a scroll, while the list still counts as scrolling
      for (let y = 100; y <= 1000; y += 100) {
        window.scrollTo(0, y);
        await frame();
        await frame();
        const middle = window.innerHeight / 2;
        const find = () =>
          [...document.querySelectorAll('[role=feed] article')].find((article) => {
            const { top, bottom } = article.getBoundingClientRect();
            return top > 0 && bottom > middle;
          });
        let card = find();
        // a busy machine draws it later
        for (let more = 0; card === undefined && more < 30; more += 1) {
          await frame();
          card = find();
        }
        const { left, top } = card!.getBoundingClientRect();
        found.push(card!.contains(document.elementFromPoint(left + 5, Math.max(top + 30, 150))));
      }
      return found;
    });
    expect(pressable).toEqual(pressable.map(() => true));
  });

  it('keeps the visible posts and the focus in place when more posts load', async () => {
    const page = await visits.memberPage();
    const held = gated(feedPage(21, 10, 3));
    const calls = await fake(page, FEED, feedPage(1, 20, 2), held.answer, gated({}).answer);
    await openFeed(page);
    await scrollWindow(page, BOTTOM);
    await expect.poll(() => calls.length).toBe(2);
    const { card, postId } = await cardInView(page);
    const like = card.getByRole('button', { name: /^Like, / });
    await like.focus();
    await atRest(page);
    const before = { top: await topOf(card), scrollY: await scrolled(page) };
    held.open();
    await expect
      .poll(() => cards(page).last().getAttribute('aria-posinset').then(Number))
      .toBeGreaterThan(20);
    expect({ top: await topOf(card), scrollY: await scrolled(page) }).toEqual(before);
    expect(
      await page.evaluate(
        () => document.activeElement?.closest('article')?.getAttribute('data-post-id') ?? null,
      ),
    ).toBe(postId);
  });

  it('keeps its position when the page shrinks at its end and then grows again', async () => {
    const page = await visits.memberPage();
    await fake(page, FEED, feedPage(1, 20));
    await openFeed(page);
    await scrollDownTo(page, 'Post 20');
    await atRest(page);
    /** Changes the space below the cards, as measured heights shrink it and new pages enlarge it. */
    const setRoom = async (pixels: number) => {
      await page.locator('[role=feed] > *').evaluate((list: HTMLElement, room) => {
        list.style.marginBottom = `${room}px`;
      }, pixels);
      await sightSettled(page);
    };
    await setRoom(600);
    await page.evaluate((y) => window.scrollTo(0, y), BOTTOM);
    await atRest(page);
    const lowest = await scrolled(page);
    await setRoom(0);
    await atRest(page);
    const shortened = await scrolled(page);
    expect(shortened).toBeLessThan(lowest);
    await setRoom(600);
    await atRest(page);
    expect(await scrolled(page)).toBe(shortened);
  });

  it('returns with Back to the same post and offset deep in the list, also after a reload in between', async () => {
    const page = await visits.memberPage();
    const calls = await fake(page, FEED, feedPage(1, 20, 2), feedPage(21, 10, 3), feedPage(31, 10));
    await fake(page, /^\/posts\/[0-9a-f]{24}$/, { success: true, data: fakePost(40) });
    await fake(page, /^\/comments\/post\//, commentPage([]));
    const status = { liked: false, disliked: false, saved: false, viewed: true };
    await fake(page, /^\/post-interactions\/.*\/status$/, { success: true, data: status });
    await openFeed(page);
    await scrollDownTo(page, 'Post 40');
    const card = cardOf(page, 'Post 35');
    await card.evaluate((article) => article.scrollIntoView({ block: 'center' }));
    await atRest(page);
    const isSamePlace = async (left: { top: number; scrollY: number }) => {
      await card.waitFor();
      await expect
        .poll(async () => [(await topOf(card)) - left.top, (await scrolled(page)) - left.scrollY])
        .toSatisfy((differences: number[]) => differences.every((pixels) => Math.abs(pixels) <= 2));
    };
    /** Opens the post. @returns its position when clicked */
    const openPost = async () => {
      await rememberPlaceOfClick(page, idOf(35));
      await card.getByRole('link', { name: 'Post 35', exact: true }).click();
      await page.waitForURL(`${web}/p/${idOf(35)}`);
      await page.getByText('No comments yet').waitFor();
      return placeOfClick(page);
    };

    const first = await openPost();
    await page.goBack();
    await isSamePlace(first);

    const left = await openPost();
    await page.reload();
    await page.getByText('No comments yet').waitFor();
    await page.goBack();
    await isSamePlace(left);

    await page.reload();
    await isSamePlace(left);
    // loaded pages are not requested again
    expect(calls).toHaveLength(3);
  });
});
