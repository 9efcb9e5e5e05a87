// Runs the API from source and replaces it after each saved change. Loading packages takes most of the API's start, so
// they stay loaded: Vite evaluates only the repository's own modules again. The database is another process.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createServer } from 'vite';
import { say } from './lib/say.mjs';
import { root } from './lib/settings.mjs';

/** Milliseconds without another change until the API is replaced; editors save several files at once. */
const QUIET_MS = 50;
// without "module": some packages keep under it what only bundlers can resolve
const conditions = ['source', 'node', 'development|production', 'default'];

let timer;
let server;
/** Reloads wait for one another. */
let last = Promise.resolve();

const print = (error) => process.stderr.write(`${error?.stack ?? error}\n`);

const changed = () => {
  clearTimeout(timer);
  timer = setTimeout(() => (last = last.then(reload).catch(print)), QUIET_MS);
};

const vite = await createServer({
  configFile: false,
  root: join(root, 'apps/api'),
  appType: 'custom',
  clearScreen: false,
  logLevel: 'error',
  server: { middlewareMode: true, ws: false },
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: ['source', 'node'] } },
  optimizeDeps: { noDiscovery: true },
  plugins: [
    {
      name: 'replace-api',
      hotUpdate({ modules }) {
        if (this.environment.name === 'ssr' && modules.length > 0) changed();
        return [];
      },
    },
  ],
});
const { runner } = vite.environments.ssr;
// Vite watches single files outside its root, and loses one that an editor replaces by a new file
const packages = join(root, 'packages');
vite.watcher.add(readdirSync(packages).map((name) => join(packages, name, 'src')));

/** If the changed code does not load, the previous API keeps running and the error is printed. */
async function reload() {
  const begin = performance.now();
  runner.clearCache();
  const { createDevApi } = await runner.import('/src/dev.ts');
  const start = await createDevApi();
  const replaced = server;
  await replaced?.stop();
  server = undefined;
  server = await start();
  await server.ready;
  if (replaced) say(`The API runs with the saved changes (${Math.round(performance.now() - begin)} ms).`);
}

const stop = async () => {
  await last;
  await server?.stop();
  await vite.close();
  process.exit(0);
};
for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => void stop());
// an error that nothing caught ends the API in production; here the next change replaces it
for (const event of ['unhandledRejection', 'uncaughtException']) process.on(event, print);

await (last = reload().catch(print));
