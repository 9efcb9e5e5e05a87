import { join } from 'node:path';
import { Refusal } from './say.mjs';
import { root } from './settings.mjs';

/** Runs the seed command (packages/demo/src/seed) on the database of `env`; answers its exit code. */
export const runDemo = (supervisor, env, args) =>
  supervisor.run(process.execPath, [join(root, 'packages/demo/dist/seed/main.js'), ...args], { env });

/** Writes the demo set when the database has no user yet, or completes one that was interrupted. */
export async function seedWhenEmpty(supervisor, env) {
  if ((await runDemo(supervisor, env, ['--if-empty'])) !== 0) {
    throw new Refusal('The demo data could not be written; see the lines above.');
  }
}
