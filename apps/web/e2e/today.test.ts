import { describe, expect, inject, it } from 'vitest';
import { expectAccessible } from './support/accessible.js';
import { chromiumPath } from './support/chromium.js';
import { fake, FEED, feedPage, fakePost, idOf } from './support/fake-feed.js';
import { topOf } from './support/feed.js';
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

  it('is read from the side list to its rest, keeps its place after Back and a reload, and prints [B11-6]', async () => {
    const page = await visits.memberPage({ colorScheme: 'light', viewport: { width: 1280, height: 800 } });
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
    const onward = page.getByRole('link', { name: 'Go on with the order of the day' });
    expect(await onward.getAttribute('href')).toBe('/home?way=day');
    await page.getByRole('link', { name: 'The day before' }).click();
    await page.waitForURL(`${web}/today?date=2026-11-25`);
    await cardOf(page, 'Post 1').waitFor();
    expect(asked.map((request) => new URL(request.url()).search)).toEqual(['', '?date=2026-11-25']);
  });

  it('is pointed out above the feed on a later day, without moving it [B11-7]', async () => {
    const page = await visits.memberPage({ colorScheme: 'dark', viewport: { width: 375, height: 720 } });
    await page.addInitScript(() => {
      if (sessionStorage.getItem('begun') === null) localStorage.setItem('todays-hand', '2026-01-01');
      sessionStorage.setItem('begun', 'yes');
    });
    await fake(page, FEED, feedPage(1, 2));
    await openFeed(page);
    await page.getByRole('link', { name: "Today's hand is ready" }).waitFor();
    await expectAccessible(page, "the line of today's hand");
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await page.getByRole('link', { name: "Today's hand is ready" }).waitFor({ state: 'detached' });
    await page.reload();
    await cardOf(page, 'Post 1').waitFor();
    expect(await page.getByRole('link', { name: "Today's hand is ready" }).count()).toBe(0);
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
