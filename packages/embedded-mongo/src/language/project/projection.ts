import { type Doc, entries, fieldKey, isDoc } from '../../bson/document.js';
import { fail, notImplemented, ServerError } from '../../bson/errors.js';
import { asInteger, isNumber } from '../../bson/numbers.js';
import type { StringCompare } from '../../values/compare.js';
import { Compiler, type Fn } from '../expressions/core.js';
import { compileFilter } from '../filter/parse.js';
import { truthy } from '../filter/predicates.js';
import type { Projection, ProjectionOptions, Vars } from '../types.js';
import { addField, computeFields, excludeFields, fieldTree, includeFields } from './field-tree.js';
import '../expressions/index.js';

/** Reduces the first array on a path to the element that the filter matched. */
function onlyFound(value: unknown, keys: string[], positional: number | undefined): unknown {
  if (Array.isArray(value)) {
    if (positional !== undefined && positional < value.length) return [value[positional]];
    fail(
      51246,
      "Executor error during find command :: caused by :: positional operator '.$' couldn't find a matching element in the array",
    );
  }
  const [key, ...rest] = keys;
  if (key === undefined || !isDoc(value) || value[key] === undefined) return value;
  return { ...value, [key]: onlyFound(value[key], rest, positional) };
}

/** Reduces an array field to its first matching element. */
function elemMatchField(path: string, condition: unknown, collation?: StringCompare): Fn {
  if (path.includes('.')) fail(31275, 'Cannot use $elemMatch projection on a nested field');
  if (!isDoc(condition)) fail(31274, 'elemMatch: Invalid argument, object required');
  const filter = compileFilter({ list: { $elemMatch: condition } }, { collation });
  const key = fieldKey(path);
  return ({ ROOT }) => {
    const list = (ROOT as Doc)[key];
    if (!Array.isArray(list)) return undefined;
    const index = filter.match({ list })?.positional;
    return index === undefined ? undefined : [list[index] as unknown];
  };
}

/** Collects the specification path by path. */
class Gatherer {
  readonly tree = fieldTree();
  /** The path of the positional operator. */
  positionalKeys: string[] | undefined;
  mode: 'include' | 'exclude' | undefined;
  id: boolean | undefined;
  private expression = false;

  constructor(
    private readonly compiler: Compiler,
    /** Whether find's own `$elemMatch` and positional operator apply. */
    private readonly find: boolean,
  ) {}

  add(path: string, value: unknown): void {
    if (this.find && /(^|\.)\$(\.|$)/.test(path)) this.positional(path, value);
    else if (typeof value === 'boolean' || isNumber(value)) this.plain(path, truthy(value));
    else if (isDoc(value) && !Object.keys(value)[0]?.startsWith('$')) {
      const fields = entries(value);
      if (fields.length === 0)
        fail(51270, `An empty sub-projection is not a valid value. Found empty object at path ${path}`);
      for (const [name, inner] of fields) this.add(`${path}.${name}`, inner);
    } else if (this.find && isDoc(value) && this.findOperator(path, value)) return;
    else this.compute(path, this.compiler.compile(value));
  }

  private plain(path: string, include: boolean): void {
    if (path === '_id') {
      this.id = include;
      return;
    }
    this.keep(path, include ? 'include' : 'exclude');
  }

  private keep(path: string, mode: 'include' | 'exclude'): void {
    if (this.mode !== undefined && this.mode !== mode)
      throw mode === 'include'
        ? new ServerError(31253, `Cannot do inclusion on field ${path} in exclusion projection`)
        : new ServerError(31254, `Cannot do exclusion on field ${path} in inclusion projection`);
    if (mode === 'exclude' && this.expression)
      fail(31254, `Cannot do exclusion on field ${path} in inclusion projection`);
    this.mode = mode;
    addField(this.tree, path, true);
  }

  private compute(path: string, fn: Fn): void {
    if (this.mode === 'exclude')
      fail(31252, 'Cannot use expression other than $meta in exclusion projection');
    this.expression = true;
    addField(this.tree, path, fn);
  }

  private findOperator(path: string, value: Doc): boolean {
    const [name, argument] = entries(value)[0]!;
    if (name === '$meta') throw notImplemented('the projection $meta');
    if (name === '$elemMatch') {
      if (this.mode === 'exclude') fail(31255, 'Cannot use $elemMatch in exclusion projection');
      addField(this.tree, path, elemMatchField(path, argument, this.compiler.collation));
      return true;
    }
    if (name === '$slice' && !(Array.isArray(argument) && asInteger(argument[0]) === undefined))
      throw notImplemented('the projection $slice of numbers');
    return false;
  }

  private positional(path: string, value: unknown): void {
    if (!path.endsWith('.$') || path.slice(0, -2).split('.').includes('$'))
      fail(
        31394,
        "As of 4.4, it's illegal to specify positional operator in the middle of a path.Positional projection may only be used at the end",
      );
    if (isDoc(value)) fail(31271, 'positional projection cannot be used with an expression or sub object');
    if (!truthy(value)) fail(31395, 'positional projection cannot be used with exclusion');
    if (this.positionalKeys) fail(31276, 'Cannot specify more than one positional projection per query.');
    const field = path.slice(0, -2);
    this.keep(field, 'include');
    this.positionalKeys = field.split('.').map(fieldKey);
  }

  /** Determines the mode: anything except an exclusion keeps only the named fields. */
  settle(): 'include' | 'exclude' {
    const { fields, computed } = this.tree;
    const mode = this.mode ?? (computed || this.id === true ? 'include' : 'exclude');
    if (mode === 'include' ? this.id !== false && !fields.has('_id') : this.id === false)
      fields.set('_id', true);
    return mode;
  }
}

/** Compiles a specification into a function of a document and its variables. */
function compileSpec(
  spec: Doc,
  find: boolean,
  compiler: Compiler,
): { apply: (doc: Doc, vars: Vars) => Doc; gathered: Gatherer } {
  const gathered = new Gatherer(compiler, find);
  for (const [path, value] of entries(spec)) gathered.add(path, value);
  const pick = gathered.settle() === 'include' ? includeFields : excludeFields;
  const { tree } = gathered;
  return { gathered, apply: (doc, vars) => computeFields(tree, pick(tree, doc), vars) as Doc };
}

/**
 * Compiles the projection of a find or findAndModify: inclusion or exclusion, expressions, `$elemMatch` and the
 * positional operator (which needs `filter`). Throws MongoDB's codes for mixed or colliding paths.
 */
export function compileProjection(spec: Doc, options: ProjectionOptions = {}): Projection {
  if (Object.keys(spec).length === 0) return (doc) => doc;
  const { vars, now, collation, filter } = options;
  const compiler = new Compiler(collation, Object.keys(vars ?? {}));
  const { apply, gathered } = compileSpec(spec, true, compiler);
  const base: Vars = { ...(now && { NOW: now }), ...vars };
  return (doc) => {
    const result = apply(doc, { ...base, ROOT: doc, CURRENT: doc });
    const { positionalKeys } = gathered;
    return positionalKeys
      ? (onlyFound(result, positionalKeys, filter?.match(doc)?.positional) as Doc)
      : result;
  };
}

/** Compiles the specification of a `$project` stage. */
export function compileProjectStage(spec: unknown, compiler: Compiler): (doc: Doc, vars: Vars) => Doc {
  if (!isDoc(spec)) fail(15969, '$project specification must be an object');
  if (Object.keys(spec).length === 0)
    fail(51272, 'Invalid $project :: caused by :: projection specification must have at least one field');
  return compileSpec(spec, false, compiler).apply;
}
