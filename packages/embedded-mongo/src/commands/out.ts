import { randomUUID } from 'node:crypto';
import { checkNamespace, unfinished } from '../catalogue.js';
import { buildIndex } from '../index-spec.js';
import { isDoc } from '../semantics/document.js';
import { notImplemented, ServerError } from '../semantics/errors.js';
import type { Doc } from '../semantics/types.js';
import { insertStatement } from './changes.js';
import { type Context, flag } from './context.js';
import { sweep } from './indexing.js';
import { checkWritable } from './rules.js';

const perTransaction = 200;

interface Target {
  db: string;
  name: string;
}

/** The collection that the last stage of a pipeline, a `$out`, writes to. */
export function outOf(stages: Doc[], database: string): Target | undefined {
  const at = stages.findIndex((stage) => isDoc(stage) && '$out' in stage);
  if (at < 0) return undefined;
  if (at < stages.length - 1)
    throw new ServerError(40601, '$out can only be the final stage in the pipeline');
  const { $out: spec } = stages[at]!;
  if (typeof spec !== 'string' && !isDoc(spec))
    throw new ServerError(16990, '$out only supports a string or object argument');
  const { db = database, coll, ...rest } = isDoc(spec) ? spec : { coll: spec };
  if (Object.keys(rest).length > 0) throw notImplemented('$out to a time series');
  if (typeof db !== 'string' || typeof coll !== 'string')
    throw new ServerError(14, "$out needs 'db' and 'coll' to be strings");
  checkNamespace(db, coll);
  if (coll.startsWith('system.')) throw new ServerError(17385, `Can't $out to special collection: ${coll}`);
  return { db, name: coll };
}

/** Writes documents into a collection beside, which then takes the place of the target, with its options and indexes. */
export async function writeOut(context: Context, { db, name }: Target, docs: AsyncIterable<Doc>) {
  const { engine } = context;
  const { catalogue, storage } = engine;
  const namespace = `${db}.${name}`;
  const target = catalogue.get(namespace);
  checkWritable(target);
  if (target?.options.timeseries) throw notImplemented('$out to a time series');
  if (target?.options.capped)
    throw new ServerError(17152, `namespace '${namespace}' is capped so it can't be used for $out`);
  const beside = `${unfinished}${randomUUID()}`;
  const bypass = flag(context, 'bypassDocumentValidation');
  const made = () => catalogue.get(`${db}.${beside}`);
  await storage.write(() => {
    const collection = catalogue.ensure(db, beside, target?.options);
    for (const { spec } of target?.indexes.slice(1) ?? [])
      collection.indexes.push(buildIndex(catalogue.nextId(), spec));
    catalogue.save(collection);
  });
  try {
    const insert = (batch: Doc[]) =>
      storage.write(() => {
        for (const doc of batch) insertStatement(engine, db, beside, { doc, bypass }).now();
      });
    let batch: Doc[] = [];
    for await (const doc of docs) {
      if (batch.push(doc) < perTransaction) continue;
      await insert(batch);
      batch = [];
    }
    await insert(batch);
    await storage.write(() => {
      const [old, complete] = [catalogue.get(namespace), made()];
      if (!complete) throw new ServerError(26, `$out lost its collection, as ${db} was dropped`);
      if (old) catalogue.drop(old);
      catalogue.rename(complete, db, name);
    });
  } catch (error) {
    await storage.write(() => {
      const left = made();
      if (left) catalogue.drop(left);
    });
    throw error;
  } finally {
    sweep(engine);
  }
  engine.cursors.killNamespace((open) => open === namespace);
}
