import { Long } from 'bson';
import type { Collection } from '../catalogue.js';
import { asBoolean, asNumber } from '../describe.js';
import { PAUSE, unpaused } from '../pace.js';
import type { Query, Row, Rows } from '../scan.js';
import { collationCompare, compareValues } from '../semantics/compare.js';
import { encode } from '../semantics/document.js';
import { badValue, notImplemented, ServerError } from '../semantics/errors.js';
import { distinctValues } from '../semantics/paths.js';
import { compilePipeline } from '../semantics/pipeline.js';
import { compilePick } from '../semantics/pick-fields.js';
import { compileProjection } from '../semantics/project.js';
import { encodeValue } from '../keys.js';
import { Batch, cursorReply } from '../wire.js';
import type { Doc, PipelineEnv, ProjectionOptions } from '../semantics/types.js';
import {
  asLong,
  collectionName,
  type Command,
  type Context,
  deadlineOf,
  docField,
  type Engine,
  flag,
  letField,
  listField,
  numberField,
} from './context.js';
import { nothing, prepare, queryOf, rowsOf, select, type Selection } from './query.js';

/** What a find answers of a row, as bytes; `pick` where that is a part of the stored ones. */
interface Shape {
  of: (row: Row) => Buffer;
  pick?: Query['pick'];
}

function* shaped(rows: Rows, shape: Shape): Generator<Uint8Array | typeof PAUSE, void> {
  for (const row of rows) yield row === PAUSE ? PAUSE : shape.of(row);
}

/** A projection that is absent or empty lets the stored bytes through as they are. */
function compileShape(spec: Doc | undefined, options: ProjectionOptions): Shape {
  if (!spec || Object.keys(spec).length === 0) return { of: (row) => row.raw };
  const project = compileProjection(spec, options);
  const pick = compilePick(spec);
  if (!pick) return { of: (row) => encode(project(row.doc)) };
  return { pick, of: (row) => (row.picked ? row.raw : pick(row.raw)) };
}

/** Sorts and groups may use the disk unless the client forbids it. */
const spills = ({ body }: Context): boolean => asBoolean(body.allowDiskUse ?? true);

/** The selection of a find command. */
export function findSelection(context: Context): Selection {
  const limit = context.body.limit;
  return select({
    filter: docField(context, 'filter'),
    sort: docField(context, 'sort'),
    hint: context.body.hint,
    collation: docField(context, 'collation'),
    vars: letField(context),
    now: context.engine.now(),
    skip: numberField(context, 'skip') ?? 0,
    // the shell's negative limits never reach the server
    limit: limit === undefined ? 0 : numberField(context, 'limit')!,
    spill: spills(context),
  });
}

const find: Command = {
  stable: true,
  fields: [
    ...['find', 'filter', 'projection', 'sort', 'skip', 'limit', 'batchSize', 'singleBatch', 'hint', 'let'],
    ...['collation', 'noCursorTimeout', 'allowPartialResults', 'allowDiskUse', 'tailable', 'awaitData'],
    ...['returnKey', 'showRecordId', 'min', 'max', 'oplogReplay'],
  ],
  run(context) {
    const { engine } = context;
    const name = collectionName(context);
    for (const option of ['returnKey', 'showRecordId'])
      if (flag(context, option)) throw notImplemented(`find with ${option}`);
    for (const option of ['min', 'max'])
      if (Object.keys(docField(context, option) ?? {}).length) throw notImplemented(`find with ${option}`);
    if (flag(context, 'tailable'))
      throw badValue('error processing query: tailable cursor requested on non capped collection');
    const selection = findSelection(context);
    const shape = compileShape(docField(context, 'projection'), {
      filter: selection.filter,
      vars: letField(context),
      now: engine.now(),
      collation: selection.collation,
    });
    const preparing = prepare(context, selection);
    const answer = () => firstBatch(context, name, selection, shape);
    return preparing ? preparing.then(answer) : answer();
  },
};

/** Plans a find and answers what it finds first. */
function firstBatch(
  context: Context,
  name: string,
  selection: Selection,
  shape: Shape,
): Buffer[] | Promise<Buffer[]> {
  const { engine, db } = context;
  const batchSize = numberField(context, 'batchSize') ?? 101;
  const namespace = `${db}.${name}`;
  const collection = engine.catalogue.get(namespace);
  const query = collection && { ...queryOf(collection, selection), pick: shape.pick };
  const one = query && !query.skip && batchSize > 0 ? engine.scanner.one(query) : undefined;
  if (one !== undefined)
    return cursorReply('firstBatch', new Batch(one ? [shape.of(one)] : []), { id: Long.ZERO, ns: namespace });
  const rows = query ? engine.scanner.run(query) : nothing();
  const cursor = engine.cursors.create(
    namespace,
    shaped(rows, shape),
    selection.limit ?? 0,
    deadlineOf(context),
  );
  return engine.cursors.reply(cursor, 'firstBatch', batchSize, flag(context, 'singleBatch'));
}

