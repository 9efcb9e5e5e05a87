import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const { version } = createRequire(import.meta.url)('../../../../package.json') as { version: string };

/** What runs: the version, and the commit with its date if they are known. */
export interface Version {
  version: string;
  commit: string | null;
  versionDate: string | null;
}
type Source = Pick<Version, 'commit' | 'versionDate'>;

let ofClone: Source | undefined;

/** Returns the commit of a clone. It is read once, since the code that runs does not change. */
function sourceOfClone(): Source {
  try {
    const read = ['log', '-1', '--format=%H %cI'];
    // Only a clone of this repository, not one around it.
    const env = { ...process.env, GIT_CEILING_DIRECTORIES: dirname(root.replace(/\/$/, '')) };
    const text = execFileSync('git', read, {
      cwd: root,
      env,
      stdio: ['ignore', 'pipe', 'ignore'],
      timeout: 2000,
    });
    const [, commit, date] = /^([\da-f]{40,64}) (\S+)\n$/.exec(text.toString()) ?? [];
    if (commit !== undefined && date !== undefined)
      return { commit, versionDate: new Date(date).toISOString() };
  } catch {
    // no git, or no clone
  }
  return { commit: null, versionDate: null };
}

/** @param source from the build; without it, of the clone from which this runs */
export const currentVersion = (source: Source): Version =>
  source.commit !== null ? { version, ...source } : { version, ...(ofClone ??= sourceOfClone()) };
