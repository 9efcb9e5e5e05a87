import { join } from 'node:path';
import { ensureBuilt } from './build.mjs';
import { openDatabase } from './database.mjs';
import { ensureInstalled } from './install.mjs';
import { requireWritable } from './preflight.mjs';
import { readSettings, root } from './settings.mjs';
import { command } from './supervisor.mjs';

/** Runs a program of the built API on the configured database and ends with its exit code. */
export const runApiProgram = (program, args) =>
  command(async (supervisor) => {
    const settings = readSettings();
    requireWritable(settings.dataDir);
    await ensureInstalled(supervisor);
    await ensureBuilt(supervisor, ['@social-feed/api...']);
    const env = settings.childEnv(await openDatabase(supervisor, settings));
    const path = join(root, 'apps/api/dist', program);
    await supervisor.shutdown(await supervisor.run(process.execPath, [path, ...args], { env }));
  });
