import type { Locator, Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { broken, outOfReach, tooWide } from './support/accessible.js';
import { runAdmin } from './support/admin.js';
import { chromiumPath } from './support/chromium.js';
import { openComposer } from './support/composer.js';
import {
  commentPage,
  fake,
  fakeComment,
  fakePost,
  FEED,
  feedOf,
  feedPage,
  gated,
  idOf,
} from './support/fake-feed.js';
import { focusTroubles } from './support/focus.js';
import { isLong } from './support/long.js';
import { cardOf, newMember, openFeed, takesKeys, visiting } from './support/visits.js';

const PHONE = { width: 375, height: 667 };
/** 1280 × 1024 at 400 % zoom. */
const ZOOMED = { width: 320, height: 256 };

describe.skipIf(chromiumPath === undefined)('keyboard, contrast themes and large text', () => {
  const web = inject('web');
  const visits = visiting();

  const button = (where: Page | Locator, name: string | RegExp) =>
    where.getByRole('button', { name }).first();
  const openedComments = async (page: Page) => {
    await fake(page, FEED, feedPage(1, 8));
    await fake(page, `/comments/post/${idOf(1)}`, commentPage([fakeComment(1), fakeComment(2)]));
    await openFeed(page);
    await button(cardOf(page, 'Post 1'), /^Comment, /).click();
    await page.getByText('Comment 2').waitFor();
  };
  const openSettings = async (page: Page, part: string) => {
    await page.goto(`${web}/settings/${part}`);
    await page.getByRole('region').first().waitFor();
  };

  it.each([
    ['a phone', PHONE],
    ['a desktop', { width: 1440, height: 900 }],
  ])('shows the focus on every Tab stop of %s', async (_on, viewport) => {
    const page = await visits.memberPage({ viewport });
    const goesWell = async (what: string, all: number, key?: 'Shift+Tab') => {
      // the second half of a list repeats the controls of the first
      const stops = isLong ? all : Math.ceil(all * 0.6);
      const { seen, troubles } = await focusTroubles(page, stops, key);
      expect.soft({ what, troubles }).toEqual({ what, troubles: [] });
      expect(seen).toBeGreaterThan(stops / 2);
    };
    await openedComments(page);
    await goesWell('feed', 36);
    // going up, where the header covers the top of the page
    await goesWell('feed, backwards', 24, 'Shift+Tab');
    await button(cardOf(page, 'Post 2'), 'Post options').press('Enter');
    await takesKeys(page.getByRole('menu'));
    await goesWell('menu', 1);
    await page.getByRole('menuitem', { name: 'Report' }).press('Enter');
    await takesKeys(page.getByRole('dialog'));
    await goesWell('dialog', 3);
    await openComposer(page);
    await goesWell('composer', 20);
    await openSettings(page, 'profile');
    await goesWell('settings', 20);
  });

  it('is in view in the folded part of a long text, which unfolds', async () => {
    const page = await visits.memberPage({ viewport: { width: 390, height: 844 } });
    const description = `First words. ${'Some more. '.repeat(60)}#harbour`;
    await fake(page, FEED, feedOf([fakePost(1, { description }), fakePost(2, {})]));
    await openFeed(page);
    const card = cardOf(page, 'Post 1');
    const more = card.getByRole('button', { name: 'Show more' });
    await more.waitFor();
    const tag = card.getByRole('link', { name: '#harbour' });
    await tag.focus();
    await more.waitFor({ state: 'detached' });
    expect(await card.getByText('First words.').evaluate((text) => text.scrollTop)).toBe(0);
    await expect
      .poll(() => tag.evaluate((link) => link.getBoundingClientRect().bottom <= window.innerHeight))
      .toBe(true);
  });

  it('keeps the focused tab of a page in sight where its bar scrolls', async () => {
    const admin = await newMember(visits.browser);
    await runAdmin('make', admin.userName);
    const page = await visits.memberPage({
      storageState: admin.state,
      viewport: { width: 390, height: 700 },
    });
    await page.goto(`${web}/admin`);
    const bar = page.getByRole('navigation', { name: 'Administration' });
    const tabs = bar.getByRole('link');
    await tabs.first().focus();
    const places: number[][] = [];
    const names: string[] = [];
    for (const key of ['Tab', 'Shift+Tab'])
      for (let stop = 1; stop < (await tabs.count()); stop += 1) {
        await page.keyboard.press(key);
        const focused = bar.locator(':focus');
        names.push(await focused.innerText());
        const { x, width } = (await focused.boundingBox())!;
        places.push([x, x + width]);
      }
    expect(await bar.evaluate((node) => node.scrollWidth > node.clientWidth)).toBe(true);
    expect(new Set(names).size).toBe(await tabs.count());
    expect(places.filter(([left = 0, right = 0]) => left < 0 || right > 390)).toEqual([]);
  });

  it('keeps states and edges visible in forced colours', async () => {
    const page = await visits.memberPage({ forcedColors: 'active' });
    const fillOf = (what: Locator) => what.evaluate((element) => getComputedStyle(element).backgroundColor);
    const edgeOf = (what: Locator) => what.evaluate((element) => getComputedStyle(element).borderTopWidth);
    await openedComments(page);
    const card = cardOf(page, 'Post 1');
    const like = button(card, /^Like, /);
    const rest = await fillOf(like);
    const chosen = await fillOf(button(page, 'Home'));
    expect(chosen).not.toBe(rest);
    expect(await fillOf(button(page, 'Messages'))).not.toBe(chosen);
    // a rejection could roll it back before a slow machine checks
    await fake(page, `/post-interactions/${idOf(1)}/like`, gated({}).answer);
    await like.click();
    await expect.poll(() => fillOf(like)).toBe(chosen);
    expect(await edgeOf(page.locator('header[data-size] [role=group] > span'))).toBe('1px');

    await button(card, 'Post options').press('Enter');
    await expect.poll(() => fillOf(page.getByRole('menuitem').first())).toBe(chosen);
    expect(await fillOf(page.getByRole('menuitem').last())).not.toBe(chosen);
    expect.soft(await broken(page, 'contrast')).toEqual([]);
    await page.getByRole('menuitem', { name: 'Report' }).press('Enter');
    expect(await edgeOf(page.getByRole('dialog'))).toBe('1px');

    await openSettings(page, 'appearance');
    const look = page.getByRole('link', { name: /^Appearance/ });
    await expect.poll(() => fillOf(look)).toBe(chosen);
    // with a semi-transparent colour, a second fill would show through
    for (const icon of await look.locator('svg').all()) expect(await fillOf(icon)).toBe('rgba(0, 0, 0, 0)');
    expect(await fillOf(page.getByRole('link', { name: 'Security' }))).not.toBe(chosen);
    const videos = page.getByRole('checkbox').first();
    await videos.check();
    await expect.poll(() => fillOf(videos)).toBe(chosen);
    const { troubles } = await focusTroubles(page, 12);
    expect(troubles).toEqual([]);
  });

  it('acts on keys in a menu that scrolls below a resting mouse', async () => {
    const page = await visits.memberPage({ viewport: ZOOMED });
    const x = 150;
    const report = page.getByRole('menuitem', { name: 'Report' });
    const dialog = page.getByRole('dialog');
    await fake(page, FEED, feedPage(1, 8));
    await openFeed(page);
    for (const y of [120, 216]) {
      await page.mouse.move(x, y);
      await button(cardOf(page, 'Post 2'), 'Post options').press('Enter');
      await takesKeys(page.getByRole('menu'));
      await report.focus();
      // the browser tells the items where the mouse is only some frames after they have moved
      await expect
        .poll(() =>
          page.evaluate(
            ([left, top]) => document.elementFromPoint(left!, top!)?.matches('[role=menuitem]:hover'),
            [x, y],
          ),
        )
        .toBe(true);
      await page.keyboard.press('Enter');
      await dialog.waitFor();
      await takesKeys(dialog);
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
    }
  });

  it('fits at 400 % zoom and with extra text spacing (WCAG 1.4.10, 1.4.12)', async () => {
    const page = await visits.memberPage({ viewport: ZOOMED });
    const fits = (what: string) =>
      expect
        .poll(async () => [...(await tooWide(page)), ...(await outOfReach(page))], { message: what })
        .toEqual([]);
    const spaceOut = () =>
      page.evaluate(() => {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(
          '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }' +
            'p { margin-bottom: 2em !important }',
        );
        document.adoptedStyleSheets.push(sheet);
      });
    await openedComments(page);
    // at a height of 256 px, only the bottom bar covers the text
    await page.mouse.wheel(0, 600);
    await expect
      .poll(() => page.locator('header[data-size]').evaluate((bar) => bar.getBoundingClientRect().bottom))
      .toBeLessThan(0);
    await fits('feed');
    await button(cardOf(page, 'Post 2'), 'Post options').press('Enter');
    await takesKeys(page.getByRole('menu'));
    await page.getByRole('menuitem', { name: 'Report' }).press('Enter');
    const reason = page.getByRole('dialog').getByRole('textbox');
    await reason.fill('It is the same picture again.');
    // the whole dialog scrolls, so its field keeps a usable height
    await expect
      .poll(() => reason.evaluate((field) => field.parentElement?.parentElement?.clientHeight))
      .toBeGreaterThan(120);
    await fits('dialog');
    for (const viewport of [PHONE, { width: 320, height: 640 }]) {
      await page.setViewportSize(viewport);
      await openFeed(page);
      await spaceOut();
      await fits(`feed at ${viewport.width} px, spaced out`);
      const titleEnds = (await page.getByRole('heading', { level: 1 }).boundingBox()) ?? { x: 0, width: 999 };
      const group = await page.getByRole('group', { name: 'Section' }).boundingBox();
      expect(titleEnds.x + titleEnds.width).toBeLessThanOrEqual(group?.x ?? 0);
    }
    for (const part of ['profile', 'security']) {
      await openSettings(page, part);
      await spaceOut();
      await fits(`settings, ${part}, spaced out`);
    }
    await openComposer(page);
    await spaceOut();
    await fits('composer, spaced out');
  });
});
