import type { Media } from '@social-feed/contracts';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { chromiumPath } from './support/chromium.js';
import { isLong } from './support/long.js';
import { AUTHOR, commentPage, fake, fakePost, FEED, feedOf, idOf } from './support/fake-feed.js';
import { atRest, cardOf, openFeed, resize, takesSwipes, visiting } from './support/visits.js';

const PHONE = { viewport: { width: 375, height: 812 }, hasTouch: true, isMobile: true };
const SIDEWAYS = { viewport: { width: 812, height: 375 }, hasTouch: true, isMobile: true };
const DESKTOP = { viewport: { width: 1440, height: 900 } };

/** Red, a colour the app does not use, so that a visible placeholder is detected anywhere. */
let placeholder = '';
beforeAll(async () => {
  const red = sharp({ create: { width: 10, height: 12, channels: 3, background: '#ff0000' } });
  placeholder = `data:image/png;base64,${(await red.png().toBuffer()).toString('base64')}`;
});

/** A blue picture. `said` is the size stated by the post. */
const picture = (number: number, width: number, height: number, said = { width, height }): Media => ({
  url: `data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='${width}' height='${height}'%3E%3Crect width='100%25' height='100%25' fill='blue'/%3E%3C/svg%3E#${number}`,
  kind: 'image',
  alt: `Picture ${number}`,
  placeholder,
  ...said,
});

/** Shares of red and blue pixels on the screen. */
const colours = async (page: Page, clip?: { x: number; y: number; width: number; height: number }) => {
  const shot = await page.screenshot(clip ? { clip } : {});
  const { data, info } = await sharp(shot).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  let [red, blue] = [0, 0];
  for (let at = 0; at < data.length; at += 3) {
    const [r, g, b] = [data[at]!, data[at + 1]!, data[at + 2]!];
    if (r > b + 20 && r > g + 20) red += 1;
    else if (b > 200 && r < 60 && g < 60) blue += 1;
  }
  const all = info.width * info.height;
  return { red: red / all, blue: blue / all };
};

