/** Path of the browser, set by scripts/test.mjs. Without it the browser tests are skipped. */
export const chromiumPath: string | undefined =
  process.env['CHROMIUM_PATH'] === undefined
    ? '/usr/bin/chromium'
    : process.env['CHROMIUM_PATH'] || undefined;

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

/** Headless, without the services that would call out, and without a sandbox since CI runs as root. */
export const CHROMIUM_ARGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-dev-shm-usage',
  `--disable-features=${[...OFF_IN_PLAYWRIGHT, ...OFF_IN_WINDOWS].join(',')}`,
];
