import {
  CHROMIUM_ARGS as BASE_ARGS,
  findChromium,
  findHeadlessShell,
} from '../../../../scripts/lib/chromium.mjs';

const { CHROMIUM_PATH: named, HEADLESS_SHELL_PATH: shell } = process.env;

/** Path of the browser, set by scripts/test.mjs. Without it the browser tests are skipped. */
export const chromiumPath: string | undefined = named === undefined ? findChromium() : named || undefined;
/** Path of the browser for pages that need no preferences, set likewise. */
export const shellPath: string | undefined =
  shell ?? (named === undefined ? findHeadlessShell() : undefined) ?? chromiumPath;

/**
 * Chromium uses only the last `--disable-features` list. These are Playwright's own, which keep pages behaving as
 * usual.
 */
const OFF_IN_PLAYWRIGHT = [
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
];

/** Chromium's hidden pages in each window. Drawing them takes over a third of the time to open a page. */
const OFF_IN_WINDOWS = [
  'PreloadTopChromeWebUI',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'WebUIOmniboxPopup',
  // a process for a page that is never opened
  'SpareRendererForSitePerProcess',
];

export const CHROMIUM_ARGS = [
  ...BASE_ARGS,
  `--disable-features=${[...OFF_IN_PLAYWRIGHT, ...OFF_IN_WINDOWS].join(',')}`,
];
