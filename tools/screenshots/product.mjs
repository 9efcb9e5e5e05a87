import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { CHROMIUM_ARGS, findChromium } from '../../scripts/lib/chromium.mjs';
import { requireWritable } from '../../scripts/lib/preflight.mjs';
import { Refusal, say } from '../../scripts/lib/say.mjs';
import { readSettings, root } from '../../scripts/lib/settings.mjs';

/**
 * Launches a browser for the running `npm start`, which it starts if nothing answers; refuses without a browser.
 * `folder` is an existing one for pictures.
 */
export async function openProduct(supervisor) {
  const { origins, dataDir } = readSettings();
  const executablePath = findChromium();
  if (!executablePath) throw new Refusal('Found no Chromium or Chrome. CHROMIUM_PATH can name one.');
  requireWritable(dataDir);
  const folder = join(dataDir, 'screenshots');
  mkdirSync(folder, { recursive: true });
  const reached = await fetch(`${origins.web}/api/health`).catch(() => undefined);
  if (!reached?.ok) {
    say(`Nothing answers at ${origins.web}: starting it.`);
    const start = join(root, 'scripts/start.mjs');
    await supervisor.service('npm start', [start], { env: process.env, ready: /^Ready: / });
  }
  const args = [...CHROMIUM_ARGS, '--hide-scrollbars'];
  return { origins, folder, browser: await chromium.launch({ executablePath, args }) };
}

/** A browser context signed in as the demo account. */
export async function signedIn(browser, origins, options) {
  const context = await browser.newContext(options);
  const response = await context.request.post(`${origins.web}/api/auth/login`, {
    headers: { origin: origins.web },
    data: { emailOrUsername: 'demo', password: 'Demo1234' },
  });
  if (!response.ok()) throw new Refusal(`The demo account cannot sign in: ${response.status()}`);
  return context;
}
