import { ObjectId } from 'bson';
import { isDoc } from '../bson/document.js';
import { badValue } from '../bson/errors.js';
import { isNumber } from '../bson/numbers.js';
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
  /** Ranges of whole keys in scan order, prefix included. */
  ranges: KeyRange[];
  reverse: boolean;
  /** The scan gives documents in the order asked for. */
  sorted: boolean;
  /** Every document in the ranges matches: no need to test it. */
  covered: boolean;
  /** Several keys may lead to the same document. */
  repeats: boolean;
  /** Each range is one key of a unique index: looked up, not walked. */
  keyed?: boolean;
  /** Each range alone has the order asked for: they are read side by side. */
  merged?: boolean;
  /** Of an `$or`: what each branch finds, by an index of its own. */
  branches?: Plan[];
}

/** Beyond this many ranges a sort is not made by merging them, as in MongoDB, nor are whole unique keys preferred. */
const maxRanges = 200;

/**
 * Whether an index gives the order of `sort` once its first `points` fields are fixed: forward, reverse or not.
 * `start`: from which field on.
 */
function orderOf(
  index: Index,
  sort: CompiledSort,
  points: number,
  start = 0,
): 'forward' | 'reverse' | undefined {
  if (index.cut) return undefined;
  // of an array, not the element that was asked for decides the place, but its least or greatest
  const fixed = new Set(index.paths.slice(0, points).filter((_, i) => !index.multikey[i]));
  const wanted = sort.paths
    .map((path, i) => ({ path, descending: sort.directions[i]! < 0 }))
    .filter(({ path }) => !fixed.has(path));
  if (wanted.length === 0) return 'forward';
  // fields fixed to one value may be passed over, or stand in the sort as well
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

/** Fields of a compound index that may be bound together: not two inside the same array. */
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
  /** The filter bounds the keys; otherwise the index gives the order alone. */
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
  if (index.building || (!hinted && (index.spec.hidden || !contains(index, filter)))) return null;
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

/** The best plan by one index. */
function bestOf(collection: Collection, filter: FilterNode, sort?: CompiledSort): Candidate | null {
  let best: Candidate | null = null;
  for (const index of collection.indexes) {
    const candidate = tryIndex(collection, index, filter, sort, false);
    if (candidate && (!best || candidate.score > best.score)) best = candidate;
  }
  return best;
}

/** A plan of an `$or` each of whose branches an index bounds, together with the other conditions. */
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

/** All documents in the order of insertion. */
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
  /** Order of insertion asked for by `$natural`: 1 or -1. */
  natural?: number | undefined;
  /** Under a collation keys do not tell the order of strings. */
  collation?: boolean | undefined;
}

export function findHinted(collection: Collection, hint: unknown): Index {
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

/** One document by its id: no other index can do better. */
function byId(collection: Collection, ast: FilterNode, collated: boolean): Plan | undefined {
  const [index] = collection.indexes;
  if (!index?.unique || index.paths[0] !== '_id') return undefined;
  if (ast.kind !== 'field' || ast.path !== '_id' || ast.op !== 'eq') return undefined;
  // these are the same under every collation
  const free = ast.value instanceof ObjectId || isNumber(ast.value);
  if (collated && !free) return undefined;
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

/** Chooses how to find the documents of a filter: see README.md, "The way of a find". */
export function plan(collection: Collection, filter: CompiledFilter, options: PlanOptions = {}): Plan {
  const { sort, hint, collation } = options;
  const { ast } = filter;
  const trivial = conjuncts(ast).length === 0;
  let { natural } = options;
  if (isDoc(hint) && '$natural' in hint) natural = Number(hint.$natural);
  if (natural !== undefined) return scanAll(collection, natural < 0, trivial, !sort);
  if (hint !== undefined && hint !== '' && !(isDoc(hint) && Object.keys(hint).length === 0)) {
    const index = findHinted(collection, hint);
    const hinted = tryIndex(collection, index, collation ? { kind: 'always' } : ast, sort, true)!.plan;
    return collation ? { ...hinted, sorted: !sort, covered: trivial } : hinted;
  }
  const one = byId(collection, ast, collation === true);
  if (one) return one;
  const best = collation ? null : bestOf(collection, ast, sort);
  const union = collation || best?.bound ? undefined : unionOf(collection, ast, !sort);
  return union ?? best?.plan ?? scanAll(collection, false, trivial, !sort);
}
