import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { chromiumPath } from './support/chromium.js';
import { failing, fake, fakePost, FEED, feedOf, feedPage, gated, type Answer } from './support/fake-feed.js';
import { cardOf, openFeed, runUntil, scrollWindow, stopClock, titlesOf, visiting } from './support/visits.js';

/** The seed of the faked answers. */
const DRAWN = 77;
const layer = (page: Page) => page.locator('[data-draw]');
/** What the running animations of the layer and the cards change. */
const animated = (page: Page) =>
  page.evaluate(() => {
    const parts = document.getAnimations().filter((each) => {
      const { target } = each.effect as KeyframeEffect;
      // spinners and skeletons are animated by style sheets
      return !(each instanceof CSSAnimation) && target?.closest('[data-draw], [data-cards]');
    });
    const names = parts.flatMap((each) =>
      (each.effect as KeyframeEffect).getKeyframes().flatMap((frame) => Object.keys(frame)),
    );
    const timing = new Set(['offset', 'computedOffset', 'easing', 'composite']);
    return [...new Set(names)].filter((name) => !timing.has(name)).sort();
  });
/** How many animations of the layer change nothing: the browser runs them on the page's own thread. */
const idle = (page: Page) =>
  page.evaluate(
    () =>
      document.getAnimations().filter((each) => {
        const { target } = each.effect as KeyframeEffect;
        if (each instanceof CSSAnimation || !target?.closest('[data-draw]')) return false;
        const frames = (each.effect as KeyframeEffect).getKeyframes();
        return new Set(frames.map(({ transform, opacity }) => `${transform} ${opacity}`)).size < 2;
      }).length,
  );
/** Whether the feed is hidden without an animation, so that the browser draws nothing of it. */
const isUndrawn = (page: Page) =>
  page
    .locator('[data-cards]')
    .evaluate(
      (area) =>
        getComputedStyle(area).opacity === '0' &&
        area.getAnimations().every(({ effect }) => effect?.getComputedTiming().progress === null),
    );

/** Pauses every animation that begins from now on. */
const holdMotions = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const own = Object.getOwnPropertyDescriptor(Element.prototype, 'animate')!;
    Element.prototype.animate = function (...motion) {
      const held = (own.value as Element['animate']).apply(this, motion);
      held.pause();
      return held;
    };
  });

