import type { Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { expectAccessible } from './support/accessible.js';
import { chromiumPath } from './support/chromium.js';
import { fake, FEED, feedPage, fakePost, gated, idOf } from './support/fake-feed.js';
import { topOf } from './support/feed.js';
import { callsEnded } from './support/page-report.js';
import { atRest, cardOf, openFeed, visiting } from './support/visits.js';

describe.skipIf(chromiumPath === undefined)("today's hand", () => {
  const web = inject('web');
  const visits = visiting();
  const COUNT = 24;
  const hand = (date: string, dayBefore: string | null) => ({
    success: true,
    date,
    data: Array.from({ length: COUNT }, (_unused, index) => fakePost(index + 1)),
    seed: 5,
    generation: 0,
    population: 100,
    numbers: Array.from({ length: COUNT }, (_unused, index) => index),
    dayBefore,
  });

  /** A finger that swipes over the middle of the cards, in steps. */
  const swipe = async (page: Page, aside: number, down: number) => {
    const session = await page.context().newCDPSession(page);
    const { width, height } = page.viewportSize()!;
    const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', part?: number) =>
      session.send('Input.dispatchTouchEvent', {
        type,
        touchPoints:
          part === undefined
            ? []
            : [{ x: width / 2 + aside * (part - 0.5), y: height / 3 + down * (part - 0.5) }],
      });
    await send('touchStart', 0);
    for (let step = 1; step <= 10; step += 1) {
      await send('touchMove', step / 10);
      await page.waitForTimeout(16);
    }
    await send('touchEnd');
  };
  const place = (page: Page) => page.locator('main header').getByRole('status');
  const current = (page: Page) => page.locator('article[data-post-id]');

  it('is read as cards from the strip on home: by swipe and keys, to the post that is kept [B11-14 B11-15]', async () => {
    const page = await visits.memberPage({
      colorScheme: 'light',
      viewport: { width: 390, height: 844 },
      hasTouch: true,
    });
    const calls: string[] = [];
    page.on('response', (answer) => {
      const { pathname } = new URL(answer.url());
      if (answer.request().method() === 'POST' && answer.ok())
        calls.push(pathname.replace(/[0-9a-f]{24}/, 'ID'));
    });
    await openFeed(page);
    await callsEnded(page);
    expect(await page.getByText('the same for everybody').count()).toBe(0);
    // the second visit
    await page.evaluate(() => sessionStorage.clear());
    await openFeed(page);
    const strip = page.getByRole('link', { name: /^Today's hand/ });
    await strip.getByText('0 of 24').waitFor();
    await expectAccessible(page, "the strip of today's hand", 'as it is');
    await strip.click();
    await page.waitForURL(`${web}/today`);
    await expect.poll(() => place(page).textContent()).toBe('Card 1 of 24');
    await expectAccessible(page, '/today', 'as it is');

    await swipe(page, -260, 0);
    await expect.poll(() => place(page).textContent()).toBe('Card 2 of 24');
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => place(page).textContent()).toBe('Card 3 of 24');
    await atRest(page);
    await current(page)
      .getByRole('button', { name: /^Like, / })
      .click();
    await expect.poll(() => calls.filter((call) => call.endsWith('/like'))).toHaveLength(1);
    await page.reload();
    await expect.poll(() => place(page).textContent()).toBe('Card 3 of 24');
    const fits = () =>
      current(page)
        .locator('[data-scrolls]')
        .evaluate((text) => text.scrollHeight <= text.clientHeight + 1);
    // to one that is short enough for a swipe
    for (let card = 4; !(await fits()); card += 1) {
      await page.keyboard.press('ArrowRight');
      await expect.poll(() => place(page).textContent()).toBe(`Card ${card} of 24`);
    }
    await atRest(page);
    await swipe(page, 0, -240);
    await expect
      .poll(() => current(page).getByRole('button', { name: /^Save/ }).getAttribute('aria-pressed'))
      .toBe('true');

    await page.keyboard.press('End');
    await page.getByRole('heading', { name: 'Keep one?' }).waitFor();
    await expectAccessible(page, "the end of today's hand", 'as it is');
    await page
      .getByRole('button', { name: /^Keep “/ })
      .nth(5)
      .click();
    await page.getByRole('heading', { name: 'Kept' }).waitFor();
    await expect
      .poll(() => calls.filter((call) => call.startsWith('/api/collections')))
      .toEqual(['/api/collections', '/api/collections/ID/posts']);
    await page.reload();
    await page.getByRole('heading', { name: 'Kept' }).waitFor();
    await page.getByRole('link', { name: 'Kept', exact: true }).click();
    await page.waitForURL(/\/collections/);
    await openFeed(page);
    await callsEnded(page);
    expect(await strip.count()).toBe(0);
  });

  it('is a list where a card has no room, and mirrored from right to left [B11-14]', async () => {
    const page = await visits.memberPage({ viewport: { width: 320, height: 256 } });
    await fake(page, '/posts/today', hand('2026-11-26', null));
    await page.goto(`${web}/today`);
    await cardOf(page, 'Post 1').waitFor();
    await page.setViewportSize({ width: 812, height: 375 });
    await expect.poll(() => place(page).textContent()).toBe('Card 1 of 24');
    await page.evaluate(() => (document.documentElement.dir = 'rtl'));
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => place(page).textContent()).toBe('Card 2 of 24');
    await atRest(page);
    const box = await current(page).boundingBox();
    const room = await page.locator('main').boundingBox();
    expect(box!.x).toBeGreaterThanOrEqual(room!.x);
    expect(box!.x + box!.width).toBeLessThanOrEqual(room!.x + room!.width);
    expect(box!.y + box!.height).toBeLessThanOrEqual(375);
  });

  it('is read from the side list to its end as a list, keeps its place after Back and a reload, and prints [B11-6]', async () => {
    const page = await visits.memberPage({ colorScheme: 'light', viewport: { width: 1280, height: 800 } });
    await page.addInitScript(() => localStorage.setItem('hand-form', '"list"'));
    await fake(page, FEED, feedPage(900, 2));
    const asked = await fake(page, '/posts/today', hand('2026-11-26', '2026-11-25'));
    await fake(page, `/posts/${idOf(20)}`, { success: true, data: fakePost(20) });
    await openFeed(page);
    await page.getByRole('link', { name: "Today's hand" }).click();
    await page.waitForURL(`${web}/today`);
    await cardOf(page, 'Post 1').waitFor();
    await page.getByText('1 of 24', { exact: true }).waitFor();
    await expectAccessible(page, "today's hand");

    // the numbers of this hand follow from no seed
    await cardOf(page, 'Post 1').getByRole('button', { name: 'Post options' }).click();
    await page.getByRole('menuitem', { name: 'Why this post?' }).click();
    await page.getByRole('button', { name: 'Check the order' }).click();
    await page.getByText(/not stand where the seed puts it: something else decided\. /).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });

    // Page Down moves from card to card.
    await cardOf(page, 'Post 1').focus();
    await page.keyboard.press('PageDown');
    await expect
      .poll(() => cardOf(page, 'Post 2').evaluate((card) => card === document.activeElement))
      .toBe(true);

    const end = page.getByRole('heading', { name: 'That was today' });
    await expect
      .poll(async () => {
        // at once: turns of a wheel would go on after the next scroll
        await page.evaluate(() => window.scrollBy(0, 1000));
        return cardOf(page, 'Post 20').count();
      })
      .toBe(1);
    const card = cardOf(page, 'Post 20');
    await card.evaluate((article) => article.scrollIntoView({ block: 'center' }));
    await atRest(page);
    const left = await topOf(card);
    const isInPlace = () =>
      expect.poll(async () => Math.abs((await topOf(card)) - left)).toBeLessThanOrEqual(2);
    await card.getByRole('link', { name: 'Post 20' }).click();
    await page.getByRole('heading', { name: 'Post 20', level: 1 }).waitFor();
    await page.goBack();
    await card.waitFor();
    await isInPlace();
    await page.reload();
    await card.waitFor();
    await isInPlace();
    expect(asked).toHaveLength(1);

    await page.emulateMedia({ media: 'print' });
    await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
    await expect.poll(() => page.locator('[role=feed] article').count()).toBe(COUNT);
    expect(await page.getByRole('heading', { level: 1, name: "Today's hand" }).isVisible()).toBe(true);
    for (const what of ['navigation', 'button', 'complementary'] as const)
      expect(await page.getByRole(what).count()).toBe(0);
    await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
    await page.emulateMedia({ media: null });

    await expect
      .poll(async () => {
        await page.mouse.wheel(0, 4000);
        return end.isVisible();
      })
      .toBe(true);
    await expectAccessible(page, "the end of today's hand");
    const onward = page.getByRole('link', { name: "Go on with today's shuffle" });
    expect(await onward.getAttribute('href')).toBe('/home?way=day');
    await page.getByRole('link', { name: 'The day before' }).click();
    await page.waitForURL(`${web}/today?date=2026-11-25`);
    await cardOf(page, 'Post 1').waitFor();
    // the hand of before stays until the asked one is here
    await expect
      .poll(() => asked.map((request) => new URL(request.url()).search))
      .toEqual(['', '?date=2026-11-25']);
  });

  it('is above the feed from the second visit on, without moving it, until it is dismissed [B11-7]', async () => {
    const page = await visits.memberPage({ colorScheme: 'dark', viewport: { width: 375, height: 720 } });
    await fake(page, FEED, feedPage(1, 2));
    const once = gated(hand('2026-11-26', null));
    await fake(page, '/posts/today', once.answer);
    await openFeed(page);
    await page.evaluate(() => sessionStorage.clear());
    await openFeed(page);
    await page.getByRole('link', { name: /^Today's hand/ }).waitFor();
    const before = await topOf(cardOf(page, 'Post 1'));
    once.open();
    await page.getByText('0 of 24').waitFor();
    expect(await topOf(cardOf(page, 'Post 1'))).toBe(before);
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await page.getByRole('link', { name: /^Today's hand/ }).waitFor({ state: 'detached' });
    await page.reload();
    await cardOf(page, 'Post 1').waitFor();
    await callsEnded(page);
    expect(await page.getByRole('link', { name: /^Today's hand/ }).count()).toBe(0);
  });

  it('is served with its feeds', async () => {
    const page = await visits.visitorPage();
    const atom = await page.request.get(`${web}/today.atom`);
    expect([atom.status(), atom.headers()['content-type']]).toEqual([
      200,
      'application/atom+xml; charset=utf-8',
    ]);
    expect(await (await page.request.get(`${web}/today`)).text()).toContain('/today.atom');
  });
});
