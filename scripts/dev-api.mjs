// The dev task of apps/api: starts the database, adds demo data if it is empty, and runs the API, which is replaced
// after each change. All run from source, so nothing is built. Vite serves the web app; `npx turbo dev` runs both.
import './lib/check-node.mjs';
import { join } from 'node:path';
import { openDatabase } from './lib/database.mjs';
import { requireFreePort, requireWritable } from './lib/preflight.mjs';
import { say } from './lib/say.mjs';
import { seedWhenEmpty } from './lib/demo.mjs';
import { readSettings, root } from './lib/settings.mjs';
import { command } from './lib/supervisor.mjs';
import { waitForAnswer } from './lib/wait-for.mjs';

await command(async (supervisor) => {
  const settings = readSettings();
  const { apiPort, webPort, dataDir, origins, local } = settings;
  await requireFreePort(apiPort, 'API_PORT');
  requireWritable(dataDir);

  const env = settings.childEnv(await openDatabase(supervisor, settings, { fromSource: true }));
  await seedWhenEmpty(supervisor, env, { fromSource: true });
  await supervisor.service('The API', [join(root, 'scripts/dev-api-server.mjs')], { env });
  await waitForAnswer('The API', `${local.api}/health`, { supervisor });
  // Vite is turbo's other task and may start later or not at all; without WEB_HOST it listens on this machine's
  // localhost
  const web = process.env.WEB_HOST?.trim() ? local.web : `http://localhost:${webPort}`;
  await waitForAnswer('The web app', `${web}/`, { supervisor, seconds: Infinity });
  if (!supervisor.stopping()) say(`Ready: web ${origins.web} api ${origins.api}`);
});
