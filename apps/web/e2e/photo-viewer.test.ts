import type { Media } from '@social-feed/contracts';
import type { BrowserContextOptions } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { chromiumPath } from './support/chromium.js';
import { AUTHOR, fake, fakePost, FEED, feedOf, idOf } from './support/fake-feed.js';
import { drag, type Finger } from './support/touches.js';
import { PHONE, stopClock, takesSwipes, visiting } from './support/visits.js';

const DESKTOP = { viewport: { width: 1440, height: 900 } };

const picture: Media = {
  url: `data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='1600' height='900'/%3E`,
  kind: 'image',
  alt: 'A wide picture',
  width: 1600,
  height: 900,
  placeholder: '#335577',
};

/** The library rounds to whole pixels before zooming. */
const ROUNDED = 5;

describe.skipIf(chromiumPath === undefined)('the photo viewer', () => {
  const web = inject('web');
  const visits = visiting();

  const opened = async (options: BrowserContextOptions & typeof DESKTOP, shown = picture) => {
    const page = await visits.memberPage(options);
    const post = fakePost(1, { media: [shown] });
    await fake(page, FEED, feedOf([post]));
    await fake(page, `/posts/${idOf(1)}`, { success: true, data: post });
    await page.goto(`${web}/${AUTHOR.userName}/status/${idOf(1)}/photo/1`);
    const viewer = page.getByRole('dialog', { name: 'Media viewer' });
    const image = viewer.getByRole('img', { name: shown.alt });
    await image.waitFor();
    await takesSwipes(viewer);
    const box = async () => (await image.boundingBox())!;
    /** Returns the point of the picture at this screen position, as shares of its width and height. */
    const under = async (x: number, y: number) => {
      const { x: left, y: top, width, height } = await box();
      return [(x - left) / width, (y - top) / height].map((share) => Math.round(share * 20) / 20);
    };
    const enlarged = () =>
      expect.poll(async () => (await box()).width).toBeGreaterThan(1.5 * options.viewport.width);
    /** Waits until the picture has its size and is back in the middle, which takes longer. */
    const whole = () =>
      expect
        .poll(async () => {
          const { x, y, width, height } = await box();
          return [width, x, y + height / 2 - options.viewport.height / 2].map(
            (value) => Math.round(value) || 0,
          );
        })
        .toEqual([options.viewport.width, 0, 0]);
    return { page, viewer, box, under, enlarged, whole };
  };

  it('zooms around the centre with its button and by pinch, and pans with one finger, on a phone', async () => {
    const { page, viewer, box, under, enlarged, whole } = await opened(PHONE);
    const middle = await under(195, 422);
    await viewer.getByRole('button', { name: 'Zoom in' }).click();
    await enlarged();
    await expect.poll(() => under(195, 422)).toEqual(middle);
    await viewer.getByRole('button', { name: 'Zoom out' }).click();
    await whole();

    const apart = (by: number): Finger[] => [
      [195 - by, 422],
      [195 + by, 422],
    ];
    await drag(page, [apart(20), apart(40), apart(60), apart(80), apart(100)]);
    await enlarged();
    await viewer.getByRole('button', { name: 'Zoom out' }).waitFor();
    const before = (await box()).x;
    await drag(page, [[[195, 422]], [[235, 422]], [[275, 422]]]);
    await expect.poll(async () => (await box()).x).toBeGreaterThan(before);
  });

  it.each([
    ['2:1', 1600, 800],
    ['1:2', 800, 1600],
    ['3:4', 1080, 1440],
    ['4:1', 2000, 500],
  ])(
    'keeps a zoomed picture of %s in reach when dragged, also after the phone is rotated',
    async (_shape, width, height) => {
      const svg = picture.url.replace(`width='1600' height='900'`, `width='${width}' height='${height}'`);
      const { page, viewer, box } = await opened(PHONE, { ...picture, url: svg, width, height });
      const apart = (by: number): Finger[] => [
        [195 - by, 422],
        [195 + by, 422],
      ];
      await drag(page, [apart(20), apart(35), apart(50), apart(65), apart(80)]);
      await viewer.getByRole('button', { name: 'Zoom out' }).waitFor();
      /**
       * How far the picture could still move into the screen. A larger picture must leave no gap; a smaller one is
       * centred.
       */
      const stray = async () => {
        const { x, y, width: w, height: h } = await box();
        const screen = page.viewportSize()!;
        const axis = (start: number, length: number, room: number) =>
          length <= room
            ? Math.abs(start + length / 2 - room / 2)
            : Math.max(0, start) + Math.max(0, room - start - length);
        return Math.round(axis(x, w, screen.width) + axis(y, h, screen.height));
      };
      const drags: Finger[] = [
        [195, 800],
        [195, 20],
        [380, 422],
        [10, 422],
      ];
      for (const to of drags) {
        for (let turn = 0; turn < 3; turn += 1)
          await drag(page, [[[195, 422]], [[(195 + to[0]) / 2, (422 + to[1]) / 2]], [to]]);
        await expect.poll(stray).toBeLessThan(ROUNDED);
      }
      await page.setViewportSize({ width: 844, height: 390 });
      await expect.poll(stray).toBeLessThan(ROUNDED);
      await viewer.getByRole('button', { name: 'Zoom out' }).click();
      await expect.poll(stray).toBeLessThan(ROUNDED);
    },
  );

  it('moves the picture with a finger dragged down, and springs back below 100 pixels', async () => {
    const { page, viewer, box } = await opened({ ...PHONE, reducedMotion: 'no-preference' });
    const { y: rest } = await box();
    const y = async () => Math.round((await box()).y - rest);
    const down: Finger[][] = [[[195, 200]], [[196, 230]], [[196, 260]], [[196, 295]]];
    let end = await drag(page, down, { lift: false });
    await expect.poll(y).toBe(95);
    await end();
    await expect.poll(y).toBe(0);
    expect(await viewer.isVisible()).toBe(true);
    // not upwards
    end = await drag(page, [[[195, 400]], [[196, 370]], [[196, 300]]], { lift: false });
    expect(await y()).toBe(0);
    await end();
    await drag(page, [[[195, 200]], [[196, 260]], [[196, 310]]]);
    await page.waitForURL(`${web}/p/${idOf(1)}`);
  });

  it('stays open on sideways swipes, which are no double tap, and closes on a swipe down, without motion', async () => {
    const { page, viewer, whole, box } = await opened(PHONE);
    const aside: Finger[][] = [[[100, 300]], [[200, 320]], [[300, 330]]];
    await drag(page, aside);
    await drag(page, aside);
    expect(await viewer.isVisible()).toBe(true);
    expect(page.url()).toContain('/photo/1');
    await viewer.getByRole('button', { name: 'Zoom in' }).waitFor();
    await whole();
    // under reduced motion, the picture stays in place until a swipe closes it
    const { y: rest } = await box();
    const end = await drag(page, [[[195, 200]], [[196, 260]], [[198, 320]]], { lift: false });
    expect((await box()).y).toBe(rest);
    await end();
    await page.waitForURL(`${web}/p/${idOf(1)}`);
  });

  it('does not animate under reduced motion', async () => {
    const { page, box } = await opened(DESKTOP);
    await stopClock(page);
    await page.mouse.dblclick(360, 300);
    await expect.poll(async () => (await box()).width).toBe(2.5 * 1440);
    await page.clock.runFor(1000);
    await page.mouse.dblclick(360, 300);
    await expect.poll(async () => (await box()).width).toBe(1440);
  });

  it('zooms around the pointer with the wheel, and in and out by double click', async () => {
    const { page, box, under, enlarged, whole } = await opened(DESKTOP);
    const point = await under(360, 300);
    await page.mouse.move(360, 300);
    for (let turn = 0; turn < 8; turn += 1) await page.mouse.wheel(0, -120);
    await enlarged();
    await expect.poll(() => under(360, 300)).toEqual(point);
    await page.keyboard.press('-');
    await whole();
    await page.mouse.dblclick(360, 300);
    await expect.poll(async () => (await box()).width).toBe(2.5 * 1440);
    await expect.poll(() => under(360, 300)).toEqual(point);
    await page.mouse.dblclick(360, 300);
    await whole();
  });

  it('hides its controls after three seconds without input, and shows them again', async () => {
    const { page, viewer } = await opened(DESKTOP);
    await stopClock(page);
    // opened by its address, the viewer focuses Close, which then stays visible
    await page.mouse.click(300, 300);
    const close = viewer.getByRole('button', { name: 'Close' });
    const opacity = () => close.evaluate((node) => Number(getComputedStyle(node.parentElement!).opacity));
    const caption = viewer.getByText(picture.alt);
    await expect.poll(opacity).toBe(1);
    await page.clock.runFor(2999);
    expect(await opacity()).toBe(1);
    await page.clock.runFor(1);
    await expect.poll(opacity).toBe(0);
    await expect.poll(() => caption.evaluate((node) => Number(getComputedStyle(node).opacity))).toBe(0);
    await page.mouse.move(320, 320);
    await expect.poll(opacity).toBe(1);
    // hidden controls can still be reached by keyboard
    await page.clock.runFor(3000);
    await expect.poll(opacity).toBe(0);
    await page.keyboard.press('Tab');
    await page.clock.runFor(3000);
    await expect.poll(opacity).toBe(1);
  });

  it('shows a long description until it can be read', async () => {
    const alt = 'A wide picture of a harbour in the evening. '.repeat(10);
    const { page, viewer } = await opened(DESKTOP, { ...picture, alt: alt.trim() });
    await stopClock(page);
    await page.mouse.click(300, 300);
    const caption = viewer.getByText(alt.trim());
    const opacity = () => caption.evaluate((node) => Number(getComputedStyle(node).opacity));
    await page.clock.runFor(20_000);
    expect(await opacity()).toBe(1);
    await page.clock.runFor(20_000);
    await expect.poll(opacity).toBe(0);
  });
});
