// npm run bench [-- feed]: runs the benchmarks of tools/bench, all of them unless some are named.
import '../scripts/lib/check-node.mjs';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBuilt } from '../scripts/lib/build.mjs';
import { ensureInstalled } from '../scripts/lib/install.mjs';
import { requireWritable } from '../scripts/lib/preflight.mjs';
import { Refusal } from '../scripts/lib/say.mjs';
import { readSettings, root } from '../scripts/lib/settings.mjs';
import { command } from '../scripts/lib/supervisor.mjs';
import { testEnvironment } from '../scripts/lib/test-database.mjs';

await command(async (supervisor) => {
  const { dataDir } = readSettings();
  requireWritable(dataDir);
  const folder = join(root, 'tools/bench');
  const all = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(join(folder, entry.name, 'main.ts')))
    .map((entry) => entry.name);
  const args = process.argv.slice(2);
  // names come first; the first option and everything after it is passed to the benchmark
  const firstOption = args.findIndex((argument) => argument.startsWith('--'));
  const named = firstOption < 0 ? args : args.slice(0, firstOption);
  const options = firstOption < 0 ? [] : args.slice(firstOption);
  const unknown = named.find((name) => !all.includes(name));
  if (unknown) throw new Refusal(`There is no benchmark "${unknown}"; there are: ${all.join(', ')}.`);

  await ensureInstalled(supervisor);
  const chosen = named.length > 0 ? named : all;
  await ensureBuilt(supervisor, [
    '@social-feed/demo...',
    ...(chosen.includes('web') ? ['@social-feed/web...'] : []),
  ]);
  for (const name of chosen) {
    const code = await supervisor.run(
      process.execPath,
      ['--import', 'tsx', join(folder, name, 'main.ts'), ...options],
      { env: { ...testEnvironment(process.env), DATA_DIR: dataDir } },
    );
    if (code !== 0) await supervisor.shutdown(1);
  }
  await supervisor.shutdown(0);
});
