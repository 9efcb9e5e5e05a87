// npm run seed -- --posts N: N generated posts into the configured database, streaming.
import './lib/check-node.mjs';
import { parseArgs } from 'node:util';
import { ensureBuilt } from './lib/build.mjs';
import { openDatabase } from './lib/database.mjs';
import { runDemo } from './lib/demo.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { requireWritable } from './lib/preflight.mjs';
import { wholeNumber } from './lib/say.mjs';
import { readSettings } from './lib/settings.mjs';
import { command } from './lib/supervisor.mjs';

await command(async (supervisor) => {
  const settings = readSettings();
  const { values } = parseArgs({ options: { posts: { type: 'string', default: '2000' } } });
  const posts = wholeNumber('posts', values.posts, 1);
  requireWritable(settings.dataDir);
  await ensureInstalled(supervisor);
  await ensureBuilt(supervisor, ['@social-feed/demo...']);
  const uri = await openDatabase(supervisor, settings);
  await supervisor.shutdown(await runDemo(supervisor, settings.childEnv(uri), ['--posts', String(posts)]));
});
