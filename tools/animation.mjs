// npm run animation: films ten seconds of the feed, into DATA_DIR/screenshots/tour.webp.
/* global document, innerHeight, scrollBy, scrollTo -- of the page, inside evaluate */
import '../scripts/lib/check-node.mjs';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { say } from '../scripts/lib/say.mjs';
import { command } from '../scripts/lib/supervisor.mjs';
import { openProduct, signedIn } from './screenshots/product.mjs';

const SIZE = { width: 820, height: 600 };
/** Time of one frame in milliseconds. */
const FRAME = 100;
const QUALITY = 70;
/** A shuffle of the demo posts that begins with a picture and a clip. */
const SEED = 1420;

/** Draws the mouse, which screenshots leave out. */
async function addPointer(page) {
  await page.evaluate(() => {
    const dot = document.createElement('div');
    dot.id = 'pointer';
    Object.assign(dot.style, {
      position: 'fixed',
      zIndex: '99',
      width: '22px',
      height: '22px',
      margin: '-11px',
      borderRadius: '50%',
      background: 'rgb(20 20 40 / 45%)',
      border: '2px solid white',
      pointerEvents: 'none',
    });
    document.documentElement.append(dot);
  });
}

/**
 * Takes frames one at a time, each after the page has been set for it, so the film is as smooth on a slow machine as
 * on a fast one. Equal frames in a row become one frame that lasts longer.
 */
function camera(page) {
  const frames = [];
  const delays = [];
  let at = { x: SIZE.width * 0.7, y: SIZE.height * 0.8 };
  const point = async ({ x, y }, scale = 1) => {
    at = { x, y };
    await page.mouse.move(x, y);
    await page.evaluate(
      ([left, top, size]) =>
        Object.assign(document.querySelector('#pointer').style, {
          left: `${left}px`,
          top: `${top}px`,
          scale: `${size}`,
        }),
      [x, y, scale],
    );
  };
  const take = async (ms = FRAME) => {
    const frame = await page.screenshot({ type: 'png' });
    if (frames.at(-1)?.equals(frame)) delays[delays.length - 1] += ms;
    else {
      frames.push(frame);
      delays.push(ms);
    }
  };
  const eased = (part) => part * part * (3 - 2 * part);
  return {
    frames,
    delays,
    take,
    point,
    /** Moves the pointer onto an element, presses it and moves the pointer off its icon. */
    press: async (locator) => {
      const icon = (await locator.locator('svg').count()) > 0 ? locator.locator('svg').first() : locator;
      const box = await icon.boundingBox();
      const from = at;
      const to = { x: box.x + Math.min(box.width, 60) / 2, y: box.y + box.height / 2 };
      for (let step = 1; step <= 5; step += 1) {
        const part = eased(step / 5);
        await point({ x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part });
        await take();
      }
      await point(to, 0.7);
      await take();
      await page.mouse.click(to.x, to.y);
      await point({ x: to.x + 24, y: to.y + 20 });
    },
    /** Scrolls by `distance` CSS pixels within `steps` frames. */
    scroll: async (distance, steps) => {
      let done = 0;
      for (let step = 1; step <= steps; step += 1) {
        const next = Math.round(distance * eased(step / steps));
        await page.evaluate((by) => scrollBy(0, by), next - done);
        done = next;
        await page.waitForTimeout(60);
        await take();
      }
    },
  };
}

/** Distance from the middle of the free space below the header to the middle of the element. */
const toMiddle = (locator) =>
  locator.evaluate((node) => {
    const { top, bottom } = node.getBoundingClientRect();
    return Math.round((top + bottom) / 2 - innerHeight / 2 - 10);
  });

await command(async (supervisor) => {
  const { origins, folder, browser } = await openProduct(supervisor);
  const context = await signedIn(browser, origins, {
    viewport: SIZE,
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
  });
  const page = await context.newPage();
  await page.goto(`${origins.web}/home?seed=${SEED}`);
  const cards = page.locator('[role=feed] article');
  await cards.locator('img').first().waitFor();
  const like = cards.first().getByRole('button', { name: /^Like/ });
  // an earlier run may have left its like
  if ((await like.getAttribute('aria-pressed')) === 'true') await like.click();
  await page.evaluate(() => scrollTo(0, 0));
  await page.waitForTimeout(1500);
  await addPointer(page);
  const { frames, delays, take, point, press, scroll } = camera(page);
  await point({ x: SIZE.width * 0.7, y: SIZE.height * 0.75 });

  await take(900);
  await scroll((await toMiddle(like)) - 120, 6);
  await press(like);
  await page.waitForTimeout(400);
  await take(700);

  const clip = page.locator('[role=feed] article video').first();
  await clip.evaluate((video) => (video.preload = 'auto'));
  await scroll(await toMiddle(clip), 10);
  await press(page.getByRole('button', { name: /^Play video/ }).first());
  await clip.evaluate((video) => (video.controls = false));
  for (let frame = 0; frame < 16; frame += 1) {
    await clip.evaluate(
      async (video, seconds) => {
        video.pause();
        const seeked = new Promise((resolve) => video.addEventListener('seeked', resolve, { once: true }));
        video.currentTime = seconds;
        await seeked;
      },
      (frame * FRAME) / 1000,
    );
    await take();
  }

  await press(page.getByRole('button', { name: 'Ways to read' }));
  await page.getByRole('menuitemradio').first().waitFor();
  await page.waitForTimeout(300);
  await take(700);
  await press(page.getByRole('menuitemradio', { name: 'Newest' }));
  await cards.locator('img').first().waitFor();
  await page.waitForTimeout(1500);
  await take(900);
  await scroll(420, 8);
  await take(1200);

  await browser.close();
  const file = join(folder, 'tour.webp');
  await sharp(frames, { join: { animated: true } })
    .webp({ quality: QUALITY, delay: delays, loop: 0, effort: 6, minSize: true })
    .toFile(file);
  const seconds = delays.reduce((sum, ms) => sum + ms, 0) / 1000;
  say(`${file}: ${frames.length} frames, ${seconds} s, ${Math.round(statSync(file).size / 1000)} kB`);
  await supervisor.shutdown(0);
});
