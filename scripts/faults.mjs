// npm run faults [-- db|api]: tests faults of the embedded database and the API: kills, a full disk, an unavailable
// database, ten times the load.
import './lib/check-node.mjs';
import { join } from 'node:path';
import { ensureBuilt } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { Refusal } from './lib/say.mjs';
import { root } from './lib/settings.mjs';
import { command } from './lib/supervisor.mjs';

const PROGRAMS = {
  db: 'packages/embedded-mongo/src/testing/faults/main.ts',
  api: 'apps/api/src/testing/faults/main.ts',
};

await command(async (supervisor) => {
  const args = process.argv.slice(2);
  const named = args[0] !== undefined && !args[0].startsWith('--') ? args[0] : undefined;
  if (named !== undefined && !(named in PROGRAMS)) {
    throw new Refusal(`There are no faults for "${named}"; there are: ${Object.keys(PROGRAMS).join(', ')}.`);
  }
  await ensureInstalled(supervisor);
  await ensureBuilt(supervisor, ['@social-feed/api...', '@social-feed/embedded-mongo...']);
  for (const name of named === undefined ? Object.keys(PROGRAMS) : [named]) {
    const code = await supervisor.run(process.execPath, [
      '--conditions=source',
      '--import',
      'tsx',
      join(root, PROGRAMS[name]),
      ...args.filter((argument) => argument !== named),
    ]);
    if (code !== 0) await supervisor.shutdown(1);
  }
  await supervisor.shutdown(0);
});
