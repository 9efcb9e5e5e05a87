// npm run dev: the same as npm start with hot reload, through turbo dev.
import './lib/check-node.mjs';
import { ensureBuilt, turbo } from './lib/build.mjs';
import { openDatabase } from './lib/database.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { requireFreePort, requireWritable } from './lib/preflight.mjs';
import { main, say } from './lib/say.mjs';
import { seedWhenEmpty } from './lib/demo.mjs';
import { readSettings } from './lib/settings.mjs';
import { supervised } from './lib/supervisor.mjs';
import { waitForAnswer } from './lib/wait-for.mjs';

await main(async () => {
  const settings = readSettings();
  const { apiPort, webPort, dataDir, origins } = settings;
  await requireFreePort(apiPort, 'API_PORT');
  await requireFreePort(webPort, 'WEB_PORT');
  requireWritable(dataDir);

  await supervised(async (supervisor) => {
    await ensureInstalled(supervisor);
    await ensureBuilt(supervisor, ['@social-feed/api...']);
    const uri = await openDatabase(supervisor, settings);
    const env = {
      ...settings.childEnv(uri),
      FORCE_COLOR: process.stdout.isTTY ? '1' : '0',
      // what the web server tells the built app, Vite tells the one in development
      VITE_PUBLIC_BROWSING: process.env.PUBLIC_BROWSING ?? '',
    };
    await seedWhenEmpty(supervisor, env);

    const development = turbo(supervisor, ['run', 'dev', '--output-logs=full'], { env });
    const ready = Promise.all([
      waitForAnswer('The API', `http://127.0.0.1:${apiPort}/health`, { supervisor }),
      waitForAnswer('The web server', `http://localhost:${webPort}/`, { supervisor }),
    ]).then(() => supervisor.stopping() || say(`Ready: web ${origins.web} api ${origins.api}`));
    const code = await Promise.race([development, ready.then(() => development)]);
    process.stderr.write(`turbo dev ended with exit code ${code}; stopping the rest.\n`);
    await supervisor.shutdown(1);
  });
});
