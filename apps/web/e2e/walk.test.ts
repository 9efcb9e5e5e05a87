import type { Post } from '@social-feed/contracts';
import type { Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { chromiumPath } from './support/chromium.js';
import { commentPage, fake, FEED, feedOf, fakePost, idOf } from './support/fake-feed.js';
import { cards, feedIsOpen } from './support/feed.js';
import { newPerson, signUp } from './support/people.js';
import { BOARD, fakeProfile, GRACE, pageOf } from './support/profile.js';
import { atRest, resize, visiting } from './support/visits.js';

const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1440, height: 900 };
const NOBODY = { cookies: [], origins: [] };
/** The bar at the bottom edge of phones, in px. */
const BAR = 64;

/** The most that people can press: on the whole page, and on the first screen. */
type Bounds = Record<'phone' | 'desktop', [all: number, first: number]>;

/** The controls that show and can be pressed, anywhere on the page and on the first screen. */
const pressable = (page: Page): Promise<[all: number, first: number]> =>
  page.evaluate(() => {
    const boxes = [...document.querySelectorAll('a[href], button, input, select, textarea, summary')]
      .filter(
        (element) =>
          element.closest('[inert], [aria-hidden=true], :disabled, [aria-disabled=true]') === null &&
          element.checkVisibility({ opacityProperty: true, visibilityProperty: true }),
      )
      .map((element) => element.getBoundingClientRect())
      // others are for screen readers alone
      .filter(({ width, height }) => width > 1 && height > 1);
    const isSeen = ({ left, right, top, bottom }: DOMRect) => {
      const x = (left + right) / 2;
      const y = (top + bottom) / 2;
      return x >= 0 && x <= window.innerWidth && y >= 0 && y <= window.innerHeight;
    };
    return [boxes.length, boxes.filter(isSeen).length];
  });

