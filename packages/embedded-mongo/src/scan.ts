import type { Collection } from './catalogue.js';
import { readRecord, recordBytes } from './keys.js';
import type { Plan } from './planner.js';
import { decode } from './semantics/document.js';
import type { CompiledSort } from './semantics/sort.js';
import { sortRows } from './sorting.js';
import type { CompiledFilter, Doc } from './semantics/types.js';
import type { KeyRange, Storage } from './storage.js';

/** A stored document: its bytes, decoded when first asked for. */
export class Row {
  private decoded: Doc | undefined;

  constructor(
    readonly id: number,
    readonly raw: Buffer,
  ) {}

  get doc(): Doc {
    return (this.decoded ??= decode(this.raw));
  }
}

/** What a query touched, for explain. */
export interface Examined {
  keys: number;
  docs: number;
}

/** A pause in a stream of rows: the caller lets others run before it goes on. */
export const PAUSE = undefined;
export type Rows = Generator<Row | typeof PAUSE, void, undefined>;

/** Milliseconds of work, the caller's included, between two pauses of a stream of rows. */
const slice = 5;
const largestChunk = 256;
const largestRead = 1 << 20;

export interface Query {
  collection: Collection;
  filter: CompiledFilter;
  plan: Plan;
  sort?: CompiledSort | undefined;
  skip?: number;
  /** 0 means none. */
  limit?: number;
}

/** Reads rows along a plan. No lmdb cursor is held from one step to the next: each chunk seeks after the last key. */
export class Scanner {
  private readonly key = Buffer.alloc(10);

  constructor(
    private readonly storage: Storage,
    private readonly clock: () => number = () => performance.now(),
  ) {}

  /** Tells when a pause is due; to be asked after every step, since one document may take long. */
  private pace(): () => boolean {
    let since = this.clock();
    return () => {
      const now = this.clock();
      if (now - since < slice) return false;
      since = now;
      return true;
    };
  }

  read(collection: Collection, id: number): Row | undefined {
    // lmdb copies the key, so that one buffer serves all
    collection.prefix.copy(this.key);
    recordBytes(id, this.key, collection.prefix.length);
    const raw = this.storage.docs.get(this.key);
    return raw && new Row(id, raw);
  }

  /** The rows of a query: filtered, sorted, skipped, limited. */
  *run(query: Query, examined: Examined = { keys: 0, docs: 0 }): Rows {
    const { sort, plan, skip = 0, limit = 0 } = query;
    const source = this.matching(query, examined);
    const ordered = sort && !plan.sorted ? this.sorted(query, source, limit && skip + limit) : source;
    let passed = 0;
    let given = 0;
    for (const row of ordered) {
      if (row === PAUSE) yield PAUSE;
      else if (passed < skip) passed++;
      else {
        yield row;
        if (++given === limit) return;
      }
    }
  }

  private *matching(query: Query, examined: Examined): Rows {
    const { plan, filter } = query;
    const seen = plan.repeats ? new Set<number>() : undefined;
    const rows = plan.stage === 'COLLSCAN' ? this.documents(query) : this.fetched(query, examined, seen);
    for (const found of rows) {
      if (found === PAUSE) {
        yield PAUSE;
        continue;
      }
      examined.docs++;
      if ((plan.covered && !found.stale) || filter.test(found.row.doc)) yield found.row;
    }
  }

  private *documents({ plan }: Query): Generator<{ row: Row; stale: boolean } | typeof PAUSE> {
    for (const entry of this.entries(this.storage.docs, plan.ranges, plan.reverse)) {
      if (entry === PAUSE) yield PAUSE;
      else yield { row: new Row(readRecord(entry.key), entry.value), stale: entry.stale };
    }
  }

  private *fetched(
    { plan, collection }: Query,
    examined: Examined,
    seen: Set<number> | undefined,
  ): Generator<{ row: Row; stale: boolean } | typeof PAUSE> {
    const unique = plan.index!.unique;
    for (const entry of this.entries(this.storage.entries, plan.ranges, plan.reverse)) {
      if (entry === PAUSE) {
        yield PAUSE;
        continue;
      }
      examined.keys++;
      const id = readRecord(unique ? entry.value : entry.key);
      if (seen?.has(id)) continue;
      seen?.add(id);
      const row = this.read(collection, id);
      if (row) yield { row, stale: entry.stale };
    }
  }

  /** The number of documents of a covered plan, from its keys alone. */
  *countKeys({ plan }: Query, examined: Examined): Generator<number | typeof PAUSE> {
    const seen = plan.repeats ? new Set<number>() : undefined;
    for (const entry of this.entries(this.storage.entries, plan.ranges, plan.reverse)) {
      if (entry === PAUSE) {
        yield PAUSE;
        continue;
      }
      examined.keys++;
      const id = readRecord(plan.index!.unique ? entry.value : entry.key);
      if (seen?.has(id)) continue;
      seen?.add(id);
      yield id;
    }
  }

  /** Rows in the order of a sort; rows that memory had no room for are read again. */
  private *sorted({ collection, sort }: Query, source: Rows, limit: number): Rows {
    const due = this.pace();
    for (const keyed of sortRows(source, sort!, limit)) {
      if (keyed === PAUSE) {
        yield PAUSE;
        continue;
      }
      const row = keyed.row ?? this.read(collection, keyed.id);
      if (row) yield row;
      if (due()) yield PAUSE;
    }
  }

  /** Entries of a table within ranges; `stale` when a write came between reading and giving them. */
  private *entries(
    table: Storage['docs'],
    ranges: KeyRange[],
    reverse: boolean,
  ): Generator<{ key: Buffer; value: Buffer; stale: boolean } | typeof PAUSE> {
    const due = this.pace();
    for (const { start, end } of ranges) {
      let from: Buffer | undefined;
      for (let chunk = ranges.length > 1 ? 4 : 24; ;) {
        const forward = { start: from ?? start, exclusiveStart: from !== undefined, end };
        const backward = { start: from ?? end, exclusiveStart: true, end: start, inclusiveEnd: true };
        const { version } = this.storage;
        const options = { ...(reverse ? backward : forward), reverse, limit: chunk };
        const found = [...table.getRange(options)];
        for (const { key, value } of found) {
          yield { key, value, stale: version !== this.storage.version };
          if (due()) yield PAUSE;
        }
        if (found.length < chunk) break;
        const last = found.at(-1)!;
        from = last.key;
        // large documents come few at a time
        chunk = last.value.length * chunk > largestRead ? 4 : Math.min(chunk * 2, largestChunk);
      }
      // ranges without entries are work, too
      if (due()) yield PAUSE;
    }
  }
}

const breathe = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** The rows as an asynchronous stream that lets other connections run at every pause. */
export async function* stream(rows: Rows): AsyncGenerator<Row> {
  for (const row of rows) {
    if (row === PAUSE) await breathe();
    else yield row;
  }
}

/** Up to `count` further items, stopping early when `full` says so; `done` when the source is at its end. */
export async function take<T>(
  source: Iterator<T | typeof PAUSE>,
  accept: (item: T) => boolean,
): Promise<boolean> {
  for (;;) {
    const result = source.next() as IteratorResult<T | typeof PAUSE, void>;
    if (result.done) return true;
    if (result.value === PAUSE) await breathe();
    else if (!accept(result.value)) return false;
  }
}
