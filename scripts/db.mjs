// npm run db -- --port N --dbpath DIR: the embedded MongoDB alone.
import './lib/check-node.mjs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureBuilt } from './lib/build.mjs';
import { DATABASE_PROGRAM } from './lib/database.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { requireFreePort, requireWritable } from './lib/preflight.mjs';
import { Refusal, wholeNumber } from './lib/say.mjs';
import { readSettings } from './lib/settings.mjs';
import { command } from './lib/supervisor.mjs';

await command(async (supervisor) => {
  const { dataDir } = readSettings();
  const { values } = parseArgs({
    options: {
      port: { type: 'string', default: '27017' },
      dbpath: { type: 'string', default: join(dataDir, 'db') },
      bind_ip: { type: 'string', default: '127.0.0.1' },
    },
  });
  const port = wholeNumber('port', values.port, 1);
  if (port > 65_535) throw new Refusal(`--port must be at most 65535, and ${port} is not.`);
  // relative to the folder where npm was called, as users expect
  const folder = resolve(process.env.INIT_CWD ?? '.', values.dbpath);
  await requireFreePort(port, '--port');
  requireWritable(folder);
  await ensureInstalled(supervisor);
  await ensureBuilt(supervisor, ['@social-feed/embedded-mongo...']);
  await supervisor.service(
    'The database',
    [DATABASE_PROGRAM, '--port', String(port), '--dbpath', folder, '--bind_ip', values.bind_ip],
    { env: process.env },
  );
});
