import { type Doc, isDoc } from '../bson/document.js';
import { failedToParse, notImplemented, typeMismatch } from '../bson/errors.js';
import { compilePipeline } from '../language/pipeline/pipeline.js';
import type { Plan } from '../plan/planner.js';
import { planSelection, queryOf, type Selection } from '../run/selection.js';
import { unpaused } from '../values/pace.js';
import { pipelineEnv, pushedDown } from './aggregate.js';
import type { Command, Context } from './context.js';
import { countSelection } from './count.js';
import { version } from './diagnostics.js';
import { findSelection } from './read.js';

/** The selection of the explained command, parsed as that command does. */
function selectionOf(context: Context): Selection {
  const { body, name } = context;
  if (name === 'find') return findSelection(context);
  if (name === 'count' || name === 'distinct') return countSelection(context);
  if (name !== 'aggregate') throw notImplemented(`explain of ${name}`);
  const env = pipelineEnv(context);
  return pushedDown(context, compilePipeline(body.pipeline as Doc[], env), env);
}

function indexScan({ index, reverse }: Plan, ranges: number): Doc {
  return {
    stage: 'IXSCAN',
    keyPattern: index!.spec.key,
    indexName: index!.name,
    isMultiKey: index!.multikey.includes(true),
    isUnique: index!.unique,
    isSparse: index!.sparse,
    isPartial: index!.partial !== undefined,
    direction: reverse ? 'backward' : 'forward',
    ranges,
  };
}

/** Describes the innermost stage of a plan, which reads the documents. */
function source(plan: Plan): Doc {
  if (plan.branches) return { stage: 'OR', inputStages: plan.branches.map(source) };
  if (plan.merged) return { stage: 'SORT_MERGE', inputStages: plan.ranges.map(() => indexScan(plan, 1)) };
  return indexScan(plan, plan.ranges.length);
}

/** The plan as a tree of MongoDB's stages, with the scan innermost. */
function stages(plan: Plan, selection: Selection): Doc {
  let tree: Doc =
    plan.index || plan.branches
      ? { stage: 'FETCH', inputStage: source(plan) }
      : { stage: plan.stage, direction: plan.reverse ? 'backward' : 'forward' };
  if (selection.sort && !plan.sorted) tree = { stage: 'SORT', inputStage: tree };
  if (selection.skip) tree = { stage: 'SKIP', skipAmount: selection.skip, inputStage: tree };
  if (selection.limit) tree = { stage: 'LIMIT', limitAmount: selection.limit, inputStage: tree };
  return tree;
}

export const explain: Command = {
  fields: 'verbosity',
  async run(context) {
    const { engine, db } = context;
    const inner = context.body.explain;
    if (!isDoc(inner))
      throw typeMismatch("BSON field 'explain.explain' is the wrong type, expected type 'object'");
    const { verbosity = 'allPlansExecution' } = context.body;
    if (!['queryPlanner', 'executionStats', 'allPlansExecution'].includes(verbosity as string))
      throw failedToParse(
        'verbosity string must be one of {queryPlanner, executionStats, allPlansExecution}',
      );
    const name = Object.keys(inner)[0] ?? '';
    const selection = selectionOf({ ...context, name, body: inner });
    const namespace = `${db}.${String(inner[name])}`;
    const collection = engine.catalogue.get(namespace);
    const plan: Plan = collection
      ? planSelection(collection, selection)
      : { stage: 'EOF', ranges: [], reverse: false, sorted: true, covered: true, repeats: false };
    const reply: Doc = {
      explainVersion: '1',
      queryPlanner: { namespace, parsedQuery: {}, winningPlan: stages(plan, selection), rejectedPlans: [] },
      command: inner,
      serverInfo: { host: 'localhost', port: engine.port(), version },
      serverParameters: {},
    };
    if (verbosity === 'queryPlanner') return reply;
    const examined = { keys: 0, docs: 0 };
    const start = performance.now();
    let nReturned = 0;
    if (collection) {
      const keysOnly = name === 'count' && plan.covered && plan.stage === 'IXSCAN';
      const query = queryOf(collection, selection);
      const rows = keysOnly ? engine.scanner.countKeys(query, examined) : engine.scanner.run(query, examined);
      for await (const _row of unpaused<unknown>(rows)) nReturned++;
    }
    reply.executionStats = {
      executionSuccess: true,
      nReturned,
      executionTimeMillis: Math.round(performance.now() - start),
      totalKeysExamined: examined.keys,
      totalDocsExamined: examined.docs,
      executionStages: { ...stages(plan, selection), nReturned },
    };
    return reply;
  },
};
