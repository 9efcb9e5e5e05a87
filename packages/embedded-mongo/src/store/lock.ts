import type { RootDatabase } from 'lmdb';

/** Another server uses the directory. */
export class InUse extends Error {}

/** Stores that servers in this process have open. */
const open = new Set<string>();

/** Locks a store for one server of this process; returns a function that releases it. Throws InUse. */
export function enter(path: string): () => void {
  if (open.has(path)) throw new InUse('another server of this process');
  open.add(path);
  return () => void open.delete(path);
}

/**
 * Throws InUse if another process has the store open. lmdb's table of readers lists such processes, and the system
 * locks each entry while its process lives. This process must be listed first, through a read transaction.
 */
export function checkAlone(root: RootDatabase<Buffer, Buffer>): void {
  root.readerCheck();
  const pids = [...root.readerList().matchAll(/^ *(\d+) /gm)].map(([, pid]) => Number(pid));
  const other = pids.find((pid) => pid !== process.pid);
  if (other !== undefined) throw new InUse(`another server (process ${other})`);
}
