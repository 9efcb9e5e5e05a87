import { type Doc, isDoc } from '../bson/document.js';
import { encode } from '../bson/encode.js';
import { badValue, notImplemented, ServerError, typeMismatch } from '../bson/errors.js';
import { asNumber } from '../bson/numbers.js';
import { compilePipeline } from '../language/pipeline/pipeline.js';
import type { CompiledPipeline, PipelineEnv } from '../language/types.js';
import type { Row } from '../plan/scan.js';
import type { Engine } from '../run/engine.js';
import { docsOf, encodeAnswer, rowsOf, select, type Selection } from '../run/selection.js';
import type { Collection } from '../store/catalogue.js';
import {
  allowanceOf,
  collectionName,
  type Command,
  type Context,
  docField,
  flag,
  letField,
  listField,
} from './context.js';
import { countRows } from './count.js';

/**
 * `[{$match}, {$skip}, {$limit}, {$group: {_id: <constant>, n: {$sum: 1}}}]`, as sent by the drivers'
 * countDocuments.
 */
function countField(stages: Doc[]): string | undefined {
  const names = stages.map((stage) => Object.keys(stage)[0]).join('');
  if (!/^(\$match)?(\$skip)?(\$limit)?\$group$/.test(names)) return undefined;
  const group = stages.at(-1)!.$group as Doc;
  const [id, field, ...others] = Object.keys(group);
  if (id !== '_id' || asNumber(group._id) !== 1 || !field || others.length) return undefined;
  return asNumber((group[field] as Doc | undefined)?.$sum) === 1 ? field : undefined;
}

async function* encoded(docs: AsyncIterable<Doc> | Iterable<Doc>): AsyncGenerator<Uint8Array, void> {
  for await (const doc of docs) yield encodeAnswer(doc);
}

/** The largest number of rows drawn at once. */
const largestDraw = 1000;

/**
 * Draws the rows for a leading `$sample` of a small part of the collection, as MongoDB does. Other samples scan the
 * collection.
 */
function drawn(engine: Engine, collection: Collection | undefined, [first]: Doc[]): Row[] | undefined {
  const size = asNumber((first?.$sample as Doc | undefined)?.size);
  if (!collection || size === undefined) return undefined;
  const { count, nextRecord } = collection.stats;
  return size <= Math.min(largestDraw, count / 20)
    ? engine.scanner.sample(collection, size, nextRecord)
    : undefined;
}

/** The pipeline's environment, with the command's variables. */
export const pipelineEnv = (context: Context, check?: () => void): PipelineEnv => ({
  now: context.engine.now(),
  vars: letField(context),
  check,
});

/** The selection for the leading stages of a pipeline. */
export function pushedDown({ body }: Context, { pushdown }: CompiledPipeline, env: PipelineEnv): Selection {
  const { vars, now } = env;
  return select({ ...pushdown, hint: body.hint, vars, now });
}

/** The result of a `$collStats`: only the counters, since lmdb does not report sizes per collection. */
function statsOf(spec: unknown, collection: Collection | undefined): Doc {
  if (
    !isDoc(spec) ||
    !isDoc(spec.storageStats) ||
    Object.keys(spec).length + Object.keys(spec.storageStats).length > 1
  )
    throw notImplemented('$collStats with other options than an empty storageStats');
  const { count, size } = collection?.stats ?? { count: 0, size: 0 };
  return { storageStats: { size, count, nindexes: collection?.indexes.length ?? 0 } };
}

export const aggregate: Command = {
  fields: 'pipeline cursor explain allowDiskUse hint let bypassDocumentValidation isMapReduceCommand',
  async run(context) {
    const { engine, db, body } = context;
    const stages = listField(body.pipeline, 'aggregate.pipeline') as Doc[];
    if (!stages.every(isDoc)) throw typeMismatch("Each element of the 'pipeline' array must be an object");
    const target = body.aggregate;
    if (stages[0] && '$changeStream' in stages[0])
      throw new ServerError(40573, 'The $changeStream stage is only supported on replica sets');
    if (typeof target !== 'string') {
      if (asNumber(target) !== 1)
        throw badValue("Invalid command format: the 'aggregate' field must be a string or 1");
      throw notImplemented('aggregate without a collection');
    }
    if (body.cursor === undefined)
      throw new ServerError(
        9,
        "The 'cursor' option is required, except for aggregate with the explain argument",
      );
    const cursorOptions = docField(context, 'cursor') ?? {};
    const namespace = `${db}.${collectionName(context)}`;
    const collection = engine.catalogue.get(namespace);
    const allowance = allowanceOf(context);
    const env = pipelineEnv(context, allowance.check);
    const pipeline = compilePipeline(stages, env);
    const selection = pushedDown(context, pipeline, env);
    const counted = countField(stages);
    const rows = () => drawn(engine, collection, stages) ?? rowsOf(engine.scanner, collection, selection);
    const described = stages[0]?.$collStats;
    const source = () =>
      described === undefined ? docsOf(rows(), allowance.check) : [statsOf(described, collection)];
    const docs =
      counted === undefined
        ? encoded(pipeline.run(source()))
        : counts(counted, await countRows(context, collection, selection)).values();
    const batchSize = asNumber(cursorOptions.batchSize) ?? 101;
    const cursor = engine.cursors.create(namespace, docs, 0, allowance);
    return engine.cursors.reply(cursor, 'firstBatch', batchSize, flag(context, 'singleBatch'));
  },
};

const counts = (field: string, n: number): Uint8Array[] => (n > 0 ? [encode({ _id: 1, [field]: n })] : []);
