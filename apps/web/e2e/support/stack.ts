import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../../../scripts/lib/preflight.mjs';
import { testEnvironment } from '../../../../scripts/lib/test-database.mjs';

const START = fileURLToPath(new URL('../../../../scripts/start.mjs', import.meta.url));
const START_TIMEOUT_MS = 170_000;
const READY = /^Ready: web (\S+) api (\S+)$/m;

/** Creates a temporary data folder. */
export const temporaryFolder = (): string => mkdtempSync(join(tmpdir(), 'social-feed-e2e-'));

/**
 * A new database name on the server of MONGODB_URI, if the tests use one; otherwise the stack starts the embedded
 * database.
 */
function databaseOfItsOwn(): { MONGODB_URI?: string } {
  if (process.env['TEST_DATABASE'] !== 'mongod') return {};
  const uri = new URL(testEnvironment(process.env)['MONGODB_URI'] ?? '');
  uri.pathname = `/e2e_${randomBytes(6).toString('hex')}`;
  return { MONGODB_URI: uri.href };
}

export interface Started {
  child: ChildProcess;
  /** Returns all output so far. */
  output(): string;
  /** Resolves with the exit code. */
  ended: Promise<number | null>;
}

/** Runs the script of `npm start` with this environment. Returns immediately. */
export function runStart(env: NodeJS.ProcessEnv): Started {
  const child = spawn(process.execPath, [START], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let text = '';
  const collect = (chunk: Buffer) => (text += chunk.toString());
  child.stdout.on('data', collect);
  child.stderr.on('data', collect);
  const ended = once(child, 'close').then(([code]) => code as number | null);
  return { child, output: () => text, ended };
}

export interface Stack extends Started {
  web: string;
  api: string;
  dataDir: string;
  /** Sends Ctrl-C and waits for the exit. @returns the exit code */
  stop(): Promise<number | null>;
}

/** Starts everything and waits for the Ready line. The same `place` gives the same data and addresses. */
export async function startStack(place: StackPlace, settings: NodeJS.ProcessEnv = {}): Promise<Stack> {
  const started = runStart({
    ...environmentOf(place),
    // a browser test does from one address in a minute what a user does in an hour
    RATE_LIMIT_FACTOR: '100',
    ACCOUNT_LIMIT_FACTOR: '100',
    ...settings,
  });
  const ready = await new Promise<RegExpExecArray>((resolve, reject) => {
    const fail = (reason: string) => {
      // what starts too late must not stay
      started.child.kill('SIGINT');
      reject(new Error(`${reason}; it printed:\n${started.output()}`));
    };
    const timer = setTimeout(() => fail('npm start was not ready in time'), START_TIMEOUT_MS);
    const look = () => {
      const match = READY.exec(started.output());
      if (match === null) return;
      clearTimeout(timer);
      resolve(match);
    };
    started.child.stdout?.on('data', look);
    void started.ended.then((code) => {
      clearTimeout(timer);
      fail(`npm start ended with exit code ${String(code)}`);
    });
  });
  return {
    ...started,
    web: ready[1] ?? '',
    api: ready[2] ?? '',
    dataDir: place.dataDir,
    stop: async () => {
      started.child.kill('SIGINT');
      return started.ended;
    },
  };
}

/** Data folder and ports of a stack. */
export interface StackPlace {
  dataDir: string;
  apiPort: number;
  webPort: number;
  database: { MONGODB_URI?: string };
}

/** The environment that connects commands to a stack. */
export const environmentOf = (place: StackPlace): NodeJS.ProcessEnv => ({
  ...testEnvironment(process.env),
  VITEST: '',
  ...place.database,
  DATA_DIR: place.dataDir,
  API_PORT: String(place.apiPort),
  WEB_PORT: String(place.webPort),
});

export const newPlace = async (): Promise<StackPlace> => ({
  dataDir: temporaryFolder(),
  apiPort: await freePort(),
  webPort: await freePort(),
  database: databaseOfItsOwn(),
});

export const removePlace = (place: StackPlace): void =>
  rmSync(place.dataDir, { recursive: true, force: true });
