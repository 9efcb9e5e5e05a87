// npm run screenshots [-- --only name,…]: every screen at three widths, light and dark, into DATA_DIR/screenshots.
/* global document, innerHeight, requestAnimationFrame -- of the page, inside evaluate */
import '../scripts/lib/check-node.mjs';
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Refusal, say } from '../scripts/lib/say.mjs';
import { command } from '../scripts/lib/supervisor.mjs';
import { pageOf } from './screenshots/page.mjs';
import { openProduct, signedIn } from './screenshots/product.mjs';

const SIZES = [
  { width: 375, height: 812, hasTouch: true },
  { width: 820, height: 1180, hasTouch: true },
  { width: 1440, height: 900, hasTouch: false },
];
const THEMES = ['light', 'dark'];
/** WebP quality; faces and letters stay clear at a third of a PNG's bytes. */
const QUALITY = 62;

async function shoot(page, path) {
  const devtools = await page.context().newCDPSession(page);
  const { data } = await devtools.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY });
  writeFileSync(path, Buffer.from(data, 'base64'));
}

/** Waits until visible pictures are decoded, fonts are loaded and nothing moves. */
async function settle(page) {
  await page.evaluate(async () => {
    await document.fonts.ready;
    const inSight = [...document.images].filter((image) => {
      const { top, bottom } = image.getBoundingClientRect();
      return bottom > 0 && top < innerHeight;
    });
    await Promise.all(inSight.map((image) => image.decode().catch(() => undefined)));
    // two frames, so that decoded pictures are painted
    for (let frame = 0; frame < 2; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
  });
  await page.waitForTimeout(300);
}

await command(async (supervisor) => {
  const { values } = parseArgs({ options: { only: { type: 'string' } } });
  const { origins, folder, browser } = await openProduct(supervisor);
  // Built by now; on a clean clone the screens could not be loaded before.
  const { screens } = await import('./screenshots/screens.mjs');
  const only = values.only?.split(',');
  const all = await screens(origins.web);
  const unknown = only?.find((name) => !all.some((screen) => screen.name === name));
  if (unknown !== undefined) throw new Refusal(`There is no screen "${unknown}".`);
  const wanted = all.filter(({ name }) => !only || only.includes(name));
  if (!only) {
    for (const file of readdirSync(folder)) if (/-(light|dark)\.webp$/.test(file)) rmSync(join(folder, file));
  }

  writeFileSync(join(folder, 'index.html'), pageOf(all, SIZES, THEMES));
  const problems = [];
  for (const { hasTouch, ...viewport } of SIZES) {
    for (const colorScheme of THEMES) {
      const options = { viewport, hasTouch, colorScheme, reducedMotion: 'reduce', serviceWorkers: 'block' };
      const member = await signedIn(browser, origins, options);
      for (const { name, signedOut, open } of wanted) {
        const context = signedOut ? await browser.newContext(options) : member;
        const page = await context.newPage();
        page.setDefaultTimeout(20_000);
        page.on('pageerror', (error) =>
          problems.push(`${name} ${viewport.width} ${colorScheme}: ${error.message}`),
        );
        // blocks the feature panel's services; it shows its content without them
        await page.route(
          (url) => url.origin !== origins.web && url.origin !== origins.api,
          (route) => route.abort(),
        );
        try {
          await open(page, viewport);
          await settle(page);
          await shoot(page, join(folder, `${name}-${viewport.width}-${colorScheme}.webp`));
        } catch (error) {
          problems.push(`${name} ${viewport.width} ${colorScheme}: ${String(error).split('\n')[0]}`);
        }
        await (signedOut ? context.close() : page.close());
      }
      await member.close();
      say(`${viewport.width} px, ${colorScheme}: ${wanted.length} screens`);
    }
  }
  await browser.close();
  if (problems.length > 0) throw new Refusal(problems.join('\n'));
  say(`The screens: ${join(folder, 'index.html')}`);
  await supervisor.shutdown(0);
});
