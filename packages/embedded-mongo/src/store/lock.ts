import type { RootDatabase } from 'lmdb';

/** A directory that another server uses. */
export class InUse extends Error {}

/** Stores that servers of this very process have open. */
const open = new Set<string>();

/** Takes a store for one server of this process; returns what gives it free. Throws InUse. */
export function enter(path: string): () => void {
  if (open.has(path)) throw new InUse('another server of this process');
  open.add(path);
  return () => void open.delete(path);
}

/**
 * Throws InUse where another process has the store open: it stands in lmdb's table of readers, each of whose entries
 * the system locks as long as its process lives. A read transaction must have put this process there before.
 */
export function checkAlone(root: RootDatabase<Buffer, Buffer>): void {
  root.readerCheck();
  const pids = [...root.readerList().matchAll(/^ *(\d+) /gm)].map(([, pid]) => Number(pid));
  const other = pids.find((pid) => pid !== process.pid);
  if (other !== undefined) throw new InUse(`another server (process ${other})`);
}