describe.skipIf(chromiumPath === undefined)('the shape of pictures', () => {
  const web = inject('web');
  const visits = visiting();

  const opened = async (options: typeof PHONE | typeof DESKTOP, media: Media[], path: string) => {
    const page = await visits.memberPage(options);
    const post = fakePost(1, { media });
    await fake(page, FEED, feedOf([post]));
    await fake(page, `/posts/${idOf(1)}`, { success: true, data: post });
    await fake(page, `/comments/post/${idOf(1)}`, commentPage([]));
    if (path === '/home') await openFeed(page);
    else await page.goto(`${web}${path}`);
    await page.getByRole('img', { name: media[0]!.alt }).first().waitFor();
    return page;
  };
  const VIEWER = `/${AUTHOR.userName}/status/${idOf(1)}/photo/1`;

  it.each([
    ['4:5 on a desktop', DESKTOP, picture(1, 800, 1000)],
    ['4:5 on a phone held sideways', SIDEWAYS, picture(1, 800, 1000)],
    ['2:1 on a phone', PHONE, picture(1, 1600, 800)],
    ['another shape than its post claims', DESKTOP, picture(1, 300, 900, { width: 1600, height: 900 })],
  ])('shows only black around a picture of %s in the viewer', async (_what, options, media) => {
    const page = await opened(options, [media], VIEWER);
    await expect.poll(async () => (await colours(page)).red).toBe(0);
    const { width, height } = options.viewport;
    const [w, h] = await page
      .getByRole('img', { name: media.alt })
      .evaluate((node) => [
        (node as HTMLImageElement).naturalWidth,
        (node as HTMLImageElement).naturalHeight,
      ]);
    const scale = Math.min(width / w, height / h);
    const whole = (w * h * scale ** 2) / (width * height);
    // the buttons and the description cover some of it
    await expect.poll(async () => (await colours(page)).blue).toBeGreaterThan(0.6 * whole);
  });

  it.each([
    ['alone in the feed', '/home', 1],
    ['alone on its page', `/p/${idOf(1)}`, 1],
    ['in a carousel of the feed', '/home', 3],
    ['in a carousel on its page', `/p/${idOf(1)}`, 3],
  ])('keeps the shape of 3:4 phone photos: %s', async (_where, path, count) => {
    const media = Array.from({ length: count }, (_unused, index) => picture(index + 1, 1080, 1440));
    const phone = await opened(PHONE, media, path);
    for (const options of [PHONE, SIDEWAYS, DESKTOP]) {
      if (path === '/home' && count > 1 && options !== PHONE) continue;
      const page = options === DESKTOP ? await opened(DESKTOP, media, path) : phone;
      // the phone is rotated
      await resize(page, options.viewport);
      const image = page.getByRole('img', { name: 'Picture 1' });
      if (count > 1) await takesSwipes(page.getByRole('group', { name: 'Media' }));
      await image.scrollIntoViewIfNeeded();
      const box = (await image.boundingBox())!;
      expect(box.width / box.height).toBeCloseTo(0.75, 1);
      expect(box.height).toBeLessThanOrEqual(0.7 * options.viewport.height + 1);
      const beside = { x: box.x - 8, y: Math.max(0, box.y), width: box.width + 16, height: box.height / 2 };
      await expect.poll(async () => (await colours(page, beside)).red).toBe(0);
    }
  });

  it.each([
    ['a phone', PHONE],
    ['a desktop', DESKTOP],
  ])('shifts nothing below a first picture that is taller than expected, on %s', async (_screen, options) => {
    const page = await visits.memberPage(options);
    const tall = fakePost(1, { media: [picture(1, 1080, 1440)] });
    await fake(page, FEED, feedOf([tall, fakePost(2), fakePost(3)]));
    await openFeed(page);
    await cardOf(page, 'Post 2').waitFor();
    await atRest(page);
    expect(await page.evaluate(() => (window as unknown as { __seen: { shift: number } }).__seen.shift)).toBe(
      0,
    );
  });

  it('blurs the area around a slide of another shape, without visible edges', async () => {
    const chess = await sharp(
      Buffer.from(
        Array.from({ length: 120 * 3 }, (_unused, at) => {
          const pixel = Math.floor(at / 3);
          return ((pixel % 10) + Math.floor(pixel / 10)) % 2 ? 255 : 0;
        }),
      ),
      { raw: { width: 10, height: 12, channels: 3 } },
    )
      .png()
      .toBuffer();
    const media = [picture(1, 1600, 900), picture(2, 810, 1440)].map((item) => ({
      ...item,
      placeholder: `data:image/png;base64,${chess.toString('base64')}`,
    }));
    const page = await opened(SIDEWAYS, media, `/p/${idOf(1)}`);
    const frame = page.getByRole('group', { name: 'Media' });
    await takesSwipes(frame);
    await frame.getByRole('button', { name: 'Next' }).click();
    await takesSwipes(frame);
    const { x, y, width } = (await frame.boundingBox())!;
    const clip = { x: x + 60, y: y + 10, width: width / 4 - 60, height: 80 };
    const { data } = await sharp(await page.screenshot({ clip }))
      .greyscale()
      .raw()
      .toBuffer({ resolveWithObject: true });
    const steps = Array.from(data.subarray(1), (value, at) =>
      (at + 1) % Math.round(clip.width) === 0 ? 0 : Math.abs(value - data[at]!),
    );
    expect(Math.max(...steps)).toBeLessThan(12);
  });

  it('shows the slide last open in the viewer, however the viewer was closed', async () => {
    const media = Array.from({ length: 6 }, (_unused, index) => picture(index + 1, 1080, 1440));
    for (const path of ['/home', `/p/${idOf(1)}`]) {
      const page = await opened(PHONE, media, path);
      const frame = page.getByRole('group', { name: 'Media' });
      const shows = (text: string) => frame.getByText(text, { exact: true }).waitFor();
      await takesSwipes(frame);
      await frame.getByRole('button', { name: 'Next' }).click();
      await shows('2 / 6');
      await frame.getByRole('button', { name: 'Next' }).click();
      await shows('3 / 6');
      const viewer = page.getByRole('dialog', { name: 'Media viewer' });
      const open = async (number: number) => {
        await takesSwipes(frame);
        await frame.getByRole('link', { name: `Open picture: Picture ${number}`, exact: true }).click();
        await viewer.getByText(`${number} / 6`, { exact: true }).waitFor();
        await takesSwipes(viewer);
      };
      await open(3);
      await viewer.getByRole('button', { name: 'Close' }).click();
      await shows('3 / 6');
      await open(3);
      await page.keyboard.press('ArrowRight');
      await viewer.getByText('4 / 6', { exact: true }).waitFor();
      await page.keyboard.press('Escape');
      await shows('4 / 6');
      await open(4);
      await page.keyboard.press('ArrowRight');
      await viewer.getByText('5 / 6', { exact: true }).waitFor();
      await page.goBack();
      await shows('5 / 6');
      await page.close();
    }
  });
});

