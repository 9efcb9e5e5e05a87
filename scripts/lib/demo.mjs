import { join } from 'node:path';
import { Refusal } from './say.mjs';
import { root } from './settings.mjs';

/** Writes the demo data if the database of `env` has no users yet, or completes an interrupted run. */
export async function seedWhenEmpty(supervisor, env) {
  const seed = join(root, 'packages/demo/dist/seed/main.js');
  if ((await supervisor.run(process.execPath, [seed, '--if-empty'], { env })) !== 0) {
    throw new Refusal('The demo data could not be written; see the lines above.');
  }
}
