import { ServerError } from '../bson/errors.js';
import type { KeyRange, Storage, Table } from '../store/lmdb.js';
import { Pace, PAUSE } from '../values/pace.js';
import type { Plan } from './planner.js';

export interface Entry {
  key: Buffer;
  value: Buffer;
  /** For indexes: the record id of the entry. Set by callers that can decode it. */
  id: number;
}

const none = Buffer.alloc(0);
const largestChunk = 256;
const largestRead = 1 << 20;

/** Throws QueryPlanKilled if the collection or index of a plan was dropped. */
function checkAlive({ collection, index }: Plan): void {
  if (collection?.dropped)
    throw new ServerError(175, `collection dropped: ${collection.db}.${collection.name}`);
  if (index && !collection?.indexes.includes(index))
    throw new ServerError(175, `query plan killed :: index '${index.name}' dropped`);
}

/**
 * Walks tables along a plan. Holds no lmdb cursor between steps: each chunk seeks after the last key, and a write
 * discards the rest of a chunk. So every entry is current when it is returned.
 */
export class Walker {
  constructor(
    private readonly storage: Storage,
    private readonly clock: () => number,
  ) {}

  /** Returns the entries of a table along a plan. */
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
      // empty ranges take time, too
      if (pace.due()) yield PAUSE;
    }
  }

  /** Merges sorted ranges with different prefixes by the rest of their keys. */
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
        // the write may have removed the entry, or moved its key to another document
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
          // read only a few large documents at a time
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
