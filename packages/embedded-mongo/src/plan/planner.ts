import { isDoc } from '../bson/document.js';
import { badValue } from '../bson/errors.js';
import type { CompiledFilter, FilterNode } from '../language/types.js';
import type { Collection } from '../store/catalogue.js';
import type { Index } from '../store/index-spec.js';
import type { KeyRange } from '../store/lmdb.js';
import { encodeValue, keyLimit, successor } from '../values/keys.js';
import type { CompiledSort } from '../values/sort.js';
import { type Bounds, boundsOf, conjuncts, fieldBounds } from './bounds.js';
import { contains } from './containment.js';
import { joined, keyRanges } from './ranges.js';

export interface Plan {
  collection?: Collection;
  stage: 'COLLSCAN' | 'IXSCAN' | 'OR' | 'EOF';
  index?: Index;
  /** Ranges of whole keys in scan order, including the prefix. */
  ranges: KeyRange[];
  reverse: boolean;
  /** The scan returns documents in the requested order. */
  sorted: boolean;
  /** Every document in the ranges matches, so none needs testing. */
  covered: boolean;
  /** Several keys may lead to the same document. */
  repeats: boolean;
  /** Each range is one key of a unique index, for a direct lookup. */
  keyed?: boolean;
  /** Each range is sorted, so that a merge of all ranges is sorted, too. */
  merged?: boolean;
  /** For an `$or`: one plan per branch, each with its own index. */
  branches?: Plan[];
}

/** With more ranges than this, sorts do not merge them, as in MongoDB, and whole unique keys have no priority. */
const maxRanges = 200;

/**
 * Whether an index provides the order of `sort` if its first `points` fields are fixed: forward, reverse or
 * undefined. `start` is the first index field to use.
 */
function orderOf(
  index: Index,
  sort: CompiledSort,
  points: number,
  start = 0,
): 'forward' | 'reverse' | undefined {
  if (index.cut) return undefined;
  // an array sorts by its least or greatest element, not by the matching one
  const fixed = new Set(index.paths.slice(0, points).filter((_, i) => !index.multikey[i]));
  const wanted = sort.paths
    .map((path, i) => ({ path, descending: sort.directions[i]! < 0 }))
    .filter(({ path }) => !fixed.has(path));
  if (wanted.length === 0) return 'forward';
  // fields fixed to one value may be skipped, or appear in the sort
  let at = start;
  let reverse: boolean | undefined;
  for (const { path, descending } of wanted) {
    while (at < points && index.paths[at] !== path) at++;
    if (index.paths[at] !== path || index.multikey[at]) return undefined;
    const flipped = index.descending[at] !== descending;
    if (reverse !== undefined && flipped !== reverse) return undefined;
    reverse = flipped;
    at++;
  }
  return reverse ? 'reverse' : 'forward';
}

/** Returns the fields of a compound index that may be bound together: at most one per array. */
function usable(index: Index, bound: (Bounds | null)[]): (Bounds | null)[] {
  const roots = new Set<string>();
  return bound.map((bounds, i) => {
    if (!bounds || !index.multikey[i]) return bounds;
    const root = index.paths[i]!.split('.')[0]!;
    if (roots.has(root)) return null;
    roots.add(root);
    return bounds;
  });
}

interface Candidate {
  plan: Plan;
  /** Whether the filter bounds the keys; otherwise the index only provides the order. */
  bound: boolean;
  score: number;
}

function tryIndex(
  collection: Collection,
  index: Index,
  filter: FilterNode,
  sort: CompiledSort | undefined,
  hinted: boolean,
): Candidate | null {
  if (index.building || (!hinted && !contains(index, filter))) return null;
  const bound = usable(
    index,
    index.paths.map((path, i) => boundsOf(filter, path, index.multikey[i]!)),
  );
  const { ranges, used, listed, points } = keyRanges(index, bound);
  const plain = sort && orderOf(index, sort, points);
  const merged = sort && !plain && listed > points && ranges.length <= maxRanges;
  const order = merged ? orderOf(index, sort, points, listed) : plain;
  if (used === 0 && !order && !hinted) return null;
  const parts = conjuncts(filter);
  const positional = index.segments.some((path) => path.some((segment) => segment.index >= 0));
  const covered =
    !index.cut &&
    !positional &&
    parts.every((part) => {
      if (part.kind !== 'field') return false;
      const field = index.paths.indexOf(part.path);
      return field >= 0 && field < used && bound[field]!.exact && fieldBounds(part)?.exact === true;
    });
  const keyed = index.unique && listed === index.paths.length && !index.cut;
  return {
    plan: {
      collection,
      stage: 'IXSCAN',
      index,
      ranges: order === 'reverse' ? ranges.reverse() : ranges,
      reverse: order === 'reverse',
      sorted: order !== undefined,
      covered,
      repeats: index.multikey.includes(true),
      keyed,
      merged: merged === true && order !== undefined,
    },
    bound: used > 0,
    score:
      (keyed && ranges.length <= maxRanges ? 1000 : 0) +
      points * 20 +
      (used - points) * 10 +
      (order ? 8 : 0) -
      index.paths.length * 0.01,
  };
}

