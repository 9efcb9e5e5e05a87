import { chromium } from 'playwright-core';
import { CHROMIUM_ARGS, findChromium } from '../lib/chromium.mjs';
import { Refusal } from '../lib/say.mjs';
import { readSettings } from '../lib/settings.mjs';

/** Launches a browser for the running `npm start`; refuses if either is missing. */
export async function openProduct() {
  const { origins } = readSettings();
  const reached = await fetch(`${origins.web}/api/health`).catch(() => undefined);
  if (!reached?.ok) throw new Refusal(`Nothing answers at ${origins.web}. Run npm start first.`);
  const executablePath = findChromium();
  if (!executablePath) throw new Refusal('Found no Chromium or Chrome. CHROMIUM_PATH can name one.');
  const args = [...CHROMIUM_ARGS, '--hide-scrollbars'];
  return { origins, browser: await chromium.launch({ executablePath, args }) };
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
