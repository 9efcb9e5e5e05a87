import type { Collection } from '../catalogue.js';
import { asNumber } from '../describe.js';
import type { PAUSE } from '../pace.js';
import { unpaused } from '../pace.js';
import type { Row } from '../scan.js';
import { collationCompare } from '../semantics/compare.js';
import { encode } from '../semantics/encode.js';
import { badValue, notImplemented, ServerError } from '../semantics/errors.js';
import { compilePipeline } from '../semantics/pipeline.js';
import type { Doc, PipelineEnv } from '../semantics/types.js';
import {
  collectionName,
  type Command,
  type Context,
  deadlineOf,
  docField,
  type Engine,
  flag,
  letField,
  listField,
  spills,
} from './context.js';
import { countRows } from './count.js';
import { prepare, rowsOf, select } from './query.js';

/** `[{$match}, {$group: {_id: <constant>, n: {$sum: 1}}}]`: what the drivers' countDocuments sends. */
function countField(stages: Doc[]): string | undefined {
  const group = stages.at(-1)?.$group as Doc | undefined;
  if (!group || stages.length > 2 || (stages.length === 2 && !stages[0]!.$match)) return undefined;
  const [id, field, ...others] = Object.keys(group);
  if (id !== '_id' || asNumber(group._id) !== 1 || !field || others.length) return undefined;
  return asNumber((group[field] as Doc | undefined)?.$sum) === 1 ? field : undefined;
}

async function* encoded(docs: AsyncIterable<Doc>): AsyncGenerator<Uint8Array, void> {
  for await (const doc of docs) yield encode(doc);
}

async function* docsOf(rows: Iterable<Row | typeof PAUSE>): AsyncGenerator<Doc> {
  for await (const row of unpaused<Row>(rows)) yield row.doc;
}

export function pipelineEnv(context: Context): PipelineEnv {
  const { engine, db } = context;
  const now = engine.now();
  const collation = collationCompare(docField(context, 'collation'));
  return {
    now,
    vars: letField(context),
    collation,
    spill: spills(context) ? engine.storage.spill : undefined,
    find(name, filter) {
      const collection = engine.catalogue.get(`${db}.${name}`);
      const selection = { ...select({ filter, now }), collation };
      return docsOf(rowsOf(engine.scanner, collection, selection));
    },
  };
}

/** Stages that the Stable API, version 1, does not have. */
const outsideApi = new Set([
  ...['$collStats', '$currentOp', '$indexStats', '$listLocalSessions', '$listSessions', '$planCacheStats'],
  ...['$search', '$searchMeta'],
]);

/** Rows that are drawn in one go. */
const largestDraw = 1000;

/** The rows of a leading `$sample` of few out of many, which are drawn, as in MongoDB; others walk through all. */
function drawn(engine: Engine, collection: Collection | undefined, [first]: Doc[]): Row[] | undefined {
  const size = asNumber((first?.$sample as Doc | undefined)?.size);
  if (!collection || size === undefined) return undefined;
  const { count, nextRecord } = engine.catalogue.stats(collection);
  return size <= Math.min(largestDraw, count / 20)
    ? engine.scanner.sample(collection, size, nextRecord)
    : undefined;
}

export const aggregate: Command = {
  stable: true,
  fields: [
    ...['aggregate', 'pipeline', 'cursor', 'explain', 'allowDiskUse', 'hint', 'collation', 'let'],
    ...['bypassDocumentValidation', 'isMapReduceCommand'],
  ],
  async run(context) {
    const { engine, db, body } = context;
    const stages = listField(body.pipeline, 'aggregate.pipeline') as Doc[];
    const target = body.aggregate;
    if (stages[0] && '$changeStream' in stages[0])
      throw new ServerError(40573, 'The $changeStream stage is only supported on replica sets');
    const unstable = stages.map((stage) => Object.keys(stage)[0] ?? '').find((name) => outsideApi.has(name));
    if (unstable && flag(context, 'apiStrict'))
      throw new ServerError(323, `stage ${unstable} is not allowed with 'apiStrict: true' in API Version 1`);
    if (typeof target !== 'string') {
      if (asNumber(target) !== 1)
        throw badValue("Invalid command format: the 'aggregate' field must be a string or 1");
      if (!stages[0] || !('$documents' in stages[0]))
        throw notImplemented('aggregate without a collection other than $documents');
    }
    if (body.cursor === undefined && !flag(context, 'explain'))
      throw new ServerError(
        9,
        "The 'cursor' option is required, except for aggregate with the explain argument",
      );
    if (flag(context, 'explain')) throw notImplemented('aggregate with explain');
    const cursorOptions = docField(context, 'cursor') ?? {};
    const name = typeof target === 'string' ? collectionName(context) : '$cmd.aggregate';
    const namespace = `${db}.${name}`;
    const collection = engine.catalogue.get(namespace);
    const env = pipelineEnv(context);
    const pipeline = compilePipeline(stages, env);
    const selection = {
      ...select({
        ...pipeline.pushdown,
        hint: body.hint,
        collation: docField(context, 'collation'),
        vars: env.vars,
        now: env.now,
        spill: spills(context),
      }),
    };
    await prepare(context, selection);
    const counted = countField(stages);
    const source =
      counted === undefined
        ? encoded(
            pipeline.run(
              docsOf(drawn(engine, collection, stages) ?? rowsOf(engine.scanner, collection, selection)),
            ),
          )
        : counts(counted, await countRows(context, collection, selection));
    const batchSize = asNumber(cursorOptions.batchSize) ?? 101;
    const cursor = engine.cursors.create(namespace, source, 0, deadlineOf(context));
    return engine.cursors.reply(cursor, 'firstBatch', batchSize);
  },
};

function* counts(field: string, n: number): Generator<Uint8Array, void> {
  if (n > 0) yield encode({ _id: 1, [field]: n });
}
