import { isDoc } from './document.js';
import { fail } from './errors.js';
import type { Doc, Vars } from './types.js';

export type Flow = AsyncIterable<Doc>;

/** How long a stage works before others get their turn, in milliseconds. */
const slice = 5;
const breathe = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Lets the event loop breathe during long work: `if (pace.due()) await pace.rest()`. */
export class Pace {
  private count = 0;
  private since = performance.now();

  due(): boolean {
    return (++this.count & 31) === 0 && performance.now() - this.since > slice;
  }

  async rest(): Promise<void> {
    await breathe();
    this.since = performance.now();
  }
}

/** Roughly the bytes that a value takes as BSON. */
export function sizeOf(value: unknown): number {
  if (typeof value === 'string') return value.length + 6;
  if (Array.isArray(value))
    return (value as unknown[]).reduce<number>((sum, item) => sum + sizeOf(item) + 3, 16);
  if (!isDoc(value)) return 16;
  let size = 16;
  for (const key in value) size += key.length + 2 + sizeOf(value[key]);
  return size;
}

/** Counts what a blocking stage holds and refuses what is beyond the limit (code 292). */
export class Memory {
  private used = 0;

  constructor(
    private readonly limit: number,
    private readonly message: string,
  ) {}

  hold(value: unknown): void {
    this.used += sizeOf(value);
    if (this.used > this.limit)
      fail(292, `${this.message} Aborting operation. Pass allowDiskUse:true to opt in.`);
  }
}

/** Merge sort that pauses: stable. */
export async function sortPaced<T>(items: T[], compare: (a: T, b: T) => number): Promise<T[]> {
  const pace = new Pace();
  const run = 2048;
  let runs: T[][] = [];
  for (let i = 0; i < items.length; i += run) {
    runs.push(items.slice(i, i + run).sort(compare));
    await pace.rest();
  }
  while (runs.length > 1) {
    const merged: T[][] = [];
    for (let i = 0; i < runs.length; i += 2) {
      const [a, b] = [runs[i]!, runs[i + 1] ?? []];
      const result: T[] = [];
      for (let x = 0, y = 0; x < a.length || y < b.length;) {
        result.push(y >= b.length || (x < a.length && compare(a[x]!, b[y]!) <= 0) ? a[x++]! : b[y++]!);
        if (pace.due()) await pace.rest();
      }
      merged.push(result);
    }
    runs = merged;
  }
  return runs[0] ?? [];
}

/** Variables of an expression that is evaluated for one document. */
export const scopeOf = (doc: Doc, vars: Vars): Vars => ({ ...vars, ROOT: doc, CURRENT: doc });

/** Documents as a flow that pauses. */
export async function* flowOf(docs: AsyncIterable<Doc> | Iterable<Doc>): Flow & AsyncGenerator<Doc> {
  const pace = new Pace();
  for await (const doc of docs) {
    yield doc;
    if (pace.due()) await pace.rest();
  }
}
