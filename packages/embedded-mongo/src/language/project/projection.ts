import { type Doc, entries, isDoc } from '../../bson/document.js';
import { fail, notImplemented, ServerError } from '../../bson/errors.js';
import { isNumber } from '../../bson/numbers.js';
import { Compiler, type Fn } from '../expressions/core.js';
import { truthy } from '../filter/predicates.js';
import type { Options, Projection, Vars } from '../types.js';
import { addField, computeFields, excludeFields, fieldTree, includeFields } from './field-tree.js';
import '../expressions/index.js';

/** Find's own operators in a projection, which this server does not have. */
const refused = ['$elemMatch', '$slice', '$meta'];

/** Collects the specification path by path. */
class Gatherer {
  readonly tree = fieldTree();
  mode: 'include' | 'exclude' | undefined;
  id: boolean | undefined;
  private expression = false;

  constructor(
    private readonly compiler: Compiler,
    /** Whether it is the projection of a find, not a `$project`. */
    private readonly find: boolean,
  ) {}

  add(path: string, value: unknown): void {
    if (this.find && /(^|\.)\$(\.|$)/.test(path)) throw notImplemented('a positional projection');
    if (typeof value === 'boolean' || isNumber(value)) this.plain(path, truthy(value));
    else if (isDoc(value) && !Object.keys(value)[0]?.startsWith('$')) {
      const fields = entries(value);
      if (fields.length === 0)
        fail(51270, `An empty sub-projection is not a valid value. Found empty object at path ${path}`);
      for (const [name, inner] of fields) this.add(`${path}.${name}`, inner);
    } else {
      const operator = isDoc(value) ? Object.keys(value)[0]! : '';
      if (this.find && refused.includes(operator)) throw notImplemented(`the projection ${operator}`);
      this.compute(path, this.compiler.compile(value));
    }
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
function compileSpec(spec: Doc, find: boolean, compiler: Compiler): (doc: Doc, vars: Vars) => Doc {
  const gathered = new Gatherer(compiler, find);
  for (const [path, value] of entries(spec)) gathered.add(path, value);
  const pick = gathered.settle() === 'include' ? includeFields : excludeFields;
  const { tree } = gathered;
  return (doc, vars) => computeFields(tree, pick(tree, doc), vars) as Doc;
}

/**
 * Compiles the projection of a find or findAndModify: inclusion or exclusion, and expressions. Throws MongoDB's
 * codes for mixed or colliding paths.
 */
export function compileProjection(spec: Doc, { vars, now }: Options = {}): Projection {
  if (Object.keys(spec).length === 0) return (doc) => doc;
  const apply = compileSpec(spec, true, new Compiler(Object.keys(vars ?? {})));
  const base: Vars = { ...(now && { NOW: now }), ...vars };
  return (doc) => apply(doc, { ...base, ROOT: doc, CURRENT: doc });
}

/** Compiles the specification of a `$project` stage. */
export function compileProjectStage(spec: unknown, compiler: Compiler): (doc: Doc, vars: Vars) => Doc {
  if (!isDoc(spec)) fail(15969, '$project specification must be an object');
  if (Object.keys(spec).length === 0)
    fail(51272, 'Invalid $project :: caused by :: projection specification must have at least one field');
  return compileSpec(spec, false, compiler);
}
