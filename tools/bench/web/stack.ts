import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { openDatabase } from '../lib/database.js';
import { startService } from '../lib/service.js';
import { freePort } from '../../../scripts/lib/preflight.mjs';
import { root } from '../../../scripts/lib/settings.mjs';
import { waitForAnswer } from '../../../scripts/lib/wait-for.mjs';
import { startCaddy } from './caddy.js';
import { buildFloor } from './floor/build.js';

export interface WebStack {
  /** Origins of the built app and of the floor, each behind Caddy with TLS; both use one API. */
  app: string;
  floor: string;
  /** Folders of the two builds. */
  folders: Record<'app' | 'floor', string>;
  stop(): Promise<void>;
}

/** Starts the database with the demo posts, the API, the web server, and Caddy with TLS in front of app and floor. */
export async function startWebStack(folder: string): Promise<WebStack> {
  const database = await openDatabase(folder);
  const [apiPort, webPort, appPort, floorPort] = [
    await freePort(),
    await freePort(),
    await freePort(),
    await freePort(),
  ];
  const [app, floor] = [`https://localhost:${appPort}`, `https://localhost:${floorPort}`];
  const folders = { app: join(root, 'apps/web/dist'), floor: join(folder, 'floor') };
  const env = {
    MONGODB_URI: database.uri('first-screen'),
    DATA_DIR: folder,
    API_PORT: String(apiPort),
    API_TARGET: `http://127.0.0.1:${apiPort}`,
    WEB_PORT: String(webPort),
    WEB_BEHIND_PROXY: 'true',
    // without the built page the API makes none for the web server to fill
    WEB_PAGE_URL: `http://127.0.0.1:${webPort}/index.html`,
    TRUST_PROXY: 'loopback',
    PUBLIC_API_ORIGIN: app,
    PUBLIC_WEB_ORIGIN: app,
    RATE_LIMIT_FACTOR: '1000000',
    ACCOUNT_LIMIT_FACTOR: '1000000',
    LOG_LEVEL: 'warn',
  };
  const seeded = spawnSync(process.execPath, ['packages/demo/dist/seed/main.js', '--if-empty'], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (seeded.status !== 0) throw new Error('The demo posts could not be written');
  await buildFloor(folders.floor);
  const start = (name: string, program: string) =>
    startService(name, [program], env, join(folder, 'web.log'));
  const services = [
    start('The API', 'apps/api/dist/main.js'),
    start('The web server', 'apps/web/dist-server/main.js'),
  ];
  await waitForAnswer('The API', `http://127.0.0.1:${apiPort}/health`);
  await waitForAnswer('The web server', `http://127.0.0.1:${webPort}`);
  const stopCaddy = await startCaddy(folder, {
    app: { port: appPort, web: webPort },
    floor: { port: floorPort, folder: folders.floor },
    api: apiPort,
  });
  return {
    app,
    floor,
    folders,
    stop: async () => {
      await stopCaddy();
      await Promise.all(services.map((service) => service.stop()));
      await database.stop();
    },
  };
}
