import { type Doc, entries, fieldKey, isDoc } from '../../bson/document.js';
import { fail, failedToParse, ServerError } from '../../bson/errors.js';
import { describe } from '../../bson/print.js';
import { typeName } from '../../bson/types.js';
import { valuesEqual } from '../../values/compare.js';
import { Compiler } from '../expressions/core.js';
import { refuseOperator } from '../names.js';
import { transforms } from '../pipeline/transforms.js';
import type { CompiledFilter, CompiledUpdate, FilterNode, Vars } from '../types.js';
import { creating, others } from './operators.js';
import { Applier, branch, insertLeaf } from './tree.js';

function compileOperators(update: Doc): CompiledUpdate['apply'] {
  const root = branch();
  for (const [operator, fields] of entries(update)) {
    const compile = creating.get(operator) ?? others.get(operator) ?? refuseOperator('update', operator);
    if (!isDoc(fields))
      throw failedToParse(
        `Modifiers operate on fields but we found type ${typeName(fields)} instead. For example: {$mod: {<field>: ...}} not {${operator}: ${describe(fields)}}`,
      );
    for (const [path, operand] of entries(fields))
      insertLeaf(root, path, compile(operand, path), creating.has(operator));
  }
  return (doc, ctx) => new Applier({ ctx, doc }).apply(root, doc, '') as Doc;
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

function compileStages(pipeline: Doc[], given: Vars = {}): CompiledUpdate['apply'] {
  const compiler = new Compiler(Object.keys(given));
  const build = pipeline.map((stage) => {
    const [name] = Object.keys(stage);
    if (name === undefined || Object.keys(stage).length !== 1)
      fail(40323, 'A pipeline stage specification object must contain exactly one field.');
    const compile = transforms.get(name);
    if (compile) return compile(stage[name], compiler);
    if (['$addFields', '$replaceRoot', '$replaceWith'].includes(name)) refuseOperator('stage', name);
    return fail(72, `${name} is not allowed to be used within an update`);
  });
  return (doc, { now }) => {
    const vars = { ...given, NOW: now };
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
export function compileUpdate(update: Doc | Doc[], vars?: Vars): CompiledUpdate {
  if (Array.isArray(update)) {
    const run = compileStages(update, vars);
    return { kind: 'pipeline', apply: (doc, ctx) => keepId(doc, run(doc, ctx), altered) };
  }
  if (Object.keys(update)[0]?.startsWith('$')) {
    const run = compileOperators(update);
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
