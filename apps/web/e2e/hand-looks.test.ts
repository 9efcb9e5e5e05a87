import type { Post } from '@social-feed/contracts';
import { describe, expect, inject, it } from 'vitest';
import { chromiumPath } from './support/chromium.js';
import { fake, fakePost } from './support/fake-feed.js';
import { atRest, visiting } from './support/visits.js';

const PICTURE = {
  url: "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='80' height='40'/%3E",
  kind: 'image' as const,
  alt: '',
  width: 800,
  height: 400,
  placeholder: '#808080',
};

/** A hand of these posts. */
const handOf = (...data: Post[]) => ({
  success: true,
  date: '2026-11-26',
  data,
  seed: 5,
  generation: 0,
  population: 100,
  numbers: data.map((_post, index) => index),
  dayBefore: null,
});

describe.skipIf(chromiumPath === undefined)('a card of the hand', () => {
  const visits = visiting();

  it.each([
    ['below a picture', { media: [PICTURE] }],
    ['alone', {}],
  ])('fades a long text out where it goes on, and not at its end, %s', async (_where, fields) => {
    const page = await visits.memberPage({ viewport: { width: 390, height: 844 } });
    const description = 'A long day at sea. '.repeat(100);
    await fake(page, '/posts/today', handOf(fakePost(1, { ...fields, description })));
    await page.goto(`${inject('web')}/today`);
    const text = page.locator('article[data-post-id] [data-scrolls]');
    await text.waitFor();
    await atRest(page);
    // layout sizes, which the motion of a new card does not scale
    const { faded, below } = await text.evaluate((box) => {
      const [, length] = /calc\(100% - (\d+)px\)/.exec(getComputedStyle(box).maskImage) ?? [];
      const end = [...box.querySelectorAll<HTMLElement>('p')].at(-1)!;
      const bottom = end.offsetTop - (box as HTMLElement).offsetTop + end.offsetHeight;
      return { faded: Number(length), below: box.scrollHeight - bottom };
    });
    expect(faded).toBeGreaterThan(0);
    expect(below).toBeGreaterThanOrEqual(faded);
  });

  it.each([390, 820, 1440])(
    'has a short text right below picture and author at %i px [B11-14]',
    async (width) => {
      const page = await visits.memberPage({ viewport: { width, height: 900 } });
      await fake(page, '/posts/today', handOf(fakePost(1, { media: [PICTURE] }), fakePost(2)));
      await page.goto(`${inject('web')}/today`);
      const card = page.locator('article[data-post-id]');
      await card.locator('[data-picture]').waitFor();
      await atRest(page);
      const author = (await card
        .locator('p')
        .filter({ has: page.locator('time') })
        .boundingBox())!;
      const title = (await card.getByRole('heading').boundingBox())!;
      expect(title.y - author.y - author.height).toBeLessThan(20);
      // the number begins where the title of the page begins
      const header = page.locator('main header');
      const number = await header.getByText('1 of 2', { exact: true }).boundingBox();
      expect(number!.x).toBe((await header.getByRole('heading').boundingBox())!.x);
      // the next card: an edge at the end of a phone's screen, between the buttons of wide windows nothing
      const seen = () =>
        page.locator('[inert] > * > article').evaluate((next) => {
          const deck = next.closest('[style*="scroll-snap-type"]')!.getBoundingClientRect();
          return deck.right - next.getBoundingClientRect().left;
        });
      if (width < 768) await expect.poll(seen).toBeGreaterThan(8);
      else await expect.poll(seen).toBeLessThanOrEqual(0);
    },
  );
});
