// npm run dev: runs turbo dev after installing missing packages. apps/api's task starts the database and adds demo
// data (dev-api.mjs).
import './lib/check-node.mjs';
import { turbo } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { command } from './lib/supervisor.mjs';

await command(async (supervisor) => {
  await ensureInstalled(supervisor);
  await supervisor.shutdown(await turbo(supervisor, ['run', 'dev', '--output-logs=full'], { stays: true }));
});
