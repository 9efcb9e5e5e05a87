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
  /** How many bytes at the start all its keys share by the plan: a merge of ranges orders by what follows. */
  prefix?: number;
}

interface Waiting {
  change: () => unknown;
  resolve: (result: unknown) => void;
  reject: (error: Error) => void;
}

/** Milliseconds after which a transaction ends and others have their turn. */
export const maxTransactionMs = 10;
/** Milliseconds after a commit until it is flushed, unless somebody waits for that: MongoDB's journal takes up to 100. */
const flushDelay = 50;

/** Keys as they are. lmdb's own way of reading them takes memory for each from the system; here Node shares it out. */
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
  // 14031: OutOfDiskSpace; a write that the disk took by half is an input/output error to lmdb
  return /ENOSPC|no space|too large|quota|input\/output|MDB_MAP_FULL/i.test(reason)
    ? new ServerError(14031, `The data directory's disk is full or cannot be written: ${reason}`)
    : error instanceof Error
      ? error
      : new Error(reason);
}

/**
 * The lmdb environment: `meta` (catalogue and counters), `docs` (record id → the document's BSON bytes) and
 * `entries` (index keys → record id). Every change runs inside `write`: one child transaction that a throw rolls
 * back; the promise settles after the commit, which a kill of the process does not undo. Writers that wait at the same
 * time share one commit. What is committed is flushed soon after, or when `flush` asks for it; a power failure leaves
 * what the last flush left. One process at a time has the store.
 */
export class Storage {
  readonly meta: Table;
  readonly docs: Table;
  readonly entries: Table;
  /** Grows with every write: a scan that paused knows by it that what it read may be old. */
  version = 0;
  /** Called within a transaction after each of its changes. */
  onChange: () => void = () => undefined;
  /** Called after a commit failed or a write threw: what happened from a version on did not. */
  onRollback: (version: number) => void = () => undefined;
  /** Called when a flush that nobody waited for failed. */
  onFlushFailure: (error: unknown) => void = () => undefined;
  private readonly root: RootDatabase<Buffer, Buffer>;
  private readonly checkpoint: Checkpoint;
  private readonly leave: () => void;
  private waiting: Waiting[] = [];
  private flushing: Promise<void> = Promise.resolve();
  /** A flush that begins after the one under way: it is of all that is committed until then. */
  private nextFlush: Promise<void> | undefined;
  private flushTimer: NodeJS.Timeout | undefined;

  /** Throws InUse while another server has the directory. */
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
        // commits are flushed here, many at a time
        noSync: true,
      });
      this.checkpoint.follow(this.root);
      checkAlone(this.root);
    } catch (error) {
      this.leave();
      throw error;
    }
    // the option is missing in lmdb's types of this call
    const options: DatabaseOptions & { keyEncoder: unknown } = { encoding: 'binary', keyEncoder };
    const table = (name: string): Table => this.root.openDB(name, options);
    this.meta = table('meta');
    this.docs = table('docs');
    this.entries = table('entries');
    this.checkpoint.begin();
  }

  /** A copy of a value. lmdb reads every value into the same memory, which is larger than the length that it tells. */
  read(table: Table, key: Buffer): Buffer | undefined {
    const found = table.getBinaryFast(key);
    if (!found) return undefined;
    // a small one in memory that Node shares out
    const copy = Buffer.allocUnsafe(found.length);
    copy.set(found.subarray(0, found.length));
    return copy;
  }

  /** The record that has a key of a unique index. */
  owner(key: Buffer): number | undefined {
    const found = this.entries.getBinaryFast(key);
    return found && readRecord(found.subarray(0, 6));
  }

  /** Runs `change` in a transaction of its own and resolves with its result once that is committed. */
  write<T>(change: () => T): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.waiting.push({ change, resolve: resolve as (result: unknown) => void, reject });
      // what else arrives in this turn shares the commit
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
        // should the commit fail, nothing in memory is sure
        since = 0;
        return all;
      });
      // what was read before the commit is old
      this.version++;
      // those that time was too short for come first in the next
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

  /** As many changes of a group as a transaction has time for, at least one. One alone needs no transaction within. */
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

  /** One change of a group in a child transaction, which a throw rolls back alone. */
  private runWithin(change: () => unknown): { result?: unknown; error?: Error } {
    const version = this.version + 1;
    try {
      return { result: this.root.childTransaction(() => this.run(change) as Promise<unknown>) };
    } catch (error) {
      this.onRollback(version);
      return { error: asError(error) };
    }
  }

  /** Resolves when all that was committed so far is on disk. */
  flush(): Promise<void> {
    this.nextFlush ??= this.flushing
      // its failure is told to those who waited for it
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
   * Changes many items, as many per transaction as a transaction has time for. `act` returns false to end, and `check` throws
   * to end between two transactions.
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

  /** Removes every key of `range` of a table, a slice per transaction, so that others run in between; ends early on `stop`. */
  async clear(table: Table, range: KeyRange, stop = () => false): Promise<void> {
    for (let keys: Buffer[]; !stop() && (keys = [...table.getKeys({ ...range, limit: 2000 })]).length > 0;)
      await this.writeEach(keys, (key) => {
        table.removeSync(key);
      });
  }

  /** Waits for writes under way. */
  async close(): Promise<void> {
    while (this.waiting.length > 0) await new Promise((resolve) => setImmediate(resolve));
    await this.flush();
    this.checkpoint.close();
    this.leave();
    await this.root.close();
  }
}
