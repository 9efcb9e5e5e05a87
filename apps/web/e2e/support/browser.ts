import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
} from 'playwright-core';
import { WARM_UP } from '../../src/lib/warm-up.js';
import { CHROMIUM_ARGS, shellPath } from './chromium.js';
import { noteCalls, tellOnFailure } from './page-report.js';

let running: Promise<Browser> | undefined;

/**
 * Launches the worker's only browser, which closes with the worker: a start costs as much as a page. Tests close
 * their pages.
 */
export const launch = async (): Promise<Browser> => {
  if (shellPath === undefined) throw new Error('There is no Chromium');
  const browser = await running?.catch(() => undefined);
  if (browser?.isConnected()) return browser;
  running = chromium.launch({ executablePath: shellPath, args: CHROMIUM_ARGS });
  return running;
};

/** Closes all pages left open by a file, so that they do not slow the next one. */
export const closePages = async (browser: Browser | undefined): Promise<void> => {
  for (const context of browser?.contexts() ?? []) await context.close();
};

/** A page with its errors that users would not see. */
export interface WatchedPage {
  page: Page;
  context: BrowserContext;
  /** Console errors, uncaught exceptions and violations of the Content-Security-Policy, in order. */
  problems: string[];
  /** The page's cumulative layout shift so far: every shift without recent input. */
  layoutShift: () => Promise<number>;
  close(): Promise<void>;
}

/** Runs in the page before its own scripts. */
const observe = () => {
  const seen = { shift: 0 };
  Object.assign(window, { __seen: seen });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & {
      value: number;
      hadRecentInput: boolean;
    })[]) {
      if (!entry.hadRecentInput) seen.shift += entry.value;
    }
  }).observe({ type: 'layout-shift', buffered: true });
  document.addEventListener('securitypolicyviolation', (event) => {
    // an uncaught error reaches the test even if the page navigates away
    reportError(new Error(`CSP violation: ${event.violatedDirective} blocked ${event.blockedURI}`));
  });
};

/** Chromium logs these answers as errors, although the app expects and handles them. */
const EXPECTED = /Failed to load resource: the server responded with a status of (401|404)/;

/** Options of a page. */
export interface PageOptions extends BrowserContextOptions {
  /** Whether feeds preload the code that clicks will need: a tenth of what it costs to open one. Off by default. */
  warmUp?: boolean;
}

/** Runs in the page before its own scripts. */
const ignoreEvent = (name: string) =>
  window.addEventListener(name, (event) => event.stopImmediatePropagation(), { capture: true });

/** A page that has stopped drawing never ends a wait for a frame, and Playwright waits for a script without end. */
const ANSWERS_WITHIN_MS = 60_000;

/** Makes `page.evaluate` reject after a minute, with the line that called it. `vitest.config.ts` knows the message. */
function boundScripts(page: Page): void {
  const evaluate = page.evaluate.bind(page) as (...args: unknown[]) => Promise<unknown>;
  page.evaluate = (async (...args: unknown[]) => {
    const late = new Error('The page does not answer');
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise((_resolve, reject) => {
      timer = setTimeout(() => reject(late), ANSWERS_WITHIN_MS);
    });
    return Promise.race([evaluate(...args), timeout]).finally(() => clearTimeout(timer));
  }) as Page['evaluate'];
}

/** With data saver on, pages do not arrive with posts: tests may fake the feed, and press what the app has drawn. */
const PLAIN = { 'save-data': 'on' };

/**
 * Opens a page in a new context, under reduced motion, and records its errors. The service worker is off by default,
 * since requests through it cannot be faked.
 */
export async function openPage(
  browser: Browser,
  { warmUp = false, ...options }: PageOptions = {},
): Promise<WatchedPage> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    serviceWorkers: 'block',
    reducedMotion: 'reduce',
    extraHTTPHeaders: PLAIN,
    ...options,
  });
  const page = await context.newPage();
  noteCalls(page);
  boundScripts(page);
  const problems: string[] = [];
  page.on('console', (message) => {
    if (message.type() !== 'error' || EXPECTED.test(message.text())) return;
    problems.push(`${message.text()} (${message.location().url})`);
  });
  page.on('pageerror', (error) => problems.push(`uncaught: ${error.stack ?? error.message}`));
  await context.addInitScript(observe);
  if (!warmUp) await context.addInitScript(ignoreEvent, WARM_UP);
  return {
    page,
    context,
    problems,
    layoutShift: () => page.evaluate(() => (window as unknown as { __seen: { shift: number } }).__seen.shift),
    close: async () => {
      await tellOnFailure(page);
      await context.close();
    },
  };
}
