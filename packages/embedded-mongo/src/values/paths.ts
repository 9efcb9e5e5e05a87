import { type Doc, fieldKey, isDoc, UNDEFINED } from '../bson/document.js';
import { fail } from '../bson/errors.js';
import { compareValues } from './compare.js';

/** One name of a dotted path: the key in a decoded document and, if numeric, the array index. */
export interface Segment {
  name: string;
  key: string;
  index: number;
}

const parsed = new Map<string, Segment[]>();

/** Splits a dotted path. Results are cached, since programs use few paths. */
export function parsePath(path: string): Segment[] {
  let segments = parsed.get(path);
  if (segments) return segments;
  segments = path
    .split('.')
    .map((name) => ({
      name,
      key: fieldKey(name),
      index: /^(0|[1-9]\d{0,8})$/.test(name) ? Number(name) : -1,
    }));
  if (parsed.size >= 2000) parsed.clear();
  parsed.set(path, segments);
  return segments;
}

/** No value passed the test. */
export const NO_MATCH = -2;
/** A value passed, and the path to it did not expand an array. */
export const MATCH = -1;

/**
 * Passes the values at a path, as a query sees them, to `test` until one passes. Arrays on the path are expanded
 * (and indexed if the name is a number). With `expandLeaf`, an array at the end is passed element by element, then
 * whole. Missing is passed as undefined. Returns NO_MATCH, MATCH or the index in the outermost expanded array.
 */
export function walkPath(
  doc: Doc,
  path: Segment[],
  from: number,
  expandLeaf: boolean,
  test: (value: unknown) => boolean,
): number {
  let value: unknown = doc;
  for (let i = from; i < path.length; i++) {
    if (Array.isArray(value)) return walkArray(value, path, i, expandLeaf, test);
    value = isDoc(value) ? value[path[i]!.key] : undefined;
    if (value === undefined) break;
  }
  if (expandLeaf && Array.isArray(value)) {
    const index = value.findIndex(test);
    if (index >= 0) return index;
  }
  return test(value) ? MATCH : NO_MATCH;
}

function walkArray(
  list: unknown[],
  path: Segment[],
  i: number,
  expandLeaf: boolean,
  test: (value: unknown) => boolean,
): number {
  const position = path[i]!.index;
  for (let at = 0; at < list.length; at++) {
    const element = list[at];
    if (isDoc(element) && walkPath(element, path, i, expandLeaf, test) !== NO_MATCH) return at;
    // an index named in the path is not a found element
    if (at !== position) continue;
    let found = NO_MATCH;
    if (i === path.length - 1) found = test(element) ? MATCH : NO_MATCH;
    else if (isDoc(element)) found = walkPath(element, path, i + 1, expandLeaf, test);
    else if (Array.isArray(element)) found = walkArray(element, path, i + 1, expandLeaf, test);
    if (found !== NO_MATCH) return found;
  }
  return NO_MATCH;
}

interface Cursor {
  value: unknown;
  path: Segment[];
  at: number;
  done: boolean;
}

/** Descends through documents to the next array to expand, or to the end. */
function descend({ value, path, at, done }: Cursor): Cursor {
  while (!done && at < path.length) {
    if (Array.isArray(value)) {
      const { index, key } = path[at]!;
      if (index < 0) break;
      const named = value.some((element) => isDoc(element) && element[key] !== undefined);
      if (named && index < value.length)
        fail(
          16746,
          `Ambiguous field name found in array (do not use numeric field names in embedded elements in an array), field: '${path[at]!.name}'`,
        );
      if (named) break;
      value = value[index];
    } else if (isDoc(value)) value = value[path[at]!.key];
    else value = undefined;
    at++;
    if (value === undefined) done = true;
  }
  return { value, path, at, done: done || !Array.isArray(value) };
}

/**
 * Returns a document's compound keys in an index over `paths`: one tuple, or one per array element. Missing is
 * undefined (indexes store null), an empty array is BSON's undefined. Throws CannotIndexParallelArrays (171).
 */
export function indexKeyTuples(doc: Doc, paths: Segment[][]): unknown[][] {
  const tuples: unknown[][] = [];
  const expand = (cursors: Cursor[]): void => {
    const here = cursors.map((cursor) => (cursor.done ? cursor : descend(cursor)));
    const open = here.filter((cursor) => !cursor.done);
    const first = open[0];
    if (first === undefined) {
      tuples.push(here.map((cursor) => cursor.value));
      return;
    }
    const list = first.value as unknown[];
    const rival = open.find((cursor) => cursor.value !== list);
    if (rival !== undefined) {
      const name = (cursor: Cursor) => cursor.path[cursor.at - 1]?.name ?? '';
      fail(171, `cannot index parallel arrays [${name(rival)}] [${name(first)}]`);
    }
    const step = (pick: (cursor: Cursor) => Cursor) => expand(here.map((c) => (c.done ? c : pick(c))));
    if (list.length === 0)
      step((c) => ({ ...c, value: c.at === c.path.length ? UNDEFINED : undefined, done: true }));
    for (const element of list)
      step((c) => {
        if (c.at === c.path.length) return { ...c, value: element, done: true };
        return isDoc(element) ? { ...c, value: element } : { ...c, value: undefined, done: true };
      });
  };
  expand(paths.map((path) => ({ value: doc, path, at: 0, done: false })));
  return tuples;
}

/** Returns the value at a path through documents only; undefined if an array or a scalar is in between. */
export function plainValue(doc: Doc, path: Segment[]): unknown {
  let value: unknown = doc;
  for (const segment of path) {
    if (!isDoc(value)) return undefined;
    value = value[segment.key];
  }
  return value;
}

/** Whether the path contains or ends in an array. */
export function meetsArray(doc: Doc, path: Segment[]): boolean {
  let value: unknown = doc;
  for (const segment of path) {
    if (!isDoc(value)) break;
    value = value[segment.key];
  }
  return Array.isArray(value);
}

/** Returns the values of a document for `distinct`: arrays at the end are unwound, missing values omitted. */
export function distinctValues(doc: Doc, path: string): unknown[] {
  const values: unknown[] = [];
  walkPath(doc, parsePath(path), 0, false, (value) => {
    if (Array.isArray(value)) for (const item of value as unknown[]) values.push(item);
    else if (value !== undefined) values.push(value);
    return false;
  });
  return values;
}

/** Returns the smallest (for direction -1, largest) tuple under the directions of a compound order. */
export function pickTuple(tuples: unknown[][], directions: number[]): unknown[] {
  let best = tuples[0]!;
  for (let i = 1; i < tuples.length; i++)
    if (compareTuples(tuples[i]!, best, directions) < 0) best = tuples[i]!;
  return best;
}

/** Compares two tuples under directions (1 or -1); missing counts as null. */
export function compareTuples(a: unknown[], b: unknown[], directions: number[]): number {
  for (let i = 0; i < directions.length; i++) {
    const x = a[i] === undefined ? null : a[i];
    const y = b[i] === undefined ? null : b[i];
    const result = compareValues(x, y);
    if (result !== 0) return result * directions[i]!;
  }
  return 0;
}
