import { type Doc, isDoc } from '../../bson/document.js';
import { fail } from '../../bson/errors.js';
import { type Fn, splitPath } from '../expressions/core.js';
import type { Vars } from '../types.js';

/** The fields of a projection: kept or dropped (true), computed (function) or nested (tree). */
export interface FieldTree {
  fields: Map<string, true | Fn | FieldTree>;
  /** Whether the tree has a computed field at any depth. */
  computed: boolean;
}

export const fieldTree = (): FieldTree => ({ fields: new Map(), computed: false });

/** Adds a dotted path; throws 31249 or 31250 if it collides with an existing path. */
export function addField(tree: FieldTree, path: string, entry: true | Fn): void {
  const keys = splitPath(path);
  let at = tree;
  if (entry !== true) at.computed = true;
  keys.forEach((key, i) => {
    const present = at.fields.get(key);
    if (i === keys.length - 1) {
      if (present !== undefined) fail(31250, `Path collision at ${path}`);
      at.fields.set(key, entry);
      return;
    }
    if (present === true || typeof present === 'function')
      fail(31249, `Path collision at ${path} remaining portion ${keys.slice(i + 1).join('.')}`);
    const next = present ?? fieldTree();
    if (entry !== true) next.computed = true;
    at.fields.set(key, next);
    at = next;
  });
}

/**
 * Keeps only the fields of the tree, in the document's order. Scalars become undefined; arrays drop them, unless
 * computed fields replace them.
 */
export function includeFields(tree: FieldTree, value: unknown): unknown {
  if (Array.isArray(value)) {
    const items = (value as unknown[]).map((item) => includeFields(tree, item));
    return tree.computed ? items : items.filter((item) => item !== undefined);
  }
  if (!isDoc(value)) return undefined;
  const result: Doc = {};
  for (const key in value) {
    const entry = tree.fields.get(key);
    if (entry === undefined || typeof entry === 'function') continue;
    const kept = entry === true ? value[key] : includeFields(entry, value[key]);
    if (kept !== undefined) result[key] = kept;
  }
  return result;
}

/** Removes the fields of the tree. */
export function excludeFields(tree: FieldTree, value: unknown): unknown {
  if (Array.isArray(value)) return (value as unknown[]).map((item) => excludeFields(tree, item));
  if (!isDoc(value)) return value;
  const result: Doc = {};
  for (const key in value) {
    const entry = tree.fields.get(key);
    if (entry === undefined || typeof entry === 'function') result[key] = value[key];
    else if (typeof entry === 'object') result[key] = excludeFields(entry, value[key]);
  }
  return result;
}

/**
 * Sets the computed fields in documents and in each element of an array. Documents with these fields replace
 * scalars.
 */
export function computeFields(tree: FieldTree, value: unknown, vars: Vars): unknown {
  if (!tree.computed) return value;
  if (Array.isArray(value)) return (value as unknown[]).map((item) => computeFields(tree, item, vars));
  const result: Doc = isDoc(value) ? { ...value } : {};
  for (const [key, entry] of tree.fields) {
    if (entry === true || (typeof entry === 'object' && !entry.computed)) continue;
    const computed = typeof entry === 'function' ? entry(vars) : computeFields(entry, result[key], vars);
    if (computed !== undefined) result[key] = computed;
    // eslint-disable-next-line @typescript-eslint/no-dynamic-delete -- a field computed as missing leaves no key behind
    else if (key in result) delete result[key];
  }
  return result;
}
