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

/** Rows of a run, sorted at once; longer lists are merged of runs, with pauses. */
const runLength = 1000;

/** Sorts by merging runs, so that it can pause; with a limit it keeps no more than about twice as many rows. */
export function* sortRows(source: Rows, sort: CompiledSort, limit: number): Sorted {
  const compare = (a: Keyed, b: Keyed) => sort.compareKeys(a.key, b.key);
  const most = limit || Infinity;
  let runs: Keyed[][] = [];
  let held = 0;
  let run: Keyed[] = [];
  let rowBytes = 0;
  let keyBytes = 0;
  const cut = (list: Keyed[]): Keyed[] => {
    if (list.length > most) for (const { row } of list.splice(most)) rowBytes -= row?.raw.length ?? 0;
    return list;
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
    runs.push(cut(run.sort(compare)));
    held += runs.at(-1)!.length;
    run = [];
    yield PAUSE;
    if (held < Math.max(2 * most, runLength)) continue;
    runs = [cut(yield* merge(runs, compare))];
    held = runs[0]!.length;
  }
  runs.push(cut(run.sort(compare)));
  yield* yield* merge(runs, compare);
}

function* merge(
  all: Keyed[][],
  compare: (a: Keyed, b: Keyed) => number,
): Generator<typeof PAUSE, Keyed[], undefined> {
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
        if (both.length % runLength === 0) yield PAUSE;
      }
      merged.push(both);
    }
    runs = merged;
  }
  return runs[0]!;
}

const sizeOf = (key: unknown[]): number =>
  key.reduce<number>((sum, value) => sum + (typeof value === 'string' ? value.length * 2 : 32), 0);
