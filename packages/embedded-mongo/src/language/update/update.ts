import { type Doc, entries, fieldKey, isDoc } from '../../bson/document.js';
import { badValue, fail, failedToParse, notImplemented, ServerError } from '../../bson/errors.js';
import { describe } from '../../bson/print.js';
import { typeName } from '../../bson/types.js';
import { valuesEqual } from '../../values/compare.js';
import { Compiler } from '../expressions/core.js';
import { compileFilter } from '../filter/parse.js';
import { compileTransform } from '../pipeline/transforms.js';
import type { CompiledFilter, CompiledUpdate, FilterNode, UpdateOptions } from '../types.js';
import { creating, others } from './operators.js';
import { Applier, branch, type Change, type ElementTest, filterId, insertLeaf } from './tree.js';

const parseFailure = (why: string) => `Error parsing array filter :: caused by :: ${why}`;

/** Returns the field names that an array filter tests, also below `$and`, `$or` and `$nor`. */
function filterNames(filter: Doc): string[] {
  return entries(filter).flatMap(([name, value]) => {
    if (!name.startsWith('$')) return [name.split('.')[0]!];
    return Array.isArray(value)
      ? (value as unknown[]).flatMap((item) => (isDoc(item) ? filterNames(item) : []))
      : [];
  });
}

/** The tests of `arrayFilters` by identifier. */
function compileArrayFilters({ arrayFilters = [], ...options }: UpdateOptions): Map<string, ElementTest> {
  const filters = new Map<string, ElementTest>();
  for (const filter of arrayFilters) {
    const compiled = compileFilter(filter, options);
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
    const compile = creating.get(operator) ?? others.get(operator);
    if (operator === '$bit' || operator === '$rename') throw notImplemented(operator);
    if (!compile)
      throw failedToParse(
        `Unknown modifier: ${operator}. Expected a valid update modifier or pipeline-style update specified as an array`,
      );
    if (!isDoc(fields))
      throw failedToParse(
        `Modifiers operate on fields but we found type ${typeName(fields)} instead. For example: {$mod: {<field>: ...}} not {${operator}: ${describe(fields)}}`,
      );
    for (const [path, operand] of entries(fields))
      add(path, compile(operand, path, options.collation), creating.has(operator));
  }
  for (const id of unused)
    throw failedToParse(
      `The array filter for identifier '${id}' was not used in the update ${describe(update)}`,
    );
  return (doc, ctx) => new Applier({ ctx, doc }, filters).apply(root, doc, '') as Doc;
}

function checkReplacement(update: Doc): void {
  for (const [name] of entries(update)) if (name.startsWith('$')) throw dollarName(name);
}

/** The fields of a DBRef, which documents may contain. */
const reference = new Set(['$ref', '$id', '$db']);

const dollarName = (name: string) =>
  new ServerError(
    52,
    `The dollar ($) prefixed field '${name}' in '${name}' is not allowed in the context of an update's replacement document. Consider using an aggregation pipeline with $replaceWith.`,
  );

function compileStages(pipeline: Doc[], options: UpdateOptions): CompiledUpdate['apply'] {
  if (options.arrayFilters?.length) throw failedToParse('Cannot specify arrayFilters and a pipeline update');
  const compiler = new Compiler(options.collation, Object.keys(options.vars ?? {}));
  const build = pipeline.map((stage) => {
    const [name] = Object.keys(stage);
    if (name === undefined || Object.keys(stage).length !== 1)
      fail(40323, 'A pipeline stage specification object must contain exactly one field.');
    const transform = compileTransform(name, stage[name], compiler);
    if (!transform) fail(72, `${name} is not allowed to be used within an update`);
    return transform;
  });
  return (doc, { now }) => {
    const vars = { ...options.vars, NOW: now };
    return build.reduce((current, transform) => transform(current, vars), doc);
  };
}

/** Keeps the old `_id` as the first field and throws if it changes. */
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
 * Compiles an update: a replacement document, update operators or aggregation stages. Compiling throws if no
 * document could accept the update (codes 2, 9, 14, 40, 52, 56); applying throws if this document cannot (2, 14,
 * 28, 40, 66).
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
        for (const key in changed)
          if (key.startsWith('$') && changed[key] !== doc[key] && !reference.has(key)) throw dollarName(key);
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

const notSingle = (why: string) => new ServerError(54, `cannot infer query fields to set, ${why}`);

/**
 * Collects the equalities that every match fulfils, also below `$and`, `$in` and `$all`; only those on `_id` if
 * `replacing`.
 */
function equalities(node: FilterNode, found: Map<string, unknown>, replacing: boolean): void {
  if (node.kind === 'and') for (const child of node.children) equalities(child, found, replacing);
  if (node.kind !== 'field' || (replacing && !/^_id(\.|$)/.test(node.path))) return;
  const list = node.op === 'in' ? (node.value as unknown[]) : [node.value];
  if ((node.op !== 'eq' && node.op !== 'in') || list.length !== 1) return;
  if (replacing && node.path !== '_id')
    fail(111, `field at '_id' must be exactly specified, field at sub-path '${node.path}' found`);
  if (found.has(node.path)) throw notSingle(`path '${node.path}' is matched twice`);
  found.set(node.path, list[0]);
}

/**
 * Returns the base document of an upsert: the equalities of its query, `_id` first. A replacement only uses `_id`.
 * Throws NotSingleValueField (54) if the query sets one path twice, and NotExactValueField (111) if a replacement
 * would get a part of its `_id`.
 */
export function upsertBase({ ast }: CompiledFilter, replacement = false): Doc {
  const found = new Map<string, unknown>();
  equalities(ast, found, replacement);
  const id = found.get('_id');
  if (replacement) return id === undefined ? {} : { _id: id };
  const paths = [...found.keys()].sort();
  const base: Doc = id === undefined ? {} : { _id: id };
  for (const path of paths) {
    const rival = paths.find((other) => path.startsWith(`${other}.`));
    if (rival !== undefined) throw notSingle(`both paths '${path}' and '${rival}' are matched`);
    if (path === '_id') continue;
    const names = path.split('.').map(fieldKey);
    const last = names.pop()!;
    let at = base;
    for (const name of names) {
      const next = at[name];
      at = isDoc(next) ? next : (at[name] = {});
    }
    at[last] = found.get(path);
  }
  return base;
}
