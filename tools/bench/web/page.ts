import type { Browser, BrowserContext, BrowserContextOptions, CDPSession, Page } from 'playwright-core';
import { chromium } from 'playwright-core';
import { CHROMIUM_ARGS } from '../../../scripts/lib/chromium.mjs';
import { record, type Recorded } from './recorder.js';

/** The measured screens: a phone with a pixel ratio of 3, and a desktop. */
export const SCREENS = {
  phone: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 3, isMobile: true, hasTouch: true },
  desktop: { viewport: { width: 1440, height: 900 } },
} satisfies Record<string, BrowserContextOptions>;
export type Screen = keyof typeof SCREENS;

export const CPU_SLOWED = 4;
/** "Fast 3G" as in the browser's developer tools: 1.44 Mbit/s down, 0.68 up, 562 ms. */
const SLOW_NETWORK = {
  offline: false,
  latency: 562.5,
  downloadThroughput: 180_000,
  uploadThroughput: 84_375,
};

export const launch = (): Promise<Browser> =>
  chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] || '/usr/bin/chromium',
    args: CHROMIUM_ARGS,
  });

export type SignedIn = Awaited<ReturnType<BrowserContext['storageState']>>;

/**
 * Signs in as the demo account, for the app; the floor is on the same host and shares the cookies. Sets the time of
 * the last session check back by five minutes, so that the app fetches the session again.
 */
export async function signIn(browser: Browser, app: string): Promise<SignedIn> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${app}/i/account/login`);
  const form = page.getByRole('form', { name: 'Sign In' });
  await form.getByLabel('Email or Username').fill('demo');
  await form.getByLabel('Password', { exact: true }).fill('Demo1234');
  await form.getByRole('button', { name: 'Sign In' }).click();
  await page.waitForURL(`${app}/home`);
  await page.locator('article').first().waitFor();
  await page.goto('about:blank');
  const state = await context.storageState();
  await context.close();
  for (const { localStorage } of state.origins) {
    for (const item of localStorage)
      item.value = item.value.replace(/"lastAuthCheck":\d+/, () => `"lastAuthCheck":${Date.now() - 300_000}`);
  }
  return state;
}

export interface Visit {
  page: Page;
  viewport: { width: number; height: number };
  session: CDPSession;
  recorded(): Promise<Recorded>;
  /** Chromium's own metrics: durations in seconds, bytes, counts. */
  metrics(): Promise<Record<string, number>>;
  /** Bytes of the JavaScript heap after garbage collection. */
  heap(): Promise<number>;
  close(): Promise<void>;
}

interface VisitOptions {
  screen: Screen;
  /** Throttles CPU and network. */
  slow: boolean;
  /** Seed of the order of the posts. */
  seed: number;
}

/** Opens an empty page with a cold cache and the recorder. */
export async function visit(browser: Browser, state: SignedIn, options: VisitOptions): Promise<Visit> {
  const { screen, slow, seed } = options;
  const context = await browser.newContext({
    ...SCREENS[screen],
    storageState: state,
    serviceWorkers: 'block',
  });
  // an open stream would keep the network from being idle; this response stops it
  await context.route('**/api/notifications/events', (route) => route.fulfill({ status: 204 }));
  // tsx wraps functions with a helper that pages lack
  await context.addInitScript('globalThis.__name = (named) => named');
  await context.addInitScript(record);
  await context.addInitScript((order) => sessionStorage.setItem('feed-seed', order), String(seed));
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  // CPU time of the thread, without waits for other programs
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  if (slow) {
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', SLOW_NETWORK);
    await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWED });
  }
  const metrics = async () => {
    const { metrics: found } = await session.send('Performance.getMetrics');
    return Object.fromEntries(found.map(({ name, value }) => [name, value]));
  };
  return {
    page,
    viewport: SCREENS[screen].viewport,
    session,
    recorded: () => page.evaluate(() => (window as unknown as { __recorded: Recorded }).__recorded),
    metrics,
    heap: async () => {
      // twice: objects released by finalizers are collected the second time
      await session.send('HeapProfiler.collectGarbage');
      await session.send('HeapProfiler.collectGarbage');
      return (await metrics())['JSHeapUsedSize'] ?? Number.NaN;
    },
    close: () => context.close(),
  };
}
