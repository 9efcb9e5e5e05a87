import { readConfig } from './config.js';
import { gentleStop } from './gentle-stop.js';
import type { DrawIn } from './drawn-pages.js';
import type { Draws } from './page-kinds.js';
import { createWebServer } from './web-server.js';

/** Time for running responses when the server stops; the API's own limit is five seconds. */
const GRACE_MS = 8000;

const fail = (sentence: string) => {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
};

/** Loads the part of the build that draws pages in a language; it is in the folder of this file. */
const drawIn: DrawIn = async (language) => {
  const file = new URL(`./${language === 'en' ? '' : `l/${language}/`}draw.js`, import.meta.url).href;
  try {
    return ((await import(/* @vite-ignore */ file)) as { draws: Draws }).draws;
  } catch (error) {
    // without it the plain page is sent
    process.stderr.write(`Pages in ${language} cannot be drawn: ${String(error)}\n`);
    throw error;
  }
};

try {
  const config = readConfig(process.env);
  // before the first page asks for it
  if (config.drawsPages) await drawIn('en');
  const server = createWebServer(config, config.drawsPages ? drawIn : undefined);
  const stopServer = gentleStop(server);
  const { host, port } = config;
  server.once('error', (error: NodeJS.ErrnoException) =>
    fail(
      error.code === 'EADDRINUSE'
        ? `Port ${port} is already taken; stop the program that uses it or set WEB_PORT to another port.`
        : error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND'
          ? `WEB_HOST ${host} is not an address of this machine.`
          : `The web server could not start: ${error.message}`,
    ),
  );
  server.listen(port, host, () => process.stdout.write(`Web server listens on ${host}, port ${port}\n`));

  const stop = () => {
    stopServer(GRACE_MS).then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
} catch (error) {
  fail(error instanceof Error ? error.message : String(error));
}