const getMore: Command = {
  stable: true,
  fields: ['getMore', 'collection', 'batchSize'],
  run(context) {
    const id = asLong(context.body.getMore);
    const name = context.body.collection;
    if (!id || typeof name !== 'string')
      throw new ServerError(14, "BSON field 'getMore.getMore' is the wrong type, expected type 'long'");
    const cursor = context.engine.cursors.get(id, `${context.db}.${name}`);
    const size = numberField(context, 'batchSize');
    return context.engine.cursors.reply(
      cursor,
      'nextBatch',
      size === undefined || size === 0 ? Infinity : size,
    );
  },
};

const killCursors: Command = {
  stable: true,
  fields: ['killCursors', 'cursors'],
  run({ engine, body }) {
    const killed: Long[] = [];
    const unknown: Long[] = [];
    for (const item of listField(body.cursors, 'killCursors.cursors')) {
      const id = asLong(item);
      if (!id) throw new ServerError(14, "BSON field 'killCursors.cursors.0' is the wrong type");
      (engine.cursors.kill(id) ? killed : unknown).push(id);
    }
    return { cursorsKilled: killed, cursorsNotFound: unknown, cursorsAlive: [], cursorsUnknown: [] };
  },
};

/** How many documents a selection has: from the counters or the index keys alone where these suffice. */
async function countRows(
  context: Context,
  collection: Collection | undefined,
  selection: Selection,
): Promise<number> {
  if (!collection) return 0;
  const { engine } = context;
  const query = queryOf(collection, selection);
  const { plan, skip = 0, limit = 0 } = query;
  const bounded = (count: number) => {
    const rest = Math.max(0, count - skip);
    return limit ? Math.min(rest, limit) : rest;
  };
  if (plan.stage === 'COLLSCAN' && plan.covered) return bounded(engine.catalogue.stats(collection).count);
  const examined = { keys: 0, docs: 0 };
  const deadline = deadlineOf(context);
  const rows: Iterable<Row | number | typeof PAUSE> = plan.covered
    ? engine.scanner.countKeys(query, examined)
    : engine.scanner.run({ ...query, skip: 0, limit: 0, sort: undefined }, examined);
  let count = 0;
  const check = () => {
    if (Date.now() > deadline) throw new ServerError(50, 'operation exceeded time limit');
  };
  for await (const _row of unpaused<Row | number>(rows, check)) if (++count === skip + limit && limit) break;
  return bounded(count);
}

const count: Command = {
  stable: true,
  fields: ['count', 'query', 'limit', 'skip', 'hint', 'collation', 'fields'],
  async run(context) {
    const limit = asNumber(context.body.limit ?? 0) ?? 0;
    const selection = select({
      filter: docField(context, 'query'),
      hint: context.body.hint,
      collation: docField(context, 'collation'),
      now: context.engine.now(),
      skip: numberField(context, 'skip') ?? 0,
      limit: Math.abs(limit),
    });
    await prepare(context, selection);
    const collection = context.engine.catalogue.get(`${context.db}.${collectionName(context)}`);
    return { n: await countRows(context, collection, selection) };
  },
};

const distinct: Command = {
  fields: ['distinct', 'key', 'query', 'collation', 'hint'],
  async run(context) {
    const { engine, body } = context;
    if (typeof body.key !== 'string')
      throw new ServerError(14, "BSON field 'distinct.key' is the wrong type, expected type 'string'");
    const selection = select({
      filter: docField(context, 'query'),
      hint: body.hint,
      collation: docField(context, 'collation'),
      now: engine.now(),
    });
    await prepare(context, selection);
    const collection = engine.catalogue.get(`${context.db}.${collectionName(context)}`);
    const values = new Map<string, unknown>();
    for await (const row of unpaused(rowsOf(engine.scanner, collection, selection)))
      for (const value of distinctValues(row.doc, body.key)) {
        // a collation tells which values are the same: compared one by one
        const alike =
          selection.collation &&
          [...values].find(([, v]) => compareValues(v, value, selection.collation) === 0);
        const key = alike?.[0] ?? encodeValue(value).toString('latin1');
        if (!values.has(key)) values.set(key, value);
      }
    const sorted = [...values.values()].sort((a, b) => compareValues(a, b, selection.collation));
    return { values: sorted };
  },
};

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

const aggregate: Command = {
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

export const readCommands: Record<string, Command> = {
  find,
  getMore,
  killCursors,
  count,
  distinct,
  aggregate,
};
