import { type Doc, isDoc } from '../bson/document.js';
import { notImplemented, ServerError } from '../bson/errors.js';
import { asNumber } from '../bson/numbers.js';
import { compilePipeline } from '../language/pipeline/pipeline.js';
import type { Plan } from '../plan/planner.js';
import { planSelection, select, type Selection } from '../run/selection.js';
import { unpaused } from '../values/pace.js';
import { type Command, type Context, listField } from './context.js';
import { version } from './diagnostics.js';
import { pipelineEnv } from './pipeline-env.js';
import { findSelection } from './read.js';

/** The selection of the command that is explained, as that command itself would read it. */
function selectionOf(context: Context): Selection {
  const { body, engine, name } = context;
  const now = engine.now();
  if (name === 'find') return findSelection(context);
  if (name === 'aggregate') {
    const env = pipelineEnv(context);
    const { pushdown } = compilePipeline(body.pipeline as Doc[], env);
    return select({ ...pushdown, hint: body.hint, now, order: env.collation });
  }
  let given = body;
  let limit = name === 'findAndModify' ? 1 : 0;
  if (name === 'update' || name === 'delete') {
    const [first = {}] = listField(body[`${name}s`], `${name}.${name}s`) as Doc[];
    given = { ...first, query: first.q };
    limit = first.multi || (name === 'delete' && asNumber(first.limit) !== 1) ? 0 : 1;
  } else if (!['count', 'distinct', 'findAndModify'].includes(name))
    throw notImplemented(`explain of ${name}`);
  return select({
    filter: given.query as Doc | undefined,
    sort: given.sort as Doc | undefined,
    hint: given.hint,
    collation: given.collation as Doc | undefined,
    now,
    limit,
  });
}

/** The plan as a tree of MongoDB's stages, the scan innermost. */
function stages(plan: Plan, selection: Selection): Doc {
  const { index } = plan;
  const direction = plan.reverse ? 'backward' : 'forward';
  let tree: Doc = { stage: plan.stage, direction };
  if (index) {
    const scan = (ranges: number): Doc => ({
      stage: 'IXSCAN',
      keyPattern: index.spec.key,
      indexName: index.name,
      isMultiKey: index.multikey.includes(true),
      isUnique: index.unique,
      isSparse: index.sparse,
      isPartial: index.partial !== undefined,
      direction,
      ranges,
    });
    const inputStage = plan.merged
      ? { stage: 'SORT_MERGE', inputStages: plan.ranges.map(() => scan(1)) }
      : scan(plan.ranges.length);
    tree = { stage: 'FETCH', inputStage };
  }
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
      throw new ServerError(14, "BSON field 'explain.explain' is the wrong type, expected type 'object'");
    const verbosity = context.body.verbosity ?? 'allPlansExecution';
    if (
      typeof verbosity !== 'string' ||
      !['queryPlanner', 'executionStats', 'allPlansExecution'].includes(verbosity)
    )
      throw new ServerError(
        9,
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
      const { filter, sort, skip = 0, limit = 0 } = selection;
      const keysOnly = name === 'count' && plan.covered && plan.stage === 'IXSCAN';
      const query = { collection, filter, sort, skip, limit, plan };
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
