import type { Collection } from '../catalogue.js';
import { asNumber } from '../describe.js';
import { readRecord, successor } from '../keys.js';
import { collationCompare } from '../semantics/collation.js';
import { decode } from '../semantics/document.js';
import { encode } from '../semantics/encode.js';
import { ServerError } from '../semantics/errors.js';
import { compilePipeline } from '../semantics/pipeline.js';
import type { Doc, PipelineEnv } from '../semantics/types.js';
import { type Context, docField, type Engine, flag, letField, numberField, spills } from './context.js';
import { collationOf, docsOf, rowsOf, select } from './query.js';

/** What a name stands for: a collection, reached from a view by stages. */
export interface Source {
  name: string;
  stages: Doc[];
}

/** Follows views to their collection. */
export function sourceOf(engine: Engine, db: string, name: string): Source {
  const stages: Doc[] = [];
  for (let depth = 0; depth <= 20; depth++) {
    const { viewOn, pipeline } = engine.catalogue.get(`${db}.${name}`)?.options ?? {};
    if (viewOn === undefined) return { name, stages };
    stages.unshift(...(pipeline as Doc[]));
    name = viewOn as string;
  }
  throw new ServerError(165, 'View depth too deep or view cycle detected; maximum depth is 20');
}

export const isView = (engine: Engine, db: string, name: string): boolean =>
  engine.catalogue.get(`${db}.${name}`)?.options.viewOn !== undefined;

/** The documents of a collection or view after some stages. */
export function pipelineDocs(
  engine: Engine,
  db: string,
  name: string,
  more: Doc[],
  env: PipelineEnv,
): AsyncIterable<Doc> {
  const source = sourceOf(engine, db, name);
  const { now, vars, collation: order } = env;
  const [only] = more;
  // a filter alone, as joins ask for one document after the other, needs no stages
  if (source.stages.length === 0 && more.length === 1 && only?.$match)
    return docsOf(
      rowsOf(
        engine.scanner,
        engine.catalogue.get(`${db}.${source.name}`),
        select({ filter: only.$match as Doc, now, order }),
      ),
    );
  const pipeline = compilePipeline([...source.stages, ...more], env);
  const selection = select({ ...pipeline.pushdown, now, vars, order });
  return pipeline.run(
    docsOf(rowsOf(engine.scanner, engine.catalogue.get(`${db}.${source.name}`), selection)),
  );
}

/** What a pipeline over a collection works with; its collation is the command's, else the collection's. */
export function pipelineEnv(context: Context, name: string): PipelineEnv {
  const { engine, db } = context;
  const now = engine.now();
  const collation = collationCompare(docField(context, 'collation') ?? collationOf(engine, `${db}.${name}`));
  const env: PipelineEnv = {
    now,
    vars: letField(context),
    collation,
    spill: spills(context) ? engine.storage.spill : undefined,
    find: (from, filter) => pipelineDocs(engine, db, from, [{ $match: filter }], env),
  };
  return env;
}

/** A view stands, as in MongoDB, in a collection of its database, too. */
export function noteView(engine: Engine, { db, name, options }: Collection, there: boolean): void {
  const views = engine.catalogue.ensure(db, 'system.views');
  const _id = `${db}.${name}`;
  for (const { key, value } of engine.storage.docs.getRange({
    start: views.prefix,
    end: successor(views.prefix),
  })) {
    const doc = decode(value);
    if (doc._id === _id) engine.records.remove(views, readRecord(key), doc, value.length);
  }
  const { viewOn, pipeline } = options;
  if (there) engine.records.insert(views, { _id, viewOn, pipeline }, encode({ _id, viewOn, pipeline }));
}

/** What a find of a view stands for: the body of an aggregate. */
export function aggregateOfFind(context: Context, name: string): Doc {
  const { body } = context;
  const pipeline: Doc[] = [{ $match: docField(context, 'filter') ?? {} }];
  const sort = docField(context, 'sort');
  const projection = docField(context, 'projection');
  const skip = numberField(context, 'skip');
  const limit = numberField(context, 'limit');
  if (sort && Object.keys(sort).length) pipeline.push({ $sort: sort });
  if (skip) pipeline.push({ $skip: skip });
  if (limit) pipeline.push({ $limit: limit });
  if (projection && Object.keys(projection).length) pipeline.push({ $project: projection });
  const { collation, maxTimeMS, allowDiskUse, let: vars, batchSize } = body;
  const cursor = batchSize === undefined ? {} : { batchSize };
  const singleBatch = flag(context, 'singleBatch');
  return { aggregate: name, pipeline, cursor, collation, maxTimeMS, allowDiskUse, let: vars, singleBatch };
}

/** The stages of a count of a view, and its answer. */
export async function countView(context: Context, name: string): Promise<number> {
  const { engine, db } = context;
  const env = pipelineEnv(context, sourceOf(engine, db, name).name);
  const skip = numberField(context, 'skip');
  const limit = Math.abs(asNumber(context.body.limit ?? 0) ?? 0);
  const stages: Doc[] = [{ $match: docField(context, 'query') ?? {} }];
  if (skip) stages.push({ $skip: skip });
  if (limit) stages.push({ $limit: limit });
  let count = 0;
  for await (const _doc of pipelineDocs(engine, db, name, stages, env)) count++;
  return count;
}
