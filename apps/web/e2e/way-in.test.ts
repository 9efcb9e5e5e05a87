import { describe, expect, inject, it } from 'vitest';
import type { Locator, Page } from 'playwright-core';
import { expectAccessible } from './support/accessible.js';
import { ACCOUNT } from './support/accounts.js';
import { chromiumPath } from './support/chromium.js';
import { fake, FEED, feedPage, gated, idOf } from './support/fake-feed.js';
import { visiting } from './support/visits.js';

const picture = (number: number) => ({
  url: `/showcase/${['balloons', 'mountains', 'aurora'][number]}.webp`,
  kind: 'image',
  alt: 'A picture',
  width: 0,
  height: 0,
  placeholder: '#808080',
});
const SHOWN = {
  success: true,
  posts: 2001,
  data: [0, 1, 2].map((number) => ({
    _id: idOf(number + 1),
    title: `Harbour ${number}, where the ropes of all boats are wet until the late afternoon`,
    author: 'Wren Okafor',
    picture: picture(number),
  })),
};

describe.skipIf(chromiumPath === undefined)('the way in', () => {
  const web = inject('web');
  const visits = visiting();

  const open = async (width: number, height: number) => {
    const page = await visits.visitorPage({ viewport: { width, height }, reducedMotion: 'reduce' });
    await fake(page, '/showcase', SHOWN);
    await page.goto(`${web}${ACCOUNT.login}`);
    await page
      .getByText(/Harbour 0/)
      .first()
      .waitFor();
    return page;
  };
  const isInWindow = async (page: Page, found: Locator) => {
    const { x, y, width, height } = (await found.boundingBox())!;
    const whole = page.viewportSize()!;
    return x >= 0 && x + width <= whole.width && y >= 0 && y + height <= whole.height;
  };

  it.each([
    [360, 640],
    [390, 844],
    [1440, 900],
  ])(
    'shows a post, what this is and both ways in without scrolling at %i × %i [B42-3]',
    async (width, height) => {
      const page = await open(width, height);
      const button = (name: string) => page.getByRole('button', { name, exact: true });
      const seen = [
        page.getByText(/Harbour 0/).first(),
        button('Look around'),
        page.getByRole('textbox', { name: 'Email or Username' }),
        button('Sign In'),
        page.getByRole('link', { name: 'Create one now' }),
      ];
      if (width < 768) seen.push(page.getByText('2,001 posts, shuffled afresh each time you come.'));
      for (const found of seen) expect(await isInWindow(page, found), String(found)).toBe(true);
      await expectAccessible(page, `sign-in at ${width}`);
    },
  );

  it('shows the form and a post side by side in landscape [B42-3]', async () => {
    const page = await open(812, 375);
    const form = (await page.getByRole('textbox', { name: 'Password', exact: true }).boundingBox())!;
    const look = (await page.getByRole('button', { name: 'Look around' }).boundingBox())!;
    expect(form.y + form.height).toBeLessThan(375);
    expect(look.x).toBeGreaterThan(form.x + form.width);
  });

  it.each([
    [844, 390],
    [667, 375],
  ])('covers no part of the Sign In button in landscape at %i × %i', async (width, height) => {
    const page = await open(width, height);
    const button = page.getByRole('button', { name: 'Sign In', exact: true });
    expect(await isInWindow(page, button)).toBe(true);
    const covered = await button.evaluate((element) => {
      const { left, right, top, bottom } = element.getBoundingClientRect();
      return [top + 1, bottom - 1].filter(
        (y) => !element.contains(document.elementFromPoint((left + right) / 2, y)),
      );
    });
    expect(covered).toEqual([]);
  });

  it.each([
    [820, 1180],
    [1440, 900],
  ])('has about as much room above the form as below at %i × %i', async (width, height) => {
    const page = await open(width, height);
    const difference = async () => {
      const above = (await page.getByText('Welcome back to your social universe').boundingBox())!.y;
      const last = (await page.getByRole('link', { name: 'Create one now' }).boundingBox())!;
      return Math.abs(height - last.y - last.height - above);
    };
    await expect.poll(difference).toBeLessThan(80);
  });

  it('comes to the form first by keyboard, and no field lies under the row at the bottom edge [B42-3]', async () => {
    const page = await open(360, 640);
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.getAttribute('autocomplete'))).toBe(
      'username webauthn',
    );
    const top = async () => (await page.getByRole('link', { name: 'Create one now' }).boundingBox())!.y;
    for (;;) {
      await page.keyboard.press('Tab');
      const { bottom, isEnd } = await page.evaluate(() => ({
        bottom: document.activeElement!.getBoundingClientRect().bottom,
        isEnd: document.activeElement!.textContent === 'Create one now',
      }));
      if (isEnd) break;
      expect(bottom).toBeLessThanOrEqual((await top()) + 1);
    }
  });

  it('keeps everything within 320 px, and in a window of 400 % zoom [B42-3]', async () => {
    for (const [width, height] of [
      [320, 640],
      [320, 256],
    ] as const) {
      const page = await open(width, height);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      expect(await isInWindow(page, page.getByRole('button', { name: 'Look around' }))).toBe(true);
    }
  });

  it('has the serif typeface on the first home screen, for whom home leads to the sign-in page [B40-12]', async () => {
    const page = await visits.memberPage({ storageState: { cookies: [], origins: [] } });
    await page.goto(web);
    await page.waitForURL(`**${ACCOUNT.login}`);
    // sooner than the feed's picture, which is waited for ten seconds
    await page.waitForFunction(() => localStorage.getItem('serif') === 'yes', undefined, { timeout: 8000 });
    await page.getByRole('button', { name: 'Look around' }).click();
    await page.waitForURL('**/home');
    await page.getByRole('article').first().waitFor();
    await expect.poll(() => page.evaluate(() => document.documentElement.dataset['serif'])).toBe('');
  });

  it('is usable at once while the posts do not come, and lets look around [B42-3]', async () => {
    const page = await visits.visitorPage({ viewport: { width: 390, height: 844 } });
    const posts = gated(SHOWN);
    await fake(page, '/showcase', posts.answer);
    await fake(page, FEED, feedPage(1, 2));
    await page.goto(`${web}${ACCOUNT.login}`);
    const field = page.getByRole('textbox', { name: 'Email or Username' });
    await field.fill('ada');
    const before = await field.boundingBox();
    posts.open();
    await page.getByText('Harbour 0').waitFor();
    expect(await field.boundingBox()).toEqual(before);
    expect(await page.evaluate(() => (window as unknown as { __seen: { shift: number } }).__seen.shift)).toBe(
      0,
    );
    await page.getByRole('button', { name: 'Look around' }).click();
    await page.waitForURL('**/home');
    await page.getByRole('heading', { name: 'Post 1', exact: true }).waitFor();
  });
});
