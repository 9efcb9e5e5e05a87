import { closeSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/** A start that cannot succeed, with a sentence for the person at the terminal. */
export class StartError extends Error {
  override name = 'StartError';
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Directories that servers of this very process hold: a lock with our own pid is otherwise a dead one's. */
const held = new Set<string>();

function holder(file: string): number | undefined {
  try {
    const pid = Number(readFileSync(file, 'utf8').trim());
    return Number.isInteger(pid) && pid > 0 && pid !== process.pid && isAlive(pid) ? pid : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Takes the data directory for this process by a file with its pid: two servers on one store would diverge. The
 * lock of a process that is gone is taken over. Returns the release. Throws StartError.
 */
export function lockDirectory(directory: string): () => void {
  const file = join(directory, 'embedded-mongo.pid');
  if (held.has(file)) throw new StartError(`${directory} is in use by another server of this process.`);
  try {
    mkdirSync(directory, { recursive: true });
    for (let attempt = 0; ; attempt++) {
      try {
        const fd = openSync(file, 'wx');
        writeSync(fd, `${process.pid}\n`);
        closeSync(fd);
        break;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || attempt > 2) throw error;
        const pid = holder(file);
        if (pid !== undefined)
          throw new StartError(`${directory} is in use by another server (process ${pid}). Stop it first.`);
        rmSync(file, { force: true });
      }
    }
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(`Cannot write to the data directory ${directory}: ${(error as Error).message}`);
  }
  held.add(file);
  return () => {
    held.delete(file);
    rmSync(file, { force: true });
  };
}
