/** Path of the browser, given by scripts/test.mjs; without one the browser tests count as skipped. */
export const chromiumPath: string | undefined =
  process.env['CHROMIUM_PATH'] === undefined
    ? '/usr/bin/chromium'
    : process.env['CHROMIUM_PATH'] || undefined;

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
];
