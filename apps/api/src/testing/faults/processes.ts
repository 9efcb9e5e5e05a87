import { spawn, type ChildProcess } from 'node:child_process';
import { createServer, type AddressInfo } from 'node:net';
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';

const TSX = pathToFileURL(createRequire(import.meta.url).resolve('tsx/esm')).href;
const pathOf = (path: string) => fileURLToPath(new URL(`../../../../${path}`, import.meta.url));

/**
 * Arguments that run a program: from its build if TEST_BUILT=1 says that builds are current, as `npm test` does, which
 * takes half the processor time; otherwise from its source.
 */
const programOf = (source: string, built: string): string[] =>
  process.env['TEST_BUILT'] === '1'
    ? [pathOf(built)]
    : ['--conditions=source', '--import', TSX, pathOf(source)];

export const API = programOf('api/src/main.ts', 'api/dist/main.js');
const WEB_SERVER = programOf('web/server/main.ts', 'web/dist-server/main.js');

/** A running server process. */
export interface Served {
  child: ChildProcess;
  /** Resolves with its exit code when it ends; null after a signal. */
  ended: Promise<number | null>;
  /** All its output so far. */
  output: () => string;
  /** Resolves with the first line that contains the text; rejects if the process ends first. */
  line: (text: string) => Promise<string>;
}

/** Server processes that have not ended. */
const running = new Set<Served>();

/** Kills all server processes that a failed test left. */
export const killServed = async (): Promise<void> => {
  await Promise.all(Array.from(running, killNow));
};

/** Runs a Node program with these arguments and nothing of this environment but the PATH. */
export function serve(args: string[], env: Record<string, string>): Served {
  const child = spawn(process.execPath, args, {
    env: { PATH: process.env['PATH'] ?? '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  // no child process outlives this one, even after an error
  const killWithUs = () => child.kill('SIGKILL');
  process.once('exit', killWithUs);
  child.once('close', () => process.off('exit', killWithUs));
  let text = '';
  const watchers = new Set<() => void>();
  const onData = (bytes: Buffer) => {
    text += bytes.toString();
    for (const watch of watchers) watch();
  };
  child.stdout.on('data', onData);
  child.stderr.on('data', onData);
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const line = (wanted: string) =>
    new Promise<string>((resolve, reject) => {
      const look = () => {
        const found = text.split('\n').find((one) => one.includes(wanted));
        if (found === undefined) return;
        watchers.delete(look);
        resolve(found);
      };
      watchers.add(look);
      look();
      void ended.then(() => reject(new Error(`The process ended without saying "${wanted}": ${text}`)));
    });
  const served: Served = { child, ended, output: () => text, line };
  running.add(served);
  void ended.then(() => running.delete(served));
  return served;
}

/** Kills a process at once and waits until it has ended. */
export async function killNow({ child, ended }: Served): Promise<void> {
  child.kill('SIGKILL');
  await ended;
}

const given = new Set<number>();

/** Returns an unused port on this machine, another one at each call: a port that was closed may come again. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  if (given.has(port)) return freePort();
  given.add(port);
  return port;
}

/** A server process and its address. */
export interface RunningApi extends Served {
  url: string;
}

/** Starts the API and waits until it listens, which needs no database. */
export async function startApi(uri: string, env: Record<string, string> = {}): Promise<RunningApi> {
  const served = serve(API, {
    MONGODB_URI: uri,
    API_PORT: '0',
    API_HOST: '127.0.0.1',
    JWT_SECRET: 'the same before and after a kill, so that sessions live on',
    RATE_LIMIT_FACTOR: '100000',
    ACCOUNT_LIMIT_FACTOR: '100000',
    DEMO_DATA: 'false',
    LOG_LEVEL: 'info',
    ...env,
  });
  const { url } = JSON.parse(await served.line('api listening')) as { url: string };
  return { ...served, url };
}

/** Starts the web server as production does, and waits until it listens. */
export async function startWebServer(env: Record<string, string>): Promise<RunningApi> {
  const port = await freePort();
  const served = serve(WEB_SERVER, {
    NODE_ENV: 'production',
    WEB_HOST: '127.0.0.1',
    WEB_PORT: String(port),
    ...env,
  });
  await served.line('Web server listens');
  return { ...served, url: `http://127.0.0.1:${port}` };
}
