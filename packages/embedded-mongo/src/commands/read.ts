import { Long } from 'bson';
import type { Doc } from '../bson/document.js';
import { ServerError } from '../bson/errors.js';
import { compileProjection } from '../language/project/projection.js';
import type { Options } from '../language/types.js';
import type { Row } from '../plan/scan.js';
import { Batch, cursorReply } from '../run/batch.js';
import { encodeAnswer, nothing, queryOf, select, type Selection } from '../run/selection.js';
import { PAUSE } from '../values/pace.js';
import { aggregate } from './aggregate.js';
import {
  allowanceOf,
  collectionName,
  type Command,
  type Context,
  docField,
  flag,
  letField,
  listField,
  numberField,
} from './context.js';
import { count } from './count.js';
import { distinct } from './distinct.js';

/** Encodes the result document of a row. */
type Shape = (row: Row) => Buffer;

function* shaped(
  rows: Iterable<Row | typeof PAUSE>,
  shape: Shape,
): Generator<Uint8Array | typeof PAUSE, void> {
  for (const row of rows) yield row === PAUSE ? PAUSE : shape(row);
}

/** Without a projection, or with an empty one, the stored bytes are returned unchanged. */
function compileShape(spec: Doc | undefined, options: Options): Shape {
  if (!spec || Object.keys(spec).length === 0) return (row) => row.raw;
  const project = compileProjection(spec, options);
  return (row) => encodeAnswer(project(row.doc));
}

/** The selection of a find command. */
export function findSelection(context: Context): Selection {
  const limit = context.body.limit;
  return select({
    filter: docField(context, 'filter'),
    sort: docField(context, 'sort'),
    hint: context.body.hint,
    vars: letField(context),
    now: context.engine.now(),
    skip: numberField(context, 'skip') ?? 0,
    // the shell converts negative limits before it sends them
    limit: limit === undefined ? 0 : numberField(context, 'limit')!,
  });
}

const find: Command = {
  fields:
    'filter projection sort skip limit batchSize singleBatch hint let noCursorTimeout ' +
    'allowPartialResults allowDiskUse oplogReplay',
  run(context) {
    const name = collectionName(context);
    const selection = findSelection(context);
    const options = { vars: letField(context), now: context.engine.now() };
    const shape = compileShape(docField(context, 'projection'), options);
    return firstBatch(context, name, selection, shape);
  },
};

/** Plans a find and returns its first batch. */
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
  const query = collection && queryOf(collection, selection);
  const one = query && !query.skip && batchSize > 0 ? engine.scanner.one(query) : undefined;
  if (one !== undefined)
    return cursorReply('firstBatch', new Batch(one ? [shape(one)] : []), { id: Long.ZERO, ns: namespace });
  const rows = query ? engine.scanner.run(query) : nothing();
  const cursor = engine.cursors.create(
    namespace,
    shaped(rows, shape),
    selection.limit ?? 0,
    allowanceOf(context),
  );
  cursor.lasting = flag(context, 'noCursorTimeout');
  return engine.cursors.reply(cursor, 'firstBatch', batchSize, flag(context, 'singleBatch'));
}

const getMore: Command = {
  fields: 'collection batchSize',
  run(context) {
    const { getMore: id, collection: name } = context.body;
    if (!(id instanceof Long) || typeof name !== 'string')
      throw new ServerError(14, "BSON field 'getMore.getMore' is the wrong type, expected type 'long'");
    const { engine, db } = context;
    const cursor = engine.cursors.get(id, `${db}.${name}`);
    const size = numberField(context, 'batchSize') ?? 0;
    return engine.cursors.reply(cursor, 'nextBatch', size === 0 ? Infinity : size);
  },
};

const killCursors: Command = {
  fields: 'cursors',
  run({ engine, body }) {
    const killed: Long[] = [];
    const unknown: Long[] = [];
    for (const item of listField(body.cursors, 'killCursors.cursors')) {
      if (!(item instanceof Long))
        throw new ServerError(14, "BSON field 'killCursors.cursors.0' is the wrong type");
      (engine.cursors.kill(item) ? killed : unknown).push(item);
    }
    return { cursorsKilled: killed, cursorsNotFound: unknown, cursorsAlive: [], cursorsUnknown: [] };
  },
};

export const readCommands: Record<string, Command> = {
  find,
  getMore,
  killCursors,
  count,
  distinct,
  aggregate,
};
