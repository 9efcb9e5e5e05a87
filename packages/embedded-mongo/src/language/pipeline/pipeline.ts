import { type Doc, isDoc } from '../../bson/document.js';
import { fail } from '../../bson/errors.js';
import { Compiler } from '../expressions/core.js';
import type { CompiledPipeline, PipelineEnv, Pushdown, Vars } from '../types.js';
import { type Stage, type StageContext } from './flow.js';
import { facetStage, lookupStage, type SubPipeline } from './join.js';
import { compileStage, runStages, sortSpec, sortStage, stageNumber } from './stages.js';

/** Returns name and argument of a stage. Throws 40323 unless it is a document with one field. */
function stageOf(stage: unknown): [name: string, spec: unknown] {
  if (!isDoc(stage)) fail(14, "Each element of the 'pipeline' array must be an object");
  const names = Object.keys(stage);
  if (names.length !== 1)
    fail(40323, 'A pipeline stage specification object must contain exactly one field.');
  return [names[0]!, stage[names[0]!]];
}

function compileStages(list: [string, unknown][], context: StageContext): Stage[] {
  const stages: Stage[] = [];
  for (const [i, [name, spec]] of list.entries()) {
    if (name === '$lookup') stages.push(lookupStage(spec, context, subPipeline));
    else if (name === '$facet') stages.push(facetStage(spec, context, subPipeline));
    else if (name === '$sort') stages.push(sortStage(spec, limitAfter(list, i), context));
    else stages.push(compileStage(name, spec, context));
  }
  return stages;
}

/** Returns how many sorted documents the `$skip` and `$limit` after a `$sort` need. */
function limitAfter(list: [string, unknown][], at: number): number {
  let skipped = 0;
  for (const [name, spec] of list.slice(at + 1)) {
    if (name === '$limit') return skipped + stageNumber(name, spec, 1);
    if (name !== '$skip') break;
    skipped += stageNumber(name, spec, 0);
  }
  return Infinity;
}

function contextOf(env: PipelineEnv, more: Vars): StageContext {
  const vars = { NOW: env.now, ...env.vars, ...more };
  return { env, vars, compiler: new Compiler(env.collation, Object.keys(vars)) };
}

function subPipeline(stages: unknown[], env: PipelineEnv, vars: Vars): SubPipeline {
  const list = stages.map(stageOf);
  const others = list.findIndex(([name, spec]) => name !== '$match' || !isDoc(spec));
  const leading = others < 0 ? list.length : others;
  const compiled = compileStages(list, contextOf(env, vars));
  return {
    filters: list.slice(0, leading).map(([, spec]) => spec as Doc),
    run: (source, from = 0) => runStages(compiled.slice(from), source, env.check),
  };
}

/** Returns the leading stages that a query plan can execute. */
function pushdownOf(list: [string, unknown][]): { pushdown: Pushdown; served: number } {
  const pushdown: Pushdown = {};
  const filters: Doc[] = [];
  let at = 0;
  for (; list[at]?.[0] === '$match' && isDoc(list[at]![1]); at++) filters.push(list[at]![1] as Doc);
  if (filters.length > 0) pushdown.filter = filters.length === 1 ? filters[0]! : { $and: filters };
  if (list[at]?.[0] === '$sort') pushdown.sort = sortSpec(list[at++]![1]);
  if (list[at]?.[0] === '$skip') pushdown.skip = stageNumber('$skip', list[at++]![1], 0);
  if (list[at]?.[0] === '$limit') pushdown.limit = stageNumber('$limit', list[at++]![1], 1);
  return { pushdown, served: at };
}

/**
 * Compiles an aggregation pipeline. The caller executes the stages in `pushdown`, and `run` the rest. Throws
 * MongoDB's codes: 40324 for unknown stages, 238 for stages that this server lacks, and 292 (while running) for
 * blocking stages above the memory limit.
 */
export function compilePipeline(stages: Doc[], env: PipelineEnv): CompiledPipeline {
  const all = stages.map(stageOf);
  const context = contextOf(env, {});
  // the caller provides the result of $collStats
  const list = all[0]?.[0] === '$collStats' ? all.slice(1) : all;
  const { pushdown, served } = list === all ? pushdownOf(list) : { pushdown: {}, served: 0 };
  // pushed-down stages are compiled too, to report their errors
  const compiled = compileStages(list, context).slice(served);
  return { pushdown, run: (source) => runStages(compiled, source, env.check) };
}
