// npm run admin -- make|revoke|list|suspend|lift|log: admins, on the server only (docs/operations.md).
import './lib/check-node.mjs';
import { join } from 'node:path';
import { ensureBuilt } from './lib/build.mjs';
import { openDatabase } from './lib/database.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { requireWritable } from './lib/preflight.mjs';
import { main } from './lib/say.mjs';
import { readSettings, root } from './lib/settings.mjs';
import { supervised } from './lib/supervisor.mjs';

await main(async () => {
  const settings = readSettings();
  requireWritable(settings.dataDir);
  await supervised(async (supervisor) => {
    await ensureInstalled(supervisor);
    await ensureBuilt(supervisor, ['@social-feed/api...']);
    const uri = await openDatabase(supervisor, settings);
    const program = join(root, 'apps/api/dist/features/admin/main.js');
    const code = await supervisor.run(process.execPath, [program, ...process.argv.slice(2)], {
      env: settings.childEnv(uri),
    });
    await supervisor.shutdown(code);
  });
});
