// npm run dev: turbo dev, after installing what is missing. apps/api's task brings database and demo data (dev-api.mjs).
import './lib/check-node.mjs';
import { turbo } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { main } from './lib/say.mjs';
import { supervised } from './lib/supervisor.mjs';

await main(() =>
  supervised(async (supervisor) => {
    await ensureInstalled(supervisor);
    await supervisor.shutdown(await turbo(supervisor, ['run', 'dev', '--output-logs=full'], { stays: true }));
  }),
);
