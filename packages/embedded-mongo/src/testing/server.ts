import { type Collection, type Db, type IndexDescription, MongoClient } from 'mongodb';
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ServerOptions, startServer } from '../server/server.js';

export const executable = fileURLToPath(new URL('./from-source.mjs', import.meta.url));

export const temporaryDirectory = (): string => mkdtempSync(join(tmpdir(), 'embedded-mongo-'));

export interface TestServer {
  client: MongoClient;
  db: Db;
  port: number;
  directory: string;
  /** Restarts the server on the same directory. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a server in this process on a new directory, and a client for it. */
export async function startTestServer(options: Partial<ServerOptions> = {}): Promise<TestServer> {
  const directory = temporaryDirectory();
  const start = () => startServer({ dbPath: directory, port: 0, ttlInterval: 0, ...options });
  let server = await start();
  const connect = () => MongoClient.connect(`mongodb://127.0.0.1:${server.port}/`, { maxPoolSize: 60 });
  const client = await connect();
  const test: TestServer = {
    client,
    db: client.db('test'),
    port: server.port,
    directory,
    async restart() {
      await test.client.close();
      await server.close();
      server = await start();
      test.client = await connect();
      test.db = test.client.db('test');
      test.port = server.port;
    },
    async stop() {
      await test.client.close();
      await server.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
  return test;
}

/** Creates one index; resolves with its name. */
export async function createIndex(
  collection: Pick<Collection, 'createIndexes'>,
  key: IndexDescription['key'],
  options: Omit<IndexDescription, 'key'> = {},
): Promise<string> {
  return (await collection.createIndexes([{ key, ...options }]))[0]!;
}

export interface ChildServer {
  port: number;
  pid: number;
  /** Standard output so far. */
  output(): string;
  /** Kills without warning. */
  kill(): Promise<void>;
  /** Sends a signal and resolves with the exit code. */
  end(signal: NodeJS.Signals): Promise<number | null>;
}

export interface SpawnOptions {
  /** The server's program; default: from source. */
  program?: string | undefined;
  env?: NodeJS.ProcessEnv | undefined;
  /** Maximum file size of the server in bytes, to simulate a full disk. A multiple of 512. */
  fileLimit?: number | undefined;
}

/** Runs the server's command line; resolves when it accepts connections, or with its output if it fails. */
export function spawnServer(
  args: string[],
  { program = executable, env, fileLimit }: SpawnOptions = {},
): Promise<ChildServer | { code: number | null; stderr: string }> {
  const command = [process.execPath, program, ...args];
  // with the signal ignored, a write beyond the limit fails with an error
  const limited = ['sh', '-c', `trap '' XFSZ; ulimit -f ${(fileLimit ?? 0) / 512}; exec "$@"`, 'sh'];
  const [first, ...rest] = fileLimit === undefined ? command : [...limited, ...command];
  const child = spawn(first!, rest, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...env } });
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
  let stdout = '';
  let stderr = '';
  return new Promise((resolve) => {
    child.stderr.on('data', (text) => (stderr += String(text)));
    child.stdout.on('data', (text) => {
      stdout += String(text);
      const port = /waiting for connections.*"port":(\d+)/i.exec(stdout)?.[1];
      if (port === undefined) return;
      const end = (signal: NodeJS.Signals) => {
        child.kill(signal);
        return exited;
      };
      resolve({
        port: Number(port),
        pid: child.pid!,
        output: () => stdout,
        end,
        kill: () => end('SIGKILL').then(() => undefined),
      });
    });
    child.once('close', (code) => resolve({ code, stderr }));
  });
}

/** Like `spawnServer`, for a start that must succeed. */
export async function spawnRunning(args: string[], options?: SpawnOptions): Promise<ChildServer> {
  const result = await spawnServer(args, options);
  if (!('port' in result)) throw new Error(`The server did not start: ${result.stderr}`);
  return result;
}
