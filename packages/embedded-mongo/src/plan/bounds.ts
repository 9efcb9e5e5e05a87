import type { BSONRegExp } from 'bson';
import { typeName, typeOf, types } from '../bson/types.js';
import type { FieldOp, FilterNode } from '../language/types.js';
import { encodeValue, successor } from '../values/keys.js';
import { literalOf } from '../values/regex.js';

/** Keys of one value from `lo` (inclusive) to `hi` (exclusive); `point` if it is a single value. */
export interface Interval {
  lo: Buffer;
  hi: Buffer;
  point: boolean;
}

/** The values that a filter allows for one path. `exact` means that exactly these values match. */
export interface Bounds {
  intervals: Interval[];
  exact: boolean;
}

/** A single value. Lists may have thousands of points, so `hi` is computed on first use. */
export class Point implements Interval {
  readonly point = true;
  constructor(readonly lo: Buffer) {}

  get hi(): Buffer {
    return successor(this.lo);
  }
}

const point = (value: unknown): Interval => new Point(encodeValue(value));
const between = (lo: Buffer, hi: Buffer): Interval => ({ lo, hi, point: false });
const ofTypes = (first: number, last = first) => between(Buffer.from([first]), Buffer.from([last + 1]));
const nullish = ofTypes(types.undefined.rank, types.null.rank);

/** Types whose query equality and order match those of their keys. */
const { string, int, objectId, bool, date } = types;
const plain = new Set([string, int, objectId, bool, date].map(({ rank }) => rank));

const notANumber = encodeValue(NaN);

function union(intervals: Interval[]): Interval[] {
  const sorted = [...intervals].sort((a, b) => a.lo.compare(b.lo) || a.hi.compare(b.hi));
  const result: Interval[] = [];
  for (const next of sorted) {
    const last = result.at(-1);
    if (last?.point && next.point) {
      if (!next.lo.equals(last.lo)) result.push(next);
      // a point that directly follows a range joins it: {createdAt < x} or {createdAt = x} is one range
    } else if (!last || next.lo.compare(last.hi) > 0) result.push(next);
    else if (next.hi.compare(last.hi) > 0) result[result.length - 1] = between(last.lo, next.hi);
  }
  return result;
}

function intersection(a: Interval[], b: Interval[]): Interval[] {
  const result: Interval[] = [];
  for (const x of a)
    for (const y of b) {
      const lo = x.lo.compare(y.lo) >= 0 ? x.lo : y.lo;
      const hi = x.hi.compare(y.hi) <= 0 ? x.hi : y.hi;
      if (lo.compare(hi) < 0) result.push(x.point ? x : y.point ? y : between(lo, hi));
    }
  return result;
}

function equality(value: unknown): Bounds | null {
  const { name, rank } = typeOf(value);
  if (rank === types.null.rank || rank === types.undefined.rank)
    return { intervals: [nullish], exact: false };
  if (Array.isArray(value)) {
    if (value.length === 0) return null;
    const first = equality(value[0]);
    return first && { intervals: union([...first.intervals, point(value)]), exact: false };
  }
  if (name === 'regex') return null;
  return { intervals: [point(value)], exact: plain.has(rank) };
}

function comparison(op: 'gt' | 'gte' | 'lt' | 'lte', value: unknown): Bounds | null {
  const { rank } = typeOf(value);
  if (!plain.has(rank)) return null;
  const key = encodeValue(value);
  if (key.equals(notANumber)) return null;
  const { lo, hi } = ofTypes(rank);
  if (op === 'gt') return { intervals: [between(successor(key), hi)], exact: true };
  if (op === 'gte') return { intervals: [between(key, hi)], exact: true };
  const from = rank === types.int.rank ? successor(notANumber) : lo;
  return { intervals: [between(from, op === 'lt' ? key : successor(key))], exact: true };
}

/** Bounds for an anchored pattern: strings that start with its text, and stored patterns, which equal themselves. */
function pattern(value: unknown): Bounds | null {
  const { text, atStart } = literalOf(value as BSONRegExp);
  if (!atStart || text === '') return null;
  const lo = encodeValue(text).subarray(0, -1);
  return { intervals: [between(lo, successor(lo)), ofTypes(types.regex.rank)], exact: false };
}

