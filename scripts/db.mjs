// npm run db -- --port N --dbpath DIR: the embedded MongoDB alone.
import './lib/check-node.mjs';
import { join, resolve } from 'node:path';
import { ensureBuilt } from './lib/build.mjs';
import { DATABASE_PROGRAM } from './lib/database.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { requireFreePort, requireWritable } from './lib/preflight.mjs';
import { main, numberOption, option, Refusal } from './lib/say.mjs';
import { readSettings } from './lib/settings.mjs';
import { supervised } from './lib/supervisor.mjs';

await main(async () => {
  const { dataDir } = readSettings();
  const port = numberOption('port', { minimum: 1, fallback: 27017 });
  if (port > 65_535) throw new Refusal(`--port must be at most 65535, and ${port} is not.`);
  // relative to where npm was called, as people expect of a path that they type
  const folder = resolve(process.env.INIT_CWD ?? '.', option('dbpath') ?? join(dataDir, 'db'));
  await requireFreePort(port, '--port');
  requireWritable(folder);
  await supervised(async (supervisor) => {
    await ensureInstalled(supervisor);
    await ensureBuilt(supervisor, ['@social-feed/embedded-mongo...']);
    await supervisor.service(
      'The database',
      [
        DATABASE_PROGRAM,
        '--port',
        String(port),
        '--dbpath',
        folder,
        '--bind_ip',
        option('bind_ip') ?? '127.0.0.1',
      ],
      { env: process.env },
    );
  });
});
