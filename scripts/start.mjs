// npm start: database, demo data on first start, API and built web app.
import './lib/check-node.mjs';
import { join } from 'node:path';
import { ensureBuilt } from './lib/build.mjs';
import { openDatabase, runningDatabase } from './lib/database.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { requireFreePort, requireWritable } from './lib/preflight.mjs';
import { Refusal, say } from './lib/say.mjs';
import { demoLine, seedWhenEmpty } from './lib/demo.mjs';
import { readSettings, root } from './lib/settings.mjs';
import { command } from './lib/supervisor.mjs';
import { waitForAnswer } from './lib/wait-for.mjs';

await command(async (supervisor) => {
  const settings = readSettings();
  const { apiPort, webPort, dataDir, origins, local } = settings;
  await requireFreePort(apiPort, 'API_PORT');
  await requireFreePort(webPort, 'WEB_PORT');
  requireWritable(dataDir);
  if (!settings.mongoUri && (await runningDatabase(dataDir))) {
    throw new Refusal(
      `Another start already uses the data folder ${dataDir}; stop it or set DATA_DIR to another.`,
    );
  }

  await ensureInstalled(supervisor);
  await ensureBuilt(supervisor);
  const uri = await openDatabase(supervisor, settings);
  const env = settings.childEnv(uri);

  await seedWhenEmpty(supervisor, env);

  const logs = join(dataDir, 'logs');
  await supervisor.service('The API', [join(root, 'apps/api/dist/main.js')], {
    env,
    log: join(logs, 'api.log'),
  });
  await supervisor.service('The web server', [join(root, 'apps/web/dist-server/main.js')], {
    env: { ...env, API_TARGET: local.api },
    log: join(logs, 'web.log'),
  });
  await waitForAnswer('The API', `${local.api}/health`, { supervisor });
  await waitForAnswer('The web server', `${local.web}/`, { supervisor });
  if (supervisor.stopping()) return;
  say(`Logs are in ${logs}. ${demoLine(env)}Ctrl-C stops everything.`);
  say(`Ready: web ${origins.web} api ${origins.api}`);
});
