/** Path of the browser, given by scripts/test.mjs; without one the browser tests count as skipped. */
export const chromiumPath: string | undefined =
  process.env['CHROMIUM_PATH'] === undefined
    ? '/usr/bin/chromium'
    : process.env['CHROMIUM_PATH'] || undefined;

/** Of two lists the last counts: these are Playwright's own, without which a page behaves otherwise. */
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

/** What Chromium draws in pages of its own in each window, for nobody: over a third of the time of an opened page. */
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
