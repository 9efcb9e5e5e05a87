import { decode } from '../bson/decode.js';
import type { Doc } from '../bson/document.js';
import { sizeOf } from '../language/pipeline/flow.js';
import type { CompiledFilter } from '../language/types.js';
import type { Collection } from '../store/catalogue.js';
import type { Storage } from '../store/lmdb.js';
import { readRecord, recordBytes } from '../values/keys.js';
import { PAUSE } from '../values/pace.js';
import type { CompiledSort } from '../values/sort.js';
import { Sorter } from '../values/sorter.js';
import type { Plan } from './planner.js';
import { type Entry, Walker } from './walk.js';

/** A stored document as bytes, decoded on first use. */
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

/** How many keys and documents a query examined, for explain. */
export interface Examined {
  keys: number;
  docs: number;
}

export type Rows = Generator<Row | typeof PAUSE, void, undefined>;

/** The memory of a sort item besides its key and document, in bytes. */
const overhead = 64;
interface Keyed {
  key: unknown[];
  row: Row;
}

export interface Query {
  collection: Collection;
  filter: CompiledFilter;
  plan: Plan;
  sort?: CompiledSort | undefined;
  skip?: number;
  /** 0 means no limit. */
  limit?: number;
}

/** Reads rows along a plan. */
export class Scanner {
  private readonly key = Buffer.alloc(10);
  private readonly walker: Walker;

  constructor(
    private readonly storage: Storage,
    private readonly clock: () => number = () => performance.now(),
  ) {
    this.walker = new Walker(storage, clock);
  }

  read(collection: Collection, id: number): Row | undefined {
    // lmdb copies the key, so one buffer is reused
    collection.prefix.copy(this.key);
    recordBytes(id, this.key, collection.prefix.length);
    const raw = this.storage.read(this.storage.docs, this.key);
    return raw && new Row(id, raw);
  }

  /**
   * Returns the row of a plan with a single unique key, or null if it has none; returns undefined for all other
   * plans.
   */
  one({ collection, filter, plan }: Query): Row | null | undefined {
    if (!plan.keyed || plan.ranges.length !== 1) return undefined;
    const id = this.storage.owner(plan.ranges[0]!.start);
    const row = id === undefined ? undefined : this.read(collection, id);
    return row && (plan.covered || filter.test(row.doc)) ? row : null;
  }

  /**
   * Draws distinct rows with equal probability, as random record ids below `ids`. Returns undefined if so few ids
   * are in use that a scan is better.
   */
  sample(collection: Collection, size: number, ids: number): Row[] | undefined {
    const rows = new Map<number, Row>();
    // almost certainly enough if a quarter of the ids is in use
    for (let draws = 50 + size * 8; rows.size < size; draws--) {
      if (draws === 0) return undefined;
      const id = Math.floor(Math.random() * ids);
      const row = rows.has(id) ? undefined : this.read(collection, id);
      if (row) rows.set(id, row);
    }
    return [...rows.values()];
  }

  /** Returns the rows of a query: filtered, sorted, skipped, limited. */
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
    const { plan, filter, collection } = query;
    const whole = plan.stage === 'COLLSCAN';
    const source = whole ? this.walker.entries(this.storage.docs, plan, true) : this.found(plan, examined);
    for (const entry of source) {
      if (entry === PAUSE) {
        yield PAUSE;
        continue;
      }
      const row = whole ? new Row(readRecord(entry.key), entry.value) : this.read(collection, entry.id);
      if (!row) continue;
      examined.docs++;
      if (plan.covered || filter.test(row.doc)) yield row;
    }
  }

  /** Walks an index plan and returns entries with their record ids, each id once. */
  private *found(
    plan: Plan,
    examined: Examined,
    seen = plan.repeats || plan.branches ? new Set<number>() : undefined,
  ): Generator<Entry | typeof PAUSE> {
    for (const branch of plan.branches ?? []) yield* this.found(branch, examined, seen);
    if (plan.branches) return;
    const { unique } = plan.index!;
    for (const entry of this.walker.entries(this.storage.entries, plan, unique)) {
      if (entry === PAUSE) {
        yield PAUSE;
        continue;
      }
      examined.keys++;
      entry.id = readRecord(unique ? entry.value : entry.key);
      if (seen?.has(entry.id)) continue;
      seen?.add(entry.id);
      yield entry;
    }
  }

  /** Returns the entries of a covered plan from its keys alone. */
  countKeys({ plan }: Query, examined: Examined): Generator<Entry | typeof PAUSE> {
    return this.found(plan, examined);
  }

  /** Sorts rows. */
  private *sorted({ sort }: Query, source: Rows, limit: number): Rows {
    const sorter = new Sorter<Keyed>({
      compare: (a, b) => sort!.compareKeys(a.key, b.key),
      limit: limit || Infinity,
      clock: this.clock,
    });
    for (const row of source) {
      if (row === PAUSE) {
        yield PAUSE;
        continue;
      }
      const key = sort!.key(row.doc);
      if (sorter.add({ key, row }, overhead + sizeOf(key) + row.raw.length)) yield* sorter.mergeSoFar();
    }
    for (const keyed of sorter.sorted()) yield keyed === PAUSE ? PAUSE : keyed.row;
  }
}
