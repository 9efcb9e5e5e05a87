import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
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

const NO_SOURCE: Source = { commit: null, versionDate: null };
let ofClone: Source | undefined;

/** Returns the commit of a clone. It is read once, since the code that runs does not change. */
function sourceOfClone(): Source {
  try {
    const read = ['log', '-1', '--format=%H %cI'];
    // Only a clone of this repository, not one around it.
    if (!existsSync(`${root}.git`)) return NO_SOURCE;
    const text = execFileSync('git', read, { cwd: root, stdio: ['ignore', 'pipe', 'ignore'], timeout: 2000 });
    const [, commit, date] = /^([\da-f]{40,64}) (\S+)\n$/.exec(text.toString()) ?? [];
    if (commit !== undefined && date !== undefined)
      return { commit, versionDate: new Date(date).toISOString() };
  } catch {
    // no git, or no clone
  }
  return NO_SOURCE;
}

/** @param source from the build; without it, of the clone from which this runs */
export const currentVersion = (source: Source): Version =>
  source.commit !== null ? { version, ...source } : { version, ...(ofClone ??= sourceOfClone()) };
