import type { Locator, Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { chromiumPath } from './support/chromium.js';
import {
  AUTHOR,
  commentPage,
  fake,
  fakePost,
  FEED,
  feedOf,
  feedPage,
  idOf,
  keepFollows,
} from './support/fake-feed.js';
import { cards } from './support/feed.js';
import { callsEnded } from './support/page-report.js';
import { cardOf, openFeed, runUntil, stopClock, takesKeys, visiting } from './support/visits.js';

/** List position of the focused card, and whether its top is visible below the header. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const card = document.activeElement;
    const { top } = card?.getBoundingClientRect() ?? { top: -1 };
    return { place: card?.getAttribute('aria-posinset'), shows: top >= 0 && top < window.innerHeight };
  });
const isAt = (page: Page, place: number) =>
  expect.poll(() => focused(page)).toEqual({ place: String(place), shows: true });
const sizes = async (page: Page) =>
  new Set(await cards(page).evaluateAll((all) => all.map((card) => card.getAttribute('aria-setsize'))));

describe.skipIf(chromiumPath === undefined)('the feed by keyboard and links', () => {
  const web = inject('web');
  const visits = visiting();

  it('moves between posts with j and k, Page Down and Page Up, including posts not yet drawn', async () => {
    const page = await visits.memberPage();
    await fake(page, FEED, feedPage(1, 20, 2), feedPage(21, 10));
    await openFeed(page);
    expect(await sizes(page)).toEqual(new Set(['-1']));
    await page.keyboard.press('j');
    await isAt(page, 1);
    for (let place = 2; place <= 23; place += 1) {
      await page.keyboard.press(place % 2 === 0 ? 'j' : 'PageDown');
      await isAt(page, place);
    }
    await expect.poll(() => sizes(page)).toEqual(new Set(['30']));
    for (const [key, place] of [
      ['k', 22],
      ['PageUp', 21],
      ['k', 20],
    ] as const) {
      await page.keyboard.press(key);
      await isAt(page, place);
    }
    // the document contains only the cards around the viewport: 2,401 px ahead and 1,201 px behind (drawn-items.tsx)
    const beyond = () =>
      cards(page).evaluateAll((all) => {
        const boxes = all.map((card) => card.getBoundingClientRect());
        // the first and the last reach beyond it
        return boxes.at(-2)!.bottom - boxes[1]!.top - window.innerHeight;
      });
    await expect.poll(beyond).toBeLessThanOrEqual(3602);
    expect(await cards(page).count()).toBeLessThan(30);
    const places = await cards(page).evaluateAll((all) =>
      all.map((card) => Number(card.getAttribute('aria-posinset'))),
    );
    expect(places).toEqual(places.map((_unused, index) => places[0]! + index));
  });

  it('ignores single letters once Settings disable them', async () => {
    const page = await visits.memberPage();
    await fake(page, FEED, feedPage(1, 3));
    await page.goto(`${web}/settings/appearance`);
    await page.getByRole('checkbox', { name: /^Single letters/ }).uncheck();
    await openFeed(page);
    await cardOf(page, 'Post 1').focus();
    for (const key of ['j', 'o', 'c', '?']) await page.keyboard.press(key);
    await callsEnded(page);
    expect((await focused(page)).place).toBe('1');
    expect(await page.getByRole('dialog').count()).toBe(0);
    // other keys still move
    await page.keyboard.press('PageDown');
    await isAt(page, 2);
  });

  it('opens a post with o, its comments with c, the help with ?, and closes each with Esc', async () => {
    const page = await visits.memberPage();
    await fake(page, FEED, feedPage(1, 3));
    await fake(page, `/posts/${idOf(2)}`, { success: true, data: fakePost(2) });
    await fake(page, `/post-interactions/${idOf(2)}/status`, {
      success: true,
      data: fakePost(2).userInteraction,
    });
    await fake(page, `/comments/post/${idOf(2)}`, commentPage([]));
    await openFeed(page);
    await cardOf(page, 'Post 2').focus();
    await page.keyboard.press('?');
    const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await help.getByText('Next post').waitFor();
    await takesKeys(help);
    await page.keyboard.press('Escape');
    await help.waitFor({ state: 'detached' });
    await isAt(page, 2);
    await page.keyboard.press('c');
    const field = cardOf(page, 'Post 2').getByPlaceholder('Write a comment...');
    await field.waitFor();
    await field.fill('just a look');
    await page.keyboard.press('Escape');
    await isAt(page, 2);
    await page.keyboard.press('Escape');
    await field.waitFor({ state: 'detached' });
    await page.keyboard.press('o');
    await page.waitForURL(`${web}/p/${idOf(2)}`);
    await page.getByRole('heading', { level: 1, name: 'Post 2' }).waitFor();
    await page.keyboard.press('Escape');
    await page.waitForURL(`${web}/home`);
    await cardOf(page, 'Post 2').waitFor();
  });

  it('restores the focus to a control disabled for a moment: switch, Home, Follow', async () => {
    const page = await visits.memberPage();
    await fake(page, FEED, feedPage(1, 2), feedPage(11, 2));
    await openFeed(page);
    // a slow machine might check only after it is enabled again
    await stopClock(page);
    const hasFocus = (control: Locator) =>
      expect.poll(() => control.evaluate((node) => node === document.activeElement));
    const press = async (name: string, disabled: Locator) => {
      const control = page.getByRole('button', { name, exact: true });
      await control.focus();
      await page.keyboard.press('Enter');
      await expect.poll(() => disabled.isDisabled()).toBe(true);
      await page.clock.runFor(450);
      await expect.poll(() => disabled.isDisabled()).toBe(false);
      return control;
    };
    const [home, messages] = ['Home', 'Messages'].map((name) =>
      page.getByRole('group', { name: 'Section' }).getByRole('button', { name }),
    );
    await hasFocus(await press('Messages', messages!)).toBe(true);
    await hasFocus(await press('Home', home!)).toBe(true);
    await runUntil(page, cardOf(page, 'Post 1'));
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await expect.poll(() => home!.isDisabled()).toBe(true);
    await runUntil(page, cardOf(page, 'Post 11'));
    await page.clock.runFor(1000);
    await hasFocus(home!).toBe(true);
    await keepFollows(page);
    const follow = cardOf(page, 'Post 11').getByRole('button', { name: /^Follow/ });
    await follow.focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => follow.isDisabled()).toBe(true);
    await page.clock.runFor(500);
    await expect.poll(() => follow.textContent()).toBe('Following');
    await hasFocus(follow).toBe(true);
  });

  it('opens author, post and tag in a new tab with the middle button, and the place on a map [F2-38]', async () => {
    const page = await visits.memberPage();
    const context = page.context();
    await fake(page, FEED, feedOf([fakePost(1, { tags: ['harbour'], location: 'Old harbour' })]));
    await context.route(/openstreetmap/, (route) =>
      route.fulfill({ body: 'A map', contentType: 'text/plain' }),
    );
    await openFeed(page);
    const card = cardOf(page, 'Post 1');
    for (const [link, address] of [
      [card.getByRole('link', { name: AUTHOR.fullName }), `/${AUTHOR.userName}`],
      [card.locator('header > a > :first-child'), `/${AUTHOR.userName}`],
      [card.getByRole('link', { name: 'Post 1' }), `/p/${idOf(1)}`],
      [card.getByRole('link', { name: '#harbour' }), '/search?q=harbour'],
    ] as const) {
      const opened = context.waitForEvent('page');
      await link.click({ button: 'middle' });
      const tab = await opened;
      await tab.waitForURL(web + address, { waitUntil: 'commit' });
      await tab.close();
    }
    const opened = context.waitForEvent('page');
    await card.getByRole('link', { name: 'Old harbour' }).click();
    await (await opened).waitForURL(/^https:\/\/\S*openstreetmap\.org\/search\?query=Old%20harbour$/);
    expect(page.url()).toBe(`${web}/home`);
  });

  it('opens the author by a click on the name or avatar, with a full page load [F2-4]', async () => {
    const page = await visits.memberPage();
    await fake(page, FEED, feedPage(1, 1));
    const card = cardOf(page, 'Post 1');
    for (const link of [
      card.getByRole('link', { name: AUTHOR.fullName }),
      card.locator('header > a > :first-child'),
    ]) {
      await openFeed(page);
      await page.evaluate(() => Object.assign(window, { __before: true }));
      await link.click();
      await page.waitForURL(`${web}/${AUTHOR.userName}`, { waitUntil: 'domcontentloaded' });
      expect(await page.evaluate(() => '__before' in window)).toBe(false);
    }
  });
});
