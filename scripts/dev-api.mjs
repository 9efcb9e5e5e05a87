// The dev task of apps/api: starts the database, adds demo data if it is empty, and runs the API, which restarts on
// file changes. Vite serves the web app; `npx turbo dev` runs both.
import './lib/check-node.mjs';
import { join } from 'node:path';
import { openDatabase } from './lib/database.mjs';
import { requireFreePort, requireWritable } from './lib/preflight.mjs';
import { say } from './lib/say.mjs';
import { seedWhenEmpty } from './lib/demo.mjs';
import { readSettings, root } from './lib/settings.mjs';
import { command } from './lib/supervisor.mjs';
import { waitForAnswer } from './lib/wait-for.mjs';

const WATCH = ['--conditions=source', join(root, 'apps/api/src/main.ts')];

await command(async (supervisor) => {
  const settings = readSettings();
  const { apiPort, webPort, dataDir, origins, local } = settings;
  await requireFreePort(apiPort, 'API_PORT');
  requireWritable(dataDir);

  const env = settings.childEnv(await openDatabase(supervisor, settings));
  await seedWhenEmpty(supervisor, env);
  const tsx = join(root, 'node_modules/tsx/dist/cli.mjs');
  await supervisor.service('The API', [tsx, 'watch', ...WATCH], { env });
  await waitForAnswer('The API', `${local.api}/health`, { supervisor });
  // Vite is turbo's other task and may start later or not at all; without WEB_HOST it listens on this machine's
  // localhost
  const web = process.env.WEB_HOST?.trim() ? local.web : `http://localhost:${webPort}`;
  await waitForAnswer('The web app', `${web}/`, { supervisor, seconds: Infinity });
  if (!supervisor.stopping()) say(`Ready: web ${origins.web} api ${origins.api}`);
});
