import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { openDatabase } from '../lib/database.js';
import { startService } from '../lib/service.js';
import { freePort } from '../../../scripts/lib/preflight.mjs';
import { root } from '../../../scripts/lib/settings.mjs';
import { waitForAnswer } from '../../../scripts/lib/wait-for.mjs';
import { buildFloor } from './floor/build.js';

export interface WebStack {
  /** Origins of the built app and of the floor; both use one API. */
  app: string;
  floor: string;
  /** Folders of the two builds. */
  folders: Record<'app' | 'floor', string>;
  /** The database of the posts, and the origin in the urls of their uploads. */
  database: string;
  api: string;
  stop(): Promise<void>;
}

/**
 * Starts the database with demo posts, the API, and the web server of `npm start` twice: for the app and for the
 * floor.
 */
export async function startWebStack(folder: string): Promise<WebStack> {
  const database = await openDatabase(folder);
  const uri = database.uri('web');
  const [apiPort, appPort, floorPort] = [await freePort(), await freePort(), await freePort()];
  const api = `http://localhost:${apiPort}`;
  const folders = { app: join(root, 'apps/web/dist'), floor: join(folder, 'floor') };
  const common = {
    MONGODB_URI: uri,
    // uploads are stored in the benchmark's folder too
    DATA_DIR: folder,
    API_PORT: String(apiPort),
    API_TARGET: `http://127.0.0.1:${apiPort}`,
    PUBLIC_API_ORIGIN: api,
    PUBLIC_WEB_ORIGIN: `http://localhost:${appPort}`,
    RATE_LIMIT_FACTOR: '1000000',
    ACCOUNT_LIMIT_FACTOR: '1000000',
    LOG_LEVEL: 'warn',
  };
  const seeded = spawnSync(process.execPath, ['packages/demo/dist/seed/main.js', '--if-empty'], {
    cwd: root,
    env: { ...process.env, ...common },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (seeded.status !== 0) throw new Error('The demo posts could not be written');

  await buildFloor(folders.floor);
  const asFloor = { ...common, WEB_DIST: folders.floor };
  const compressed = spawnSync(process.execPath, ['apps/web/dist-server/precompress.js'], {
    cwd: root,
    env: { ...process.env, ...asFloor },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (compressed.status !== 0) throw new Error('The floor could not be compressed');

  const start = (name: string, program: string, env: NodeJS.ProcessEnv) =>
    startService(name, [program], env, join(folder, 'web.log'));
  const services = [
    start('The API', 'apps/api/dist/main.js', common),
    start('The web server', 'apps/web/dist-server/main.js', { ...common, WEB_PORT: String(appPort) }),
    start("The floor's web server", 'apps/web/dist-server/main.js', {
      ...asFloor,
      WEB_PORT: String(floorPort),
    }),
  ];
  const [app, floor] = [`http://localhost:${appPort}`, `http://localhost:${floorPort}`];
  await waitForAnswer('The API', `http://127.0.0.1:${apiPort}/health`);
  for (const origin of [app, floor]) await waitForAnswer('The web server', origin);
  return {
    app,
    floor,
    folders,
    database: uri,
    api,
    stop: async () => {
      await Promise.all(services.map((service) => service.stop()));
      await database.stop();
    },
  };
}
