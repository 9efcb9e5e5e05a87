import { PAUSE } from './pace.js';
import { ServerError } from './semantics/errors.js';
import type { Doc } from './semantics/types.js';
import type { SpillFile } from './spill.js';

/** MongoDB's limit of what a blocking stage may hold, in bytes. */
export const memoryLimit = 100 * 1024 * 1024;

/** Items that are sorted at once; longer lists are merged of such runs, with pauses. */
const runLength = 1000;

export interface SortOptions<T> {
  compare: (a: T, b: T) => number;
  /** Only so many are asked for. */
  limit: number;
  /** Bytes in memory, 100 MB unless given; beyond it items go to a file, or error 292 where there is none. */
  memory?: number | undefined;
  spill?: (() => SpillFile) | undefined;
  write: (item: T) => Doc;
  read: (doc: Doc) => T;
  /** Told when items leave the memory or the result. */
  dropped?: (item: T) => void;
}

/** Sorts by merging runs, stable, in steps that can pause; with a limit it keeps about twice as many items. */
export class Sorter<T> {
  private run: { item: T; size: number }[] = [];
  private runs: { item: T; size: number }[][] = [];
  private held = 0;
  private bytes = 0;
  private file: SpillFile | undefined;
  private readonly marks: number[] = [0];

  constructor(private readonly options: SortOptions<T>) {}

  /** Takes an item of about `size` bytes; true when `settle` must be run. */
  add(item: T, size: number): boolean {
    this.run.push({ item, size });
    this.bytes += size;
    return this.run.length >= runLength || this.bytes > (this.options.memory ?? memoryLimit);
  }

  *settle(): Generator<typeof PAUSE> {
    const { memory = memoryLimit, limit, spill, write } = this.options;
    this.endRun();
    yield PAUSE;
    if (this.bytes <= memory && this.held < Math.max(2 * limit, runLength)) return;
    if (limit < Infinity) yield* this.mergeRuns();
    if (this.bytes <= memory) return;
    if (!spill)
      throw new ServerError(
        292,
        `Sort exceeded memory limit of ${memory} bytes, but did not opt in to external sorting.`,
      );
    this.file ??= spill();
    for (const item of yield* this.mergeRuns()) {
      this.file.append(write(item.item));
      this.options.dropped?.(item.item);
      if (++this.held % runLength === 0) yield PAUSE;
    }
    this.marks.push(this.file.mark());
    this.runs = [];
    this.held = this.bytes = 0;
  }

  /** All items in order; the sorter is used up. */
  *sorted(): Generator<T | typeof PAUSE> {
    const { limit, compare, read } = this.options;
    try {
      this.endRun();
      const rest = yield* this.mergeRuns();
      const { file } = this;
      if (!file) {
        for (const { item } of rest) yield item;
        return;
      }
      function* reading(start: number, end: number): Generator<T> {
        for (const doc of file!.read(start, end)) yield read(doc);
      }
      // earlier runs first, so that equal items keep their order
      const sources = this.marks.slice(1).map((end, i) => reading(this.marks[i]!, end));
      sources.push(rest.map(({ item }) => item).values() as unknown as Generator<T>);
      const heads = sources.map((source) => source.next());
      for (let given = 0; given < limit; given++) {
        let first = -1;
        heads.forEach(({ done, value }, i) => {
          if (!done && (first < 0 || compare(value, heads[first]!.value as T) < 0)) first = i;
        });
        if (first < 0) return;
        yield heads[first]!.value as T;
        heads[first] = sources[first]!.next();
      }
    } finally {
      this.close();
    }
  }

  /** Removes the file; for those who may end early. */
  close(): void {
    this.file?.close();
    this.file = undefined;
  }

  private endRun(): void {
    const { compare } = this.options;
    if (this.run.length === 0) return;
    this.runs.push(this.run.sort((a, b) => compare(a.item, b.item)));
    this.held += this.run.length;
    this.run = [];
  }

  /** Makes one run of all, no longer than the limit. */
  private *mergeRuns(): Generator<typeof PAUSE, { item: T; size: number }[]> {
    const { compare, limit, dropped } = this.options;
    while (this.runs.length > 1) {
      const merged: typeof this.runs = [];
      for (let i = 0; i < this.runs.length; i += 2) {
        const a = this.runs[i]!;
        const b = this.runs[i + 1] ?? [];
        const both: typeof this.run = [];
        for (let x = 0, y = 0; x < a.length || y < b.length;) {
          if (y >= b.length || (x < a.length && compare(a[x]!.item, b[y]!.item) <= 0)) both.push(a[x++]!);
          else both.push(b[y++]!);
          if (both.length % runLength === 0) yield PAUSE;
        }
        merged.push(both);
      }
      this.runs = merged;
    }
    const [all = []] = this.runs;
    for (const { item, size } of all.splice(limit)) {
      this.bytes -= size;
      dropped?.(item);
    }
    this.held = all.length;
    return all;
  }
}
