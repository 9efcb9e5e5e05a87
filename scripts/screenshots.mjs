// npm run screenshots [-- --only name,…]: every screen of a running `npm start` at three widths, light and dark, into
// docs/screenshots/screens.
/* global document, innerHeight, requestAnimationFrame -- of the page, inside evaluate */
import './lib/check-node.mjs';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { findChromium } from './lib/chromium.mjs';
import { Refusal, say } from './lib/say.mjs';
import { readSettings, root } from './lib/settings.mjs';
import { command } from './lib/supervisor.mjs';
import { screens } from './screenshots/screens.mjs';

const SIZES = [
  { width: 375, height: 812, hasTouch: true },
  { width: 820, height: 1180, hasTouch: true },
  { width: 1440, height: 900, hasTouch: false },
];
const THEMES = ['light', 'dark'];
const ARGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--hide-scrollbars',
];
/** WebP quality; faces and letters stay clear at a third of a PNG's bytes. */
const QUALITY = 62;
const folder = join(root, 'docs/screenshots/screens');

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

await command(async () => {
  const { values } = parseArgs({ options: { only: { type: 'string' } } });
  const { origins } = readSettings();
  const reached = await fetch(`${origins.web}/api/health`).catch(() => undefined);
  if (!reached?.ok) throw new Refusal(`Nothing answers at ${origins.web}: run npm start beside this first.`);
  const executablePath = findChromium();
  if (!executablePath) throw new Refusal('No Chromium or Chrome was found; CHROMIUM_PATH may name one.');
  const only = values.only?.split(',');
  const all = await screens(origins.web);
  const unknown = only?.find((name) => !all.some((screen) => screen.name === name));
  if (unknown !== undefined) throw new Refusal(`There is no screen "${unknown}".`);
  const wanted = all.filter(({ name }) => !only || only.includes(name));
  if (!only) rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });

  const browser = await chromium.launch({ executablePath, args: ARGS });
  const problems = [];
  for (const { hasTouch, ...viewport } of SIZES) {
    for (const colorScheme of THEMES) {
      const options = { viewport, hasTouch, colorScheme, reducedMotion: 'reduce', serviceWorkers: 'block' };
      const member = await browser.newContext(options);
      const signedIn = await member.request.post(`${origins.web}/api/auth/login`, {
        headers: { origin: origins.web },
        data: { emailOrUsername: 'demo', password: 'Demo1234' },
      });
      if (!signedIn.ok()) throw new Refusal(`The demo account cannot sign in: ${signedIn.status()}`);
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
});
