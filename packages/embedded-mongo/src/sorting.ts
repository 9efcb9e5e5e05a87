import { PAUSE, type Row, type Rows } from './scan.js';
import { ServerError } from './semantics/errors.js';
import type { CompiledSort } from './semantics/sort.js';

/** MongoDB's limit of a sort, in bytes: here of the keys, and of the documents held along with them. */
const keyLimit = 100 * 1024 * 1024;
const rowLimit = 32 * 1024 * 1024;
/** What an entry takes besides its key's encoded length. */
const overhead = 64;

export interface Keyed {
  id: number;
  key: unknown[];
  /** Absent when documents took too much memory: the store has it. */
  row?: Row | undefined;
}

type Sorted = Generator<Keyed | typeof PAUSE, void, undefined>;

/** Sorts by merging runs, so that it can pause; with a limit it keeps no more than about twice as many rows. */
export function* sortRows(source: Rows, sort: CompiledSort, limit: number): Sorted {
  const compare = (a: Keyed, b: Keyed) => sort.compareKeys(a.key, b.key);
  const runLength = limit ? Math.max(limit * 2, 1000) : 1000;
  const runs: Keyed[][] = [];
  let run: Keyed[] = [];
  let rowBytes = 0;
  let keyBytes = 0;
  const close = () => {
    run.sort(compare);
    if (limit) for (const { row } of run.splice(limit)) rowBytes -= row?.raw.length ?? 0;
  };
  for (const row of source) {
    if (row === PAUSE) {
      yield PAUSE;
      continue;
    }
    const key = sort.key(row.doc);
    const keep = rowBytes + row.raw.length <= rowLimit;
    run.push({ id: row.id, key, row: keep ? row : undefined });
    if (keep) rowBytes += row.raw.length;
    if (!limit) keyBytes += overhead + sizeOf(key);
    if (keyBytes > keyLimit)
      throw new ServerError(
        292,
        `Executor error during find command: Sort exceeded memory limit of ${keyLimit} bytes, but did not opt in to external sorting.`,
      );
    if (run.length < runLength) continue;
    close();
    if (limit) continue;
    runs.push(run);
    run = [];
    yield PAUSE;
  }
  close();
  runs.push(run);
  yield* merge(runs, compare);
}

function* merge(all: Keyed[][], compare: (a: Keyed, b: Keyed) => number): Sorted {
  let runs = all;
  while (runs.length > 1) {
    const merged: Keyed[][] = [];
    for (let i = 0; i < runs.length; i += 2) {
      const a = runs[i]!;
      const b = runs[i + 1] ?? [];
      const both: Keyed[] = [];
      for (let x = 0, y = 0; x < a.length || y < b.length;) {
        if (y >= b.length || (x < a.length && compare(a[x]!, b[y]!) <= 0)) both.push(a[x++]!);
        else both.push(b[y++]!);
        if (both.length % 2000 === 0) yield PAUSE;
      }
      merged.push(both);
    }
    runs = merged;
  }
  yield* runs[0]!;
}

const sizeOf = (key: unknown[]): number =>
  key.reduce<number>((sum, value) => sum + (typeof value === 'string' ? value.length * 2 : 32), 0);
