import { describe, expect, inject, it } from 'vitest';
import { expectAccessible } from './support/accessible.js';
import { chromiumPath } from './support/chromium.js';
import { FEED, fake, feedPage, queryOf } from './support/fake-feed.js';
import { cardOf, visiting } from './support/visits.js';

const NAME = 'amber-leopard-bridge';

describe.skipIf(chromiumPath === undefined)('a shuffle with a name', () => {
  const web = inject('web');
  const visits = visiting();
  /** Page 1 of three posts with the order of its answer. */
  const ordered = (seed: number) => ({
    ...feedPage(1, 3),
    ...{ seed, generation: 0, population: 2000, numbers: [885, 376, 919] },
  });

  it.each([
    ['a phone', { width: 375, height: 720 }],
    ['a low phone', { width: 812, height: 375 }],
    ['a wide screen', { width: 1440, height: 900 }],
  ])(
    'opens from its link, is drawn, and leads to the next on %s [B4-9 B4-10 B4-11]',
    async (_on, viewport) => {
      const page = await visits.memberPage({ colorScheme: 'light', viewport });
      const asked = await fake(page, FEED, ordered(4711), ordered(77));
      await page.goto(`${web}/home?shuffle=${NAME}`);
      await page.getByText('Shuffle: amber leopard bridge').waitFor();
      await cardOf(page, 'Post 1').waitFor();
      expect(queryOf(asked, 'seed')).toEqual(['4711']);
      await expect.poll(() => page.url()).toBe(`${web}/home`);
      await cardOf(page, 'Post 2').getByRole('button', { name: 'Post options' }).click();
      await page.getByRole('menuitem', { name: 'Why this post?' }).click();
      const dialog = page.getByRole('dialog', { name: 'Why this post?' });
      await dialog.getByRole('img', { name: /place 2$/ }).waitFor();
      await dialog.getByText('Shuffle “amber leopard bridge”').waitFor();
      await expectAccessible(page, 'the order of a shuffle', 'as it is');
      await dialog.getByRole('button', { name: 'OK' }).click();
      await dialog.waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Ways to read: Shuffle' }).click();
      const draw = page.getByRole('menuitem', { name: 'Draw again' });
      await draw.waitFor();
      // kept in the page: it is there for four seconds only
      await page.evaluate(() => {
        const region = document.querySelector('[data-toasts]')!;
        const heard: (string | null)[] = [];
        new MutationObserver(() => heard.push(region.textContent)).observe(region, {
          subtree: true,
          childList: true,
          characterData: true,
        });
        Object.assign(window, { heard });
      });
      await draw.click();
      await expect
        .poll(() => page.evaluate(() => (window as { heard?: string[] }).heard))
        .toContainEqual(expect.stringMatching(/Shuffle: (?!amber leopard bridge)\w+ \w+ \w+$/));
      await expect.poll(() => asked.length).toBe(2);
      expect(queryOf(asked, 'seed')[1]).toMatch(/^\d+$/);
      expect(queryOf(asked, 'seed')[1]).not.toBe('4711');
      await expect.poll(() => page.url()).toBe(`${web}/home`);
    },
  );
});