function anyOf(list: unknown[]): Bounds | null {
  const all: Bounds[] = [];
  for (const item of list) {
    const bounds = typeName(item) === 'regex' ? pattern(item) : equality(item);
    if (bounds === null) return null;
    all.push(bounds);
  }
  return { intervals: union(all.flatMap((one) => one.intervals)), exact: all.every((one) => one.exact) };
}

type FieldNode = Extract<FilterNode, { kind: 'field' }>;
const known = new WeakMap<FieldNode, Bounds | null>();

/**
 * Returns the values that a condition allows, or null if keys cannot express them. Cached per node, since every
 * index needs them.
 */
export function fieldBounds(node: FieldNode): Bounds | null {
  let bounds = known.get(node);
  if (bounds === undefined) known.set(node, (bounds = computeBounds(node)));
  return bounds;
}

function computeBounds(node: FieldNode): Bounds | null {
  const { op, value } = node;
  switch (op) {
    case 'eq':
      return equality(value);
    case 'gt':
    case 'gte':
    case 'lt':
    case 'lte':
      return comparison(op, value);
    case 'in':
      return anyOf(value as unknown[]);
    case 'regex':
      return pattern(value);
    case 'elemMatch':
      return ofElement(node);
    default:
      return null;
  }
}

/** Intersects the conditions on one array element, which must all hold for the same element. */
function ofElement(node: FieldNode): Bounds | null {
  const parts = Object.entries(node.value as object).flatMap(([name, value]) => {
    const op = /^\$(eq|gte?|lte?|in)$/.exec(name)?.[1] as FieldOp | undefined;
    return (op && computeBounds({ ...node, op, value })) ?? [];
  });
  if (parts.length === 0) return null;
  return { intervals: parts.map((part) => part.intervals).reduce(intersection), exact: false };
}

const byPlace = /\.\d+(\.|$)/;

/** Returns the values that a filter allows for `path`, or null if it does not constrain the path. */
export function boundsOf(node: FilterNode, path: string, multikey: boolean): Bounds | null {
  if (node.kind === 'field') {
    const bounds = node.path === path ? fieldBounds(node) : null;
    // a number is an array index, or a field name in the array's elements; keys do not show elements that lack the
    // field
    return bounds && byPlace.test(path) && !excludesNull(bounds) ? null : bounds;
  }
  if (node.kind === 'and') {
    const parts = node.children
      .map((child) => boundsOf(child, path, multikey))
      .filter((part) => part !== null);
    if (parts.length < 2) return parts[0] ?? null;
    // different elements of an array may satisfy different conditions, so only one of them may bound the keys
    if (multikey) {
      const best = parts.find((part) => part.intervals.every((interval) => interval.point)) ?? parts[0]!;
      return { ...best, exact: false };
    }
    return {
      intervals: parts.map((part) => part.intervals).reduce(intersection),
      exact: parts.every((part) => part.exact),
    };
  }
  if (node.kind === 'or') {
    const parts = node.children.map((child) => boundsOf(child, path, multikey));
    if (parts.length === 0 || parts.some((part) => part === null)) return null;
    return { intervals: union((parts as Bounds[]).flatMap((part) => part.intervals)), exact: false };
  }
  return null;
}

/** Returns the conditions of a filter that must all hold. */
export function conjuncts(node: FilterNode): FilterNode[] {
  if (node.kind === 'and') return node.children.flatMap(conjuncts);
  return node.kind === 'always' ? [] : [node];
}

/** True if the values include neither missing nor null. */
export const excludesNull = (bounds: Bounds): boolean =>
  bounds.intervals.every((one) => one.lo.compare(nullish.hi) >= 0 || one.hi.compare(nullish.lo) <= 0);

/** True if the filter requires the path to exist. */
export const existsOn = (node: FilterNode, path: string): boolean =>
  conjuncts(node).some(
    (part) => part.kind === 'field' && part.path === path && part.op === 'exists' && part.value === true,
  );
