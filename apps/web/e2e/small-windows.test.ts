import type { Media } from '@social-feed/contracts';
import type { Locator } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { chromiumPath } from './support/chromium.js';
import { AUTHOR, fake, fakePost, FEED, feedOf, feedPage, idOf } from './support/fake-feed.js';
import { atRest, openFeed, visiting } from './support/visits.js';

const fakePicture = (number: number): Media => ({
  url: `data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='80' height='60'/%3E#${number}`,
  kind: 'image',
  alt: '',
  width: 80,
  height: 60,
  placeholder: '#335577',
});

describe.skipIf(chromiumPath === undefined)('small windows', () => {
  const visits = visiting();

  it('show the whole icon rail on a phone in landscape, from the name to Create Post', async () => {
    const page = await visits.memberPage({ viewport: { width: 812, height: 375 } });
    await fake(page, FEED, feedPage(1, 2));
    await openFeed(page);
    const rail = page.getByRole('banner').filter({ has: page.getByRole('navigation', { name: 'Main' }) });
    const create = rail.getByRole('link', { name: 'Create Post' });
    await create.waitFor();
    const { top, bottom, least } = await create.evaluate((link) => {
      const boxOf = (element: Element) => element.getBoundingClientRect();
      const boxes = [...link.closest('header')!.querySelectorAll('a')].map(boxOf);
      const least = Math.min(...boxes.map(({ height }) => height));
      return { top: boxes[0]!.top, bottom: boxOf(link).bottom, least };
    });
    expect(top).toBeGreaterThanOrEqual(0);
    expect(bottom).toBeLessThanOrEqual(375);
    expect(least).toBeGreaterThanOrEqual(44);
  });

  it('keep all to press clear of what is cut out of a phone’s screen', async () => {
    const page = await visits.memberPage({ viewport: { width: 844, height: 390 } });
    const session = await page.context().newCDPSession(page);
    const cut = 47;
    await session.send('Emulation.setSafeAreaInsetsOverride', {
      insets: { left: cut, leftMax: cut, right: cut, rightMax: cut },
    });
    const post = fakePost(1, { media: [1, 2].map(fakePicture) });
    await fake(page, FEED, feedOf([post]));
    await fake(page, `/posts/${idOf(1)}`, { success: true, data: post });
    const stays = (within: Locator) =>
      expect
        .poll(async () => {
          const boxes = await within.locator('a, button').evaluateAll((all) =>
            all
              .filter((element) => !element.closest('[inert]'))
              .map((element) => element.getBoundingClientRect())
              .filter(({ width }) => width > 1)
              .map(({ left, right }) => [left, right]),
          );
          return boxes.length > 2 && boxes.every(([left, right]) => left! >= cut && right! <= 844 - cut);
        })
        .toBe(true);
    await openFeed(page);
    await stays(page.locator('#root'));
    await page.goto(`${inject('web')}/${AUTHOR.userName}/status/${idOf(1)}/photo/1`);
    await stays(page.getByRole('dialog', { name: 'Media viewer' }));
  });

  it.each(['/today', '/search', '/settings/appearance'])(
    'have the account next to the heading in landscape, on %s',
    async (path) => {
      const page = await visits.memberPage({ viewport: { width: 844, height: 390 } });
      await page.goto(`${inject('web')}${path}`);
      const middleOf = (part: Locator) =>
        part.evaluate((element) => {
          const { top, height } = element.getBoundingClientRect();
          return top + height / 2;
        });
      const account = page.getByRole('button', { name: /^Account of/ });
      await account.waitFor();
      const row = page
        .getByRole('main')
        .locator('header')
        .filter({ has: page.locator('h1') });
      await row.waitFor();
      await expect
        .poll(async () => Math.abs((await middleOf(account)) - (await middleOf(row))))
        .toBeLessThan(2);
    },
  );

  it('show all of a dialog above an on-screen keyboard', async () => {
    const page = await visits.memberPage({ viewport: { width: 390, height: 844 } });
    // Chromium has no keyboard to show: what it would tell
    await page.addInitScript(() => {
      const seen = Object.assign(new EventTarget(), { height: 544, offsetTop: 0, scale: 1 });
      Object.defineProperty(window, 'visualViewport', { value: seen });
    });
    await fake(page, FEED, feedPage(1, 2));
    await openFeed(page);
    await page.keyboard.press('?');
    const dialog = page.getByRole('dialog');
    const bottom = () =>
      dialog.evaluate((element) =>
        Math.max(...[...element.children].map((child) => child.getBoundingClientRect().bottom)),
      );
    await expect.poll(bottom).toBeLessThanOrEqual(544);
    await expect.poll(async () => Math.round((await dialog.boundingBox())!.y)).toBeGreaterThan(0);
  });

  it('reach every entry of the icon rail in a window lower than the rail', async () => {
    const page = await visits.memberPage({ viewport: { width: 812, height: 300 } });
    await fake(page, FEED, feedPage(1, 2));
    await openFeed(page);
    const rail = page.getByRole('banner').filter({ has: page.getByRole('navigation', { name: 'Main' }) });
    const links = rail.getByRole('link');
    await expect.poll(() => links.count()).toBeGreaterThan(5);
    // like a finger, without scrolling by script
    await rail.hover();
    for (const link of await links.all()) {
      await expect
        .poll(async () => {
          const { y, height } = (await link.boundingBox())!;
          if (y + height > 300) await page.mouse.wheel(0, 60);
          return y >= 0 && y + height <= 300;
        })
        .toBe(true);
      if ((await link.innerText()).includes('Create Post')) await link.click();
    }
    await page.waitForURL('**/createpost');
  });

  it('show the app name in one line at 320 pixels', async () => {
    const page = await visits.memberPage({ viewport: { width: 320, height: 640 } });
    await fake(page, FEED, feedPage(1, 2));
    await openFeed(page);
    const title = page.getByRole('heading', { name: 'Social Feed', exact: true });
    const { height, fontSize, right, next } = await title.evaluate((node) => {
      const range = document.createRange();
      range.selectNodeContents(node);
      const text = range.getBoundingClientRect();
      return {
        height: text.height,
        fontSize: parseFloat(getComputedStyle(node).fontSize),
        right: text.right,
        next: node.nextElementSibling!.getBoundingClientRect().left,
      };
    });
    expect(height).toBeLessThan(2 * fontSize);
    expect(right).toBeLessThanOrEqual(next);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  });

  it.each([390, 820, 992, 1440])('break no word of a setting’s choices at %i pixels', async (width) => {
    const page = await visits.memberPage({ viewport: { width, height: 900 } });
    await page.goto(`${inject('web')}/settings/appearance`);
    const choices = page.getByRole('group', { name: 'Theme' }).getByRole('button');
    await choices.first().waitFor();
    const lines = await choices.evaluateAll((all) =>
      all.map((each) => {
        const range = document.createRange();
        range.selectNodeContents(each);
        return range.getClientRects().length;
      }),
    );
    expect(lines).toEqual([1, 1, 1]);
  });

  it.each(['profile', 'reading', 'appearance', 'care', 'posts', 'notifications', 'security'])(
    'show no title of a setting twice, on the page %s',
    async (part) => {
      const page = await visits.memberPage({ viewport: { width: 390, height: 844 } });
      await page.goto(`${inject('web')}/settings/${part}`);
      await page.locator('main section[id]').first().waitFor();
      await atRest(page);
      const twice = await page.locator('main section[id]').evaluateAll((cards) =>
        cards.flatMap((card) => {
          const words = [...card.querySelectorAll('h2, label, legend')]
            .filter((element) => element.getBoundingClientRect().width > 1)
            .map((element) => element.textContent);
          return words.filter((word, at) => words.indexOf(word) !== at);
        }),
      );
      expect(twice).toEqual([]);
    },
  );

  it.each([390, 1440])('set the words of all choices in one size at %i pixels', async (width) => {
    const page = await visits.memberPage({ viewport: { width, height: 900 } });
    await page.goto(`${inject('web')}/settings/appearance`);
    const main = page.getByRole('main');
    const choices = main.getByRole('group', { name: /^(Theme|Motion)$/ }).getByRole('button');
    await choices.nth(4).waitFor();
    const sizes = await choices.evaluateAll((all) => all.map((each) => getComputedStyle(each).fontSize));
    expect(new Set(sizes).size).toBe(1);
  });
});

describe.skipIf(chromiumPath === undefined)('dates', () => {
  const visits = visiting();

  it('are English in a language that the app has not, in the order of the browser’s region [B34-8]', async () => {
    const page = await visits.memberPage({ locale: 'fi-FI', timezoneId: 'UTC' });
    await fake(page, FEED, feedOf([fakePost(1, { createdAt: '2024-03-05T10:00:00.000Z' })]));
    await openFeed(page);
    const time = page.getByRole('article').locator('time').first();
    expect(await time.innerText()).toBe('5 Mar 2024');
    expect(await time.getAttribute('title')).toMatch(/5 Mar(ch)? 2024/);
  });
});
