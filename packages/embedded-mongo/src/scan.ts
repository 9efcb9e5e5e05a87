import type { Collection } from './catalogue.js';
import { asNumber } from './describe.js';
import { readRecord, recordBytes } from './keys.js';
import { Pace, PAUSE } from './pace.js';
import type { Plan } from './planner.js';
import { decode } from './semantics/document.js';
import type { CompiledSort } from './semantics/sort.js';
import { Sorter } from './sorting.js';
import { sizeOf } from './semantics/flow.js';
import type { CompiledFilter, Doc } from './semantics/types.js';
import type { KeyRange, Storage, Table } from './storage.js';

/** A stored document: its bytes, decoded when first asked for. */
export class Row {
  private decoded: Doc | undefined;

  constructor(
    readonly id: number,
    readonly raw: Buffer,
    /** Only the fields of the query's `pick` are there. */
    readonly picked = false,
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

export type Rows = Generator<Row | typeof PAUSE, void, undefined>;

/** Bytes of the documents that a sort keeps; others it reads again. */
const rowLimit = 32 * 1024 * 1024;
/** What an item of a sort takes besides its key's encoded length. */
const overhead = 64;
interface Keyed {
  id: number;
  key: unknown[];
  row?: Row | undefined;
}

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
  /** A sort may use the disk; true unless given. */
  spill?: boolean | undefined;
  /** The part of a document's bytes that is answered: a row that need not be looked at has nothing else. */
  pick?: ((bytes: Buffer) => Buffer) | undefined;
}

interface Entry {
  key: Buffer;
  value: Buffer;
  stale: boolean;
}
const none = Buffer.alloc(0);

/** Reads rows along a plan. No lmdb cursor is held from one step to the next: each chunk seeks after the last key. */
export class Scanner {
  private readonly key = Buffer.alloc(10);

  constructor(
    private readonly storage: Storage,
    private readonly clock: () => number = () => performance.now(),
  ) {}

  read(collection: Collection, id: number, pick?: Query['pick']): Row | undefined {
    // lmdb copies the key, so that one buffer serves all
    collection.prefix.copy(this.key);
    recordBytes(id, this.key, collection.prefix.length);
    const raw = this.storage.read(this.storage.docs, this.key, pick);
    return raw && new Row(id, raw, pick !== undefined);
  }

  /** The only row that a plan of one unique key can find, null when there is none; undefined for all other plans. */
  one({ collection, filter, plan, pick }: Query): Row | null | undefined {
    if (!plan.keyed || plan.ranges.length !== 1) return undefined;
    const owner = this.storage.entries.getBinaryFast(plan.ranges[0]!.start);
    const row =
      owner && this.read(collection, readRecord(owner.subarray(0, 6)), plan.covered ? pick : undefined);
    return row && (plan.covered || filter.test(row.doc)) ? row : null;
  }

  /**
   * Some rows, each with the same chance and none twice, by drawing record ids below `ids`; undefined where so few of
   * these are in use that a walk through all is the better way.
   */
  sample(collection: Collection, size: number, ids: number): Row[] | undefined {
    const rows = new Map<number, Row>();
    // enough, all but surely, while a quarter of the ids is in use
    for (let draws = 50 + size * 8; rows.size < size; draws--) {
      if (draws === 0) return undefined;
      const id = Math.floor(Math.random() * ids);
      const row = rows.has(id) ? undefined : this.read(collection, id);
      if (row) rows.set(id, row);
    }
    return [...rows.values()];
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
    for (const entry of this.entries(this.storage.docs, plan, true)) {
      if (entry === PAUSE) yield PAUSE;
      else yield { row: new Row(readRecord(entry.key), entry.value), stale: entry.stale };
    }
  }

  private *fetched(
    { plan, collection, sort, pick }: Query,
    examined: Examined,
    seen: Set<number> | undefined,
  ): Generator<{ row: Row; stale: boolean } | typeof PAUSE> {
    const sure = plan.covered && (!sort || plan.sorted) ? pick : undefined;
    for (const entry of this.found(plan, examined, seen)) {
      const row = entry && this.read(collection, entry.id, entry.stale ? undefined : sure);
      if (entry === PAUSE) yield PAUSE;
      else if (row) yield { row, stale: entry.stale };
    }
  }

  /** The record ids along an index plan, each once. */
  private *found(
    plan: Plan,
    examined: Examined,
    seen: Set<number> | undefined,
  ): Generator<{ id: number; stale: boolean } | typeof PAUSE> {
    const unique = plan.index!.unique;
    for (const entry of this.entries(this.storage.entries, plan, unique)) {
      if (entry === PAUSE) {
        yield PAUSE;
        continue;
      }
      examined.keys++;
      const id = readRecord(unique ? entry.value : entry.key);
      if (seen?.has(id)) continue;
      seen?.add(id);
      yield { id, stale: entry.stale };
    }
  }

