import type { Post } from '@social-feed/contracts';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { expectAccessible } from './support/accessible.js';
import { closePages, launch, openPage, type WatchedPage } from './support/browser.js';
import { chromiumPath } from './support/chromium.js';
import { feedIsOpen } from './support/feed.js';
import { newMember, resize, titlesOf } from './support/visits.js';

/** A window of this height, in pixels, fits all of them. */
const HEIGHT = 3000;
/** The chance that eight shuffled posts keep their order is 1 in 40,320. */
const TITLES = Array.from({ length: 8 }, (_unused, index) => `Post ${index + 1}`);

describe.skipIf(chromiumPath === undefined)('Shuffle', () => {
  const web = inject('web');
  let watched: WatchedPage;
  let places: Record<'profile' | 'tag', string>;

  beforeAll(async () => {
    const browser = await launch();
    const { id, state } = await newMember(browser);
    const tag = `shuffle${id.slice(-8)}`;
    watched = await openPage(browser, {
      storageState: state,
      viewport: { width: 1440, height: HEIGHT },
      colorScheme: 'light',
      reducedMotion: 'reduce',
    });
    let userName = '';
    for (const title of TITLES) {
      const answer = await watched.context.request.post(`${web}/api/posts`, {
        data: { title, tags: [tag] },
        headers: { origin: web },
      });
      userName = ((await answer.json()) as { data: Post }).data.user.userName;
    }
    places = { profile: `/${userName}`, tag: `/search?q=%23${tag}` };
  });
  afterAll(() => closePages(watched.context.browser() ?? undefined));

  it.each(['profile', 'tag'] as const)(
    'on a %s keeps its order on reload, and Back returns to the newest [B3-19]',
    async (place) => {
      const { page, problems } = watched;
      const order = async () => {
        await feedIsOpen(page);
        await expect.poll(() => titlesOf(page).then(({ length }) => length)).toBe(TITLES.length);
        return titlesOf(page);
      };
      const again = page.getByRole('button', { name: 'Shuffle again' });
      const newest = TITLES.toReversed();
      await page.goto(`${web}${places[place]}`);
      expect(await order()).toEqual(newest);
      await page.getByRole('button', { name: 'Shuffle', exact: true }).click();
      await again.waitFor();
      const shuffled = await order();
      expect(shuffled).not.toEqual(newest);
      expect(shuffled.toSorted()).toEqual(TITLES);
      expect(page.url()).toMatch(/[?&]seed=\d{1,6}$/);
      for (const width of place === 'profile' ? [375, 1440] : [375]) {
        await resize(page, { width, height: HEIGHT });
        await expectAccessible(page, `Shuffle on a ${place} at ${width} px`, 'as it is');
      }
      await page.reload();
      await again.waitFor();
      expect(await order()).toEqual(shuffled);
      await page.goBack();
      await again.waitFor({ state: 'detached' });
      expect(await order()).toEqual(newest);
      expect(page.url()).toBe(`${web}${places[place]}`);
      expect(problems).toEqual([]);
    },
  );
});
