import { basename, join } from 'node:path';
import { ensureBuilt } from './build.mjs';
import { openDatabase } from './database.mjs';
import { ensureInstalled } from './install.mjs';
import { requireWritable } from './preflight.mjs';
import { readSettings, root } from './settings.mjs';
import { command } from './supervisor.mjs';

/**
 * Runs a built program of a workspace on the configured database and exits with its exit code.
 * @param {string} folder of the workspace, such as `apps/api`
 * @param {string} program its file in `dist`
 * @param {() => string[]} readArgs returns its arguments; called first, so that invalid arguments are reported at
 *   once
 */
export const runProgram = (folder, program, readArgs) =>
  command(async (supervisor) => {
    const settings = readSettings();
    const args = readArgs();
    requireWritable(settings.dataDir);
    await ensureInstalled(supervisor);
    await ensureBuilt(supervisor, [`@social-feed/${basename(folder)}...`]);
    const env = settings.childEnv(await openDatabase(supervisor, settings));
    const path = join(root, folder, 'dist', program);
    await supervisor.shutdown(await supervisor.run(process.execPath, [path, ...args], { env }));
  });
