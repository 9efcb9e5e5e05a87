import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { root } from '../../../scripts/lib/settings.mjs';

const REPORT_CPU = new URL('report-cpu.mjs', import.meta.url).href;

export interface Memory {
  rss: number;
  heap: number;
  /** V8's space for new objects, whose size depends on the activity of a process. */
  young: number;
}

export interface Service {
  name: string;
  child: ChildProcess;
  /** CPU time of the process so far, in microseconds. */
  cpu(): Promise<number>;
  /** Resident memory and parts of it, in bytes, after garbage collection. */
  memory(): Promise<Memory>;
  stop(): Promise<void>;
}

/** Starts a Node program as a child process with its output in a file. `args` starts with the program. */
export function startService(name: string, args: string[], env: NodeJS.ProcessEnv, log: string): Service {
  const child = spawn(process.execPath, ['--import', REPORT_CPU, ...args], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const file = createWriteStream(log);
  child.stdout?.pipe(file, { end: false });
  child.stderr?.pipe(file, { end: false });
  let stopped = false;
  child.once('exit', (code, signal) => {
    if (stopped) return;
    process.stderr.write(`${name} ended unexpectedly (${signal ?? `exit code ${code}`}); see ${log}\n`);
    process.exit(1);
  });
  async function ask<T extends object>(question: 'cpu' | 'memory'): Promise<T> {
    const answer = (async () => {
      for (;;) {
        // the API sends "ready" on the same channel
        const [message] = (await once(child, 'message')) as [T | string];
        if (typeof message !== 'string') return message;
      }
    })();
    child.send(question);
    return answer;
  }
  return {
    name,
    child,
    async cpu() {
      const usage = await ask<{ user: number; system: number }>('cpu');
      return usage.user + usage.system;
    },
    memory: () => ask<Memory>('memory'),
    async stop() {
      stopped = true;
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      const forced = setTimeout(() => child.kill('SIGKILL'), 15_000);
      await ended;
      clearTimeout(forced);
    },
  };
}

/** Starts the built API on this database, as in production but without rate limits. */
export const startApi = (
  name: string,
  uri: string,
  port: number,
  log: string,
  { args = [], env = {} }: { args?: readonly string[]; env?: NodeJS.ProcessEnv } = {},
): Service =>
  startService(
    name,
    [...args, 'apps/api/dist/main.js'],
    {
      NODE_ENV: 'production',
      JWT_SECRET: randomBytes(24).toString('hex'),
      MONGODB_URI: uri,
      API_PORT: String(port),
      API_HOST: '127.0.0.1',
      RATE_LIMIT_FACTOR: '1000000',
      ACCOUNT_LIMIT_FACTOR: '1000000',
      LOG_LEVEL: 'warn',
      ...env,
    },
    log,
  );
