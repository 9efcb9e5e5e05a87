import { type Database, type DatabaseOptions, open, type RootDatabase } from 'lmdb';
import { mkdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { ServerError } from '../bson/errors.js';
import { readRecord } from '../values/keys.js';
import { Checkpoint, machineStart } from './checkpoint.js';
import { checkAlone, enter } from './lock.js';

export type Table = Database<Buffer, Buffer>;

/** Half-open range of keys. */
export interface KeyRange {
  start: Buffer;
  end: Buffer;
  /** Number of leading bytes that all its keys share according to the plan. A merge of ranges sorts by the rest. */
  prefix?: number;
}

interface Waiting {
  change: () => unknown;
  resolve: (result: unknown) => void;
  reject: (error: Error) => void;
}

/** Milliseconds after which a transaction ends and lets other work run. */
export const maxTransactionMs = 10;
/** Milliseconds from a commit to its flush, unless a client waits for it. MongoDB's journal takes up to 100. */
const flushDelay = 50;

/**
 * Returns keys unchanged. lmdb's own decoder allocates memory for each key from the system; this one uses Node's
 * buffer pool.
 */
const keyEncoder = {
  writeKey(key: Uint8Array, target: Uint8Array, start: number): number {
    target.set(key, start);
    return start + key.length;
  },
  readKey(source: Uint8Array, start: number, end: number): Buffer {
    const key = Buffer.allocUnsafe(end - start);
    for (let i = start; i < end; i++) key[i - start] = source[i]!;
    return key;
  },
};

function asError(error: unknown): Error {
  if (error instanceof ServerError) return error;
  const reason = error instanceof Error ? error.message : String(error);
  // 14031: OutOfDiskSpace; lmdb reports a partial write to disk as an input/output error
  return /ENOSPC|no space|too large|quota|input\/output|MDB_MAP_FULL/i.test(reason)
    ? new ServerError(14031, `The data directory's disk is full or cannot be written: ${reason}`)
    : error instanceof Error
      ? error
      : new Error(reason);
}

/**
 * The lmdb environment: `meta` (catalogue and counters), `docs` (record id → the document's BSON bytes) and
 * `entries` (index keys → record id). Every change runs inside `write`, in a child transaction that rolls back on a
 * throw. The promise settles after the commit, which survives a kill of the process. Concurrent writers share one
 * commit. Commits are flushed soon afterwards, or when `flush` is called; after a power failure, the store has the
 * data of the last flush. Only one process at a time can open the store.
 */
export class Storage {
  readonly meta: Table;
  readonly docs: Table;
  readonly entries: Table;
  /** Increases with every write, so that a paused scan knows that its read data may be stale. */
  version = 0;
  /** Called within a transaction after each of its changes. */
  onChange: () => void = () => undefined;
  /** Called after a failed commit or a write that threw: changes since `version` were rolled back. */
  onRollback: (version: number) => void = () => undefined;
  /** Called when a flush fails that no caller waits for. */
  onFlushFailure: (error: unknown) => void = () => undefined;
  private readonly root: RootDatabase<Buffer, Buffer>;
  private readonly checkpoint: Checkpoint;
  private readonly leave: () => void;
  private waiting: Waiting[] = [];
  private flushing: Promise<void> = Promise.resolve();
  /** The flush after the running one; it covers all commits until it starts. */
  private nextFlush: Promise<void> | undefined;
  private flushTimer: NodeJS.Timeout | undefined;

  /** Throws InUse if another server has the directory open. */
  constructor(directory: string, machine = machineStart()) {
    mkdirSync(directory, { recursive: true });
    const path = join(realpathSync(directory), 'embedded-mongo.lmdb');
    this.leave = enter(path);
    try {
      this.checkpoint = new Checkpoint(path, machine);
      this.root = open<Buffer, Buffer>({
        path,
        noSubdir: true,
        encoding: 'binary',
        keyEncoding: 'binary',
        mapSize: 1 << 30,
        // `flush` syncs many commits at once
        noSync: true,
      });
      this.checkpoint.follow(this.root);
      checkAlone(this.root);
    } catch (error) {
      this.leave();
      throw error;
    }
    // lmdb's types lack this option for `openDB`
    const options: DatabaseOptions & { keyEncoder: unknown } = { encoding: 'binary', keyEncoder };
    const table = (name: string): Table => this.root.openDB(name, options);
    this.meta = table('meta');
    this.docs = table('docs');
    this.entries = table('entries');
    this.checkpoint.begin();
  }

  /** Returns a copy of a value. lmdb reads every value into the same buffer, which is longer than the value. */
  read(table: Table, key: Buffer): Buffer | undefined {
    const found = table.getBinaryFast(key);
    if (!found) return undefined;
    // small copies use Node's buffer pool
    const copy = Buffer.allocUnsafe(found.length);
    copy.set(found.subarray(0, found.length));
    return copy;
  }

  /** Returns the record id for a key of a unique index. */
  owner(key: Buffer): number | undefined {
    const found = this.entries.getBinaryFast(key);
    return found && readRecord(found.subarray(0, 6));
  }

  /** Runs `change` in a separate transaction and resolves with its result after the commit. */
  write<T>(change: () => T): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.waiting.push({ change, resolve: resolve as (result: unknown) => void, reject });
      // other changes of this event loop turn share the commit
      if (this.waiting.length === 1) setImmediate(() => this.commitWaiting());
    });
  }

  private commitWaiting(): void {
    const group = this.waiting;
    this.waiting = [];
    let since = this.version + 1;
    try {
      const outcomes = this.root.transactionSync(() => {
        const all = this.runAll(group);
        // if the commit fails, the whole memory state is suspect
        since = 0;
        return all;
      });
      // data read before the commit is stale
      this.version++;
      // changes that did not fit in go first in the next transaction
      this.waiting = group.splice(outcomes.length);
      group.forEach(({ resolve, reject }, i) => {
        const { result, error } = outcomes[i]!;
        if (error === undefined) resolve(result);
        else reject(error);
      });
      this.flushTimer ??= setTimeout(() => void this.flush().catch(this.onFlushFailure), flushDelay).unref();
    } catch (error) {
      this.onRollback(since);
      const reason = asError(error);
      for (const { reject } of group) reject(reason);
    }
    if (this.waiting.length > 0) setImmediate(() => this.commitWaiting());
  }

  /**
   * Runs as many changes of a group as fit into the transaction's time, at least one. A single change needs no
   * child transaction.
   */
  private runAll(group: Waiting[]): { result?: unknown; error?: Error }[] {
    if (group.length === 1) return [{ result: this.run(group[0]!.change) }];
    const end = performance.now() + maxTransactionMs;
    const outcomes: { result?: unknown; error?: Error }[] = [];
    for (const { change } of group)
      if (outcomes.length === 0 || performance.now() < end) outcomes.push(this.runWithin(change));
    return outcomes;
  }

  private run(change: () => unknown): unknown {
    this.version++;
    const result = change();
    this.onChange();
    return result;
  }

  /** Runs one change of a group in a child transaction; a throw only rolls back this change. */
  private runWithin(change: () => unknown): { result?: unknown; error?: Error } {
    const version = this.version + 1;
    try {
      return { result: this.root.childTransaction(() => this.run(change) as Promise<unknown>) };
    } catch (error) {
      this.onRollback(version);
      return { error: asError(error) };
    }
  }

  /** Resolves when all commits so far are on disk. */
  flush(): Promise<void> {
    this.nextFlush ??= this.flushing
      // callers that wait for it get its error
      .catch(() => undefined)
      .then(() => {
        clearTimeout(this.flushTimer);
        this.flushTimer = undefined;
        this.nextFlush = undefined;
        return (this.flushing = this.checkpoint.flush().catch((error: unknown) => {
          throw asError(error);
        }));
      });
    return this.nextFlush;
  }

  /**
   * Changes many items, as many per transaction as fit into its time. `act` returns false to stop, and `check`
   * throws to stop between two transactions.
   */
  async writeEach<T>(items: readonly T[], act: (item: T) => unknown, check?: () => void): Promise<void> {
    for (let at = 0; at < items.length;) {
      check?.();
      at = await this.write(() => {
        const end = performance.now() + maxTransactionMs;
        let i = at;
        do if (act(items[i]!) === false) return items.length;
        while (++i < items.length && performance.now() < end);
        return i;
      });
    }
  }

  /**
   * Removes every key of `range` from a table. Uses one transaction per slice, so that other work can run in
   * between. Ends early if `stop` returns true.
   */
  async clear(table: Table, range: KeyRange, stop = () => false): Promise<void> {
    for (let keys: Buffer[]; !stop() && (keys = [...table.getKeys({ ...range, limit: 2000 })]).length > 0;)
      await this.writeEach(keys, (key) => {
        table.removeSync(key);
      });
  }

  /** Waits for pending writes. */
  async close(): Promise<void> {
    while (this.waiting.length > 0) await new Promise((resolve) => setImmediate(resolve));
    await this.flush();
    this.checkpoint.close();
    this.leave();
    await this.root.close();
  }
}
