// npm run seed -- --posts N: N generated posts into the configured database, streaming.
import './lib/check-node.mjs';
import { ensureBuilt } from './lib/build.mjs';
import { openDatabase } from './lib/database.mjs';
import { runDemo } from './lib/demo.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { requireWritable } from './lib/preflight.mjs';
import { main, numberOption } from './lib/say.mjs';
import { readSettings } from './lib/settings.mjs';
import { supervised } from './lib/supervisor.mjs';

await main(async () => {
  const settings = readSettings();
  const posts = numberOption('posts', { minimum: 1, fallback: 2000 });
  requireWritable(settings.dataDir);
  await supervised(async (supervisor) => {
    await ensureInstalled(supervisor);
    await ensureBuilt(supervisor, ['@social-feed/demo...']);
    const uri = await openDatabase(supervisor, settings);
    await supervisor.shutdown(await runDemo(supervisor, settings.childEnv(uri), ['--posts', String(posts)]));
  });
});