/** Returns the best plan with a single index. */
function bestOf(collection: Collection, filter: FilterNode, sort?: CompiledSort): Candidate | null {
  let best: Candidate | null = null;
  for (const index of collection.indexes) {
    const candidate = tryIndex(collection, index, filter, sort, false);
    if (candidate && (!best || candidate.score > best.score)) best = candidate;
  }
  return best;
}

/** Returns a plan for an `$or` if an index bounds each branch, together with the other conditions. */
function unionOf(collection: Collection, filter: FilterNode, sorted: boolean): Plan | undefined {
  const parts = conjuncts(filter);
  for (const part of parts) {
    if (part.kind !== 'or') continue;
    const others = parts.filter((other) => other !== part);
    const found = part.children.map((child) =>
      bestOf(collection, { kind: 'and', children: [...others, child] }),
    );
    const branches = found.flatMap((one) => one?.plan ?? []);
    if (branches.length < found.length) continue;
    const rest = { ranges: [], reverse: false, covered: false, repeats: false };
    return { collection, stage: 'OR', branches, sorted, ...rest };
  }
  return undefined;
}

/** Scans all documents in insertion order. */
const scanAll = (collection: Collection, reverse: boolean, covered: boolean, sorted: boolean): Plan => ({
  collection,
  stage: 'COLLSCAN',
  ranges: [{ start: collection.prefix, end: successor(collection.prefix) }],
  reverse,
  sorted,
  covered,
  repeats: false,
});

interface PlanOptions {
  sort?: CompiledSort | undefined;
  hint?: unknown;
  /** Insertion order requested by `$natural`: 1 or -1. */
  natural?: number | undefined;
}

function findHinted(collection: Collection, hint: unknown): Index {
  const byKey = isDoc(hint) ? encodeValue(hint) : undefined;
  const index = collection.indexes.find(
    ({ name, spec, building }) =>
      !building && (name === hint || (byKey && encodeValue(spec.key).equals(byKey))),
  );
  if (!index)
    throw badValue(
      'error processing query: planner returned error: hint provided does not correspond to an existing index',
    );
  return index;
}

/** Returns a plan for one document by id, which no other index can beat. */
function byId(collection: Collection, ast: FilterNode): Plan | undefined {
  const [index] = collection.indexes;
  if (!index?.unique || index.paths[0] !== '_id') return undefined;
  if (ast.kind !== 'field' || ast.path !== '_id' || ast.op !== 'eq') return undefined;
  const bounds = fieldBounds(ast);
  const only = bounds?.intervals[0];
  if (!bounds || !only?.point || bounds.intervals.length > 1 || only.lo.length > keyLimit / 2)
    return undefined;
  return {
    collection,
    stage: 'IXSCAN',
    index,
    ranges: [{ start: joined(index.prefix, only.lo), end: joined(index.prefix, only.hi) }],
    reverse: false,
    sorted: true,
    covered: bounds.exact,
    repeats: false,
    keyed: true,
  };
}

/** Chooses how to find the documents of a filter: by rules, not by trial runs. */
export function plan(collection: Collection, filter: CompiledFilter, options: PlanOptions = {}): Plan {
  const { sort, hint } = options;
  const { ast } = filter;
  const trivial = conjuncts(ast).length === 0;
  let { natural } = options;
  if (isDoc(hint) && '$natural' in hint) natural = Number(hint.$natural);
  if (natural !== undefined) return scanAll(collection, natural < 0, trivial, !sort);
  if (hint !== undefined && hint !== '' && !(isDoc(hint) && Object.keys(hint).length === 0)) {
    return tryIndex(collection, findHinted(collection, hint), ast, sort, true)!.plan;
  }
  const one = byId(collection, ast);
  if (one) return one;
  const best = bestOf(collection, ast, sort);
  const union = best?.bound ? undefined : unionOf(collection, ast, !sort);
  return union ?? best?.plan ?? scanAll(collection, false, trivial, !sort);
}
