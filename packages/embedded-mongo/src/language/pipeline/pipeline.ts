import { type Doc, isDoc } from '../../bson/document.js';
import { fail } from '../../bson/errors.js';
import { Compiler } from '../expressions/core.js';
import { refuseOperator } from '../names.js';
import type { CompiledPipeline, PipelineEnv, Pushdown } from '../types.js';
import { runStages, sortSpec, stageBuilders, stageNumber } from './stages.js';

type NamedStage = [name: string, spec: unknown];

/** Returns name and argument of a stage. Throws 40323 unless it is a document with one field. */
function stageOf(stage: unknown): NamedStage {
  if (!isDoc(stage)) fail(14, "Each element of the 'pipeline' array must be an object");
  const names = Object.keys(stage);
  if (names.length !== 1)
    fail(40323, 'A pipeline stage specification object must contain exactly one field.');
  return [names[0]!, stage[names[0]!]];
}

/** Returns how many sorted documents the `$skip` and `$limit` after a `$sort` need. */
function limitAfter(list: NamedStage[], at: number): number {
  let skipped = 0;
  for (const [name, spec] of list.slice(at + 1)) {
    if (name === '$limit') return skipped + stageNumber(name, spec, 1);
    if (name !== '$skip') break;
    skipped += stageNumber(name, spec, 0);
  }
  return Infinity;
}

/** Returns the leading stages that a query plan can execute. */
function pushdownOf(list: NamedStage[]): { pushdown: Pushdown; served: number } {
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
  const list = stages.map(stageOf);
  const vars = { NOW: env.now, ...env.vars };
  const context = { env, vars, compiler: new Compiler(Object.keys(vars)) };
  const { pushdown, served } = pushdownOf(list);
  // pushed-down stages are compiled too, to report their errors
  const compiled = list.map(([name, spec], i) => {
    if (name === '$collStats' && i > 0)
      fail(40602, '$collStats is only valid as the first stage in a pipeline');
    const build = stageBuilders.get(name) ?? refuseOperator('stage', name);
    return build(spec, context, limitAfter(list, i));
  });
  return { pushdown, run: (source) => runStages(compiled.slice(served), source, env.check) };
}
