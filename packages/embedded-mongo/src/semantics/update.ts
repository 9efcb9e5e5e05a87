import { describe } from '../describe.js';
import { compareStrings, valuesEqual } from './compare.js';
import { entries, fieldKey, isDoc } from './document.js';
import { badValue, fail, failedToParse, ServerError } from './errors.js';
import { compileFilter } from './matcher.js';
import { compileTransform } from './transforms.js';
import { typeName } from './types-of.js';
import { compileOperator, renameChanges, type Change, type Run } from './update-operators.js';
import type { CompiledUpdate, Doc, UpdateOptions } from './types.js';

/** The changes of an update as a tree over field names, or over array filters ('' for all elements). */
type UpdateNode =
  | { kind: 'leaf'; change: Change; creates: boolean }
  | { kind: 'fields' | 'filters'; children: Map<string, UpdateNode> };
type Branch = Exclude<UpdateNode, { kind: 'leaf' }>;
type ElementTest = (element: unknown) => boolean;

const conflict = (path: string, at: string) =>
  new ServerError(40, `Updating the path '${path}' would create a conflict at '${at}'`);
const branch = (kind: Branch['kind']): Branch => ({ kind, children: new Map() });
const filterId = (name: string) => /^\$\[(.*)\]$/.exec(name)?.[1];
const isIndex = (name: string) => /^(0|[1-9]\d*)$/.test(name);

/** MongoDB applies fields in lexicographic order, numeric names by number. */
const byName = (a: string, b: string) =>
  isIndex(a) && isIndex(b) ? Number(a) - Number(b) : compareStrings(a, b);

function insertLeaf(root: Branch, path: string, change: Change, creates: boolean): void {
  const names = path.split('.');
  if (names.includes(''))
    fail(56, `The update path '${path}' contains an empty field name, which is not allowed.`);
  if (names[0] === '$' || filterId(names[0]!) !== undefined)
    throw badValue(
      `Cannot have ${names[0] === '$' ? "positional (i.e. '$')" : "array filter identifier (i.e. '$[<id>]')"} element in the first position in path '${path}'`,
    );
  if (names.filter((name) => name === '$').length > 1)
    throw badValue(`Too many positional (i.e. '$') elements found in path '${path}'`);
  let at = root;
  names.forEach((name, i) => {
    const here = names.slice(0, i).join('.');
    const id = filterId(name);
    if (at.children.size === 0 && at !== root) at.kind = id === undefined ? 'fields' : 'filters';
    if ((at.kind === 'filters') !== (id !== undefined)) throw conflict(path, here);
    const key = id ?? name;
    const child = at.children.get(key);
    if (i === names.length - 1) {
      if (child) throw conflict(path, path);
      at.children.set(key, { kind: 'leaf', change, creates });
      return;
    }
    if (child?.kind === 'leaf') throw conflict(path, names.slice(0, i + 1).join('.'));
    const next = child ?? branch('fields');
    at.children.set(key, next);
    at = next;
  });
}

/** Joins what two filters, or the positional operator and an index, ask of one element. */
function merge(a: UpdateNode, b: UpdateNode, path: string): UpdateNode {
  if (a.kind === 'leaf' || b.kind === 'leaf' || a.kind !== b.kind)
    fail(40, `Update created a conflict at '${path}'`);
  const children = new Map(a.children);
  for (const [name, child] of b.children) {
    const present = children.get(name);
    children.set(name, present ? merge(present, child, `${path}.${name}`) : child);
  }
  return { kind: a.kind, children };
}

class Applier {
  constructor(
    private readonly run: Run,
    private readonly filters: Map<string, ElementTest>,
  ) {}

