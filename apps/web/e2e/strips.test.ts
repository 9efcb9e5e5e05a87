import type { Media } from '@social-feed/contracts';
import type { BrowserContextOptions, Page } from 'playwright-core';
import sharp from 'sharp';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { chromiumPath } from './support/chromium.js';
import { drag, type Finger } from './support/touches.js';
import { PHONE, stopClock, takesSwipes, visiting } from './support/visits.js';

const DESKTOP = { viewport: { width: 1440, height: 900 } };

/** A picture with numbered lines, as a screenshot of a long page has them, or columns. */
const ruled = (width: number, height: number): Promise<Buffer> => {
  const [size, across] = [50, width > height];
  const marks = Array.from({ length: Math.floor((across ? width : height) / (4 * size)) }, (_, index) => {
    const place = (4 * index + 2) * size;
    const [x, y] = across ? [place, height / 2] : [size, place];
    return `<text x="${x}" y="${y}" font-size="${size}">Line ${index}</text>`;
  });
  return sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#fdf6e3"/>${marks.join('')}</svg>`,
    ),
    { limitInputPixels: false, unlimited: true },
  )
    .png()
    .toBuffer();
};

describe.skipIf(chromiumPath === undefined)('a strip in the viewer', () => {
  const web = inject('web');
  const visits = visiting();
  let tall = '';
  let wide = '';

  /** Uploads pictures and posts them. @returns the viewer's address of the post, without the number */
  const posted = async (...sides: [width: number, height: number][]): Promise<string> => {
    const context = await visits.browser.newContext({ storageState: visits.member.state });
    const headers = { origin: web };
    const media: Media[] = [];
    for (const [width, height] of sides) {
      const buffer = await ruled(width, height);
      const files = { name: 'strip.png', mimeType: 'image/png', buffer };
      const answer = await context.request.post(`${web}/api/media`, { headers, multipart: { files } });
      expect(answer.status(), await answer.text()).toBe(201);
      media.push(...((await answer.json()) as { data: Media[] }).data);
    }
    const data = {
      title: 'Strips',
      media: media.map((one, index) => ({ ...one, alt: `Picture ${index + 1}` })),
    };
    const answer = await context.request.post(`${web}/api/posts`, { headers, data });
    expect(answer.status(), await answer.text()).toBe(201);
    const { _id: id } = ((await answer.json()) as { data: { _id: string } }).data;
    await context.close();
    return `/${visits.member.userName}/status/${id}/photo`;
  };
  beforeAll(async () => {
    tall = await posted([1290, 19_854], [800, 600]);
    wide = await posted([16_383, 1000], [800, 600]);
  }, 120_000);

  const opened = async (options: BrowserContextOptions & typeof DESKTOP, address: string) => {
    const page = await visits.memberPage(options);
    await page.goto(`${web}${address}/1`);
    const viewer = page.getByRole('dialog', { name: 'Media viewer' });
    const image = viewer.getByRole('img', { name: 'Picture 1' });
    await expect.poll(() => image.evaluate((node) => (node as HTMLImageElement).complete)).toBe(true);
    await takesSwipes(viewer);
    /** The picture's box, in whole pixels. */
    const box = async () => {
      const { x, y, width, height } = (await image.boundingBox())!;
      return [x, y, width, height].map((value) => Math.round(value) || 0) as [number, number, number, number];
    };
    return { page, viewer, box };
  };
  const press = async (page: Page, ...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };

  /** Waits until a place stays. @returns it */
  const heldAt = async (place: () => Promise<number>): Promise<number> => {
    let [before, now] = [Number.NaN, Number.NaN];
    await expect
      .poll(async () => {
        [before, now] = [now, await place()];
        return now - before;
      })
      .toBe(0);
    return now;
  };

  const heightAt = (width: number) => Math.round((width / 1064) * 16_383);
  const isAt = (page: Page, number: number) =>
    expect.poll(() => page.url()).toMatch(new RegExp(`photo/${number}$`));

  it('fills the width of a phone from its start, and moves with a finger [B41-11]', async () => {
    const { page, viewer, box } = await opened(PHONE, tall);
    await expect.poll(box).toEqual([0, 0, 390, heightAt(390)]);
    // up, and sideways only a little, though first: the slides stay
    await drag(page, [[[200, 700]], [[202, 700]], [[210, 640]], [[230, 500]], [[240, 300]]]);
    await expect.poll(async () => (await box())[1]).toBeLessThan(-300);
    expect((await box())[0]).toBe(0);
    // down again, past the start: the picture stops there, and the viewer stays open
    await drag(page, [[[200, 100]], [[200, 300]], [[200, 500]], [[200, 840]]]);
    await expect.poll(async () => (await box())[1]).toBe(0);
    expect(await viewer.isVisible()).toBe(true);
    await isAt(page, 1);
  });

  it('leaves a swipe across it to the slides, and one down at its start to the viewer [B41-12]', async () => {
    const { page, viewer, box } = await opened(PHONE, tall);
    await drag(page, [[[200, 700]], [[200, 640]], [[200, 300]]]);
    // by more than half of the width: a slow machine sees a slow finger
    const left: Finger[][] = [[[350, 400]], [[220, 390]], [[50, 380]]];
    await drag(page, left);
    await isAt(page, 2);
    await takesSwipes(viewer);
    await drag(page, left.toReversed());
    await isAt(page, 1);
    await takesSwipes(viewer);
    // as it opened
    await expect.poll(box).toEqual([0, 0, 390, heightAt(390)]);
    await drag(page, [[[200, 200]], [[202, 260]], [[204, 330]]]);
    await page.waitForURL(/\/p\/[0-9a-f]{24}$/);
  });

  it('zooms in where it is read and back to that place, and out to the whole [B41-12]', async () => {
    const { page, viewer, box } = await opened(PHONE, tall);
    await drag(page, [[[200, 700]], [[200, 640]], [[200, 100]]]);
    const read = await heldAt(async () => (await box())[1]);
    expect(read).toBeLessThan(-300);
    // however slow the machine: the two taps of a double tap come at once
    await stopClock(page);
    const tap = () => drag(page, [[[195, 422]]]);
    await tap();
    await tap();
    await expect.poll(async () => (await box())[2]).toBe(2.5 * 390);
    await page.clock.resume();
    await viewer.getByRole('button', { name: 'Zoom out' }).click();
    await expect.poll(box).toEqual([0, read, 390, heightAt(390)]);
    const apart = (by: number): Finger[] => [
      [195, 422 - by],
      [195, 422 + by],
    ];
    await drag(page, [apart(200), apart(100), apart(40), apart(10), apart(2), apart(1)]);
    await expect.poll(async () => (await box())[3]).toBeLessThan(850);
    await viewer.getByRole('button', { name: 'Zoom in' }).click();
    await expect.poll(box).toEqual([0, 0, 390, heightAt(390)]);
  });

  it('begins at the same line after the phone is rotated [B41-11]', async () => {
    const { page, box } = await opened(PHONE, tall);
    for (let turn = 0; turn < 3; turn += 1) await drag(page, [[[200, 800]], [[200, 740]], [[200, 100]]]);
    const line = async () => {
      const [, y, , height] = await box();
      return Math.round((1000 * y) / height);
    };
    const before = await heldAt(line);
    expect(before).toBeLessThan(-200);
    await page.setViewportSize({ width: 812, height: 375 });
    await expect.poll(async () => (await box())[2]).toBe(812);
    await expect.poll(line).toBe(before);
  });

  it('has its own width in a wider window, and moves by wheel and keys [B41-11]', async () => {
    const { page, box } = await opened(DESKTOP, tall);
    await expect.poll(box).toEqual([188, 0, 1064, 16_383]);
    const top = async () => (await box())[1];
    await page.mouse.move(700, 400);
    await page.mouse.wheel(0, 300);
    await expect.poll(top).toBe(-300);
    await press(page, 'ArrowDown');
    await expect.poll(top).toBe(-360);
    await press(page, 'PageDown', 'PageDown');
    await expect.poll(top).toBe(-360 - 2 * 810);
    await press(page, 'End');
    await expect.poll(top).toBe(900 - 16_383);
    await page.mouse.wheel(0, 300);
    await press(page, 'Home', 'PageUp');
    await expect.poll(top).toBe(0);
    await press(page, '-');
    await expect.poll(async () => (await box())[3]).toBe(900);
    await press(page, '+');
    await expect.poll(box).toEqual([188, 0, 1064, 16_383]);
    await press(page, '+');
    await expect.poll(async () => (await box())[2]).toBe(2660);
    await press(page, '-');
    await expect.poll(async () => (await box())[2]).toBe(1064);
    await page.mouse.down();
    await page.mouse.move(720, 300);
    await page.mouse.move(760, 100);
    await page.mouse.up();
    await isAt(page, 1);
    await press(page, 'ArrowRight');
    await isAt(page, 2);
  });

  it('moves to the sides if it lies, and on to the next picture at its end [B41-12]', async () => {
    const { page, viewer, box } = await opened(PHONE, wide);
    // the stored file is 320 pixels high
    await expect.poll(box).toEqual([0, 262, 5242, 320]);
    await drag(page, [[[350, 400]], [[300, 405]], [[50, 420]]]);
    await expect.poll(async () => (await box())[0]).toBeLessThan(-200);
    await isAt(page, 1);
    await press(page, 'End');
    await expect.poll(async () => (await box())[0]).toBe(390 - 5242);
    await drag(page, [[[350, 400]], [[300, 405]], [[50, 420]]]);
    await isAt(page, 2);
    await takesSwipes(viewer);
    await drag(page, [[[50, 400]], [[100, 405]], [[350, 420]]]);
    await isAt(page, 1);
    await drag(page, [[[200, 200]], [[202, 260]], [[204, 330]]]);
    await page.waitForURL(/\/p\/[0-9a-f]{24}$/);
  });

  it('moves to the sides by the wheel and the arrow keys, and back in history by neither [B41-11]', async () => {
    const { page, box } = await opened(DESKTOP, wide);
    await expect.poll(box).toEqual([0, 290, 5242, 320]);
    const left = async () => (await box())[0];
    await page.mouse.move(700, 400);
    await page.mouse.wheel(0, 200);
    await page.mouse.wheel(100, 0);
    await expect.poll(left).toBe(-300);
    await page.mouse.wheel(-900, 0);
    await expect.poll(left).toBe(0);
    await press(page, 'ArrowRight');
    await expect.poll(left).toBe(-60);
    await isAt(page, 1);
    await press(page, 'End', 'ArrowRight');
    await isAt(page, 2);
  });
});
