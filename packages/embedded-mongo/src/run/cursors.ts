import { Long } from 'bson';
import type { Doc } from '../bson/document.js';
import { ServerError } from '../bson/errors.js';
import { Allowance, nextTurn, Pace, PAUSE } from '../values/pace.js';
import { Batch, cursorReply } from './batch.js';

type Item = Uint8Array | typeof PAUSE;
/** Documents as BSON; PAUSE marks a point to yield to other work. */
export type Source = Iterator<Item, void> | AsyncIterator<Item, void>;

const maxBatchBytes = 16 * 1024 * 1024;
const idleLimit = 10 * 60 * 1000;

/** A result that is read in batches. */
class OpenCursor {
  lastUsed = 0;
  /** The client disabled the idle timeout. */
  lasting = false;
  /** A batch is being read. */
  busy = false;
  private returned = 0;
  private waiting: Uint8Array | undefined;
  private done = false;
  private batch = new Batch();

  constructor(
    readonly id: Long,
    readonly namespace: string,
    private readonly source: Source,
    /** Maximum number of documents in total; 0 means no limit. */
    private readonly limit = 0,
    readonly allowance = new Allowance(),
  ) {}

  /** Handles one value of the source. Returns true if the batch is full or the source is exhausted. */
  private accept(result: IteratorResult<Item, void>, size: number): boolean {
    if (result.done) return (this.done = true);
    const item = result.value;
    if (item === PAUSE) return false;
    if (this.batch.count > 0 && this.batch.size + item.length > maxBatchBytes) {
      this.waiting = item;
      return true;
    }
    this.batch.add(item);
    if (++this.returned === this.limit) return (this.done = true);
    return this.batch.count >= size;
  }

  /** Fills a batch: synchronously if the source allows it, otherwise as a promise. */
  fill(size: number): Batch | Promise<Batch> {
    this.batch = new Batch();
    if (this.waiting) {
      const item = this.waiting;
      this.waiting = undefined;
      if (this.accept({ value: item }, size)) return this.batch;
    }
    if (this.done || size === 0) return this.batch;
    for (;;) {
      const result = this.source.next();
      if (result instanceof Promise) return this.fillLater(size, result);
      if (this.accept(result, size)) return this.batch;
      if (!result.done && result.value === PAUSE) return this.fillLater(size);
    }
  }

  private async fillLater(size: number, first?: Promise<IteratorResult<Item, void>>): Promise<Batch> {
    if (first && this.accept(await first, size)) return this.batch;
    for (const pace = new Pace(); ;) {
      const result = await this.source.next();
      if (this.accept(result, size)) return this.batch;
      if ((!result.done && result.value === PAUSE) || pace.due()) {
        this.allowance.check();
        await nextTurn();
      }
    }
  }

  get exhausted(): boolean {
    return this.done && this.waiting === undefined;
  }

  close(): void {
    this.done = true;
    this.waiting = undefined;
    void this.source.return?.();
  }
}

/** The open cursors. */
export class Cursors {
  private readonly open = new Map<string, OpenCursor>();
  private last = Math.floor(Math.random() * 2 ** 40);

  constructor(private readonly now: () => number) {}

  create(namespace: string, source: Source, limit = 0, allowance?: Allowance): OpenCursor {
    this.last += 1 + Math.floor(Math.random() * 1000);
    return new OpenCursor(Long.fromNumber(this.last * 1024), namespace, source, limit, allowance);
  }

  /** Replies with a batch. The cursor stays open unless it is exhausted or `single`. */
  reply(
    cursor: OpenCursor,
    batchName: 'firstBatch' | 'nextBatch',
    size: number,
    single = false,
    rest?: Doc,
  ): Buffer[] | Promise<Buffer[]> {
    const finish = (batch: Batch) => {
      const over = single || cursor.exhausted;
      if (over) this.forget(cursor);
      else this.open.set(cursor.id.toString(), cursor);
      cursor.busy = false;
      cursor.lastUsed = this.now();
      cursor.allowance.suspend();
      return cursorReply(batchName, batch, { id: over ? Long.ZERO : cursor.id, ns: cursor.namespace }, rest);
    };
    cursor.busy = true;
    cursor.allowance.resume();
    try {
      const batch = cursor.fill(size);
      if (!(batch instanceof Promise)) return finish(batch);
      return batch.then(finish, (error: unknown) => {
        this.forget(cursor);
        throw error;
      });
    } catch (error) {
      this.forget(cursor);
      throw error;
    }
  }

  /** Throws CursorNotFound or CursorInUse. */
  get(id: Long, namespace: string): OpenCursor {
    const cursor = this.open.get(id.toString());
    if (!cursor) throw new ServerError(43, `cursor id ${id.toString()} not found`);
    if (cursor.namespace !== namespace)
      throw new ServerError(
        13,
        `Requested getMore on namespace '${namespace}', but cursor belongs to a different namespace ${cursor.namespace}`,
      );
    if (cursor.busy) throw new ServerError(12051, `cursor id ${id.toString()} is already in use`);
    return cursor;
  }

  /** Closes a cursor; returns false if it does not exist. */
  kill(id: Long): boolean {
    const cursor = this.open.get(id.toString());
    if (cursor) this.forget(cursor);
    return cursor !== undefined;
  }

  private forget(cursor: OpenCursor): void {
    this.open.delete(cursor.id.toString());
    cursor.close();
  }

  /** Closes the cursors of a dropped namespace, or of a whole database. */
  killNamespace(matches: (namespace: string) => boolean): void {
    for (const cursor of this.open.values()) if (matches(cursor.namespace)) this.forget(cursor);
  }

  closeIdle(): void {
    for (const cursor of this.open.values())
      if (!cursor.lasting && !cursor.busy && this.now() - cursor.lastUsed > idleLimit) this.forget(cursor);
  }
}
