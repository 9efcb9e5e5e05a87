import { ServerError } from '../bson/errors.js';
import { Pace, PAUSE } from './pace.js';

/** MongoDB's memory limit of a blocking stage, in bytes. */
export const memoryLimit = 100 * 1024 * 1024;

/** Number of items sorted at once; longer lists are merged from such runs, with pauses. */
const runLength = 1000;

interface SortOptions<T> {
  compare: (a: T, b: T) => number;
  /** Maximum number of items to return. */
  limit: number;
  /** Memory limit in bytes, default 100 MB; exceeding it throws error 292. */
  memory?: number | undefined;
  clock?: (() => number) | undefined;
}

/** A stable merge sort in steps that can pause. With a limit, it stores about twice as many items. */
export class Sorter<T> {
  private run: { item: T; size: number }[] = [];
  private runs: { item: T; size: number }[][] = [];
  private held = 0;
  private bytes = 0;

  constructor(private readonly options: SortOptions<T>) {}

  /** Adds an item of about `size` bytes; returns true when the caller must run `mergeSoFar`. */
  add(item: T, size: number): boolean {
    this.run.push({ item, size });
    this.bytes += size;
    return this.run.length >= runLength || this.bytes > (this.options.memory ?? memoryLimit);
  }

  *mergeSoFar(): Generator<typeof PAUSE> {
    const { memory = memoryLimit, limit } = this.options;
    this.endRun();
    yield PAUSE;
    if (this.bytes <= memory && this.held < Math.max(2 * limit, runLength)) return;
    if (limit < Infinity) yield* this.mergeRuns();
    if (this.bytes > memory)
      throw new ServerError(
        292,
        `Sort exceeded memory limit of ${memory} bytes, and the embedded server does not use the disk.`,
      );
  }

  /** Returns all items in order. The sorter cannot be used afterwards. */
  *sorted(): Generator<T | typeof PAUSE> {
    this.endRun();
    const pace = new Pace(this.options.clock);
    for (const { item } of yield* this.mergeRuns()) {
      yield item;
      if (pace.due()) yield PAUSE;
    }
  }

  private endRun(): void {
    const { compare } = this.options;
    if (this.run.length === 0) return;
    this.runs.push(this.run.sort((a, b) => compare(a.item, b.item)));
    this.held += this.run.length;
    this.run = [];
  }

  /** Merges all runs into one, no longer than the limit. */
  private *mergeRuns(): Generator<typeof PAUSE, { item: T; size: number }[]> {
    const { compare, limit } = this.options;
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
    for (const { size } of all.splice(limit)) this.bytes -= size;
    this.held = all.length;
    return all;
  }
}