describe.skipIf(chromiumPath === undefined)('cards on a phone', () => {
  const visits = visiting();

  it('are all separated by a line at every pixel ratio', async () => {
    const page = await visits.memberPage(PHONE);
    // texts of one to four lines, which give fractional heights
    const posts = Array.from({ length: 20 }, (_unused, index) =>
      fakePost(index + 1, { description: 'Some words. '.repeat(1 + ((index * 5) % 11)) }),
    );
    await fake(page, FEED, feedOf(posts));
    await openFeed(page);
    const devtools = await page.context().newCDPSession(page);
    const WIDTH = 20;
    for (const deviceScaleFactor of isLong ? [1, 1.25, 1.5, 2, 2.625, 3] : [1.25, 2.625]) {
      await devtools.send('Emulation.setDeviceMetricsOverride', {
        ...PHONE.viewport,
        deviceScaleFactor,
        mobile: true,
      });
      await expect.poll(() => page.evaluate(() => devicePixelRatio)).toBe(deviceScaleFactor);
      const missing: string[] = [];
      const seen = new Set<string>();
      // the scanned part of the screen is 620 px high
      for (let turn = 0; seen.size < 19 && turn < 40; turn += 1) {
        await page.evaluate((top) => window.scrollTo(0, top), turn * 400);
        await page.getByRole('article').first().waitFor();
        const read = async () => ({
          y: await page.evaluate(() => window.scrollY),
          edges: await page
            .locator('[role=feed] article')
            .evaluateAll((nodes) =>
              nodes.map((node): [string, number] => [
                node.dataset['postId'] ?? '',
                node.getBoundingClientRect().bottom,
              ]),
            ),
        });
        // the left edge shows every line; Playwright's own screenshots use the ratio of the context
        const capture = (y: number) =>
          devtools.send('Page.captureScreenshot', {
            format: 'png',
            optimizeForSpeed: true,
            clip: { x: 0, y, width: WIDTH, height: PHONE.viewport.height, scale: 1 },
          });
        await atRest(page);
        let before = await read();
        let shot = await capture(before.y);
        // measured heights replace estimates, which may move the cards in the meantime
        for (let now = await read(); JSON.stringify(now) !== JSON.stringify(before); now = await read()) {
          before = now;
          shot = await capture(now.y);
        }
        const { edges } = before;
        const { data, info } = await sharp(Buffer.from(shot.data, 'base64'))
          .removeAlpha()
          .greyscale()
          .raw()
          .toBuffer({ resolveWithObject: true });
        expect(Math.abs(info.width - WIDTH * deviceScaleFactor)).toBeLessThanOrEqual(1);
        for (const [id, bottom] of edges) {
          if (bottom < 100 || bottom > 720 || seen.has(id)) continue;
          seen.add(id);
          const from = Math.floor((bottom - 3) * deviceScaleFactor);
          const column = Array.from(
            { length: Math.ceil(6 * deviceScaleFactor) },
            (_unused, row) => data[(from + row) * info.width + Math.round(6 * deviceScaleFactor)]!,
          );
          if (Math.min(...column) > 245) missing.push(id);
        }
      }
      expect({ deviceScaleFactor, missing }).toEqual({ deviceScaleFactor, missing: [] });
      expect(seen.size).toBeGreaterThanOrEqual(19);
    }
  });
});
