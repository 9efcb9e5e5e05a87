import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { root } from './settings.mjs';
import { Refusal, say } from './say.mjs';

/** Path of turbo's launcher in the installed packages. */
export const turboBin = () =>
  join(dirname(createRequire(join(root, 'package.json')).resolve('turbo/package.json')), 'bin/turbo');

/** Runs turbo with these arguments as a step of the supervisor; returns its exit code. */
export const turbo = (supervisor, args, { env = process.env, ...options } = {}) =>
  // turbo's own options first: arguments after `--` are for the tasks
  supervisor.run(process.execPath, [turboBin(), '--no-update-notifier', '--ui=stream', ...args], {
    env: { ...env, TURBO_TELEMETRY_DISABLED: '1' },
    ...options,
  });

/** Builds missing and outdated packages in dependency order; turbo detects which are fresh. */
export async function ensureBuilt(supervisor, filters = [], env = process.env) {
  say('Building what changed …');
  const code = await turbo(
    supervisor,
    ['run', 'build', '--output-logs=errors-only', ...filters.map((name) => `--filter=${name}`)],
    { env, quiet: true },
  );
  if (code !== 0) throw new Refusal('The build failed; see the lines above.');
}