describe.skipIf(chromiumPath === undefined)('drawing a shuffle', () => {
  const visits = visiting();
  const drawn = async (reducedMotion: 'reduce' | 'no-preference', next: Answer = feedPage(11, 4)) => {
    const page = await visits.memberPage({ reducedMotion, viewport: { width: 390, height: 844 } });
    await fake(page, FEED, feedPage(1, 4), next);
    await openFeed(page);
    await page.getByRole('button', { name: 'Ways to read: Shuffle' }).click();
    const draw = page.getByRole('menuitem', { name: 'Draw again' });
    await draw.waitFor();
    await stopClock(page);
    await page.evaluate((seed) => {
      Math.random = () => (seed + 0.5) / 1_000_000;
    }, DRAWN);
    await draw.click();
    await layer(page).getByText('amber alpaca rocket').waitFor();
    return page;
  };

  it('shows deck, face and words above posts that load meanwhile, and is over after a second [B4-23]', async () => {
    const page = await drawn('no-preference');
    // the deck comes before the work of taking the menu away
    const menu = page.getByRole('menu');
    expect(await menu.evaluateAll((all) => all.map((each) => getComputedStyle(each).opacity))).toEqual(['0']);
    expect(await layer(page).locator('article').count()).toBeGreaterThan(0);
    expect(await animated(page)).toEqual(['opacity', 'transform']);
    expect([await isUndrawn(page), await idle(page)]).toEqual([true, 0]);
    await runUntil(page, page.locator('[data-cards] article').filter({ hasText: 'Post 11' }));
    expect(await layer(page).count()).toBe(1);
    expect(await menu.count()).toBe(0);
    // so that their motion waits for nothing, the browser draws them below the deck
    await runUntil(page, page.locator('[data-cards][style*="opacity: 0.001"]'), 20);
    expect(await layer(page).count()).toBe(1);
    await page.clock.runFor(1000);
    await expect.poll(() => layer(page).count()).toBe(0);
    await cardOf(page, 'Post 11').waitFor();
    expect(await animated(page)).toEqual([]);
    expect(await isUndrawn(page)).toBe(false);
    expect(await page.locator('[style*="will-change"]').count()).toBe(0);
  });

  it('deals the cards to their end, however late the browser begins [B4-23]', async () => {
    const page = await drawn('no-preference');
    await holdMotions(page);
    await runUntil(page, page.locator('[data-cards][style*="opacity: 0.001"]'), 20);
    await page.clock.runFor(1000);
    expect(await layer(page).count()).toBe(1);
    await page.evaluate(() => {
      for (const each of document.getAnimations()) if (each.playState === 'paused') each.finish();
    });
    await expect.poll(() => layer(page).count()).toBe(0);
    expect(await isUndrawn(page)).toBe(false);
  });

  it('shows no card through another', async () => {
    const page = await drawn('no-preference');
    const seen = await page.evaluate(() => {
      const motions = document.querySelector('[data-draw]')!.getAnimations({ subtree: true });
      for (const each of motions) each.pause();
      const cards = [...document.querySelectorAll('[data-draw] article, [data-draw] .shadow-float')];
      const found: string[] = [];
      for (let now = 0; now < 1000; now += 5) {
        for (const each of motions) each.currentTime = now;
        const [covers, deck] = [cards.filter((card) => card.matches('article')), cards.slice(-4)].map(
          (some) => some.map((card) => Number(getComputedStyle(card).opacity)),
        );
        // the deck appears above opaque cards, which go below an opaque deck
        if (covers!.some((each) => each < 1) && deck!.slice(0, 3).some((each) => each < 1))
          found.push(`${now}: ${covers!.join()} and ${deck!.join()}`);
      }
      for (const each of motions) each.play();
      return found;
    });
    expect(seen).toEqual([]);
    await runUntil(page, page.locator('[data-cards][style*="opacity: 0.001"]'), 20);
    await holdMotions(page);
    await page.clock.runFor(1000);
    const dealt = await page.evaluate(() =>
      [...document.querySelectorAll('[data-cards] article')].flatMap((card) =>
        card
          .getAnimations()
          .flatMap(({ effect }) => (effect as KeyframeEffect).getKeyframes())
          .flatMap((frame) => Object.keys(frame)),
      ),
    );
    expect(dealt).toContain('transform');
    expect(dealt).not.toContain('opacity');
  });

  it('keeps the deck and shows the new face until late posts come [B4-23]', async () => {
    const late = gated(feedPage(11, 4));
    const page = await drawn('no-preference', late.answer);
    await page.clock.runFor(1800);
    const faces = await page.evaluate(() =>
      ['[data-draw]', 'header[data-size] button'].map((where) =>
        document.querySelector(`${where} svg[viewBox^="-1"] path`)?.getAttribute('d'),
      ),
    );
    expect(faces[0]).toBeTruthy();
    expect(faces[1]).toBe(faces[0]);
    expect(await isUndrawn(page)).toBe(true);
    late.open();
    await runUntil(page, page.locator('[data-cards] article').filter({ hasText: 'Post 11' }));
    await runUntil(page, page.locator('[data-cards][style*="opacity: 0.001"]'), 20);
    await page.clock.runFor(200);
    await expect.poll(() => layer(page).count()).toBe(0);
  });

  it.each<[string, Answer, number]>([
    ['come very late', gated({}).answer, 2700],
    ['do not come', failing.refused, 1000],
  ])('ends without posts that %s [B4-23]', async (_when, answer, after) => {
    const page = await drawn('no-preference', answer);
    await page.clock.runFor(after);
    await expect.poll(() => layer(page).count()).toBe(0);
    expect(await isUndrawn(page)).toBe(false);
  });

  it('begins at the top of the new order, not at the post that was read [B4-23]', async () => {
    const page = await visits.memberPage({ viewport: { width: 390, height: 844 } });
    const posts = Array.from({ length: 8 }, (_unused, index) => fakePost(index + 1));
    const asked = await fake(page, FEED, feedOf(posts), feedOf(posts.toReversed()));
    await openFeed(page);
    await scrollWindow(page, 600);
    await page.getByRole('button', { name: 'Ways to read: Shuffle' }).click();
    await page.getByRole('menuitem', { name: 'Draw again' }).click();
    await expect.poll(async () => (await titlesOf(page))[0]).toBe('Post 8');
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
    expect(asked.length).toBe(2);
  });

  it.each<[string, (page: Page) => Promise<unknown>]>([
    ['a press', (page) => page.mouse.click(4, 300)],
    ['a key', (page) => page.keyboard.press('Shift')],
    ['the wheel', (page) => page.mouse.wheel(0, 40)],
  ])('ends at %s [B4-23]', async (_by, act) => {
    const page = await drawn('no-preference');
    await act(page);
    await expect.poll(() => layer(page).count()).toBe(0);
    expect(await animated(page)).toEqual([]);
  });

  it('moves nothing under reduced motion [B4-23]', async () => {
    const page = await drawn('reduce');
    expect(await layer(page).locator('article').count()).toBe(0);
    expect(await animated(page)).toEqual(['opacity']);
  });

  it('follows a refresh too, which takes as long as before [B4-23]', async () => {
    const page = await visits.memberPage({ reducedMotion: 'no-preference' });
    await fake(page, FEED, feedPage(1, 4), feedPage(11, 4));
    await openFeed(page);
    await stopClock(page);
    await page.getByRole('heading', { name: 'Social Feed', exact: true }).dblclick();
    await layer(page).waitFor({ state: 'attached' });
    await runUntil(page, page.locator('[data-cards] article').filter({ hasText: 'Post 11' }));
    await page.clock.runFor(1000);
    await expect.poll(() => layer(page).count()).toBe(0);
  });
});
