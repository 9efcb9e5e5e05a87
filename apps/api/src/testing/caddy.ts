import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort, killNow, startWebServer } from './faults/processes.js';

/** Settings for buffering bodies and responses, in the syntax of the installed Caddy version. */
const bufferingOf = (version: string): Record<string, string> =>
  /^v?2\.[0-6]\./.test(version)
    ? { REQUEST_BUFFERS: 'buffer_requests', RESPONSE_BUFFERS: 'buffer_responses' }
    : {};

const CADDYFILE = fileURLToPath(new URL('../../../web/deploy/Caddyfile', import.meta.url));

/** Whether Caddy is on the PATH; `npm test` installs it if possible. */
export const hasCaddy = (): boolean => spawnSync('caddy', ['version']).status === 0;
const caddyVersion = (): string => spawnSync('caddy', ['version'], { encoding: 'utf8' }).stdout;

export interface RunningCaddy {
  url: string;
  /** The web server behind it, which passes calls on to the first API process. */
  web: string;
  /** Where the built page is read. */
  page: string;
  close: () => Promise<void>;
}

/**
 * Runs Caddy with the repository's Caddyfile, without TLS, in front of API processes on these ports and the web server
 * with a small web app.
 * @param settings further environment variables of the Caddyfile and the web server
 */
export async function startCaddy(
  apiPorts: readonly number[],
  settings: Record<string, string> = {},
): Promise<RunningCaddy> {
  const folder = mkdtempSync(join(tmpdir(), 'caddy-'));
  const web = join(folder, 'web');
  mkdirSync(join(web, 'assets'), { recursive: true });
  mkdirSync(join(web, 'l/de-5e6f/assets'), { recursive: true });
  writeFileSync(
    join(web, 'index.html'),
    `<!doctype html><head><title>Social Feed</title></head>${' '.repeat(2000)}`,
  );
  writeFileSync(join(web, 'sw.js'), 'self;\n');
  writeFileSync(join(web, 'manifest.webmanifest'), '{}');
  writeFileSync(join(web, 'assets/app-1a2b.js'), 'export {};\n');
  writeFileSync(join(web, 'assets/app-1a2b.js.br'), 'compressed before');
  writeFileSync(join(web, 'l/de-5e6f/assets/app-1a2b.js'), 'export {};\n');
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const server = await startWebServer({
    WEB_DIST: web,
    API_TARGET: `http://127.0.0.1:${apiPorts[0]}`,
    WEB_BEHIND_PROXY: 'true',
    ...settings,
  });
  const child = spawn('caddy', ['run', '--adapter', 'caddyfile', '--config', CADDYFILE], {
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: folder,
      XDG_DATA_HOME: folder,
      XDG_CONFIG_HOME: folder,
      SITE_ADDRESS: url,
      WEB_ROOT: web,
      WEB_UPSTREAM: new URL(server.url).host,
      ...bufferingOf(caddyVersion()),
      ...settings,
      API_UPSTREAM: apiPorts.map((apiPort) => `127.0.0.1:${apiPort}`).join(' '),
    },
    stdio: 'ignore',
  });
  const killWithUs = () => child.kill('SIGKILL');
  process.once('exit', killWithUs);
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const close = async () => {
    process.off('exit', killWithUs);
    child.kill('SIGKILL');
    await ended;
    await killNow(server);
    rmSync(folder, { recursive: true, force: true });
  };
  for (let tries = 0; tries < 200; tries += 1) {
    const answer = await fetch(url).catch(() => undefined);
    if (answer?.ok === true) return { url, web: server.url, page: `${server.url}/index.html`, close };
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  await close();
  throw new Error('Caddy did not start');
}
