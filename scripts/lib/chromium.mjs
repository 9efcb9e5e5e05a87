import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { say } from './say.mjs';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
const SHELL = 'chromium-headless-shell';
const ELSEWHERE = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

const runnable = (path) => {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

const onPath = (name) =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .filter(Boolean)
    .map((folder) => join(folder, name))
    .find(runnable);

/** Headless, without calls to Google's services, and without a sandbox, since CI runs as root. */
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

/** Path of an installed Chromium or Chrome (`CHROMIUM_PATH` first), or undefined. */
export function findChromium() {
  const named = process.env.CHROMIUM_PATH;
  if (named) return runnable(named) ? named : undefined;
  for (const name of NAMES) {
    const found = onPath(name);
    if (found) return found;
  }
  return ELSEWHERE.find((path) => existsSync(path));
}

/**
 * Path of an installed Chromium without windows, or undefined. A page in it takes three quarters of the processor
 * time, but it has no profile, and so no preferences.
 */
export const findHeadlessShell = () => onPath(SHELL);

/** Installs a package on Debian as root; does nothing elsewhere. */
async function installPackage(supervisor, name, why) {
  const root = process.getuid?.() === 0;
  if (!root || spawnSync('apt-get', ['--version']).status !== 0) return;
  say(`Installing ${name} for ${why} …`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  await supervisor.run('apt-get', ['update', '-qq'], { env });
  await supervisor.run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], { env });
}

/**
 * Finds the browsers for the browser tests; on Debian as root, installs them if missing.
 * @returns CHROMIUM_PATH and HEADLESS_SHELL_PATH; '' without a browser. A Chromium that the user named serves as both.
 */
export async function ensureChromium(supervisor) {
  const named = process.env.CHROMIUM_PATH;
  if (!findChromium()) await installPackage(supervisor, 'chromium', 'the browser tests');
  if (!named && !findHeadlessShell()) await installPackage(supervisor, SHELL, 'the browser tests');
  const chromium = findChromium() ?? '';
  return { CHROMIUM_PATH: chromium, HEADLESS_SHELL_PATH: (!named && findHeadlessShell()) || chromium };
}

/** Whether Caddy is available for the tests behind it; installed like Chromium if missing. */
export async function ensureCaddy(supervisor) {
  if (onPath('caddy')) return true;
  await installPackage(supervisor, 'caddy', 'the tests behind it');
  return onPath('caddy') !== undefined;
}
