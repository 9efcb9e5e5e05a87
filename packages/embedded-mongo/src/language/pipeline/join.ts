import { type Doc, entries, isDoc } from '../../bson/document.js';
import { fail, failedToParse } from '../../bson/errors.js';
import { typeName } from '../../bson/types.js';
import { distinctValues } from '../../values/paths.js';
import { namedArguments, splitPath } from '../expressions/core.js';
import { addField, computeFields, fieldTree } from '../project/field-tree.js';
import type { PipelineEnv, Vars } from '../types.js';
import { flow, type Flow, flowOf, Memory, scopeOf, type Stage, type StageContext } from './flow.js';

/** Compiles a nested pipeline with additional variables. */
type CompileSub = (stages: unknown[], env: PipelineEnv, vars: Vars) => SubPipeline;

/** `$eq` treats a regular expression as a value, `$in` as a pattern. */
const joinFilter = (field: string, values: unknown[]): Doc => ({
  $or: values.map((value) => ({ [field]: { $eq: value } })),
});

type Names = Record<'from' | 'as', string> &
  Partial<Record<'localField' | 'foreignField', string>> & { let?: unknown; pipeline?: unknown };

export function lookupStage(
  spec: unknown,
  { env, vars, compiler }: StageContext,
  compile: CompileSub,
): Stage {
  const given = namedArguments('$lookup', spec, 'from as', 'localField foreignField let pipeline');
  const { from, localField, foreignField, as, let: bound, pipeline } = given as Names;
  for (const [name, value] of Object.entries({ from, localField, foreignField, as }))
    if (value !== undefined && typeof value !== 'string')
      throw failedToParse(`$lookup argument '${name}' must be a string, found ${name}: ${typeName(value)}`);
  if (
    (localField === undefined) !== (foreignField === undefined) ||
    (localField === undefined && pipeline === undefined)
  )
    throw failedToParse(
      "$lookup requires both or neither of 'localField' and 'foreignField' to be specified",
    );
  if (bound !== undefined && pipeline === undefined)
    throw failedToParse("$lookup with a 'let' argument must also specify 'pipeline'");
  if (localField !== undefined) for (const path of [localField, foreignField!]) splitPath(path);
  const variables = isDoc(bound)
    ? entries(bound).map(([name, value]) => [name, compiler.compile(value)] as const)
    : [];
  const target = fieldTree();
  addField(target, as, ({ found }) => found);
  const stages = pipeline === undefined ? [] : pipeline;
  if (!Array.isArray(stages)) fail(14, "'pipeline' option must be specified as an array");
  // compiled once for its errors and, unless its variables change, for all documents
  const names = Object.fromEntries(variables.map(([name]) => [name, null]));
  const fixed = compile(stages, env, { ...vars, ...names });

  const find = async (doc: Doc): Promise<Doc[]> => {
    const scope = scopeOf(doc, vars);
    const own = Object.fromEntries(variables.map(([name, compute]) => [name, compute(scope)]));
    const inner = { ...env.vars, ...vars, ...own };
    const sub = variables.length > 0 ? compile(stages, env, inner) : fixed;
    const filters = [...sub.filters];
    if (localField !== undefined) {
      const values = distinctValues(doc, localField);
      filters.unshift(joinFilter(foreignField!, values.length > 0 ? values : [null]));
    }
    const memory = new Memory('$lookup', env.memoryLimit);
    const found: Doc[] = [];
    const source = env.find(from, filters.length > 0 ? { $and: filters } : {}, inner);
    for await (const foreign of sub.run(source, sub.filters.length)) {
      memory.hold(foreign);
      found.push(foreign);
    }
    return found;
  };
  return flow(async function* (source: Flow) {
    let same: Doc[] | undefined;
    for await (const doc of source) {
      const found = same ?? (await find(doc));
      // without join fields, every document finds the same
      if (localField === undefined && variables.length === 0) same = found;
      yield computeFields(target, doc, { found }) as Doc;
    }
  });
}

const notInFacet = '$facet $out $merge $geoNear $collStats $indexStats $planCacheStats $documents'.split(' ');

export function facetStage(spec: unknown, { env, vars }: StageContext, compile: CompileSub): Stage {
  if (!isDoc(spec) || Object.keys(spec).length === 0)
    fail(40169, 'the $facet specification must be a non-empty object');
  const facets = entries(spec).map(([name, stages]) => {
    if (!Array.isArray(stages))
      fail(40170, `arguments to $facet must be arrays, ${name} is type ${typeName(stages)}`);
    for (const stage of stages as unknown[]) {
      const [first] = isDoc(stage) ? Object.keys(stage) : [];
      if (first !== undefined && notInFacet.includes(first))
        fail(40600, `${first} is not allowed to be used within a $facet stage`);
    }
    const [key] = splitPath(name);
    return { key: key!, sub: compile(stages as unknown[], env, vars) };
  });
  return flow(async function* (source: Flow) {
    const memory = new Memory('$facet', env.memoryLimit);
    const docs: Doc[] = [];
    for await (const doc of source) {
      memory.hold(doc);
      docs.push(doc);
    }
    const result: Doc = {};
    for (const { key, sub } of facets) {
      const list: Doc[] = [];
      for await (const doc of sub.run(flowOf(docs, env.check))) list.push(doc);
      result[key] = list;
    }
    yield result;
  });
}

/** A nested pipeline: its leading filters, and the remaining stages. */
export interface SubPipeline {
  filters: Doc[];
  run(source: Flow, from?: number): Flow;
}
