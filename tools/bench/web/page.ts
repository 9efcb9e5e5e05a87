import { setTimeout as pause } from 'node:timers/promises';
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
    // Caddy's own certificate
    args: [...CHROMIUM_ARGS, '--ignore-certificate-errors'],
  });

export type SignedIn = Awaited<ReturnType<BrowserContext['storageState']>>;

/** Signs in as the demo account, for the app; the floor is on the same host and shares the cookies. */
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
  /** Waits until no request is open for a second, except streams of events. @returns the number of requests */
  settled(): Promise<number>;
  close(): Promise<void>;
}

interface VisitOptions {
  screen: Screen;
  /** Throttles CPU and network. */
  slow: boolean;
  /** Seed of the order of the posts, by which the app draws no posts into its page. */
  seed?: number;
}

/** Opens an empty page with a cold cache and the recorder. */
export async function visit(browser: Browser, state: SignedIn, options: VisitOptions): Promise<Visit> {
  const { screen, slow, seed } = options;
  const context = await browser.newContext({
    ...SCREENS[screen],
    storageState: state,
    serviceWorkers: 'block',
  });
  // tsx wraps functions with a helper that pages lack
  await context.addInitScript('globalThis.__name = (named) => named');
  await context.addInitScript(record);
  if (seed !== undefined)
    await context.addInitScript((order) => sessionStorage.setItem('feed-seed', order), String(seed));
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  // CPU time of the thread, without waits for other programs
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  await session.send('Network.enable');
  const settled = watchRequests(session);
  if (slow) {
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
    settled,
    close: () => context.close(),
  };
}

/** The seed of the posts that the web server drew into the page; `undefined` if it came without, or hid them. */
export const seedOf = (page: Page): Promise<number | undefined> =>
  page.evaluate(() => {
    if (document.documentElement.dataset['plain'] !== undefined) return undefined;
    const drawn = document.querySelector<HTMLMetaElement>('meta[name=drawn]')?.content ?? '{}';
    return (JSON.parse(drawn) as { seed?: number }).seed;
  });

const QUIET_MS = 1000;
const PATIENCE_MS = 60_000;

/** Counts the requests of a page. Interception would delay them and turn off the cache. */
function watchRequests(session: CDPSession): () => Promise<number> {
  const open = new Set<string>();
  let count = 0;
  let changedAt = performance.now();
  session.on('Network.requestWillBeSent', ({ requestId, type, request }) => {
    if (type === 'EventSource' || request.url.endsWith('/events') || !request.url.startsWith('http')) return;
    if (!open.has(requestId)) count += 1;
    open.add(requestId);
    changedAt = performance.now();
  });
  const end = ({ requestId }: { requestId: string }) => {
    if (open.delete(requestId)) changedAt = performance.now();
  };
  session.on('Network.loadingFinished', end);
  session.on('Network.loadingFailed', end);
  return async () => {
    const deadline = performance.now() + PATIENCE_MS;
    while (open.size > 0 || performance.now() - changedAt < QUIET_MS) {
      if (performance.now() > deadline) throw new Error(`${open.size} requests did not end`);
      await pause(100);
    }
    return count;
  };
}