  /** The documents of a covered plan, from its keys alone. */
  *countKeys({ plan }: Query, examined: Examined): Generator<number | typeof PAUSE> {
    const seen = plan.repeats ? new Set<number>() : undefined;
    for (const entry of this.found(plan, examined, seen)) yield entry && entry.id;
  }

  /** Rows in the order of a sort; rows that memory had no room for are read again. */
  private *sorted({ collection, sort, spill = true }: Query, source: Rows, limit: number): Rows {
    let rowBytes = 0;
    const sorter = new Sorter<Keyed>({
      compare: (a, b) => sort!.compareKeys(a.key, b.key),
      limit: limit || Infinity,
      spill: spill ? this.storage.spill : undefined,
      write: ({ id, key }) => ({ id, key }),
      read: ({ id, key }) => ({ id: asNumber(id)!, key: key as unknown[] }),
      dropped: ({ row }) => (rowBytes -= row?.raw.length ?? 0),
    });
    try {
      for (const row of source) {
        if (row === PAUSE) {
          yield PAUSE;
          continue;
        }
        const key = sort!.key(row.doc);
        const keep = rowBytes + row.raw.length <= rowLimit;
        if (keep) rowBytes += row.raw.length;
        const size = overhead + sizeOf(key) + (spill ? 0 : row.raw.length);
        if (sorter.add({ id: row.id, key, row: keep ? row : undefined }, size)) yield* sorter.settle();
      }
      const pace = new Pace(this.clock);
      for (const keyed of sorter.sorted()) {
        const row = keyed && (keyed.row ?? this.read(collection, keyed.id));
        if (row) yield row;
        if (keyed === PAUSE || pace.due()) yield PAUSE;
      }
    } finally {
      sorter.close();
    }
  }

  /** Entries of a table along a plan; `stale` when a write came between reading and giving them. */
  private *entries(table: Table, plan: Plan, values: boolean): Generator<Entry | typeof PAUSE> {
    const pace = new Pace(this.clock);
    const { ranges, reverse } = plan;
    if (plan.keyed) {
      for (const { start: key } of ranges) {
        const value = this.storage.read(table, key);
        if (value) yield { key, value, stale: false };
        if (pace.due()) yield PAUSE;
      }
      return;
    }
    const walk = (range: KeyRange) => this.walk(table, range, reverse, values, ranges.length > 1 ? 4 : 24);
    for (const part of plan.merged ? [merge(ranges.map(walk), ranges, reverse)] : ranges) {
      for (const entry of 'start' in part ? walk(part) : part) {
        yield entry;
        if (pace.due()) yield PAUSE;
      }
      // ranges without entries are work, too
      if (pace.due()) yield PAUSE;
    }
  }

  private *walk(
    table: Table,
    { start, end }: KeyRange,
    reverse: boolean,
    values: boolean,
    first: number,
  ): Generator<Entry> {
    let from: Buffer | undefined;
    for (let chunk = first; ;) {
      const { version } = this.storage;
      const options = reverse
        ? { start: from ?? end, exclusiveStart: true, end: start, inclusiveEnd: true, reverse, limit: chunk }
        : { start: from ?? start, exclusiveStart: from !== undefined, end, limit: chunk };
      const found: Entry[] = [];
      if (values)
        for (const { key, value } of table.getRange(options)) found.push({ key, value, stale: false });
      else for (const key of table.getKeys(options)) found.push({ key, value: none, stale: false });
      for (const entry of found) {
        entry.stale = version !== this.storage.version;
        yield entry;
      }
      if (found.length < chunk) return;
      const last = found.at(-1)!;
      from = last.key;
      // large documents come few at a time
      chunk = last.value.length * chunk > largestRead ? 4 : Math.min(chunk * 2, largestChunk);
    }
  }
}

/** Merges ranges that begin differently by what follows in their keys: each range gives the order, all give it together. */
function* merge(walks: Generator<Entry>[], ranges: KeyRange[], reverse: boolean): Generator<Entry> {
  const heads = walks.map((walk, i) => {
    const from = ranges[i]!.prefix!;
    const next = () => {
      const entry = walk.next().value as Entry | undefined;
      return entry && { entry, rest: entry.key.subarray(from) };
    };
    return { next, head: next() };
  });
  for (;;) {
    let first: (typeof heads)[number] | undefined;
    for (const one of heads) {
      if (!one.head) continue;
      const order = first ? one.head.rest.compare(first.head!.rest) : -1;
      if (!first || (reverse ? order > 0 : order < 0)) first = one;
    }
    if (!first) return;
    yield first.head!.entry;
    first.head = first.next();
  }
}
