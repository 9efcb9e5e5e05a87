import { ServerError } from '../bson/errors.js';
import type { KeyRange, Storage, Table } from '../store/lmdb.js';
import { Pace, PAUSE } from '../values/pace.js';
import type { Plan } from './planner.js';

/** A key of a table with its value. */
export interface Entry {
  key: Buffer;
  value: Buffer;
  /** Of an index: the record that the entry stands for, set by those who know how to read it. */
  id: number;
}

const none = Buffer.alloc(0);
const largestChunk = 256;
const largestRead = 1 << 20;

/** Throws QueryPlanKilled when the collection or the index that a plan walks along was dropped. */
function checkAlive({ collection, index }: Plan): void {
  if (collection?.dropped)
    throw new ServerError(175, `collection dropped: ${collection.db}.${collection.name}`);
  if (index && !collection?.indexes.includes(index))
    throw new ServerError(175, `query plan killed :: index '${index.name}' dropped`);
}

/**
 * Walks tables along a plan. No lmdb cursor is held from one step to the next: each chunk seeks after the last key, and
 * a write makes what is left of a chunk void. So every entry is as it stands when it is given.
 */
export class Walker {
  constructor(
    private readonly storage: Storage,
    private readonly clock: () => number,
  ) {}

  /** Entries of a table along a plan. */
  *entries(table: Table, plan: Plan, values: boolean): Generator<Entry | typeof PAUSE> {
    const pace = new Pace(this.clock);
    const { ranges } = plan;
    if (plan.keyed) {
      for (const { start: key } of ranges) {
        checkAlive(plan);
        const value = this.storage.read(table, key);
        if (value) yield { key, value, id: 0 };
        if (pace.due()) yield PAUSE;
      }
      return;
    }
    const walk = (range: KeyRange) => this.walk(table, plan, range, values, ranges.length > 1 ? 4 : 24);
    for (const part of plan.merged ? [this.merge(table, plan, walk)] : ranges) {
      for (const entry of 'start' in part ? walk(part) : part) {
        yield entry;
        if (pace.due()) yield PAUSE;
      }
      // ranges without entries are work, too
      if (pace.due()) yield PAUSE;
    }
  }

  /** Merges ranges that begin differently by what follows in their keys: each range gives the order, all give it together. */
  private *merge(table: Table, plan: Plan, walk: (range: KeyRange) => Generator<Entry>): Generator<Entry> {
    const { storage } = this;
    const heads = plan.ranges.map((range) => {
      const entries = walk(range);
      const next = () => {
        const entry = entries.next().value as Entry | undefined;
        return entry && { entry, rest: entry.key.subarray(range.prefix), version: storage.version };
      };
      return { next, head: next() };
    });
    for (;;) {
      let first: (typeof heads)[number] | undefined;
      for (const one of heads) {
        if (!one.head) continue;
        const order = first ? one.head.rest.compare(first.head!.rest) : -1;
        if (!first || (plan.reverse ? order > 0 : order < 0)) first = one;
      }
      if (!first) return;
      const { entry, version } = first.head!;
      let value: Buffer | undefined = entry.value;
      if (version !== storage.version) {
        checkAlive(plan);
        // the write may have taken the entry away, or given its key to another document
        value = storage.read(table, entry.key);
      }
      if (value) yield { key: entry.key, value, id: 0 };
      first.head = first.next();
    }
  }

  private *walk(
    table: Table,
    plan: Plan,
    { start, end }: KeyRange,
    values: boolean,
    first: number,
  ): Generator<Entry> {
    const { reverse } = plan;
    let from: Buffer | undefined;
    for (let chunk = first; ;) {
      checkAlive(plan);
      const { version } = this.storage;
      const options = reverse
        ? { start: from ?? end, exclusiveStart: true, end: start, inclusiveEnd: true, reverse, limit: chunk }
        : { start: from ?? start, exclusiveStart: from !== undefined, end, limit: chunk };
      const found: Entry[] = [];
      let bytes = 0;
      if (values)
        for (const { key, value } of table.getRange(options)) {
          found.push({ key, value, id: 0 });
          // large documents come few at a time
          if ((bytes += value.length) > largestRead) break;
        }
      else for (const key of table.getKeys(options)) found.push({ key, value: none, id: 0 });
      const ended = found.length < chunk && bytes <= largestRead;
      for (const entry of found) {
        if (version !== this.storage.version) break;
        from = entry.key;
        yield entry;
      }
      if (version !== this.storage.version) chunk = first;
      else if (ended) return;
      else chunk = Math.min(chunk * 2, largestChunk);
    }
  }
}
