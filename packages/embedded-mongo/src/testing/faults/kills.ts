import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { spawnRunning } from '../server.js';
import { verify } from './verify.js';
import { connect, Expected, writeUntil } from './workload.js';

const store = 'embedded-mongo.lmdb';

export interface KillOptions {
  dbPath: string;
  rounds: number;
  writers: number;
  /** Acknowledged writes before the kill of a round. */
  writesOf: (round: number) => number;
  /** In every second round, the store goes back to what was flushed, by this library: see `lastFlushLibrary`. */
  library?: string | undefined;
  program?: string | undefined;
  report?: (line: string) => void;
}

export interface KillResult {
  acknowledged: number;
  documents: number;
  cutBack: number;
  wrong: string[];
}

/** Compiles the library that keeps a file of what was flushed; undefined where there is no compiler or no Linux. */
export function lastFlushLibrary(folder: string): string | undefined {
  if (process.platform !== 'linux') return undefined;
  const library = join(folder, 'last-flush.so');
  const source = fileURLToPath(new URL('last-flush.c', import.meta.url));
  try {
    execFileSync('cc', ['-shared', '-fPIC', '-O1', '-o', library, source, '-ldl', '-lpthread'], {
      stdio: 'pipe',
    });
    return library;
  } catch {
    return undefined;
  }
}

/** Kills a server under writers again and again, and compares the store with the answers after each start. */
export async function killLoop(options: KillOptions): Promise<KillResult> {
  const { dbPath, rounds, writers, writesOf, library, program, report } = options;
  const expected = new Expected();
  const result: KillResult = { acknowledged: 0, documents: 0, cutBack: 0, wrong: [] };
  const file = join(dbPath, store);
  const flushed = join(dbPath, 'last-flush');
  for (let round = 0; round <= rounds; round++) {
    const cutsBack = library !== undefined && round % 2 === 1;
    if (cutsBack) copyFileSync(file, flushed);
    const env = cutsBack
      ? { LD_PRELOAD: library, LAST_FLUSH_OF: `/${store}`, LAST_FLUSH_TO: flushed }
      : undefined;
    const server = await spawnRunning(['--port', '0', '--dbpath', dbPath], { program, env });
    const { client, items } = await connect(server.port);
    const wrong = await verify(client, items, expected);
    result.wrong.push(...wrong.map((sentence) => `after ${round} kills: ${sentence}`));
    result.documents = expected.values.size;
    if (round === rounds || wrong.length > 0) {
      await client.close();
      await server.end('SIGTERM');
      break;
    }
    const target = expected.acknowledged + writesOf(round);
    let killed: Promise<void> | undefined;
    const enough = () => {
      if (expected.acknowledged >= target) killed ??= server.kill();
    };
    await Promise.all(
      Array.from({ length: writers }, () => writeUntil(items, expected, () => killed !== undefined, enough)),
    );
    await killed;
    await client.close(true);
    if (cutsBack && existsSync(flushed)) {
      renameSync(flushed, file);
      result.cutBack++;
    }
    result.acknowledged = expected.acknowledged;
    report?.(
      `kill ${round + 1}: ${expected.acknowledged} acknowledged, ${expected.doubts.size} in doubt${cutsBack ? '; store cut back to its last flush' : ''}`,
    );
  }
  return result;
}
