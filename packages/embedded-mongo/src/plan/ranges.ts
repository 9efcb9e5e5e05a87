import type { Index } from '../store/index-spec.js';
import type { KeyRange } from '../store/lmdb.js';
import { inverted, keyLimit, successor } from '../values/keys.js';
import { type Bounds, type Interval, Point } from './bounds.js';

/** Above this many ranges, a plan binds fewer fields. */
const maxRanges = 4000;
/** The maximum number of values for an index's first field. */
const longList = 50_000;
const cut = (key: Buffer): Buffer => (key.length > keyLimit ? key.subarray(0, keyLimit) : key);

/** All keys with a prefix; `end` is computed when the scan needs it. */
class PrefixRange implements KeyRange {
  readonly start: Buffer;
  readonly prefix: number;

  constructor(whole: Buffer) {
    this.start = cut(whole);
    this.prefix = whole.length;
  }

  get end(): Buffer {
    return successor(this.start);
  }
}

export function joined(a: Buffer, b: Buffer): Buffer {
  const both = Buffer.allocUnsafe(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both;
}

interface Ranges {
  ranges: KeyRange[];
  /**
   * Counts of leading fields: those that bound the ranges, those with single values only, and those with one value.
   */
  used: number;
  listed: number;
  points: number;
}

/** Returns the key ranges for leading fields bound to points, then at most one field with intervals. */
export function keyRanges(index: Index, bound: (Bounds | null)[]): Ranges {
  let prefixes: Buffer[] = [index.prefix];
  let field = 0;
  let single = 0;
  const directed = (i: number): Interval[] => {
    const { intervals } = bound[i]!;
    if (!index.descending[i]) return intervals;
    return intervals
      .map((one) =>
        one.point
          ? new Point(inverted(one.lo))
          : { lo: successor(inverted(one.hi)), hi: successor(inverted(one.lo)), point: false },
      )
      .reverse();
  };
  while (field < bound.length) {
    const bounds = bound[field];
    if (!bounds || !bounds.intervals.every((interval) => interval.point)) break;
    if (prefixes.length * bounds.intervals.length > (field === 0 ? longList : maxRanges)) break;
    const values = directed(field);
    prefixes = prefixes.flatMap((prefix) => values.map(({ lo }) => joined(prefix, lo)));
    if (single === field && values.length === 1) single++;
    field++;
  }
  const last = field < bound.length ? bound[field] : null;
  const range = (start: Buffer, end: Buffer, prefix: Buffer): KeyRange => ({
    start: cut(start),
    end: end.length > keyLimit ? successor(cut(end)) : end,
    prefix: prefix.length,
  });
  if (!last || prefixes.length * last.intervals.length > maxRanges)
    return {
      ranges: prefixes.map((prefix) => new PrefixRange(prefix)),
      used: field,
      listed: field,
      points: single,
    };
  const values = directed(field);
  return {
    ranges: prefixes.flatMap((prefix) =>
      values.map(({ lo, hi }) => range(joined(prefix, lo), joined(prefix, hi), prefix)),
    ),
    used: field + 1,
    listed: field,
    points: single,
  };
}