describe.skipIf(chromiumPath === undefined)('a newcomer on a phone', () => {
  const web = inject('web');
  const visits = visiting();

  /** Posts with a picture and few words, which are shown first in place of the shuffled ones. */
  const pictured = async (page: Page): Promise<Post[]> => {
    const answer = await page.context().request.get(`${web}/api/posts?sortBy=likes&limit=50`);
    const { data } = (await answer.json()) as { data: Post[] };
    const found = data.filter(
      ({ media, title, description, contentWarning, sensitive }) =>
        media[0]?.kind === 'image' &&
        title !== '' &&
        description.length < 200 &&
        !contentWarning &&
        !sensitive,
    );
    expect(found.length).toBeGreaterThan(0);
    return found;
  };

  it('looks around, signs up, likes, keeps, writes, finds a setting and reads the hand to its end', async () => {
    const page = await visits.memberPage({ storageState: NOBODY, viewport: PHONE, colorScheme: 'light' });
    const button = (name: string | RegExp) => page.getByRole('button', { name });
    await fake(page, FEED, feedOf(await pictured(page)));

    await page.goto(web);
    await button('Look around').click();
    await feedIsOpen(page);
    const first = cards(page).first();
    await first.getByRole('button', { name: /^Like/ }).click();
    await page.getByRole('dialog', { name: 'Login Required' }).getByRole('button', { name: 'Login' }).click();
    await page.getByRole('link', { name: 'Create one now' }).click();
    await page.waitForURL(/\/i\/account\/signup/);
    await signUp(page, web, newPerson());

    await feedIsOpen(page);
    await page.getByRole('region', { name: 'Welcome' }).waitFor();
    const picture = (await first.locator('img[src*="/pictures/"]').first().boundingBox())!;
    expect(picture.y).toBeLessThan(PHONE.height - BAR - 100);

    const like = first.getByRole('button', { name: /^Like/ });
    await like.click();
    await expect.poll(() => like.getAttribute('aria-pressed')).toBe('true');
    await first.getByRole('button', { name: /^Save/ }).click();
    await button('Add to collection').click();
    const collections = page.getByRole('dialog', { name: 'Add to collection' });
    await collections.getByLabel('New collection').fill('Walks');
    await collections.getByRole('button', { name: 'Create' }).click();
    await expect.poll(() => collections.getByLabel('Walks').isChecked()).toBe(true);
    await collections.getByRole('button', { name: 'Done' }).click();

    await page.getByRole('link', { name: 'Create' }).click();
    await button('Add a title').click();
    await page.getByRole('textbox', { name: 'Title' }).fill('My first walk');
    await page.getByRole('button', { name: 'Post', exact: true }).click();
    await page.waitForURL((url) => url.pathname !== '/createpost');

    await button(/^Account of/).click();
    await page.getByRole('menuitem', { name: 'Settings' }).click();
    await page.getByRole('searchbox', { name: 'Find a setting' }).fill('dark');
    await page.getByRole('link', { name: /^Theme/ }).click();
    const ink = () => page.evaluate(() => getComputedStyle(document.body).color);
    const light = await ink();
    await button('Dark').click();
    await expect.poll(ink).not.toBe(light);

    await button(/^More/).click();
    await page.getByRole('link', { name: "Today's hand" }).click();
    await page.getByText('1 of 24', { exact: true }).waitFor();
    await button('Next card').click();
    await page.getByText('2 of 24', { exact: true }).waitFor();
    await page.keyboard.press('End');
    await page.getByRole('heading', { name: 'That was today' }).waitFor();
  });

  describe('and on a desktop', () => {
    /** A new account's page, with posts of a fixed shape. */
    const newcomer = async (viewport = PHONE) => {
      const page = await visits.memberPage({ storageState: NOBODY, viewport });
      const answer = await page
        .context()
        .request.post(`${web}/api/auth/register`, { data: newPerson(), headers: { origin: web } });
      expect(answer.status()).toBe(201);
      const user = { ...GRACE, isFollowing: false };
      const picture = (number: number) => ({
        url: `data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='80' height='60'/%3E#${number}`,
        kind: 'image' as const,
        alt: `Picture ${number}`,
        width: 800,
        height: 600,
        placeholder: '#808080',
      });
      const posts = Array.from({ length: 3 }, (_unused, index) =>
        fakePost(index + 1, {
          user,
          location: 'Bergen, Norway',
          tags: ['harbour', 'morning'],
          media: Array.from({ length: 1 + (index % 2) }, (_none, place) => picture(place + 1)),
        }),
      );
      await fake(page, FEED, feedOf(posts));
      await fake(page, `/posts/${idOf(2)}`, { success: true, data: posts[1] });
      await fake(page, `/comments/post/${idOf(2)}`, commentPage([]));
      const socialStats = { ...BOARD.socialStats, posts: posts.length };
      await fakeProfile(page, { board: { ...BOARD, socialStats } }, pageOf(posts));
      return page;
    };

    it('has few things to press on each page', async () => {
      const page = await newcomer();
      const pages: [path: string, isThere: () => Promise<void>, bounds: Bounds][] = [
        [
          '/home',
          async () => {
            await feedIsOpen(page);
            await page.getByRole('button', { name: /^People here .+ and 4 more$/ }).waitFor();
          },
          { phone: [52, 30], desktop: [66, 39] },
        ],
        [
          `/p/${idOf(2)}`,
          () => page.getByRole('button', { name: 'Next' }).waitFor(),
          { phone: [22, 22], desktop: [36, 36] },
        ],
        [
          '/createpost',
          () => page.getByRole('button', { name: 'Add a title' }).waitFor(),
          { phone: [6, 6], desktop: [17, 17] },
        ],
        [`/${GRACE.userName}`, () => cards(page).first().waitFor(), { phone: [57, 25], desktop: [71, 37] }],
        [
          '/settings',
          () => page.getByRole('searchbox', { name: 'Find a setting' }).waitFor(),
          { phone: [15, 15], desktop: [29, 28] },
        ],
      ];
      const over: string[] = [];
      for (const [path, isThere, bounds] of pages) {
        await resize(page, PHONE);
        await page.goto(`${web}${path}`);
        for (const size of ['phone', 'desktop'] as const) {
          if (size === 'desktop') await resize(page, DESKTOP);
          await isThere();
          // what comes last
          if (size === 'desktop') {
            await page.getByRole('link', { name: 'Create Post' }).waitFor();
            await page.getByRole('button', { name: /^Account of/ }).waitFor();
          } else if (path !== '/createpost') {
            await page.getByRole('link', { name: 'Profile', exact: true }).waitFor();
          }
          const column = page.getByRole('heading', { name: 'Features' });
          if (size === 'desktop' && !/createpost|settings/.test(path)) await column.waitFor();
          await atRest(page);
          const [all, first] = await pressable(page);
          const [allMost, firstMost] = bounds[size];
          if (all > allMost || first > firstMost) over.push(`${path}, ${size}: ${all}, ${first} at first`);
        }
      }
      expect(over).toEqual([]);
    });

    it('sees a post below the welcome in landscape, under a header as wide as the column', async () => {
      const page = await newcomer({ width: 812, height: 375 });
      await page.goto(`${web}/home`);
      await feedIsOpen(page);
      await page.getByRole('button', { name: /^People here .+ and 4 more$/ }).waitFor();
      const card = (await cards(page).first().boundingBox())!;
      expect(card.y).toBeLessThan(375 - 150);
      const header = (await page.locator('header[data-size] > span').boundingBox())!;
      expect([header.x, header.width]).toEqual([card.x, card.width]);
    });
  });
});
