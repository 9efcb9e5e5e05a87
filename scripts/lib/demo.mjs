import { join } from 'node:path';
import { Refusal } from './say.mjs';
import { root } from './settings.mjs';

const BUILT = [join(root, 'packages/demo/dist/seed/main.js')];
const SOURCE = ['--import', 'tsx', '--conditions=source', join(root, 'packages/demo/src/seed/main.ts')];

/**
 * Writes the demo data if the database of `env` has no users yet, or completes an interrupted run.
 * @param {{ fromSource?: boolean }} options whether to run the program from source, without a build
 */
export async function seedWhenEmpty(supervisor, env, { fromSource = false } = {}) {
  const args = [...(fromSource ? SOURCE : BUILT), '--if-empty'];
  if ((await supervisor.run(process.execPath, args, { env })) !== 0) {
    throw new Refusal('The demo data could not be written; see the lines above.');
  }
}

/** Names the account of the demo data for the terminal; empty if the settings turn them off, as in the API. */
export function demoLine(env) {
  const given = env.DEMO_DATA?.trim();
  const isOn = given ? /^(true|1|yes|on)$/i.test(given) : env.NODE_ENV?.trim() !== 'production';
  return isOn ? 'Sign in as demo / Demo1234. ' : '';
}
