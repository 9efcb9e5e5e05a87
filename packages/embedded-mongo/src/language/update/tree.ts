import { type Doc, fieldKey, isDoc } from '../../bson/document.js';
import { badValue, fail, notImplemented, ServerError } from '../../bson/errors.js';
import { describe } from '../../bson/print.js';
import { compareStrings } from '../../values/compare.js';
import type { UpdateContext } from '../types.js';

/** What an operator may read besides the value that it changes. */
export interface Run {
  ctx: UpdateContext;
  /** The document before the update. */
  doc: Doc;
}

/** Computes the new value of a field from the old one; undefined means missing in both. */
export type Change = (old: unknown, run: Run, path: string) => unknown;

export const idOf = (doc: Doc) => `{_id: ${describe(doc['_id'])}}`;
export const lastName = (path: string) => path.slice(path.lastIndexOf('.') + 1);
export const shown = (path: string, value: unknown) => `{${path}: ${describe(value)}}`;

/** The changes of an update as a tree of field names; `$` and `$[]` are names, too. */
type UpdateNode = { kind: 'leaf'; change: Change; creates: boolean } | Branch;
interface Branch {
  kind: 'branch';
  children: Map<string, UpdateNode>;
}
/** The name of all elements of an array. */
const every = '$[]';

const conflict = (path: string, at: string) =>
  new ServerError(40, `Updating the path '${path}' would create a conflict at '${at}'`);
export const branch = (): Branch => ({ kind: 'branch', children: new Map() });
const isIndex = (name: string) => /^(0|[1-9]\d*)$/.test(name);

/** MongoDB applies fields in lexicographic order, and numeric names by number. */
const byName = (a: string, b: string) =>
  isIndex(a) && isIndex(b) ? Number(a) - Number(b) : compareStrings(a, b);

/** Adds a change at a path; throws if it conflicts with another. */
export function insertLeaf(root: Branch, path: string, change: Change, creates: boolean): void {
  const names = path.split('.');
  if (names.includes(''))
    fail(56, `The update path '${path}' contains an empty field name, which is not allowed.`);
  const identifier = names.map((name) => /^\$\[(.+)\]$/.exec(name)?.[1]).find(Boolean);
  if (identifier !== undefined)
    throw badValue(`No array filter found for identifier '${identifier}' in path '${path}'`);
  if (names[0] === '$' || names[0] === every)
    throw badValue(
      `Cannot have ${names[0] === '$' ? "positional (i.e. '$')" : "array filter identifier (i.e. '$[<id>]')"} element in the first position in path '${path}'`,
    );
  if (names.filter((name) => name === '$').length > 1)
    throw badValue(`Too many positional (i.e. '$') elements found in path '${path}'`);
  let at = root;
  names.forEach((name, i) => {
    const here = names.slice(0, i).join('.');
    if (at.children.size > 0 && at.children.has(every) !== (name === every)) throw conflict(path, here);
    const child = at.children.get(name);
    if (i === names.length - 1) {
      if (child) throw conflict(path, path);
      at.children.set(name, { kind: 'leaf', change, creates });
      return;
    }
    if (child?.kind === 'leaf') throw conflict(path, names.slice(0, i + 1).join('.'));
    const next = child ?? branch();
    at.children.set(name, next);
    at = next;
  });
}

/** Applies a tree of changes to a document. */
export class Applier {
  constructor(private readonly run: Run) {}

  /** Returns the new value at `path`; undefined means missing. */
  apply(node: UpdateNode, value: unknown, path: string): unknown {
    if (node.kind === 'leaf') return node.change(value, this.run, path);
    const each = node.children.get(every);
    if (each) return this.elements(each, value, path);
    const fields = this.fields(node, path);
    if (Array.isArray(value)) return this.list(fields, value as unknown[], path);
    if (value !== undefined && !isDoc(value)) return this.scalar(fields, value, path);
    let result: Doc | undefined;
    for (const [name, child] of fields) {
      const key = fieldKey(name);
      const old = value?.[key];
      const changed = this.apply(child, old, path === '' ? name : `${path}.${name}`);
      if (changed === old) continue;
      result ??= { ...value };
      // eslint-disable-next-line @typescript-eslint/no-dynamic-delete -- a removed field leaves no key behind
      if (changed === undefined) delete result[key];
      else result[key] = changed;
    }
    return result ?? value;
  }

  /** Children in order, with `$` resolved to the matched index. */
  private fields(node: Branch, path: string): [string, UpdateNode][] {
    const { children } = node;
    const positional = children.get('$');
    if (!positional) return [...children].sort(([a], [b]) => byName(a, b));
    const index = this.run.ctx.positional;
    if (index === undefined)
      throw badValue('The positional operator did not find the match needed from the query.');
    const name = String(index);
    if (children.has(name)) throw notImplemented(`an update of both '${path}.$' and '${path}.${name}'`);
    const resolved = new Map(children);
    resolved.delete('$');
    resolved.set(name, positional);
    return [...resolved].sort(([a], [b]) => byName(a, b));
  }

  private list(fields: [string, UpdateNode][], list: unknown[], path: string): unknown[] {
    let result: unknown[] | undefined;
    for (const [name, child] of fields) {
      if (!isIndex(name)) {
        this.refuse(child, name, list, path);
        continue;
      }
      const index = Number(name);
      const old = list[index];
      const changed = this.apply(child, old, `${path}.${name}`);
      if (changed === old) continue;
      result ??= [...list];
      if (index - result.length > 1_500_000) throw badValue("can't backfill more than 1500000 elements");
      while (result.length < index) result.push(null);
      result[index] = changed ?? null;
    }
    return result ?? list;
  }

  private scalar(fields: [string, UpdateNode][], value: unknown, path: string): unknown {
    for (const [name, child] of fields) this.refuse(child, name, value, path);
    return value;
  }

  /** Handles a path below a scalar: an error for operators that would create it, otherwise a no-op. */
  private refuse(child: UpdateNode, name: string, value: unknown, path: string): void {
    if (!creates(child) || this.apply(child, undefined, `${path}.${name}`) === undefined) return;
    fail(28, `Cannot create field '${name}' in element {${lastName(path)}: ${describe(value)}}`);
  }

  private elements(each: UpdateNode, value: unknown, path: string): unknown {
    if (value === undefined)
      throw badValue(`The path '${path}' must exist in the document in order to apply array updates.`);
    if (!Array.isArray(value))
      throw badValue(`Cannot apply array updates to non-array element ${lastName(path)}: ${describe(value)}`);
    const list = value as unknown[];
    const changed = list.map((element, index) => this.apply(each, element, `${path}.${index}`));
    // an element that was removed becomes null; an unchanged array stays the same object
    return changed.some((element, index) => element !== list[index])
      ? changed.map((element) => element ?? null)
      : value;
  }
}

const creates = (node: UpdateNode): boolean =>
  node.kind === 'leaf' ? node.creates : [...node.children.values()].some(creates);
