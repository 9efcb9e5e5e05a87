// npm run faults [-- db|api]: tests faults of the embedded database and the API: kills, a full disk, an unavailable
// database, ten times the load.
import '../scripts/lib/check-node.mjs';
import { join } from 'node:path';
import { ensureBuilt } from '../scripts/lib/build.mjs';
import { ensureInstalled, npmCommand } from '../scripts/lib/install.mjs';
import { Refusal } from '../scripts/lib/say.mjs';
import { root } from '../scripts/lib/settings.mjs';
import { command } from '../scripts/lib/supervisor.mjs';

const [npm, npmArgs] = npmCommand();
/** Programs with their first arguments. */
const PROGRAMS = {
  db: [npm, [...npmArgs, 'run', 'faults', '--silent', '--workspace', 'packages/embedded-mongo', '--']],
  api: [process.execPath, ['--conditions=source', '--import', 'tsx', join(root, 'tools/faults/main.ts')]],
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
    const [program, first] = PROGRAMS[name];
    const code = await supervisor.run(program, [...first, ...args.filter((argument) => argument !== named)], {
      env: { ...process.env, TEST_BUILT: '1' },
      shell: program === 'npm' && process.platform === 'win32',
    });
    if (code !== 0) await supervisor.shutdown(1);
  }
  await supervisor.shutdown(0);
});
