import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './settings.mjs';
import { Refusal, say } from './say.mjs';

const readLock = (path) => JSON.parse(readFileSync(path, 'utf8')).packages ?? {};

/** Whether node_modules matches the lock file; packages for other platforms may be missing. */
export function isInstalled() {
  const hidden = join(root, 'node_modules/.package-lock.json');
  if (!existsSync(hidden)) return false;
  const wanted = readLock(join(root, 'package-lock.json'));
  const present = readLock(hidden);
  return Object.entries(wanted).every(([path, entry]) => {
    if (!path.includes('node_modules/')) return true;
    const found = present[path];
    if (!found) return Boolean(entry.optional || entry.devOptional || entry.peer);
    return found.version === entry.version;
  });
}

/** The npm that runs this script, or the one on the PATH. */
export const npmCommand = () => {
  const entry = process.env.npm_execpath;
  return entry && /\.c?js$/.test(entry) ? [process.execPath, [entry]] : ['npm', []];
};

/** Installs from the lock file if node_modules is missing or does not match it. */
export async function ensureInstalled(supervisor) {
  if (isInstalled()) return;
  say('Installing packages …');
  const [command, prefix] = npmCommand();
  const code = await supervisor.run(
    command,
    [...prefix, 'ci', '--no-audit', '--no-fund', '--loglevel=error'],
    { shell: command === 'npm' && process.platform === 'win32' },
  );
  if (code !== 0) {
    throw new Refusal('The packages could not be installed; see the lines above, then try again.');
  }
}