  /** New value at `path`; undefined is missing. */
  apply(node: UpdateNode, value: unknown, path: string): unknown {
    if (node.kind === 'leaf') return node.change(value, this.run, path);
    if (node.kind === 'filters') return this.elements(node, value, path);
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
    const named = children.get(name);
    const resolved = new Map(children);
    resolved.delete('$');
    resolved.set(name, named ? merge(named, positional, `${path}.${name}`) : positional);
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

  /** A path that goes on below a scalar: an error for operators that would create it, else nothing to do. */
  private refuse(child: UpdateNode, name: string, value: unknown, path: string): void {
    if (!creates(child) || this.apply(child, undefined, `${path}.${name}`) === undefined) return;
    const last = path.slice(path.lastIndexOf('.') + 1);
    fail(28, `Cannot create field '${name}' in element {${last}: ${describe(value)}}`);
  }

  private elements(node: Branch, value: unknown, path: string): unknown {
    if (value === undefined)
      throw badValue(`The path '${path}' must exist in the document in order to apply array updates.`);
    const last = path.slice(path.lastIndexOf('.') + 1);
    if (!Array.isArray(value))
      throw badValue(`Cannot apply array updates to non-array element ${last}: ${describe(value)}`);
    let result: unknown[] | undefined;
    (value as unknown[]).forEach((element, index) => {
      let chosen: UpdateNode | undefined;
      for (const [id, child] of node.children) {
        if (id !== '' && !this.filters.get(id)!(element)) continue;
        chosen = chosen ? merge(chosen, child, `${path}.${index}`) : child;
      }
      if (!chosen) return;
      const changed = this.apply(chosen, element, `${path}.${index}`);
      if (changed === element) return;
      result ??= [...(value as unknown[])];
      result[index] = changed ?? null;
    });
    return result ?? value;
  }
}

const creates = (node: UpdateNode): boolean =>
  node.kind === 'leaf' ? node.creates : [...node.children.values()].some(creates);

const parseFailure = (why: string) => `Error parsing array filter :: caused by :: ${why}`;

/** Names of the fields that an array filter is about, also below `$and`, `$or` and `$nor`. */
function filterNames(filter: Doc): string[] {
  return entries(filter).flatMap(([name, value]) => {
    if (!name.startsWith('$')) return [name.split('.')[0]!];
    return Array.isArray(value)
      ? (value as unknown[]).flatMap((item) => (isDoc(item) ? filterNames(item) : []))
      : [];
  });
}

function compileArrayFilters({
  arrayFilters = [],
  collation,
  let: vars,
}: UpdateOptions): Map<string, ElementTest> {
  const filters = new Map<string, ElementTest>();
  for (const filter of arrayFilters) {
    const compiled = compileFilter(filter, { collation, vars });
    const [name, other] = new Set(filterNames(filter));
    if (name === undefined)
      throw failedToParse('Cannot use an expression without a top-level field name in arrayFilters');
    if (other !== undefined)
      throw failedToParse(
        parseFailure(`Expected a single top-level field name, found '${name}' and '${other}'`),
      );
    if (!/^[a-z][a-zA-Z0-9]*$/.test(name))
      throw badValue(
        parseFailure(
          `The top-level field name must be an alphanumeric string beginning with a lowercase letter, found '${name}'`,
        ),
      );
    if (filters.has(name))
      throw failedToParse(`Found multiple array filters with the same top-level field name ${name}`);
    filters.set(name, (element) => compiled.test({ [fieldKey(name)]: element }));
  }
  return filters;
}

const creating = [
  '$set',
  '$setOnInsert',
  '$inc',
  '$mul',
  '$min',
  '$max',
  '$currentDate',
  '$push',
  '$addToSet',
  '$bit',
];
const known = new Set([...creating, '$unset', '$rename', '$pull', '$pullAll', '$pop']);

function compileOperators(update: Doc, options: UpdateOptions): CompiledUpdate['apply'] {
  const root = branch('fields');
  const filters = compileArrayFilters(options);
  const unused = new Set(filters.keys());
  const add = (path: string, change: Change, canCreate: boolean) => {
    for (const name of path.split('.')) {
      const id = filterId(name);
      if (id === undefined || id === '') continue;
      if (!filters.has(id)) throw badValue(`No array filter found for identifier '${id}' in path '${path}'`);
      unused.delete(id);
    }
    insertLeaf(root, path, change, canCreate);
  };
  for (const [operator, fields] of entries(update)) {
    if (!known.has(operator))
      throw failedToParse(
        `Unknown modifier: ${operator}. Expected a valid update modifier or pipeline-style update specified as an array`,
      );
    if (!isDoc(fields))
      throw failedToParse(
        `Modifiers operate on fields but we found type ${typeName(fields)} instead. For example: {$mod: {<field>: ...}} not {${operator}: ${describe(fields)}}`,
      );
    for (const [path, operand] of entries(fields)) {
      if (operator === '$rename') {
        const { target, take, put } = renameChanges(path, operand);
        add(path, take, false);
        add(target, put, true);
      } else
        add(path, compileOperator(operator, path, operand, options.collation), creating.includes(operator));
    }
  }
  for (const id of unused)
    throw failedToParse(
      `The array filter for identifier '${id}' was not used in the update ${describe(update)}`,
    );
  return (doc, ctx) => new Applier({ ctx, doc }, filters).apply(root, doc, '') as Doc;
}

function checkReplacement(update: Doc): void {
  for (const [name] of entries(update))
    if (name.startsWith('$'))
      fail(
        52,
        `The dollar ($) prefixed field '${name}' in '${name}' is not allowed in the context of an update's replacement document. Consider using an aggregation pipeline with $replaceWith.`,
      );
}

const stages = ['$set', '$addFields', '$unset', '$project', '$replaceRoot', '$replaceWith'];

function compileStages(pipeline: Doc[], options: UpdateOptions): CompiledUpdate['apply'] {
  if (options.arrayFilters?.length) throw failedToParse('Cannot specify arrayFilters and a pipeline update');
  const build = pipeline.map((stage) => {
    const [name] = Object.keys(stage);
    if (name === undefined || Object.keys(stage).length !== 1)
      fail(40323, 'A pipeline stage specification object must contain exactly one field.');
    const transform = stages.includes(name)
      ? compileTransform(name, stage[name], Object.keys(options.let ?? {}), options.collation)
      : undefined;
    if (!transform) fail(72, `${name} is not allowed to be used within an update`);
    return transform;
  });
  return (doc, { now }) => {
    const vars = { ...options.let, NOW: now };
    return build.reduce((current, transform) => transform(current, vars), doc);
  };
}

/** Puts the old `_id` first and refuses another one: `_id` never changes. */
function keepId(old: Doc, changed: Doc, message: (id: unknown) => string): Doc {
  const id = old['_id'];
  if (id === undefined || changed['_id'] === id) return changed;
  if (changed['_id'] !== undefined && !valuesEqual(id, changed['_id'])) fail(66, message(changed['_id']));
  const { _id: _same, ...rest } = changed;
  return { _id: id, ...rest };
}

const altered = (id: unknown) =>
  `After applying the update, the (immutable) field '_id' was found to have been altered to _id: ${describe(id)}`;
const modifies = () => "Performing an update on the path '_id' would modify the immutable field '_id'";

/**
 * Compiles an update: a replacement document, update operators or aggregation stages. Throws when compiled for what
 * no document could take (codes 2, 9, 14, 40, 52, 56), when applied for what this document cannot (2, 14, 28, 40, 66).
 */
export function compileUpdate(update: Doc | Doc[], options: UpdateOptions = {}): CompiledUpdate {
  if (Array.isArray(update)) {
    const run = compileStages(update, options);
    return { kind: 'pipeline', apply: (doc, ctx) => keepId(doc, run(doc, ctx), altered) };
  }
  if (Object.keys(update)[0]?.startsWith('$')) {
    const run = compileOperators(update, options);
    return {
      kind: 'operators',
      apply: (doc, ctx) => {
        const changed = run(doc, ctx);
        if (doc['_id'] !== undefined && changed['_id'] === undefined) fail(66, modifies());
        return keepId(doc, changed, modifies);
      },
    };
  }
  checkReplacement(update);
  if (options.arrayFilters?.length)
    throw failedToParse('arrayFilters may not be specified for replacement-style updates');
  const { _id: id, ...rest } = update;
  const replacement = id === undefined ? update : { _id: id, ...rest };
  return { kind: 'replacement', apply: (doc) => keepId(doc, replacement, altered) };
}

export { upsertBase } from './upsert.js';
