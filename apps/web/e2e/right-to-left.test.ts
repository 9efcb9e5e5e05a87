import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { onceDrawn, outOfReach, tooWide } from './support/accessible.js';
import { chromiumPath } from './support/chromium.js';
import { isLong } from './support/long.js';
import { misfits } from './support/misfits.js';
import { isTelling, memberScreens, moveTo, type ScreenOf } from './support/screen-paths.js';
import { takesSwipes, visiting } from './support/visits.js';

/** Sets the page's direction to right-to-left. */
const mirrored = async (page: Page): Promise<Page> => {
  await page.addInitScript(() => {
    document.addEventListener('DOMContentLoaded', () => {
      document.documentElement.dir = 'rtl';
    });
  });
  return page;
};
const boxOf = async (locator: Locator) => {
  const box = await locator.boundingBox();
  if (!box) throw new Error(`Not shown: ${locator.toString()}`);
  return { ...box, middle: box.x + box.width / 2 };
};

describe.skipIf(chromiumPath === undefined)('a right-to-left page', () => {
  const visits = visiting();
  let screens: ScreenOf;
  beforeAll(async () => {
    screens = (await memberScreens(inject('api'))).filter((path) => isLong || isTelling(path));
  });

  it('fits the screens at every width', async () => {
    const page = await mirrored(await visits.memberPage());
    const found: string[] = [];
    for (const path of screens) {
      await moveTo(page, path);
      for (const width of isLong ? [1440, 820, 390, 320] : [1440, 320]) {
        await page.setViewportSize({ width, height: 812 });
        await page.locator('[aria-label^="Loading"]').first().waitFor({ state: 'detached' });
        const places = await onceDrawn(page, async () =>
          [await tooWide(page), await outOfReach(page), await misfits(page)].flat(),
        );
        found.push(...places.map((each) => `${path}, ${width} px: ${each}`));
      }
    }
    expect(found).toEqual([]);
  });

  it('aligns the thumb of the switch with the selected side, and its first side is on the right', async () => {
    const page = await mirrored(await visits.memberPage());
    for (const [path, chosen] of [
      ['/home', 'Home'],
      ['/messages', 'Messages'],
    ] as const) {
      await page.goto(`${inject('web')}${path}`);
      const group = page.getByRole('group', { name: 'Section' });
      const option = (name: string) => group.getByRole('button', { name, exact: true });
      await option(chosen).waitFor();
      const thumb = group.locator('.bg-thumb');
      await expect
        .poll(async () => Math.abs((await boxOf(thumb)).middle - (await boxOf(option(chosen))).middle))
        .toBeLessThan(6);
      expect((await boxOf(option('Home'))).x).toBeGreaterThan((await boxOf(option('Messages'))).x);
    }
  });

  it('moves the pictures of a post to the left for the next one, by arrow, key and drag', async () => {
    const page = await mirrored(await visits.memberPage({ viewport: { width: 390, height: 812 } }));
    const post = screens.find((path) => path.startsWith('/p/')) ?? '';
    await page.goto(`${inject('web')}${post}`);
    const carousel = page.getByRole('group', { name: 'Media' }).first();
    await carousel.waitFor();
    await takesSwipes(carousel);
    const shows = async (number: number): Promise<void> => {
      const slide = carousel.getByRole('group', { name: new RegExp(`^${number} of`) });
      await expect
        .poll(async () => Math.abs((await boxOf(slide)).x - (await boxOf(carousel)).x))
        .toBeLessThan(2);
      await expect.poll(() => slide.locator('img').count()).toBeGreaterThan(0);
    };
    await shows(1);
    const next = carousel.getByRole('button', { name: 'Next' });
    expect((await boxOf(next)).middle).toBeLessThan((await boxOf(carousel)).middle);
    await next.click();
    await shows(2);
    await page.keyboard.press('ArrowRight');
    await shows(1);
    await page.keyboard.press('ArrowLeft');
    await shows(2);
    const { x, y, width, height } = await boxOf(carousel);
    await page.mouse.move(x + width * 0.8, y + height / 3);
    await page.mouse.down();
    for (let step = 1; step <= 10; step += 1)
      await page.mouse.move(x + width * (0.8 - 0.06 * step), y + height / 3);
    await page.mouse.up();
    await shows(1);
  });

  it('shows the hint of an empty field on the right', async () => {
    const page = await mirrored(await visits.memberPage());
    await page.goto(`${inject('web')}/createpost`);
    const field = page.locator('textarea[dir=auto]').first();
    const direction = () => field.evaluate((element) => getComputedStyle(element).direction);
    await expect.poll(direction).toBe('rtl');
    await field.fill('Good morning');
    expect(await direction()).toBe('ltr');
  });

  it('shows handles with the sign first', async () => {
    const page = await mirrored(await visits.memberPage({ viewport: { width: 390, height: 812 } }));
    for (const path of ['/demo', '/search?q=demo&in=people', '/settings']) {
      await page.goto(`${inject('web')}${path}`);
      const handle = page.getByText(/^@\w+$/).first();
      await handle.waitFor();
      const [sign, rest] = await handle.evaluate((element) => {
        const node = element.firstChild!;
        const lefts = [0, 1].map((at) => {
          const range = document.createRange();
          range.setStart(
            node.nodeValue === '@' ? (at ? element.childNodes[1]! : node) : node,
            node.nodeValue === '@' ? 0 : at,
          );
          range.setEnd(range.startContainer, range.startOffset + 1);
          return range.getBoundingClientRect().left;
        });
        return lefts;
      });
      expect({ path, first: sign! < rest! }).toEqual({ path, first: true });
    }
  });
});
