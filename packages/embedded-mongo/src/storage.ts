import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Database, open, type RootDatabase } from 'lmdb';
import { ServerError } from './semantics/errors.js';

export type Table = Database<Buffer, Buffer>;

/** Half-open range of keys. */
export interface KeyRange {
  start: Buffer;
  end: Buffer;
}

/**
 * The lmdb environment: `meta` (catalogue and counters), `docs` (record id → the document's BSON bytes) and
 * `entries` (index keys → record id). Every change runs inside `write`: one child transaction that a throw rolls
 * back; the promise settles when the commit is on disk. Writers that wait at the same time share one commit.
 */
export class Storage {
  readonly meta: Table;
  readonly docs: Table;
  readonly entries: Table;
  /** Grows with every write: a scan that paused knows by it that what it read may be old. */
  version = 0;
  /** Called after a commit failed or a write threw: what memory holds may be ahead of the disk. */
  onRollback: () => void = () => undefined;
  private readonly root: RootDatabase<Buffer, Buffer>;

  constructor(directory: string) {
    mkdirSync(directory, { recursive: true });
    this.root = open<Buffer, Buffer>({
      path: join(directory, 'embedded-mongo.lmdb'),
      noSubdir: true,
      encoding: 'binary',
      keyEncoding: 'binary',
      mapSize: 1 << 30,
      // acknowledged means flushed: it survives a power failure
      overlappingSync: false,
    });
    const table = (name: string): Table =>
      this.root.openDB(name, { encoding: 'binary', keyEncoding: 'binary' });
    this.meta = table('meta');
    this.docs = table('docs');
    this.entries = table('entries');
  }

  /** Runs `change` in a transaction of its own and resolves with its result once that is on disk. */
  async write<T>(change: () => T): Promise<T> {
    try {
      return await this.root.childTransaction(() => {
        this.version++;
        return change();
      });
    } catch (error) {
      if (error instanceof ServerError) throw error;
      this.onRollback();
      const reason = error instanceof Error ? error.message : String(error);
      if (/ENOSPC|no space|MDB_MAP_FULL/i.test(reason))
        throw new ServerError(14031, `No space left: ${reason}`);
      throw error;
    }
  }

  /** Removes every key of `range` of a table, a slice per transaction, so that others run in between. */
  async clear(table: Table, range: KeyRange): Promise<void> {
    for (let more = true; more;) {
      more = await this.write(() => {
        const keys = [...table.getKeys({ ...range, limit: 2000 })];
        for (const key of keys) table.removeSync(key);
        return keys.length === 2000;
      });
    }
  }

  close(): Promise<void> {
    return this.root.close();
  }
}
